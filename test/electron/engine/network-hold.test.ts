import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/engine/clock.ts';
import { Limits } from '../../../electron/engine/limits.ts';
import { NetworkHold, type NetworkHoldDependencies } from '../../../electron/engine/network-hold.ts';
import type { FetchProblem, FetchResult } from '../../../electron/fetch/types.ts';
import type { Reach } from '../../../electron/system/network.ts';
import { crawlSite, page, type Site, type Through } from './crawl-support.ts';

const settings = { RETRY_TIMES: 0, ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 1, AUTOTHROTTLE_ENABLED: false };
const names = Array.from({ length: 20 }, (_, n) => `/p${n}`);
const site: Site = (url) => (url.endsWith('/') ? page(...names) : url.endsWith('.txt') ? 404 : page());

function failed(code: FetchProblem['code']): Extract<FetchResult, { ok: false }> {
  return { ok: false, problem: { code, message: `It was the ${code}.`, transient: true }, hops: [] };
}

interface Scene {
  /** Why a host cannot be reached so many seconds after the beginning; null: it can. */
  fails(host: string, second: number, path?: string): FetchProblem['code'] | null;
  hasRoute?(second: number): boolean;
  reach?(host: string, second: number): Reach;
  /** A person stops the run at this second. */
  stopAt?: number;
}

/** Sends everything through a hold, on a made-up network. */
function held({ fails, hasRoute = () => true, reach, stopAt: stopsAt = Infinity }: Scene) {
  let stopAt = stopsAt;
  const sent: { url: string; second: number; failed: boolean }[] = [];
  const waits: number[] = [];
  let began: number | null = null;
  let looks = 0;
  const through: Through = (fetch, clock, ledger, stop) => {
    began ??= clock.now();
    const start = began;
    const second = (): number => (clock.now() - start) / 1000;
    const stopIfAsked = (): void => {
      if (second() < stopAt) return;
      stop.abort();
      stopAt = Infinity;
    };
    const network = new NetworkHold({
      // Nobody looks at the date here, so none passes.
      clock: { ...clock, date: () => 0 },
      stop: stop.signal,
      network: {
        hasRoute(host) {
          looks += 1;
          stopIfAsked();
          return Promise.resolve(host === 'reachable.example' || hasRoute(second()));
        },
        reach(url) {
          looks += 1;
          stopIfAsked();
          const works = fails(url.hostname, second()) === null;
          return Promise.resolve(reach?.(url.hostname, second()) ?? (works ? 'reached' : 'unreachable'));
        },
        addresses: () => [],
      },
      every: () => () => undefined,
      reconnect: () => undefined,
      begun: (reason) => ledger.record([{ kind: 'network', url: null, message: reason }]),
      async over(waitedMs) {
        waits.push(waitedMs / 1000);
      },
    });
    return {
      network,
      fetch(url, ...rest) {
        return network.attempt(url, async () => {
          const { hostname, pathname } = new URL(url);
          const code = fails(hostname, second(), pathname);
          sent.push({ url, second: second(), failed: code !== null });
          return code === null ? fetch(url, ...rest) : failed(code);
        });
      },
    };
  };
  const times = () => sent.map(({ url }) => url.replace('https://example.org', ''));
  return { through, sent, waits, times, looks: () => looks };
}

const told = (events: readonly { kind: string; message: string }[]) =>
  events.filter(({ kind }) => kind === 'network').map(({ message }) => message);

const noNetwork = 'This computer has no network connection.';
const isAway = (second: number): boolean => second >= 5 && second < 65;

