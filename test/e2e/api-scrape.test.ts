import { describe, expect, it, onTestFinished } from 'vitest';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';

const article = (title: string): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p class="by">Ada</p><ul><li>a</li><li>b</li></ul>`;

/** A site, a spider for it, and a server that may reach it. */
async function shop(settings: Record<string, unknown> = {}) {
  const server = await startServer({
    '/robots.txt': routes.page('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' }),
    '/item/1': routes.page(article('One')),
    '/item/2': routes.page(article('Two')),
    '/private/3': routes.page(article('Three')),
    '/other': routes.page(article('Other')),
    '/gone': routes.status(404),
    '/moved': routes.redirect('/item/2'),
    '/away': routes.redirect('http://elsewhere.example/'),
    '/slow': () => undefined,
  });
  onTestFinished(() => server.close());
  const { call, data, file } = studio();
  const spider = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url('/')],
    rules: [{ allow: ['/item/', '/private/', '/gone', '/moved', '/away', '/slow'], callback: 'product' }],
    callbacks: {
      product: {
        extract: {
          title: { css: 'h1::text' },
          author: { css: '.by::text' },
          sizes: { css: 'li::text', get_all: true },
        },
      },
    },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: true, ...settings },
  };
  await call(['import', file('shop.json', spider)]);
  const { secret } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, secret, ['--allow-private']);
  const scrape = (path: string, more: Record<string, unknown> = {}) =>
    api.send('POST', '/api/scrape', {
      body: {
        spider: 'shop',
        url: path.startsWith('/') ? server.url(path) : path,
        allowPrivate: true,
        ...more,
      },
    });
  return { server, api, scrape, call };
}

describe('POST /api/scrape', () => {
  it('gives what a crawl takes from a page', async () => {
    const { scrape, call } = await shop();
    const taken = await scrape('/item/1');
    expect(taken).toMatchObject({
      status: 200,
      body: {
        title: 'One',
        author: 'Ada',
        content: null,
        date: null,
        metadata: { sizes: ['a', 'b'] },
        items: [{ title: 'One' }],
        callback: 'product',
        rendered: false,
      },
    });
    // Nothing is stored.
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });

  it('follows redirects within the domains, and keeps its connection from page to page', async () => {
    const { scrape, server } = await shop();
    expect(await scrape('/moved')).toMatchObject({
      status: 200,
      body: { title: 'Two', url: server.url('/item/2') },
    });
    for (const path of ['/item/1', '/item/2', '/item/1']) await scrape(path);
    const pages = server.log.slice(-3);
    expect(new Set(pages.map(({ connection }) => connection)).size).toBe(1);
    expect(server.log.filter(({ url }) => url === '/robots.txt')).toHaveLength(1);
  });

  it.each<[string, string, Record<string, unknown>, number, string, RegExp]>([
    [
      'an address outside the domains',
      'https://elsewhere.example/a',
      {},
      400,
      'outside-domains',
      /allowed_domains/,
    ],
    ['no address', 'shop', {}, 400, 'bad-url', /absolute URL/],
    ['what robots.txt forbids', '/private/3', {}, 409, 'not-allowed', /robots\.txt/],
    ['a page that is not there', '/gone', {}, 502, 'fetch-failed', /status 404/],
    ['a redirect out of the domains', '/away', {}, 502, 'fetch-failed', /outside allowed_domains/],
    ['a page that takes too long', '/slow', { timeoutMs: 400 }, 504, 'timed-out', /longer than 0.4 s/],
    ['an unknown spider', '/item/1', { spider: 'shap' }, 404, 'unknown-spider', /"shap"/],
    ['an unknown callback', '/item/1', { callback: 'produkt' }, 404, 'unknown-callback', /"produkt"/],
    ['a time that is too long', '/item/1', { timeoutMs: 1e6 }, 400, 'bad-arguments', /timeoutMs/],
  ])('refuses %s', async (_, path, more, status, code, message) => {
    const { scrape } = await shop();
    const refused = await scrape(path, more);
    expect(refused).toMatchObject({ status, body: { code, detail: expect.stringMatching(message) } });
  });

  it('says why a page gives nothing', async () => {
    const { scrape } = await shop();
    expect(await scrape('/other')).toMatchObject({
      status: 200,
      body: { title: null, items: [], callback: null, reason: expect.stringMatching(/rule/) },
    });
    expect(await scrape('/other', { callback: 'product' })).toMatchObject({ body: { title: 'Other' } });
  });
});
