import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The password that nobody may see again. */
export const livePassword = 'opensesame-4711';

const styles = `
  body { margin: 0; font: 16px sans-serif; }
  #cookies { position: fixed; inset: 0 0 auto 0; height: 60px; background: #ffd54f; }
  #cookies button, form input, form button, form select, .more, a.login, .ask { position: absolute; height: 40px; margin: 0; }
  .agree { left: 20px; top: 10px; width: 160px; }
  main { padding-top: 320px; }
  li { height: 30px; }
`;

const shop = `<!doctype html><title>Lamps</title><style>${styles}</style>
<div id="cookies"><button class="agree">I agree</button></div>
<form action="/search"><input name="q" style="left:20px;top:80px;width:200px"><select name="kind" aria-label="Kind" style="left:240px;top:80px;width:120px"><option>All</option><option>Desk</option></select></form>
<button class="more" style="left:20px;top:140px;width:160px">Load more</button>
<a class="login" href="/login" style="left:20px;top:200px;width:160px">Log in</a>
<button class="ask" style="left:20px;top:260px;width:160px">Ask</button>
<main><h1>Lamps</h1><ul id="lamps"></ul></main>
<script>
  let page = 0;
  const list = document.querySelector('#lamps');
  const load = async () => {
    page += 1;
    const { lamps } = await (await fetch('/api/lamps?page=' + page)).json();
    for (const { name, price } of lamps) {
      const row = document.createElement('li');
      row.textContent = name + ' ' + price;
      list.append(row);
    }
  };
  document.querySelector('.agree').onclick = ({ target }) => target.parentElement.remove();
  document.querySelector('.more').onclick = load;
  document.querySelector('.ask').onclick = () => alert('Is the light on?');
  load();
</script>`;

const login = `<!doctype html><title>Log in</title><style>${styles}</style>
<form method="post" action="/login"><input name="user" style="left:20px;top:80px;width:200px"><input type="password" name="word" style="left:20px;top:140px;width:200px"><button style="left:20px;top:200px;width:160px">Send</button></form>`;

/** A page with what a browser asks or shows beside a page: its title tells what came of it. */
const manners = `<!doctype html><title>Manners</title><style>
  body { margin: 0; font: 16px sans-serif; }
  input, button, a, p { position: absolute; left: 20px; width: 160px; height: 30px; margin: 0; }
</style>
<input class="text" style="top:20px">
<p style="top:70px">Copy these words</p>
<button style="top:110px" onclick="document.title = 'Sure: ' + confirm('Are you sure?')">Confirm</button>
<button style="top:150px" onclick="document.title = 'Name: ' + prompt('Your name?')">Prompt</button>
<button style="top:190px" onclick="window.open('/member', 'other', 'popup')">Window</button>
<a style="top:230px" href="/search?q=tab" target="_blank">Tab</a>
<input type="file" style="top:270px;width:100px" onchange="document.title = 'Files: ' + this.files.length">
<button style="top:310px" onclick="addEventListener('beforeunload', (event) => event.preventDefault()); document.title = 'Kept'">Keep</button>
<input type="password" class="word" style="top:350px">
<a style="top:390px" href="/search?q=desk">Leave</a>
<script>document.querySelector('.text').oninput = ({ target }) => { document.title = 'Text: ' + target.value; };</script>`;

/** A shop whose banner is in a frame of another site, and with a frame of its own. */
const framed = (other: string): string => `<!doctype html><title>Framed</title><style>
  body { margin: 0; font: 16px sans-serif; }
  iframe { position: absolute; left: 0; width: 400px; height: 160px; border: 0; }
</style>
<button class="page" style="position:absolute;left:20px;top:20px;width:160px;height:30px">Show</button>
<iframe class="consent" src="${other}/consent" style="top:100px"></iframe>
<iframe src="/filter" style="top:300px"></iframe>
<script>addEventListener('message', () => document.querySelector('.consent')?.remove());</script>`;

const consent = `<!doctype html><body style="margin:0;background:#ffd54f">
<button class="page" style="position:absolute;left:20px;top:20px;width:160px;height:30px">More about it</button>
<button class="accept" style="position:absolute;left:20px;top:70px;width:160px;height:30px" onclick="parent.postMessage('closed', '*')">Accept</button>`;

const filter = `<!doctype html><body style="margin:0">
<input class="brand" style="position:absolute;left:20px;top:20px;width:160px;height:30px;margin:0">
<select class="kind" style="position:absolute;left:220px;top:20px;width:120px;height:30px"><option>All</option><option>Desk</option></select>
<button class="apply" style="position:absolute;left:20px;top:70px;width:160px;height:30px">Apply</button>`;

/** Where things are on the pages of the site, in CSS pixels. */
export const livePlaces = {
  agree: { x: 100, y: 30 },
  search: { x: 100, y: 100 },
  kind: { x: 300, y: 100 },
  more: { x: 100, y: 160 },
  login: { x: 100, y: 220 },
  ask: { x: 100, y: 280 },
  user: { x: 100, y: 100 },
  word: { x: 100, y: 160 },
  send: { x: 100, y: 220 },
  text: { x: 100, y: 35 },
  words: { x: 60, y: 80 },
  confirm: { x: 100, y: 125 },
  prompt: { x: 100, y: 165 },
  window: { x: 100, y: 205 },
  tab: { x: 30, y: 240 },
  file: { x: 40, y: 285 },
  keep: { x: 100, y: 325 },
  secret: { x: 100, y: 365 },
  leave: { x: 30, y: 400 },
  /** Inside of frames. */
  about: { x: 100, y: 135 },
  accept: { x: 100, y: 185 },
  brand: { x: 100, y: 335 },
  frameKind: { x: 280, y: 335 },
  apply: { x: 100, y: 385 },
} as const;

/** A shop with a cookie banner, a search, more to load from an API, and a login. */
export async function liveSite() {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const html = (text: string): void => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(text);
    };
    if (url.pathname === '/api/lamps') {
      const page = Number(url.searchParams.get('page'));
      const lamps = [1, 2].map((n) => ({ name: `Lamp ${page}.${n}`, price: `${page}${n}.00` }));
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ lamps }));
    }
    if (url.pathname === '/search')
      return html(`<title>Found</title><h1>Found ${url.searchParams.get('q')}</h1>`);
    if (url.pathname === '/member') {
      const known = (request.headers.cookie ?? '').includes('sid=');
      return html(`<title>Members</title><h1>${known ? 'Welcome back' : 'Please log in'}</h1>`);
    }
    // The same server is another site by another name.
    if (url.pathname === '/framed') return html(framed(`http://localhost:${request.socket.localPort}`));
    const made: Record<string, string> = { '/manners': manners, '/consent': consent, '/filter': filter };
    if (url.pathname !== '/login') return html(made[url.pathname] ?? shop);
    if (request.method !== 'POST') return html(login);
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      posted.push(body);
      response.writeHead(302, { location: '/member', 'set-cookie': 'sid=secret-session; Path=/; HttpOnly' });
      response.end();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Bodies of logins. */
    posted,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