describe('a network that is away in the middle of a crawl', () => {
  const dropped: Scene = {
    fails: (_host, second) => (isAway(second) ? 'dns' : null),
    hasRoute: (second) => !isAway(second),
  };

  it('costs no page and no try, and the crawl goes on by itself', async () => {
    const { through, sent, waits } = held(dropped);
    const { end, counters, requests, events } = await crawlSite(site, { settings }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 21, failed: 0, skipped: 0, items: 21 });
    expect(requests.map(({ tries }) => tries)).toEqual(requests.map(() => 0));
    expect(told(events)).toEqual([noNetwork]);
    // One request found out.
    expect(sent.filter(({ failed }) => failed)).toHaveLength(1);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(60);
    expect(waits[0]).toBeLessThanOrEqual(60 + 31);
  });

  it('lets nothing be asked for until it is back', async () => {
    const network = {
      isOn: true,
      heldMs: 0,
      stuck: () => null,
      whenOver: (given: () => void) => (wake = given),
    };
    let wake = (): void => undefined;
    const meanwhile: string[] = [];
    const through: Through = (fetch) => ({
      network,
      fetch(url, ...rest) {
        if (network.isOn) meanwhile.push(url);
        return fetch(url, ...rest);
      },
    });
    const crawled = crawlSite(site, { settings }, { through });
    // As many turns of the loop as a crawl of this size takes, and more.
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(meanwhile).toEqual([]);
    network.isOn = false;
    wake();
    expect((await crawled).counters).toMatchObject({ done: 21 });
  });

  it('does not count as working time', () => {
    const none = { itemLimit: null, pageLimit: null, errorLimit: null };
    const counters = { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, seen: 0, items: 0 };
    let heldMs = 0;
    const limits = new Limits({ ...none, timeLimitMs: 40_000, spentMs: 10_000 }, counters, 0, () => heldMs);
    heldMs = 60_000;
    expect(limits.deadline).toBe(90_000);
    expect(limits.reached(89_999)).toBeNull();
    expect(limits.reached(90_000)).toEqual({ kind: 'time-limit', limitMs: 40_000 });
  });

  it('leaves everything in the queue when a person stops the run meanwhile, and resumes with it', async () => {
    const { through, times } = held({ ...dropped, stopAt: 30 });
    const crawled = await crawlSite(site, { settings }, { through });
    expect(crawled.end).toEqual({ kind: 'stopped' });
    expect(crawled.counters).toMatchObject({ active: 0, failed: 0, seen: 21 });
    const { end, counters } = await crawled.resume();
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 21, failed: 0, items: 21 });
    expect(new Set(times()).size).toBe(21);
  });

  it('loses no robots.txt and no sitemap, and none of their retries', async () => {
    const withFiles: Site = (url, earlier) => {
      // Each needs the one retry that it has.
      if (/\.(?:txt|xml)$/.test(url) && earlier === 0) return 503;
      if (url.endsWith('/robots.txt')) return 'Sitemap: https://example.org/map.xml';
      if (!url.endsWith('/map.xml')) return site(url, 0);
      return `<urlset><url><loc>https://example.org/listed</loc></url></urlset>`;
    };
    const files = ['/robots.txt', '/map.xml'];
    let awayUntil = 0;
    const { through, times } = held({
      fails(_host, second, path = '') {
        // The network goes away when a file is asked for.
        if (path === files[0]) {
          files.shift();
          awayUntil = second + 20;
        }
        return second < awayUntil ? 'connection' : null;
      },
      hasRoute: (second) => second >= awayUntil,
    });
    const all = { ...settings, RETRY_TIMES: 1, ROBOTSTXT_OBEY: true, USE_SITEMAP: true };
    const { end, counters, events } = await crawlSite(withFiles, { settings: all }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 22, failed: 0, skipped: 0 });
    expect(events.filter(({ kind }) => kind === 'robots' || kind === 'sitemap-problem')).toEqual([]);
    expect(times().filter((url) => url === '/map.xml')).toHaveLength(3);
  });
});

describe('a run that begins without a network', () => {
  it('says so at once, waits, and does its work when the network comes', async () => {
    const { through, waits } = held({
      fails: (_host, second) => (second < 20 ? 'dns' : null),
      hasRoute: (second) => second >= 20,
    });
    const { end, counters, events } = await crawlSite(site, { settings }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 21, failed: 0 });
    expect(told(events)).toEqual([noNetwork]);
    expect(waits[0]).toBeLessThanOrEqual(40);
  });

  it('fails for a misspelled host soon after the network has come', async () => {
    const { through, waits } = held({
      fails: () => 'dns',
      hasRoute: (second) => second >= 20,
      reach: () => 'nameless',
    });
    const { end, counters } = await crawlSite(site, { settings }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ failed: 1, seen: 1 });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeLessThanOrEqual(100);
  });
});

