import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../servers/proxy.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { issued, root, systemThatTrusts } from '../servers/trusted.ts';
import { studio } from './command-line.ts';
import { startWebStudio } from './web-studio.ts';

const trusting = systemThatTrusts(root.file);
const distrusting = systemThatTrusts('/nowhere');
const isOver = (state: string): boolean => ['completed', 'stopped', 'failed', 'paused'].includes(state);

/** A site behind a virus scanner: every certificate is issued by the scanner, which keeps its root to itself. */
async function interceptedSite() {
  const page = routes.page('<h1>Here</h1><a href="/b">B</a>');
  const tls = issued('leaf', { withRoot: false });
  const server = await startServer({ '/': page, '/b': page }, { tls, http2: 'offered' });
  onTestFinished(() => server.close());
  const spider = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url('/')],
    settings: { ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    rules: [{ allow: ['/b'], callback: 'item', follow: false }],
    callbacks: { item: { extract: { title: { css: 'h1::text' } } } },
  };
  return { server, spider };
}

describe('a root certificate in the store of the system', { timeout: 300_000 }, () => {
  it('is trusted by the command line, for a page and for a crawl', async () => {
    const { server, spider } = await interceptedSite();
    const { call, file } = studio();
    const analyze = ['analyze', server.url('/'), '--allow-private', '--json'];
    const refused = await call(analyze, { env: distrusting });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(root.name);
    expect((await call(analyze, { env: trusting })).code).toBe(0);
    await call(['import', file('shop.json', spider)]);
    const crawl = ['crawl', 'shop', '--allow-private', '--json'];
    expect((await call(crawl, { env: distrusting })).json()).toMatchObject({ counters: { items: 0 } });
    const crawled = await call(crawl, { env: trusting });
    expect(crawled.json()).toMatchObject({ state: 'completed', counters: { failed: 0, items: 1 } });
  });

  it('is trusted where a proxy is reached over TLS', async () => {
    const proxy = await startProxy({ kind: 'http', tls: issued('leaf', { withRoot: false }) });
    onTestFinished(proxy.close);
    const { call } = studio();
    await call(['proxies', 'add', 'datacenter', proxy.url]);
    const { server } = await interceptedSite();
    const test = ['proxies', 'test', '--target', server.url('/'), '--allow-private', '--json'];
    expect((await call(test, { env: distrusting })).json()).toMatchObject([{ works: false }]);
    expect((await call(test, { env: trusting })).json()).toMatchObject([{ works: true, status: 200 }]);
  });

  it('is trusted by each thread of a window: a crawl, and a page for the tester', async () => {
    const { server, spider } = await interceptedSite();
    const { data, call, file } = studio();
    await call(['import', file('shop.json', spider)]);
    const web = await startWebStudio(data, [], trusting);
    onTestFinished(() => web.close());
    const place = { project: 'default', spider: 'shop' };
    const run = await web.call('runs.start', { ...place, limit: null, overrides: {}, allowPrivate: true });
    const over = await web.until('run', { run: run.run.id }, (event) => isOver(event.run.state));
    expect(over.run).toMatchObject({ state: 'completed', counters: { failed: 0, items: 1 } });
    const added = await web.call('pages.addUrl', { ...place, url: server.url('/'), allowPrivate: true });
    expect(added).toMatchObject({ page: { url: server.url('/') } });
  });
});
