import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a payload calls when it runs. Every frame of the browser has it, see `exposeFunction`. */
export const alarm = 'spiderStudioRan';

const run = (name: string) => `${alarm}('${name}')`;

/** Texts that are markup, code, an address or a formula to whoever takes them for one. Each is a text of the site. */
export const attacks = {
  image: `<img src=x data-evil onerror="${run('image')}">`,
  script: `"><script data-evil>${run('script')}</script>`,
  style: `</style><style data-evil>*{display:none}</style>`,
  raw: `</textarea></title></noscript><svg data-evil onload="${run('raw')}">`,
  comment: `--><iframe data-evil srcdoc="&lt;script&gt;parent.${run('comment')}&lt;/script&gt;">`,
  template: `{{constructor.constructor("${run('template')}")()}} \${${run('template')}}`,
  attribute: `' onmouseover='${run('attribute')}' data-evil='`,
  code: `javascript:${run('code')}`,
  document: `data:text/html,<script>${run('document')}</script>`,
  backwards: '\u202Egpj.exe\u202C\u2066\u200F',
  formula: `=cmd|' /C calc'!A0`,
  long: `long ${'<b data-evil>'.repeat(2000)}`,
} as const;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A site that attacks whoever looks at it, and a trap: an address that nobody may ask for anything. */
export interface AttackSite {
  readonly origin: string;
  readonly trapOrigin: string;
  /** What the trap was asked for. */
  readonly trapped: string[];
  close(): void;
}

export async function openAttackSite(): Promise<AttackSite> {
  const trapped: string[] = [];
  const trap = await listen((url) => {
    trapped.push(url);
    return { body: '' };
  });
  const site = await listen((url) => answer(url, trap.origin));
  return {
    origin: site.origin,
    trapOrigin: trap.origin,
    trapped,
    close() {
      for (const { server } of [trap, site]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

interface Answer {
  status?: number;
  body: string;
  headers?: Record<string, string>;
}

async function listen(respond: (url: string) => Answer): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const { status = 200, body, headers } = respond(url);
    const own = { 'content-type': 'text/html; charset=utf-8', 'x-powered-by': attacks.script };
    response.writeHead(status, attacks.image, { ...own, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function answer(url: string, trap: string): Answer {
  if (url === '/robots.txt') return { status: 404, body: '' };
  if (url.startsWith('/p/gone')) return { status: 404, body: attackPage(trap) };
  if (url.startsWith('/p/moved')) {
    const location = `/p/there?to=${encodeURIComponent(attacks.script)}`;
    return { status: 302, body: '', headers: { location } };
  }
  return { body: attackPage(trap) };
}

/** A page with everything that a page can try: the texts above as texts, and the deeds as deeds. */
export function attackPage(trap: string): string {
  const texts = attackNames.map(
    (name) => `<p class="${name}" title="${escaped(attacks[name])}">${escaped(attacks[name])}</p>`,
  );
  const links = [
    '/p/1',
    '/p/gone',
    '/p/moved',
    `/p/2?q=${escaped(attacks.script)}`,
    `/p/${encodeURIComponent(attacks.image)}`,
    attacks.code,
    attacks.document,
    `${trap}/link`,
  ].map((href) => `<a href="${escaped(href)}" ping="${trap}/ping">${escaped(attacks.image)}</a>`);
  return `<!doctype html><html lang="${escaped(attacks.attribute)}"><head>
<title>${escaped(attacks.image)}</title><base target="_top">
<meta name="author" content="${escaped(attacks.raw)}"><meta property="og:title" content="${escaped(attacks.script)}">
<meta http-equiv="refresh" content="60;url=${trap}/refresh"><meta name="description" content="${escaped(attacks.style)}">
<link rel="stylesheet" href="${trap}/style.css"><link rel="icon" href="${trap}/icon"><link rel="dns-prefetch" href="${trap}">
<style>@import "${trap}/import.css"; body { background: url(${trap}/background) } .${'</style'}</style>
<script type="application/ld+json">{"@type":"Article","headline":${JSON.stringify(attacks.template)},"author":{"name":${JSON.stringify(attacks.attribute)}}}</script>
<script>${run('page')}; top.document.title = 'taken over';</script><script src="${trap}/script.js"></script></head>
<body id="${escaped(attacks.script)}" class="${escaped(attacks.attribute)} evil" onload="${run('load')}">
<h1 id="${escaped(attacks.image)}">${escaped(attacks.image)}</h1>\0
<img src="${trap}/image" onerror="${run('broken')}"><svg onload="${run('svg')}"><script>${run('svg')}</script></svg>
<iframe src="${trap}/frame"></iframe><iframe srcdoc="<script>top.${run('frame')}</script>"></iframe>
<object data="${trap}/object"></object><embed src="${trap}/embed"><video src="${trap}/video" autoplay></video>
<form action="${trap}/form"><input autofocus onfocus="${run('focus')}"><button>Send</button></form>
<div style="background:url(${trap}/inline)" onmouseover="${run('hover')}" onclick="${run('click')}">Point at me</div>
<article>${texts.join('\n')}</article><nav>${links.join('\n')}</nav></body></html>`;
}