describe('hosts that are down while the network is there', () => {
  const shop = { allowed_domains: ['example.org', 'shop.example'] };
  const links: Site = (url) =>
    url === 'https://example.org/' ? page('/a', 'https://shop.example/x', '/b', '/c') : page();

  it('one that is misspelled fails as it does without a hold', async () => {
    const { through, sent, looks } = held({ fails: () => 'dns', reach: () => 'nameless' });
    const { end, counters, events } = await crawlSite(site, { settings }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ failed: 1, seen: 1 });
    expect(told(events)).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(looks()).toBe(1);
  });

  it('one of two fails as it does without a hold', async () => {
    const { through } = held({ fails: (host) => (host === 'shop.example' ? 'timeout' : null) });
    const { end, counters, events } = await crawlSite(links, { settings, ...shop }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 4, failed: 1 });
    expect(told(events)).toEqual([]);
  });

  it('the only one fails as it does without a hold, though it has answered before', async () => {
    const { through } = held({ fails: (_host, second) => (second >= 5 ? 'timeout' : null) });
    const { end, counters, events } = await crawlSite(site, { settings }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters.failed).toBeGreaterThan(10);
    expect(told(events)).toEqual([]);
  });

  it('a name of the internet on a network without it is no reason to hold a crawl of that network', async () => {
    const away: Site = (url) =>
      url === 'https://reachable.example/' ? page('https://shop.example/x', '/a', '/b') : page();
    const { through } = held({
      fails: (host) => (host === 'shop.example' ? 'dns' : null),
      hasRoute: () => false,
    });
    const spider = {
      settings,
      allowed_domains: ['reachable.example', 'shop.example'],
      start_urls: ['https://reachable.example/'],
    };
    const { counters, events } = await crawlSite(away, spider, { through });
    expect(counters).toMatchObject({ done: 3, failed: 1 });
    expect(told(events)).toEqual([]);
  });
});

describe('a network without an answer, though this machine is connected', () => {
  const two = { allowed_domains: ['example.org', 'shop.example'] };
  const both: Site = (url) =>
    url === 'https://example.org/' ? page('https://shop.example/x', ...names) : page();

  it('is away when none of several hosts can be reached any more', async () => {
    const { through } = held({ fails: (_host, second) => (isAway(second) ? 'timeout' : null) });
    const { end, counters, events } = await crawlSite(both, { settings, ...two }, { through });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 22, failed: 0 });
    expect(told(events)).toEqual([
      'Hosts that answered before cannot be reached any more (shop.example, example.org).',
    ]);
  });

  it('is away when the name of the only host has gone', async () => {
    const { through } = held({
      fails: (_host, second) => (isAway(second) ? 'dns' : null),
      reach: (_host, second) => (isAway(second) ? 'nameless' : 'reached'),
    });
    const { counters, events } = await crawlSite(site, { settings }, { through });
    expect(counters).toMatchObject({ done: 21, failed: 0 });
    expect(told(events)).toEqual(['Hosts that answered before cannot be reached any more (example.org).']);
  });

  it('pauses the run after a day', async () => {
    const { through, sent } = held({ fails: (_host, second) => (second >= 5 ? 'timeout' : null) });
    const { end, counters } = await crawlSite(both, { settings, ...two }, { through });
    const reason = 'Hosts that answered before cannot be reached any more (shop.example, example.org).';
    expect(end).toEqual({ kind: 'stuck', reason });
    expect(counters).toMatchObject({ active: 0, failed: 0, seen: 22 });
    expect(sent.at(-1)?.second).toBeLessThan(10);
  });
});

