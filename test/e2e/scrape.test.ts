import { describe, expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';

/** A site with two pages of things, and a stored spider for it. */
async function shop() {
  const server = await startServer({
    '/robots.txt': routes.page('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' }),
    '/': routes.page('<a href="/item/1">1</a><a href="/item/2">2</a>'),
    '/item/1': routes.page('<h1>Brass lamp</h1><ul><li>small</li><li>large</li></ul>'),
    '/item/2': routes.status(404),
    '/about': routes.page('<h1>About us</h1>'),
  });
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const spider = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url('/')],
    rules: [{ allow: ['/item/'], callback: 'product' }],
    callbacks: {
      product: { extract: { title: { css: 'h1::text' }, sizes: { css: 'li::text', get_all: true } } },
    },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  };
  await call(['import', file('shop.json', spider)]);
  return { server, call };
}

describe('scrape', () => {
  it('prints what the spider takes from one page, and stores nothing', async () => {
    const { server, call } = await shop();
    const url = server.url('/item/1');
    const taken = await call(['scrape', 'shop', url, '--allow-private']);
    expect(taken.code).toBe(0);
    expect(taken.stdout).toBe(`${url} (product)\n  title: Brass lamp\n  sizes: ["small","large"]\n`);
    const json = await call(['scrape', 'shop', url, '--allow-private', '--json']);
    expect(json.json()).toMatchObject({
      title: 'Brass lamp',
      callback: 'product',
      items: [{ metadata: { sizes: ['small', 'large'] } }],
    });
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });

  it('says why a page gives nothing', async () => {
    const { server, call } = await shop();
    const none = await call(['scrape', 'shop', server.url('/about'), '--allow-private']);
    expect(none.code).toBe(1);
    expect(none.stdout).toMatch(/No items\. .*rule/);
  });

  it.each([
    ['a private address', 'http://127.0.0.1:9/', [], 1, /private/],
    ['another site', 'https://elsewhere.example/', ['--allow-private'], 1, /allowed_domains/],
    ['no URL', 'lamp', [], 1, /URL/],
    ['a time that is too long', 'http://127.0.0.1:9/', ['--timeout', '500'], 2, /at most 120 seconds/],
    ['a callback that is not there', 'http://127.0.0.1:9/', ['--callback', 'lamp'], 1, /no callback "lamp"/],
  ])('refuses %s', async (_, url, options, code, message) => {
    const { call } = await shop();
    const refused = await call(['scrape', 'shop', url, ...options]);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toMatch(message);
  });
});

describe('runs requests', () => {
  it('lists the pages of a run with their states', async () => {
    const { server, call } = await shop();
    await call(['crawl', 'shop', '--allow-private']);
    const all = (await call(['runs', 'requests', '1', '--json'])).json<{ url: string; state: string }[]>();
    expect(all.map(({ url, state }) => [url, state])).toEqual([
      [server.url('/'), 'done'],
      [server.url('/item/1'), 'done'],
      [server.url('/item/2'), 'failed'],
    ]);
    const failed = await call(['runs', 'requests', '1', '--state', 'failed']);
    expect(failed.stdout).toMatch(/failed\s+404\s+0\s+http.*\/item\/2/);
    expect(failed.stdout).not.toContain('/item/1');
    const one = await call(['runs', 'requests', '1', '--limit', '1']);
    expect(one.stdout).toContain('2 more requests. --limit shows more.');
    expect((await call(['runs', 'requests', '1', '--url', 'lamp'])).stdout).toBe('No such requests.\n');
  });
});

describe('renaming and copying', () => {
  it('keeps what belongs to a spider and a project', async () => {
    const { call } = await shop();
    expect((await call(['spiders', 'rename', 'shop', 'lamps'])).stdout).toBe(
      'Renamed shop to lamps in project default, version 2.\n',
    );
    expect((await call(['spiders', 'duplicate', 'lamps', 'lamps-de'])).stdout).toBe(
      'Copied lamps to lamps-de in project default, version 1.\n',
    );
    expect((await call(['projects', 'rename', 'default', 'press'])).stdout).toBe(
      'Renamed the project default to press.\n',
    );
    const spiders = (await call(['spiders', 'list', '--json'])).json<{ name: string; project: string }[]>();
    expect(spiders.map(({ name, project }) => `${project}/${name}`)).toEqual([
      'press/lamps',
      'press/lamps-de',
    ]);
    const taken = await call(['spiders', 'rename', 'lamps', 'lamps-de', '--project', 'press']);
    expect(taken.code).toBe(1);
    expect(taken.stderr).toContain('lamps-de');
  });
});
