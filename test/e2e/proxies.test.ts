import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxy, type ProxyOptions, type TestProxy } from '../servers/proxy.ts';
import { startTinyproxy, type Tinyproxy } from '../servers/proxy-tinyproxy.ts';
import { startServer, type TestServer, type Visit } from '../servers/server.ts';
import type { Called } from './call.ts';
import { studio } from './command-line.ts';
import { look } from './data-folder.ts';

const pages = 12;
const login = { PROXY_LOGIN: 'crawler:Wal-fisch-7731' };
/** How a password could stand somewhere: as it is, and as it is sent. */
const secrets = ['Wal-fisch-7731', Buffer.from(login.PROXY_LOGIN).toString('base64')];

interface Tier {
  requests: number;
  answered: number;
  blocked: number;
  failed: number;
}
interface Outcome {
  run: string;
  state: string;
  reason: string;
  counters: Record<string, number>;
  tiers?: { direct: Tier; datacenter: Tier; residential: Tier };
}

/** tinyproxy writes its name into the requests that it passes on. */
const isDirect = ({ headers }: { headers: Visit['request']['headers'] }): boolean =>
  headers.via === undefined;
const unused: Tier = { requests: 0, answered: 0, blocked: 0, failed: 0 };

/** A site with a front page and a few pages. @param refuses whether a request is answered with 403 */
async function startSite(
  refuses: (request: Visit['request']) => boolean,
  hold: (path: string) => Promise<void> | undefined = () => undefined,
): Promise<TestServer> {
  const links = Array.from({ length: pages }, (_, index) => `<a href="/page/${index}">${index}</a>`);
  const site = await startServer({
    '*': async ({ request, response }) => {
      const path = request.url ?? '/';
      await hold(path);
      const status = refuses(request) ? 403 : path === '/robots.txt' ? 404 : 200;
      const body = status !== 200 ? 'no' : path === '/' ? links.join('') : `<h1>Page ${path}</h1>`;
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>t</title>${body}`);
    },
  });
  onTestFinished(() => site.close());
  return site;
}

async function tinyproxy(options: { login?: string } = {}): Promise<Tinyproxy> {
  const proxy = await startTinyproxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

async function proxyOf(options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A data folder with the spider of a site. */
async function studioFor(site: TestServer, settings: object = {}) {
  const own = studio();
  const spider = {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url('/')],
    rules: [{ allow: ['/page/'], callback: 'page', follow: false }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, CONCURRENT_REQUESTS: 2, ...settings },
  };
  expect((await own.call(['import', own.file('site.json', spider)])).code).toBe(0);
  const add = async (tier: string, url: string, ...more: string[]): Promise<void> => {
    expect(await own.call(['proxies', 'add', tier, url, ...more])).toMatchObject({ code: 0 });
  };
  return { ...own, add, crawl: ['crawl', 'site', '--allow-private', '--json'] };
}

async function proxyEvents(call: (args: string[]) => Promise<Called>): Promise<string[]> {
  const events = await call(['runs', 'tail', '1', '--kind', 'proxy', '--json']);
  return events.json<{ message: string }[]>().map(({ message }) => message);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

describe('a site that refuses direct requests', () => {
  it('is fetched through the datacenter proxy: all items arrive, and no password is written anywhere', async () => {
    const site = await startSite(isDirect);
    const proxy = await tinyproxy({ login: login.PROXY_LOGIN.replace(':', ' ') });
    const residential = await proxyOf({ kind: 'http' });
    const { add, call, crawl, folder } = await studioFor(site);
    await add('datacenter', proxy.url, '--secret', 'env:PROXY_LOGIN');
    await add('residential', residential.url);
    const env = { env: login };

    const crawled = await call(crawl, env);
    const outcome = crawled.json<Outcome>();
    expect(outcome).toMatchObject({
      state: 'completed',
      counters: { done: pages + 1, items: pages, failed: 0 },
      // robots.txt is refused once; after that everything goes through the proxy.
      tiers: {
        direct: { requests: 1, answered: 0, blocked: 1, failed: 0 },
        datacenter: { requests: pages + 2, answered: pages + 2, blocked: 0, failed: 0 },
        residential: unused,
      },
    });
    expect(crawled.code).toBe(0);
    expect(site.log.filter(isDirect).map(({ url }) => url)).toEqual(['/robots.txt']);
    expect(residential.log).toEqual([]);

    const host = `127.0.0.1:${site.port}`;
    expect(await proxyEvents(call)).toEqual([
      `${host} answered 403 without a proxy; it is fetched through datacenter proxies now.`,
    ]);
    const shown = await call(['runs', 'show', '1']);
    expect(shown.stdout).toMatch(/^datacenter +14 +14 +0 +0$/m);
    expect((await call(['runs', 'show', '1', '--json'])).json<Outcome>().tiers).toEqual(outcome.tiers);

    const outputs = [crawled, shown];
    for (const format of ['json', 'csv']) {
      outputs.push(
        await call(['export', 'site', '--format', format, '--output', join(folder, `items.${format}`)]),
      );
    }
    for (const args of [
      ['runs', 'tail', '1'],
      ['show', 'site', '--json'],
      ['proxies', 'list', '--json'],
    ]) {
      outputs.push(await call(args, env));
    }
    expect(outputs.map(({ code }) => code)).toEqual(outputs.map(() => 0));
    const files = filesBelow(folder);
    expect(files.some((file) => file.endsWith('.db'))).toBe(true);
    const texts = [
      ...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...files.map((file) => readFileSync(file, 'latin1')),
    ];
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('is fetched without a proxy, as ever, where there are none: a refusal is a failed page', async () => {
    const site = await startSite((request) => request.url === '/page/3');
    const { call, crawl, data } = await studioFor(site);
    const outcome = (await call(crawl)).json<Outcome>();
    expect(outcome).toMatchObject({ state: 'completed', counters: { failed: 1, items: pages - 1 } });
    expect(outcome).not.toHaveProperty('tiers');
    expect((await call(['runs', 'show', '1', '--json'])).json()).not.toHaveProperty('tiers');
    expect(await look(data, (store) => store.queries.runs.tiers('1'))).toBeNull();
  });
});

describe('residential proxies', () => {
  const refusedByTinyproxy = (request: Visit['request']): boolean =>
    !isDirect(request) || request.headers.connection !== 'close';

  it('are not used unless PROXY_TIERS names them', async () => {
    // The site takes only what comes through the residential proxy, which ends its connections.
    const site = await startSite(refusedByTinyproxy);
    const datacenter = await tinyproxy();
    const residential = await proxyOf({ kind: 'http' });
    const { add, call, crawl } = await studioFor(site, { ROBOTSTXT_OBEY: false });
    await add('datacenter', datacenter.url);
    await add('residential', residential.url);

    const refused = (await call(crawl)).json<Outcome>();
    expect(refused).toMatchObject({
      state: 'failed',
      counters: { failed: 1 },
      tiers: { residential: unused },
    });
    expect(refused.reason).toContain('403');
    expect(residential.log).toEqual([]);

    const tiers = ['--set', 'PROXY_TIERS=["direct","datacenter","residential"]'];
    const fetched = (await call([...crawl, ...tiers])).json<Outcome>();
    expect(fetched).toMatchObject({
      state: 'completed',
      counters: { items: pages, failed: 0 },
      tiers: { residential: { requests: pages + 1, answered: pages + 1, blocked: 0, failed: 0 } },
    });
    expect(residential.log).toHaveLength(pages + 1);
  });
});

describe('a run whose proxies are of no use', () => {
  it('sends nothing another way, and gives no page up for it: all of them wait, and the log says what for', async () => {
    const site = await startSite(({ url }) => url?.startsWith('/page/') === true);
    const proxy = await tinyproxy();
    // It would pause by itself after five minutes without any answer.
    const settings = { CONCURRENT_REQUESTS: 1, RETRY_TIMES: 0, CLOSESPIDER_TIMEOUT: 2 };
    const { add, call, crawl } = await studioFor(site, settings);
    await add('datacenter', proxy.url);
    await proxy.kill();

    const outcome = (await call(crawl)).json<Outcome>();
    expect(outcome).toMatchObject({
      state: 'stopped',
      reason: 'It reached its limit of 2 seconds of work.',
      counters: { done: 1, failed: 0, queued: pages, active: 0, items: 0 },
      tiers: { direct: { requests: 3, blocked: 1 }, datacenter: { requests: 1, failed: 1 } },
    });
    expect((await proxyEvents(call)).join('\n')).toContain(
      'The only datacenter proxy is paused after failures',
    );
    // After the first refusal the site is not asked directly again.
    expect(site.log.filter(({ url }) => url.startsWith('/page/'))).toHaveLength(1);
  });

  it('does not start where PROXY_TIERS names a tier without proxies, or one that does not exist', async () => {
    const site = await startSite(() => false);
    const { call, crawl } = await studioFor(site);
    const missing = await call([...crawl, '--set', 'PROXY_TIERS=["datacenter"]']);
    expect(missing.code).toBe(1);
    expect(missing.json()).toMatchObject({ error: { code: 'no-proxy' } });
    const unknown = await call([...crawl, '--set', 'PROXY_TIERS=["datacentre"]']);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout + unknown.stderr).toContain('Unknown proxy tier: datacentre.');
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
    expect(site.log).toEqual([]);
  });
});

describe('a run that is resumed after Ctrl+C', () => {
  it('goes on by the way it had found', async () => {
    let go = (): void => undefined;
    let onHeld = (): void => undefined;
    const released = new Promise<void>((resolve) => (go = resolve));
    const held = new Promise<void>((resolve) => (onHeld = resolve));
    let fetched = 0;
    const site = await startSite(isDirect, (path) => {
      if (!path.startsWith('/page/') || ++fetched <= 4) return undefined;
      onHeld();
      return released;
    });
    const proxy = await tinyproxy();
    const { add, call, crawl } = await studioFor(site);
    await add('datacenter', proxy.url);
    const paused = await call(crawl, {
      onStart: (child) =>
        void held.then(() => {
          child.stderr?.on('data', (chunk: Buffer) => chunk.toString().includes('Pausing') && go());
          child.kill('SIGINT');
        }),
    });
    const before = paused.json<Outcome>();
    expect(before.state).toBe('paused');
    expect(before.counters['queued']).toBeGreaterThan(0);
    expect(site.log.filter(isDirect)).toHaveLength(1);

    await call(['proxies', 'remove', 'datacenter', proxy.url]);
    const without = await call(['runs', 'resume', '1', '--json']);
    expect(without.json()).toMatchObject({ error: { code: 'no-proxy' } });
    expect(without.code).toBe(1);
    expect(site.log.filter(isDirect)).toHaveLength(1);
    await add('datacenter', proxy.url);

    const after = (await call(['runs', 'resume', '1', '--json'])).json<Outcome>();
    expect(after).toMatchObject({
      state: 'completed',
      counters: { items: pages },
      tiers: { direct: { requests: 1, blocked: 1 } },
    });
    // robots.txt is read again by the second process; no request of it went straight.
    expect(after.tiers?.datacenter).toEqual({
      requests: pages + 3,
      answered: pages + 3,
      blocked: 0,
      failed: 0,
    });
    expect(site.log.filter(isDirect)).toHaveLength(1);
    expect(await proxyEvents(call)).toHaveLength(1);
  });
});

describe('proxies on the command line', () => {
  it('are added, listed, tested and removed', async () => {
    const site = await startSite(() => false);
    const proxy = await tinyproxy({ login: login.PROXY_LOGIN.replace(':', ' ') });
    const { call, data } = studio();
    const named = ['datacenter', proxy.url];
    const shown = { project: 'default', tier: 'datacenter', url: proxy.url, secret: 'env:PROXY_LOGIN' };
    const added = await call(['proxies', 'add', ...named, '--secret', 'env:PROXY_LOGIN', '--json']);
    expect(added.json()).toEqual(shown);
    expect((await call(['proxies', 'list', '--json'])).json()).toEqual([shown]);
    expect((await call(['proxies', 'list'])).stdout).toContain('env:PROXY_LOGIN');

    const test = ['proxies', 'test', '--target', site.url('/'), '--allow-private', '--json'];
    const works = await call(test, { env: login });
    expect(works.json()).toEqual([
      { ...shown, works: true, status: 200, durationMs: expect.any(Number), problem: null },
    ]);
    expect(works.code).toBe(0);
    expect(site.log.map(isDirect)).toEqual([false]);
    const refused = await call(test, { env: { PROXY_LOGIN: 'crawler:wrong' } });
    expect(refused.json()).toMatchObject([{ works: false, status: null, problem: expect.any(String) }]);
    expect(refused.code).toBe(1);

    const withPassword = await call(['proxies', 'add', 'datacenter', 'http://me:Wal-fisch-7731@127.0.0.1:1']);
    expect(withPassword.code).toBe(1);
    expect(withPassword.stdout + withPassword.stderr).not.toContain(secrets[0]);
    expect((await call(['proxies', 'remove', ...named, '--json'])).json()).toEqual(shown);
    expect((await call(['proxies', 'list', '--json'])).json()).toEqual([]);
    expect((await call(['proxies', 'remove', ...named])).code).toBe(1);
    for (const file of filesBelow(data)) {
      for (const secret of secrets) expect(readFileSync(file, 'latin1')).not.toContain(secret);
    }
  });
});
