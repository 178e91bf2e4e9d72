import { describe, expect, it, onTestFinished } from 'vitest';
import { page, status } from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };
const entries = Array.from({ length: 5 }, (_, at) => ({ id: at, name: `Lamp ${at}`, price: at + 0.5 }));
const login =
  '<form action="/login"><input name="user"><input type="password"><button>Sign in</button></form>';
const story = Array.from(
  { length: 6 },
  (_, at) => `<p>Paragraph ${at} of the harbour, its quay and its lamps.</p>`,
);

/** What a site may show in the place of a page; each has words of its own. */
const routes = {
  '/robots.txt': status(404),
  '/members': page(`<title>Members</title><main><h1>Members only</h1>${login}</main>`, html),
  '/api': page(JSON.stringify({ items: entries }), json),
  '/api-as-html': page(JSON.stringify({ items: entries }), html),
  '/form': status(405, { allow: 'POST' }),
  '/shell': page(
    `<title>App</title><div id="app"></div><script>window.state = ${JSON.stringify({ items: entries })}</script><script src="/a.js"></script>`,
    html,
  ),
  '/story': page(
    `<title>Story</title><header>${login}</header><script type="application/ld+json">{"@type":"Article","headline":"Story","author":[{"name":"A"},{"name":"B"},{"name":"C"}]}</script><article><h1>Story</h1>${story.join('')}</article>`,
    html,
  ),
};

async function site() {
  const server = await startServer(routes);
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const env = { SPIDER_STUDIO_BROWSER: 'none' };
  return {
    url: (path: string) => server.url(path),
    propose: (path: string) => call(['propose', server.url(path), '--allow-private'], { env }),
    analyze: (path: string) => call(['analyze', server.url(path), '--allow-private'], { env }),
    crawl: async (path: string, extract: Record<string, object>) => {
      const spider = {
        name: 'road',
        allowed_domains: ['127.0.0.1'],
        start_urls: [server.url(path)],
        rules: [{ callback: 'take' }],
        callbacks: { take: { extract } },
        settings: { DOWNLOAD_DELAY: 0, RETRY_TIMES: 0 },
      };
      await call(['import', file('road.json', spider)]);
      return call(['crawl', 'road', '--allow-private'], { env });
    },
  };
}

describe('what was found, and what to do about it, is told', () => {
  it.each([
    ['/members', ['asks for a login', 'session login NAME http://127.0.0.1', 'SESSION']],
    ['/api', ['5 ', 'choice']],
    [
      '/api-as-html',
      ['This is JSON, but the site does not call it so.', 'css "body::text" together with json_path'],
    ],
    [
      '/form',
      ['takes no GET (status 405)', '"start_requests"', '"pages add" with the number of the request'],
    ],
    ['/shell', ['empty without a browser', 'json_path $.items[*] takes 5 entries', 'browser install']],
  ])('by propose: %s', async (path, words) => {
    const { stdout, stderr } = await (await site()).propose(path);
    for (const word of words) expect(stdout + stderr).toContain(word);
  });

  it.each([
    ['/members', ['asks for a login', 'session login NAME']],
    ['/api-as-html', ['This is JSON', '"propose" reads it']],
  ])('by analyze: %s', async (path, words) => {
    const { stdout, stderr } = await (await site()).analyze(path);
    for (const word of words) expect(stdout + stderr).toContain(word);
  });

  const title = { title: { css: 'h2.title::text' } };
  const name = { name: { json_path: '$.items[0].name' } };
  it.each([
    ['/members', title, ['asks for a login', 'session login NAME URL', 'SESSION']],
    ['/api', title, ['is JSON, and take has no json_path for it', '"propose" reads it']],
    ['/api-as-html', title, ['holds JSON, but the site does not call it so', 'css "body::text"']],
    ['/story', name, ['is HTML, and take reads JSON by json_path', 'Accept: application/json']],
    ['/form', title, ['405', '"start_requests"']],
  ])('by a crawl that comes back empty: %s', async (path, extract, words) => {
    const { code, stdout, stderr } = await (await site()).crawl(path, extract);
    expect(code).toBe(1);

    for (const word of words) expect(stdout + stderr).toContain(word);
  });

  it('is not told of an article with a login in its header and structured data', async () => {
    const { propose, analyze } = await site();
    for (const { stdout, stderr } of [await propose('/story'), await analyze('/story')])
      expect(stdout + stderr).not.toMatch(/asks for a login|empty without a browser|This is JSON/);
  });
});
