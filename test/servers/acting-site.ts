import { page, status } from './routes.ts';
import type { Route } from './server.ts';

const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');

/** A page with text, so that it counts as shown, and a script. */
const made = (body: string, script = ''): Route =>
  page(`<!doctype html><title>Page</title><body><p>${words}</p>${body}<script>${script}</script></body>`);

const more = (most: number, end: string): string => `
let shown = 1;
const button = document.querySelector('.more');
button.addEventListener('click', () => {
  if (shown >= ${most}) return;
  shown += 1;
  document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><a href="/item/' + shown + '">item ' + shown + '</a></li>');
  if (shown === ${most}) { ${end} }
});`;

const consent = (origin: string): string =>
  `<iframe id="consent" style="position:fixed;inset:0;width:100%;height:300px" src="${origin}/consent"></iframe>`;

const list = '<ul><li><a href="/item/1">item 1</a></li></ul><button class="more">More</button>';

const closing = "addEventListener('message', () => document.querySelector('#consent').remove());";

/** Pages that show more when something is done on them. */
export const actingPages: Record<string, Route> = {
  '/robots.txt': status(404),
  '/gone': made(list, more(4, 'button.remove();')),
  '/asks': made(
    list,
    `const button = document.querySelector('.more');
let shown = 1;
button.onclick = async () => {
  shown += 1;
  document.querySelector('ul').insertAdjacentHTML('beforeend', await (await fetch('/more/' + shown)).text());
  if (shown === 4) button.remove();
};`,
  ),
  ...Object.fromEntries(
    [2, 3, 4].map((n) => [`/more/${n}`, page(`<li><a href="/item/${n}">item ${n}</a></li>`)]),
  ),
  '/hidden': made(list, more(4, "button.style.display = 'none';")),
  '/disabled': made(list, more(4, 'button.disabled = true;')),
  '/no-change': made(list, more(4, '')),
  '/endless': made(list, more(100_000, '')),
  '/removes-itself': made(
    '<div id="place"><button class="more">More</button></div>',
    `document.addEventListener('mousedown', () => { document.querySelector('#place').innerHTML = '<b>removed</b>'; });`,
  ),
  // The button stands still until it is scrolled to.
  '/restless': made(
    `<style>@keyframes rock { to { transform: translateX(3px); } } .rocks { animation: rock 0.1s linear infinite alternate; }</style><div style="height:5000px"></div>${list}`,
    `${more(2, '')}addEventListener('scroll', () => button.classList.add('rocks'), { once: true });`,
  ),
  '/banner': made(
    `<div id="banner" style="position:fixed;inset:0;background:#fff"><button id="agree">Agree</button></div>${list}`,
    `document.querySelector('#agree').onclick = () => document.querySelector('#banner').remove();${more(2, '')}`,
  ),
  '/framed': made(`${list}${consent('')}`, `${more(2, '')}${closing}`),
  // Loopback has two names, so this is another site.
  '/framed-elsewhere': ({ request, response }) => {
    const port = (request.headers.host ?? '').split(':')[1] ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><body><p>${words}</p>${list}${consent(`http://localhost:${port}`)}<script>${more(2, '')}${closing}</script></body>`,
    );
  },
  '/consent': made(
    '<button class="agree">Agree</button><button class="again">Again</button><i></i>',
    `let n = 0;
document.querySelector('.agree').onclick = () => parent.postMessage('agreed', '*');
document.querySelector('.again').onclick = (click) => { n += 1; document.querySelector('i').textContent = String(n); if (n === 3) click.target.remove(); };`,
  ),
  '/stuck-frame': ({ request, response }) => {
    const port = (request.headers.host ?? '').split(':')[1] ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><body><p>${words}</p><iframe src="http://localhost:${port}/hangs"></iframe>${list}${consent('')}<script>${more(2, '')}${closing}</script></body>`,
    );
  },
  '/hangs': made('', 'setTimeout(() => { for (;;); }, 200);'),
  '/form': made(
    '<form action="/found"><input id="q" name="q"><select id="kind" name="kind"><option value="a">Ships</option><option value="b">Trains</option></select></form>',
  ),
  '/found': ({ request, response }) => {
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><p>${words}</p><h1>found ${query.get('q') ?? ''} ${query.get('kind') ?? ''}</h1>`,
    );
  },
  '/tabs': made(
    '<button role="tab" id="second">Second</button><div id="panel">first</div>',
    `document.querySelector('#second').onclick = () => setTimeout(() => { document.querySelector('#panel').textContent = 'second'; }, 50);`,
  ),
  '/scroll': made(
    '<div id="rows"></div>',
    `let n = 0;
const add = () => { n += 1; document.querySelector('#rows').insertAdjacentHTML('beforeend', '<p style="height:2000px">row ' + n + '</p>'); };
add();
addEventListener('scroll', () => { if (n < 4 && scrollY + innerHeight >= document.documentElement.scrollHeight - 5) add(); });`,
  ),
  '/comes': made(
    '',
    `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b class="come">come</b>'), 700);`,
  ),
  '/away': made('<a id="go" href="/found?q=away">Go</a>'),
  '/off': made('<a id="go" href="http://localhost:9/elsewhere">Go</a>'),
  '/dialogs': made(
    '<button class="more">More</button><i id="answer"></i>',
    `document.querySelector('.more').onclick = () => { alert('Hello'); document.querySelector('#answer').textContent = String(confirm('Sure?')); };`,
  ),
  '/window': made(
    '<a id="blank" href="/opened?link" target="_blank">Open</a><button id="open">Open</button><i id="state">here</i>',
    `document.querySelector('#open').onclick = () => { open('/opened?script'); document.querySelector('#state').textContent = 'clicked'; };`,
  ),
  '/opened': made('<h1>opened</h1>'),
  '/download': made('<a id="file" href="/file.bin">File</a><i>still here</i>'),
  '/file.bin': ({ response }) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
    response.end('bytes');
  },
  '/shadow': made(
    '<div id="host"></div>',
    `const root = document.querySelector('#host').attachShadow({ mode: 'open' });
root.innerHTML = '<button class="inside">In</button>';
root.querySelector('button').onclick = () => document.body.insertAdjacentHTML('beforeend', '<b>inside clicked</b>');`,
  ),
};
