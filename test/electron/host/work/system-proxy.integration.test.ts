import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addProxy, listProxies } from '../../../../electron/host/data/proxies.ts';
import { peerOf } from '../../../../electron/host/work/crawl/run-network.ts';
import { type ResolveProxy } from '../../../../electron/host/work/system-proxy.ts';
import { systemProxyState, useSystemProxy } from '../../../../electron/host/data/system-proxy-choice.ts';
import { SystemRoutes } from '../../../../electron/fetch/system-routes.ts';
import { pacRoutes } from '../../../../electron/system/proxy.ts';
import { startProxy } from '../../../servers/proxy.ts';
import { page } from '../../../servers/routes.ts';
import { startServer } from '../../../servers/server.ts';
import { openHost, spiderText } from '../open-host.ts';

const project = 'default';
const scratch = () => ({ dataDir: mkdtempSync(join(tmpdir(), 'spider-studio-system-')) });
const isOver = (state: string): boolean => ['completed', 'stopped', 'failed', 'paused'].includes(state);

describe('the choice', () => {
  it('is the direct way unless somebody chose otherwise, and lives beside the proxies', () => {
    const folder = scratch();
    expect(
      systemProxyState(folder, { HTTPS_PROXY: 'http://me:s3cret@p:1', no_proxy: 'x', ALL_PROXY: '' }),
    ).toEqual({
      used: false,
      variables: ['HTTPS_PROXY', 'no_proxy'],
    });
    const named = { project, tier: 'datacenter', url: 'http://10.0.0.7:3128', secret: null };
    addProxy(folder, named);
    expect(useSystemProxy(folder, true)).toMatchObject({ used: true });
    addProxy(folder, { ...named, tier: 'residential' });
    expect(systemProxyState(folder)).toMatchObject({ used: true });
    expect(listProxies(folder, null)).toHaveLength(2);
    useSystemProxy(folder, false);
    expect(systemProxyState(folder)).toMatchObject({ used: false });
    const file: unknown = JSON.parse(readFileSync(join(folder.dataDir, 'proxies.json'), 'utf8'));
    expect(file).not.toHaveProperty('system');
  });
});

describe('who is asked whether the network is there', () => {
  const url = 'https://shop.example/a';
  const ways = (answer: string) => new SystemRoutes({ ask: async () => pacRoutes(answer) });
  const chosen = { id: 'own', url: 'http://q.example:1' };

  it.each([
    ['the site, where it is reached straight', null, null, url],
    ['the proxy of the system', null, ways('PROXY p.example:3128; DIRECT'), 'http://p.example:3128'],
    ['the site, where the system says so', null, ways('DIRECT'), url],
    ['the site, where the system has no way', null, ways('SOCKS p.example:1'), url],
    ['the proxy that was chosen', chosen, ways('PROXY p.example:3128'), chosen.url],
  ])('%s', async (_, proxy, system, expected) => {
    expect(await peerOf(url, proxy, system)).toBe(expected);
  });
});

/** A desktop whose PAC script sends one site through a proxy, and has a fault for another. */
async function desktop() {
  const hosts = { 'shop.test': '127.0.0.1' };
  const proxy = await startProxy({ kind: 'http', hosts });
  const site = await startServer({
    '/': page('<h1>Shop</h1><a href="/item">One</a>'),
    '/item': page('<h1>One</h1>'),
  });
  const asked: string[] = [];
  const resolveProxy: ResolveProxy = async (url) => {
    const { hostname } = new URL(url);
    asked.push(hostname);
    if (hostname === 'faulty.test') throw new Error('PAC script failed');
    return hostname === 'shop.test' ? `PROXY ${new URL(proxy.url).host}; DIRECT` : 'DIRECT';
  };
  const { dataDir } = scratch();
  useSystemProxy({ dataDir }, true);
  const studio = await openHost(dataDir, { resolveProxy });
  onTestFinished(async () => void (await Promise.all([studio.close(), site.close(), proxy.close()])));
  const add = async (name: string, host: string): Promise<void> => {
    const url = `http://${host}:${site.port}/`;
    const settings = {
      ROBOTSTXT_OBEY: false,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      RETRY_TIMES: 0,
    };
    const rules = [{ allow: ['/item'], callback: 'item', follow: false }];
    const callbacks = { item: { extract: { title: { css: 'h1::text' } } } };
    const parts = { allowed_domains: [host], start_urls: [url], settings, rules, callbacks };
    await studio.call('spiders.save', { project, spider: null, text: spiderText(name, parts), base: null });
  };
  const crawl = async (spider: string) => {
    const { run } = await studio.call('runs.start', {
      project,
      spider,
      limit: null,
      overrides: {},
      allowPrivate: true,
    });
    const { run: over } = await studio
      .follow('run', { run: run.id })
      .until((event) => isOver(event.run.state));
    return over;
  };
  return { studio, proxy, site, asked, add, crawl };
}

describe('a desktop that says by which proxy a site is reached', () => {
  it('is asked by the thread of a crawl, and by the one that adds a page', async () => {
    const { studio, proxy, site, asked, add, crawl } = await desktop();
    await add('shop', 'shop.test');
    const over = await crawl('shop');
    expect(over).toMatchObject({ state: 'completed', counters: { failed: 0, items: 1 } });
    const targets = ['/', '/item'].map((path) => `http://shop.test:${site.port}${path}`);
    expect(proxy.log.map(({ target }) => target)).toEqual(targets);
    expect(asked).toEqual(['shop.test']);

    const url = `http://shop.test:${site.port}/item`;
    const added = await studio.call('pages.addUrl', { project, spider: 'shop', url, allowPrivate: true });
    const icon = `http://shop.test:${site.port}/favicon.ico`;
    expect(proxy.log.map(({ target }) => target)).toEqual([...targets, url, icon]);
    expect(added.notes).toEqual([`Sites are reached by the proxy ${proxy.url}, as the system has it.`]);
    const log = await studio.call('runs.events', { run: over.id, limit: 100, kinds: ['proxy'] });
    expect(JSON.stringify(log)).toContain(`the proxy ${proxy.url}, as the system has it`);
  });

  it('and cannot: the page fails and says so, and is not fetched straight', async () => {
    const { studio, site, add, crawl } = await desktop();
    await add('faulty', 'faulty.test');
    expect(await crawl('faulty')).toMatchObject({ counters: { failed: 1, items: 0 } });
    expect(site.log).toEqual([]);
    const url = `http://faulty.test:${site.port}/`;
    const answer = await studio.ask('pages.addUrl', { project, spider: 'faulty', url, allowPrivate: true });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        message: `The system did not report the proxy for faulty.test:${site.port}: PAC script failed.`,
      },
    });
  });
});
