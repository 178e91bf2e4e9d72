import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { processesThatTell } from './holders.ts';

/** What the value of every cookie of the site begins with, so that it can be searched for. */
export const token = 'login-token-';

const loginPage =
  '<title>Members</title><h1>Please sign in</h1><form><input name="u"><input type="password" name="p"></form>';

/** A page that greets a member by the local storage, and whose script sets a cookie. */
const scripted = (n: number): string => `<h1>Page ${n}</h1><p>${'For members. '.repeat(20)}</p>
<script>
  document.querySelector('h1').append(' for ', localStorage.getItem('member') ?? 'nobody');
  document.cookie = 'step=${token}step-${n}; Path=/';
</script>`;

/** A site that shows its pages to members only. Each answer gives the member a new cookie. */
export async function memberSite(pages: number) {
  let current = `${token}first`;
  let rotations = 0;
  let left = Infinity;
  let told: () => void = () => undefined;
  const seen: { host: string; path: string; cookie: string }[] = [];
  const leaks: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    const host = (headers.host ?? '').split(':')[0] ?? '';
    const cookie = headers.cookie ?? '';
    seen.push({ host, path: url, cookie });
    leaks.push(...processesThatTell(token));
    const page = (html: string): void => {
      response.setHeader('content-type', 'text/html');
      response.end(html);
    };
    if (url === '/robots.txt') return response.writeHead(404).end();
    if (url === '/login') return page(loginPage);
    if (url.startsWith('/open')) return page('<h1>Open</h1>');
    if (left <= 0 || !cookie.split('; ').includes(`sid=${current}`)) {
      return response.writeHead(302, { location: '/login' }).end();
    }
    left -= 1;
    rotations += 1;
    current = `${token}${rotations}`;
    response.setHeader('set-cookie', `sid=${current}; Path=/; HttpOnly`);
    told();
    if (url.startsWith('/in/')) return page(scripted(Number(url.slice(4))));
    if (url !== '/') return page(`<h1>Page ${url.slice(3)}</h1><p>${'For members. '.repeat(20)}</p>`);
    const links = Array.from({ length: pages }, (_, n) => `<a href="/p/${n + 1}">Page ${n + 1}</a>`);
    const { port } = server.address() as AddressInfo;
    return page(`<h1>All</h1>${links.join('')}<a href="http://localhost:${port}/open">Elsewhere</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    seen,
    leaks,
    /** Calls a function when a page is shown to a member. */
    whenSeen(call: () => void): void {
      told = call;
    },
    /** The cookie that the site takes now. */
    current: () => current,
    /** The storage state of a browser in which somebody has logged in now. */
    logIn(lasts: number) {
      left = lasts;
      rotations += 1;
      current = `${token}${rotations}`;
      const cookie = { name: 'sid', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' };
      return {
        cookies: [
          { ...cookie, value: current, domain: '127.0.0.1' },
          { ...cookie, value: `${token}other`, domain: 'other.example' },
        ],
        origins: [],
      };
    },
  };
}
