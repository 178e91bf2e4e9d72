import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import type { Route } from '../server.ts';

/** What a page asks for, and what it gets. */
export interface Asked {
  /** Path and query. */
  url: string;
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
  type?: string;
  /** Headers of the answer. */
  answers?: Record<string, string>;
  /** As it is sent. */
  text: string;
}

/** What was parsed of JSON, as scripts of pages take it: unchecked. */
export type Parsed = ReturnType<typeof JSON.parse>;

/** A site whose page is made by a script. */
export interface SinglePageSite {
  name: string;
  lang: string;
  asked: readonly Asked[];
  /** Makes the page of the parsed answers and of the state. It refers to nothing outside of itself, as it is sent as text. */
  render: (answers: readonly Parsed[], state: Parsed) => string;
  /** Markup around the root of the page. */
  around?: string;
  /** What a script in the page assigns to `window.__STATE__`. */
  state?: unknown;
  /** Scripts with data that are in the page as they are, and the name by which the others read their value. */
  data?: { markup: string; value: unknown };
  /** `tab`: the last answer is asked for when a tab is clicked. */
  when?: 'load' | 'tab';
  /** `server`: the markup is there without scripts. */
  made?: 'script' | 'server';
  /** Where the rows come from; null: from nowhere that could be read instead. `all`: the answers after it can be had, too. */
  truth: { asked: number | 'script'; path: string; rows: number; all?: boolean } | null;
}

/** The JSON of a text, also in the call of a function. */
const parsed = (text: string): unknown =>
  JSON.parse(text.replace(/^\s*[\w.]+\(/, '').replace(/\);?\s*$/, ''));

const stateScript = ({ state }: SinglePageSite): string =>
  state === undefined ? '' : `<script>window.__STATE__ = ${JSON.stringify(state)};</script>`;

function documentOf(site: SinglePageSite, content: string, code: string): string {
  const { name, lang, around = '', data } = site;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${name}</title></head><body>${around}<div id="root">${content}</div>${stateScript(site)}${data?.markup ?? ''}<script>${code}</script></body></html>`;
}

/** The page as a browser shows it, when everything was asked for. */
export function shownPage(site: SinglePageSite): string {
  const { asked, render, data, state = data?.value } = site;
  const answers = asked.map(({ text, type }) => (type === 'text/event-stream' ? null : parsed(text)));
  return documentOf(site, render(answers, state), codeOf(site));
}

/** The page as the server sends it. */
function sentPage(site: SinglePageSite): string {
  return site.made === 'server' ? shownPage(site) : documentOf(site, '', codeOf(site));
}

/** The answers that the page gets. */
export function answersOf({ asked }: SinglePageSite, origin: string): NetworkAnswer[] {
  return asked.map(
    ({ url, method = 'GET', headers = {}, body, type = 'application/json', answers, text }) => ({
      url: `${origin}${url}`,
      method,
      requestHeaders: { accept: '*/*', 'user-agent': 'browser', ...headers },
      requestBody: body ?? null,
      status: 200,
      contentType: type,
      ...(answers === undefined ? {} : { headers: answers }),
      body: text,
    }),
  );
}

function codeOf({ asked, render, data, when = 'load', made = 'script' }: SinglePageSite): string {
  const requests = asked.map(({ url, method = 'GET', headers, body, text }) => {
    const callback = /^\s*([\w.]+)\(/.exec(text)?.[1];
    return { url, method, headers, body, callback };
  });
  return `
const requests = ${JSON.stringify(requests)};
const render = ${render.toString()};
const ask = async ({ url, method, headers, body, callback }) => {
  if (callback !== undefined) {
    return new Promise((resolve) => {
      window[callback] = resolve;
      const script = document.createElement('script');
      script.src = url;
      document.head.append(script);
    });
  }
  const answer = await fetch(url, { method, headers, body });
  return JSON.parse(await answer.text());
};
const show = (answers) => {
  if (${JSON.stringify(made)} === 'script') document.getElementById('root').innerHTML = render(answers, ${data === undefined ? 'window.__STATE__' : JSON.stringify(data.value)});
};
const first = ${when === 'tab' ? 'requests.slice(0, -1)' : 'requests'};
Promise.all(first.map(ask)).then((answers) => {
  if (${JSON.stringify(when)} === 'load') return show(answers);
  const tab = document.createElement('button');
  tab.id = 'tab';
  tab.textContent = 'More';
  tab.onclick = async () => show([...answers, await ask(requests.at(-1))]);
  document.body.prepend(tab);
});
`;
}

/** The routes of a site. Its page is at "/NAME". */
export function routesOf(site: SinglePageSite): Record<string, Route> {
  const paths = [...new Set(site.asked.map(({ url }) => pathOf(url)))];
  return {
    [`/${site.name}`]: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(sentPage(site));
    },
    ...Object.fromEntries(
      paths.map((path) => [path, answering(site.asked.filter(({ url }) => pathOf(url) === path))]),
    ),
  };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const answering =
  (asked: readonly Asked[]): Route =>
  ({ request, response }) => {
    const found = asked.find(({ url }) => url === request.url);
    const type = found?.type ?? 'application/json';
    const headers = { 'content-type': type, ...found?.answers };
    response.writeHead(found === undefined ? 404 : 200, headers).end(found?.text ?? '{}');
  };
