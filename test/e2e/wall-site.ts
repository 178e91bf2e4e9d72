import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a site answers who is not logged in: with a redirect to its login page, or with that page in place. */
export type Wall = 'redirect' | 'in place';

const loginPage = '<!doctype html><h1>Please sign in</h1><form><input type="password" name="p"></form>';
const filler = `<p>${'For members. '.repeat(20)}</p>`;

/** When the pages of the site were last changed, and its login page, which is made for every request. */
const changed = {
  page: 'Thu, 01 Jan 2026 10:00:00 GMT',
  list: 'Sun, 01 Feb 2026 10:00:00 GMT',
  wall: 'Sat, 28 Nov 2026 10:00:00 GMT',
};

/**
 * A site whose pages are for who has its cookie. It answers If-Modified-Since by the date alone, as many servers do.
 * @param openHub whether its first page is for everybody
 */
export async function wallSite({ wall: shown, openHub }: { wall: Wall; openHub: boolean }) {
  let pages = 3;
  let held: { until: number; go: PromiseWithResolvers<void> } | null = null;
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const answer = (html: string, lastModified: string): void => {
      const since = Date.parse(headers['if-modified-since'] ?? '');
      if (since >= Date.parse(lastModified)) return void response.writeHead(304).end();
      response.writeHead(200, { 'content-type': 'text/html', 'last-modified': lastModified }).end(html);
    };
    if (url === '/robots.txt') return response.writeHead(404).end();
    asked.push(url);
    if (held !== null && asked.filter((path) => path.startsWith('/p/')).length >= held.until)
      held.go.resolve();
    if (url === '/login') {
      const wall = (): void => answer(loginPage, changed.wall);
      return held === null ? wall() : void held.go.promise.then(wall);
    }
    const isMember = headers.cookie === 'sid=open' || (openHub && url === '/');
    if (isMember && url === '/') {
      const links = Array.from({ length: pages }, (_, n) => `<a href="/p/${n + 1}">Page ${n + 1}</a>`);
      return answer(`<!doctype html><h1>All</h1>${links.join('')}`, pages > 3 ? changed.list : changed.page);
    }
    if (isMember) return answer(`<!doctype html><h1>Page ${url.slice(3)}</h1>${filler}`, changed.page);
    if (shown === 'in place') {
      const since = headers['if-modified-since'];
      // The page of who is logged in has not changed; that is what a careless site says to everybody.
      if (since === changed.page) return response.writeHead(304).end();
      return answer(loginPage, changed.wall);
    }
    return response.writeHead(302, { location: '/login' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    hasPages: (count: number): void => void (pages = count),
    /** Its login page is not answered before so many pages have been asked for. */
    holdsWall: (until: number): void => void (held = { until, go: Promise.withResolvers() }),
  };
}

/** The storage state of somebody who is logged in, or whose login is over. */
export const stateOf = (sid: 'open' | 'over') => ({
  cookies: [{ name: 'sid', value: sid, domain: '127.0.0.1', path: '/', expires: -1 }],
  origins: [],
});

/** A spider that takes the heading of every page. */
export const memberSpider = (origin: string, settings: object) => ({
  name: 'club',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/`],
  rules: [{ allow: ['/p/'], callback: 'page', follow: false }],
  callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
  settings: { SESSION: 'club', DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ...settings },
});
