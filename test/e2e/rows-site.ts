import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** The lists that each region leads to, and the details that each list leads to; `old` ones redirect to the detail. */
const listsOf: Record<number, number[]> = { 1: [1, 2], 2: [2, 3], 3: [3, 4, 4] };
const detailsOf: Record<number, string[]> = {
  1: ['/d/1', '/d/2', '/old/3', '/d/4', '/d/5'],
  2: ['/d/3', '/d/6', '/d/6', '/old/7', '/d/8'],
  3: ['/d/1', '/d/9', '/old/9', '/d/10', '/old/11'],
  4: ['/d/12', '/missing/1', '/old/12', '/d/13', '/elsewhere'],
};
/** Details that rules take too, one of them by another callback, and one that no row leads to. */
const byRules = [3, 7, 9, 20];
const byOther = 5;

export interface RowsSite {
  origin: string;
  /** @param priority of the rules that take details */
  spider(priority: number, settings?: Record<string, unknown>): Record<string, unknown>;
  /** The values that the items of a crawl have, sorted. */
  expected: string[];
  /** Calls back after so many answers from now on, and answers nothing more until the next call. */
  cutAfter(answers: number, cut: () => void): void;
  /** Answers everything from now on. */
  answerAll(): void;
}

const li = (values: string, href: string): string => `<li><b>${values}</b><a href="${href}">to</a></li>`;
const numbered = (path: string): number => Number(path.split('/').at(-1));

function pageOf(path: string): string {
  const n = numbered(path);
  if (path === '/') {
    const links = [
      '/region/1',
      '/region/2',
      '/region/3',
      '/list/2',
      ...[...byRules, byOther].map((d) => `/d/${d}`),
    ];
    return links.map((href) => `<a href="${href}">x</a>`).join('');
  }
  if (path.startsWith('/region/'))
    return (listsOf[n] ?? []).map((list) => li(`region ${n}`, `/list/${list}`)).join('');
  if (path.startsWith('/list/')) {
    return (detailsOf[n] ?? [])
      .map((href, index) => li(`${n}.${index}`, href === '/elsewhere' ? 'https://elsewhere.example/' : href))
      .join('');
  }
  return `<h1>detail ${n}</h1>`;
}

/** Regions lead to lists and these to details, on several ways, by redirects and beside rules. */
export async function startRowsSite(): Promise<RowsSite> {
  let left = Infinity;
  let cut: () => void = () => undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt' || path.startsWith('/missing/')) {
      response.writeHead(404).end();
      return;
    }
    if (left <= 0) return;
    left -= 1;
    if (path.startsWith('/old/')) response.writeHead(302, { location: `/d/${numbered(path)}` }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(path));
    if (left === 0) cut();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const row = (name: string, callback: string) => ({
    extract: { [name]: { css: 'b::text' }, title: { css: 'b::text' } },
    iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback } },
  });
  return {
    origin,
    spider: (priority, settings = {}) => ({
      name: 'rows',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/`],
      rules: [
        { allow: ['/region/'], callback: 'region' },
        { allow: ['/list/'], callback: 'list' },
        { allow: [`/d/${byOther}$`], callback: 'other', priority },
        { allow: ['/d/'], callback: 'detail', priority },
      ],
      callbacks: {
        region: row('region', 'list'),
        list: row('place', 'detail'),
        detail: {
          extract: { title: { css: 'h1::text' }, own: { css: 'h1::text' }, place: { css: '.place::text' } },
        },
        other: { extract: { other: { css: 'h1::text' } } },
      },
      settings: {
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        CONCURRENT_REQUESTS: 4,
        RETRY_TIMES: 0,
        ...settings,
      },
    }),
    expected: expectedItems(),
    cutAfter(answers, then) {
      left = answers;
      cut = then;
    },
    answerAll: () => void (left = Infinity),
  };
}

/** One item for each way of rows to a detail, one for a detail without a way, and that of the other callback. */
function expectedItems(): string[] {
  const items = Object.entries(listsOf).flatMap(([region, lists]) =>
    lists.flatMap((list) =>
      (detailsOf[list] ?? []).flatMap((href, index) =>
        href.startsWith('/missing') || href === '/elsewhere'
          ? []
          : [`detail ${numbered(href)} | region ${region} | ${list}.${index}`],
      ),
    ),
  );
  return [...items, 'detail 20 |  | ', `other detail ${byOther}`].sort();
}
