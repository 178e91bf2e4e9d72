import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

/** A request may be this much longer on its way than the one after it, on a machine that is busy. Milliseconds. */
const jitterMs = 100;

interface Arrival {
  /** User agent, which is the name of the spider. */
  who: string;
  path: string;
  at: number;
  /** Requests in flight, this one included. */
  inFlight: number;
}

interface SiteOptions {
  pages: number;
  latencyMs?: number;
  robots?: string;
  /** Paths that are never answered. */
  isSilent?(path: string): boolean;
}

/**
 * A host with two sections of its own, `/one/…` and `/two/…`, which logs what arrives. Every third page is redirected to. The front pages
 * are answered when both sections were asked for theirs, so that no crawl is over before the other begins.
 */
async function startSite({ pages, latencyMs = 0, robots = '', isSilent = () => false }: SiteOptions) {
  const log: Arrival[] = [];
  const arrived = new EventTarget();
  let inFlight = 0;
  const isFront = (path: string): boolean => path.endsWith('/front');
  async function bothHaveBegun(): Promise<void> {
    while (new Set(log.map(({ path }) => path).filter(isFront)).size < 2) await once(arrived, 'request');
  }
  const answer = (path: string, response: ServerResponse): unknown => {
    if (path === '/robots.txt') return response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
    const [, section = '', page = ''] = path.split('/');
    if (page.startsWith('to-')) {
      return response.writeHead(302, { location: `/${section}/${page.slice(3)}` }).end();
    }
    const links = Array.from({ length: pages }, (_, n) => (n % 3 === 0 ? `to-${n + 1}` : String(n + 1)));
    const list = links.map((name) => `<a href="/${section}/${name}">x</a>`).join('');
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><h1>${section} ${page}</h1>${page === 'front' ? list : ''}`);
  };
  const server = createServer((request, response) => {
    const { url: path = '' } = request;
    inFlight += 1;
    log.push({ who: request.headers['user-agent'] ?? '', path, at: performance.now(), inFlight });
    arrived.dispatchEvent(new Event('request'));
    response.once('close', () => (inFlight -= 1));
    if (isSilent(path)) return;
    const ready = isFront(path) ? bothHaveBegun() : pass(latencyMs);
    void ready.then(() => answer(path, response));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    log,
    spider: (name: string, settings: object) => ({
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`http://127.0.0.1:${port}/${name}/front`],
      rules: [{ allow: [`/${name}/`], callback: 'page' }],
      callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
      settings: {
        USER_AGENT: name,
        RANDOMIZE_DOWNLOAD_DELAY: false,
        AUTOTHROTTLE_ENABLED: false,
        USE_SITEMAP: false,
        ...settings,
      },
    }),
    /** Resolves when a request has arrived that is looked for. */
    async seen(wanted: (arrival: Arrival) => boolean): Promise<void> {
      while (!log.some((arrival) => wanted(arrival))) await once(arrived, 'request');
    },
  };
}

/** The requests from the first of the run that came later to the last of the one that ended first. */
function whileBoth(log: readonly Arrival[]): Arrival[] {
  const names = [...new Set(log.map(({ who }) => who))];
  const firsts = names.map((name) => log.findIndex(({ who }) => who === name));
  const lasts = names.map((name) => log.findLastIndex(({ who }) => who === name));
  return log.slice(Math.max(...firsts), Math.min(...lasts) + 1);
}

it.each([
  { what: 'the longer delay', delays: [0.1, 0.3], robots: '', least: 300 },
  { what: 'equal delays', delays: [0.25, 0.25], robots: '', least: 250 },
  { what: 'a Crawl-delay', delays: [0, 0], robots: 'User-agent: two\nCrawl-delay: 0.3', least: 300 },
])(
  'two commands on one host keep $what between any two requests',
  async ({ delays, robots, least }) => {
    const site = await startSite({ pages: 8, robots });
    const { call, file } = studio();
    for (const [n, name] of ['one', 'two'].entries()) {
      await call(['import', file('spider.json', site.spider(name, { DOWNLOAD_DELAY: delays[n] }))]);
    }
    // Whose Crawl-delay is longer is known from the beginning.
    const second = call(['crawl', 'two', '--allow-private', '--json']);
    await site.seen(({ who, path }) => who === 'two' && path === '/two/front');
    const first = call(['crawl', 'one', '--allow-private', '--json']);
    for (const { code, json } of await Promise.all([first, second])) {
      expect(code).toBe(0);
      expect(json()).toMatchObject({ state: 'completed', counters: { items: 9, failed: 0 } });
    }
    const both = whileBoth(site.log);
    expect(both.length).toBeGreaterThan(8);
    for (const [n, { at }] of both.entries()) {
      // Over any number of requests, so that the error of a single one does not add up.
      for (const [before, arrival] of both.slice(0, n).entries()) {
        expect(at - arrival.at).toBeGreaterThan((n - before) * least - jitterMs);
      }
    }
    // They take turns; a redirect follows its request.
    const series = both.map(({ who }) => who.charAt(0)).join('');
    expect(series).not.toMatch(/(.)\1{3}/);
  },
  60_000,
);

it('two commands on one host have no more requests in flight than the smaller number of slots', async () => {
  const site = await startSite({ pages: 90, latencyMs: 60 });
  const { call, file } = studio();
  for (const [name, slots] of [
    ['one', 8],
    ['two', 2],
  ] as const) {
    const settings = { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS_PER_DOMAIN: slots };
    await call(['import', file('spider.json', site.spider(name, settings))]);
  }
  // The one that takes longer alone begins, so that it is there when the other one comes.
  const first = call(['crawl', 'two', '--allow-private', '--json']);
  await site.seen(({ path }) => path === '/two/front');
  const second = call(['crawl', 'one', '--allow-private', '--json']);
  for (const { json } of await Promise.all([first, second])) {
    expect(json()).toMatchObject({ state: 'completed', counters: { items: 91, failed: 0 } });
  }
  const both = whileBoth(site.log);
  expect(both.length).toBeGreaterThan(20);
  expect(both.filter(({ inFlight }) => inFlight > 2)).toEqual([]);
});

it('a command that is killed frees its slot for the other', async () => {
  const site = await startSite({ pages: 3, isSilent: (path) => path === '/one/front' });
  const { call, file } = studio();
  for (const name of ['one', 'two']) {
    const settings = { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS_PER_DOMAIN: 1 };
    await call(['import', file('spider.json', site.spider(name, settings))]);
  }
  const children: ChildProcess[] = [];
  const first = call(['crawl', 'one', '--allow-private'], { onStart: (child) => void children.push(child) });
  await site.seen(({ path }) => path === '/one/front');
  const second = call(['crawl', 'two', '--allow-private', '--json']);
  const hasBegun = async (): Promise<boolean> => {
    const runs = (await call(['runs', 'list', '--json'])).json<{ spider: string; state: string }[]>();
    return runs.some(({ spider, state }) => spider === 'two' && state === 'running');
  };
  while (!(await hasBegun())) expect(children).toHaveLength(1);
  // It sends nothing while the only slot is taken.
  expect(await hasBegun()).toBe(true);
  expect(site.log.filter(({ who }) => who === 'two')).toEqual([]);
  children[0]?.kill('SIGKILL');
  await first;
  expect((await second).json()).toMatchObject({ state: 'completed', counters: { items: 4 } });
  expect(site.log.filter(({ inFlight }) => inFlight > 1)).toEqual([]);
});
