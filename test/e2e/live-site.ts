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
    if (url.pathname !== '/login') return html(shop);
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