/** A hold of which a test turns the clocks. */
function scene() {
  let steady = 0;
  let date = 0;
  let addresses = ['10.0.0.2'];
  let look = (): void => undefined;
  let reconnects = 0;
  let hasRoute = true;
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const clock: Clock = { now: () => steady, date: () => date, at: () => () => undefined };
  const deps: NetworkHoldDependencies = {
    clock,
    stop: new AbortController().signal,
    network: {
      hasRoute: () => Promise.resolve(hasRoute),
      reach: () => Promise.resolve('reached'),
      addresses: () => addresses,
    },
    every(_milliseconds, given) {
      look = given;
      return () => undefined;
    },
    reconnect: () => void (reconnects += 1),
    begun: () => Promise.resolve(),
    over: () => Promise.resolve(),
  };
  const hold = new NetworkHold(deps);
  hold.whenOver(end);
  return {
    hold,
    over,
    setRoute: (has: boolean) => void (hasRoute = has),
    reconnects: () => reconnects,
    turn,
    pass(steadyMs: number, dateMs = steadyMs) {
      turn(steadyMs, dateMs);
      look();
    },
    move(to: string[]) {
      addresses = to;
      look();
    },
  };

  function turn(steadyMs: number, dateMs: number): void {
    steady += steadyMs;
    date += dateMs;
  }
}

const url = 'https://example.org/';
const codeOf = (result: FetchResult): string => (result.ok ? 'ok' : result.problem.code);

describe('connections that die without a word', () => {
  it('are given up when the machine has slept, and what was in flight costs no try', async () => {
    const { hold, pass, reconnects } = scene();
    const result = await hold.attempt<FetchResult>(url, async () => {
      pass(5000);
      pass(100, 3_600_000);
      return failed('aborted');
    });
    expect(reconnects()).toBe(1);
    expect(result).toMatchObject({ problem: { code: 'offline', retry: { unsent: true, always: true } } });
    // What begins afterwards is judged as ever.
    expect(codeOf(await hold.attempt<FetchResult>(url, async () => failed('timeout')))).toBe('timeout');
  });

  it('are noticed by the request that fails first', async () => {
    const { hold, turn } = scene();
    const result = await hold.attempt<FetchResult>(url, async () => {
      turn(0, 3_600_000);
      return failed('connection');
    });
    expect(codeOf(result)).toBe('offline');
  });

  it('are given up when an address has gone, not when one has come', async () => {
    const { hold, move, reconnects } = scene();
    const work = (to: string[]) =>
      hold.attempt<FetchResult>(url, async () => {
        move(to);
        return failed('connection');
      });
    expect(codeOf(await work(['10.0.0.2', '172.17.0.1']))).toBe('connection');
    expect(reconnects()).toBe(0);
    expect(codeOf(await work(['172.17.0.1']))).toBe('offline');
    expect(reconnects()).toBe(1);
  });

  it('end a wait at once when an address has come', async () => {
    const { hold, move, setRoute, over } = scene();
    setRoute(false);
    expect(codeOf(await hold.attempt<FetchResult>(url, async () => failed('dns')))).toBe('offline');
    setRoute(true);
    move(['10.0.0.2', '192.168.1.5']);
    await over;
    expect(hold.isOn).toBe(false);
  });

  it('are not given up by a clock that runs as usual', async () => {
    const { pass, reconnects } = scene();
    for (let n = 0; n < 100; n++) pass(5000 + n * 50);
    expect(reconnects()).toBe(0);
  });

  it('make a page that was shown meanwhile one that may lack something', async () => {
    const { hold, pass } = scene();
    const shown: FetchResult = {
      ok: true,
      page: { url, finalUrl: url, hops: [], status: 200, headers: {}, body: new Uint8Array(), durationMs: 1 },
    };
    const show = async (): Promise<FetchResult> => {
      pass(0, 3_600_000);
      return shown;
    };
    expect(codeOf(await hold.attempt(url, show, false))).toBe('offline');
    expect(codeOf(await hold.attempt(url, show))).toBe('ok');
  });
});
