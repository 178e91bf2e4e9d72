import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../servers/proxy.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

const none = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
    [name, ''],
    [name.toLowerCase(), ''],
  ]),
);

/** A site that only a proxy with a login can reach, and a spider of it. */
async function site() {
  const server = await startServer({
    '/': routes.page('<h1>Shop</h1><a href="/item">One</a>'),
    '/item': routes.page('<h1>One</h1>'),
  });
  const proxy = await startProxy({ kind: 'http', hosts: { 'shop.test': '127.0.0.1' }, demands: 'me:s3cret' });
  onTestFinished(async () => void (await Promise.all([server.close(), proxy.close()])));
  const url = `http://shop.test:${server.port}/`;
  const spider = {
    name: 'shop',
    allowed_domains: ['shop.test'],
    start_urls: [url],
    settings: {
      ROBOTSTXT_OBEY: false,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      RETRY_ENABLED: false,
    },
    rules: [{ allow: ['/item'], callback: 'item', follow: false }],
    callbacks: { item: { extract: { title: { css: 'h1::text' } } } },
  };
  const HTTP_PROXY = proxy.url.replace('//', '//me:s3cret@');
  return { server, proxy, url, spider, env: { ...none, HTTP_PROXY } };
}

describe('the proxy of the system on the command line', { timeout: 300_000 }, () => {
  it('is used once somebody has chosen so, and told without its password', async () => {
    const { proxy, url, spider, env } = await site();
    const { call, file } = studio();
    await call(['import', file('shop.json', spider)]);
    const crawl = ['crawl', 'shop', '--allow-private', '--json'];
    const analyze = ['analyze', url, '--allow-private', '--json'];

    expect((await call(crawl, { env })).json()).toMatchObject({ counters: { items: 0, failed: 1 } });
    const refused = await call(analyze, { env });
    expect(refused.stdout).toContain('HTTP_PROXY is set here and not used; turn on the system proxy');
    expect(proxy.log).toEqual([]);

    const chosen = await call(['proxies', 'system', 'on', '--json'], { env });
    expect(chosen.json()).toEqual({ used: true, variables: ['HTTP_PROXY'] });
    expect((await call(crawl, { env })).json()).toMatchObject({ state: 'completed', counters: { items: 1 } });
    expect((await call(analyze, { env })).code).toBe(0);
    expect(proxy.log.map(({ target }) => target)).toEqual([url, `${url}item`, url]);

    const events = await call(['runs', 'tail', '2', '--kind', 'proxy', '--json'], { env });
    expect(events.json()).toMatchObject([
      { message: `Sites are reached by the proxy ${proxy.url}, as HTTP_PROXY has it.` },
    ]);
    expect(events.stdout).not.toContain('s3cret');
  });

  it('is left alone where NO_PROXY excepts the site, and where the choice is taken back', async () => {
    const { proxy, url, env } = await site();
    const { call } = studio();
    const analyze = ['analyze', url, '--allow-private', '--json'];
    expect((await call(['proxies', 'system', 'on'], { env })).stdout).toContain(
      'go through the proxy of the system',
    );
    expect((await call(analyze, { env: { ...env, no_proxy: '.test' } })).code).toBe(1);
    await call(['proxies', 'system', 'off'], { env });
    expect((await call(analyze, { env })).code).toBe(1);
    expect(proxy.log).toEqual([]);
    expect((await call(['proxies', 'system'], { env })).stdout).toContain('go directly');
    expect((await call(['proxies', 'system', 'maybe'], { env })).code).toBe(2);
  });
});
