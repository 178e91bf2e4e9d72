import { page, redirect, status } from './routes.ts';
import type { Route } from './server.ts';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

/** What a script puts into the page, or the server. */
export interface Story {
  title: string;
  author: string;
  date: string;
  paragraphs: string[];
}

export function story(n: number): Story {
  return {
    title: `Story number ${n} of the harbour`,
    author: `Reporter ${n}`,
    date: `2026-03-${String((n % 28) + 1).padStart(2, '0')}`,
    paragraphs: [1, 2, 3].map(
      (part) =>
        `Part ${part} of story ${n}: the ships came in before dawn, and the town went down to the quay to see what they had brought home.`,
    ),
  };
}

function body({ title, author, date, paragraphs }: Story, links: readonly string[]): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
  const list = links.map((url) => `<li><a href="${url}">${url}</a></li>`).join('');
  return `<main><article><h1>${title}</h1><p class="by">By <span class="author">${author}</span> <time datetime="${date}">${date}</time></p>${text}</article><ul class="more">${list}</ul></main>`;
}

/**
 * The same little newspaper twice: `/server/N` as the server makes it, `/script/N` as a shell that a script fills from
 * `/data/N`. Pages of both have the same links, so a crawl of either meets the same stories.
 */
export function twinSite(count: number): Record<string, Route> {
  const routes: Record<string, Route> = {
    '/app.js': page(appScript, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' }),
  };
  for (let n = 0; n < count; n += 1) {
    const next = [1, 2].map((step) => (n + step) % count);
    const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${story(n).title}</title></head>`;
    const links = (kind: string): string[] => next.map((one) => `/${kind}/${one}`);
    routes[`/server/${n}`] = page(`${head}<body>${body(story(n), links('server'))}</body></html>`);
    routes[`/script/${n}`] = page(
      `${head}<body><div id="root"></div><noscript>This newspaper needs JavaScript.</noscript><script src="/app.js"></script></body></html>`,
    );
    routes[`/data/${n}`] = page(JSON.stringify({ html: body(story(n), links('script')) }), {
      'content-type': 'application/json',
    });
  }
  return routes;
}

const appScript = `
const n = location.pathname.split('/').at(-1);
fetch('/data/' + n).then((answer) => answer.json()).then(({ html }) => { document.getElementById('root').innerHTML = html; });
`;

const script = (code: string, before = ''): Route =>
  page(`<!doctype html><title>Page</title><body>${before}<script>${code}</script></body>`);

/** Pages that do one odd thing each. */
export const oddPages: Record<string, Route> = {
  '/plain': page(`<!doctype html><title>Plain</title><h1>Plain page</h1><p>${words(60)}</p>`),
  '/late': script(`setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<h1>late</h1>'), 600)`),
  '/waits': script(
    `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b class=come>come</b>'), 900)`,
    `<p>${words(100)}</p>`,
  ),
  '/steps': script(
    `let n = 0; const go = () => fetch('/step?' + n).then(() => { document.body.insertAdjacentHTML('beforeend', '<i>' + n + '</i>'); n += 1; if (n < 5) go(); }); go();`,
  ),
  '/step': ({ response }) => void setTimeout(() => response.end('{}'), 60),
  '/ticks': script(
    `setInterval(() => { document.getElementById('t').textContent = Date.now(); }, 10)`,
    `<p id=t></p><p>${words(80)}</p>`,
  ),
  '/loop': script('while (true) {}', `<p>${words(80)}</p>`),
  '/loop-later': script('setTimeout(() => { while (true) {} }, 100)', `<p>${words(80)}</p>`),
  '/greedy': script(
    'const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()));',
    `<p>${words(80)}</p>`,
  ),
  '/dialogs': script(
    `alert(1); document.body.dataset.answer = String(confirm('?')) + prompt('?'); onbeforeunload = () => 'stay'; print();`,
    `<p>${words(80)}</p>`,
  ),
  '/windows': script(
    `document.body.dataset.opened = String(open('/popup-a')); const a = document.createElement('a'); a.href = '/popup-b'; a.target = '_blank'; document.body.append(a); a.click();`,
    `<p>${words(80)}</p>`,
  ),
  '/permissions': script(
    `const d = document.body.dataset; Notification.requestPermission().then((said) => { d.notes = said; }); navigator.geolocation.getCurrentPosition(() => { d.place = 'told'; }, () => { d.place = 'refused'; }); navigator.serviceWorker.register('/worker.js');`,
    `<p>${words(80)}</p>`,
  ),
  '/worker.js': page('self.addEventListener("fetch", () => {});', { 'content-type': 'text/javascript' }),
  '/download-by-script': script(
    `const a = document.createElement('a'); a.href = '/file.bin'; a.download = 'x'; document.body.append(a); a.click();`,
    `<p>${words(80)}</p>`,
  ),
  '/file.bin': ({ response }) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=file.bin',
    });
    response.end('bytes');
  },
  '/data.json': page('{"answer": 42}', { 'content-type': 'application/json' }),
  '/robots.txt': page('User-agent: *\nDisallow: /private\n', { 'content-type': 'text/plain' }),
  '/media': page(
    `<!doctype html><title>Media</title><style>@font-face{font-family:f;src:url(/f.woff2)} h1{font-family:f}</style><h1>Media</h1><img src="/i.png"><video src="/v.mp4" autoplay muted></video><link rel="icon" href="/favicon-own.png"><p style="background:url(/bg.png)">${words(80)}</p>`,
  ),
  '/errors': script(
    `console.error('one'); console.log('no'); setTimeout(() => { throw new Error('two'); })`,
    `<p>${words(80)}</p>`,
  ),
  '/to-plain': script(`location.href = '/plain'`),
  '/refresh': page('<!doctype html><meta http-equiv="refresh" content="0;url=/plain"><p>moving'),
  '/hop': redirect('/hop2'),
  '/hop2': redirect('/plain', 301),
  '/for-ever': ({ request, response }) => {
    const n = Number(/n=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    response.writeHead(302, { location: `/for-ever?n=${n + 1}` }).end();
  },
  '/around': script(`location.href = '/around?' + Math.random()`),
  '/pushes': script(`history.pushState(null, '', '/deep/er/')`, `<a href="next">next</a><p>${words(80)}</p>`),
  '/nothing': status(204),
  '/gone': status(410, {}, '<h1>Gone</h1>'),
  '/cookie': ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'server=s1; HttpOnly' });
    response.end(
      `<!doctype html><p id=sent>${request.headers.cookie ?? 'none'}</p><p>${words(80)}</p><script>document.cookie = 'script=c1; path=/; max-age=3600'; document.cookie = 'old=; max-age=0; path=/'</script>`,
    );
  },
  '/large': script(`document.body.insertAdjacentHTML('beforeend', '<p>' + 'x'.repeat(6e6) + '</p>')`),
  '/parts': page(partsPage()),
  '/inner': page('<!doctype html><base href="/sub/"><p>inside the frame <a href="x">link</a></p>'),
  '/endless': script(
    `let n = 0; const add = () => { for (let i = 0; i < 10; i += 1) { n += 1; document.querySelector('ul').insertAdjacentHTML('beforeend', '<li style="height:100px">item ' + n + '</li>'); } }; add(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50 && n < 40) setTimeout(add, 30); });`,
    '<ul></ul>',
  ),
};

function partsPage(): string {
  return `<!doctype html><title>Parts</title><body><x-card><b slot="name">Name in the page</b>rest</x-card>
<iframe src="/inner"></iframe><noscript>without script</noscript><template><i>hidden</i></template>
<p>${words(60)}</p><script>customElements.define('x-card', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<style>b{color:red}</style><h2>From the shadow & more</h2><slot name="name">nobody</slot><em><slot></slot></em>'; } });</script></body>`;
}
