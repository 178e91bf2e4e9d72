import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../electron/engine/ports/ledger.ts';
import type { Clock } from '../../../electron/engine/clock.ts';
import { crawl } from '../../../electron/engine/crawl.ts';
import { Origins } from '../../../electron/engine/origins.ts';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import { seedRequests } from '../../../electron/engine/seeds.ts';
import { Suspects } from '../../../electron/engine/suspects.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { controlOf, ledgerAfterCutOff, scratchStore } from '../store/support.ts';
import { savedVersion } from '../store/saved-version.ts';

const host = 'https://example.org';

/** What was under way, itself included, when a page was asked for. */
interface Asked {
  path: string;
  beside: string[];
}

/**
 * Crawls pages of which the first `suspects` were in flight at three deaths of their run. An answer comes when the crawl has
 * begun all that it wants to begin.
 */
async function crawlWithSuspects(
  suspects: number,
  pages: number,
  status: (path: string, time: number) => number,
) {
  const urls = Array.from({ length: pages }, (_, n) => `${host}/${n + 1}`);
  const spider: Spider = {
    name: 'made-up',
    allowed_domains: ['example.org'],
    start_urls: urls,
    rules: [{ allow: ['.'], callback: 'page' }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: {
      CONCURRENT_REQUESTS: 4,
      CONCURRENT_REQUESTS_PER_DOMAIN: 4,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
    },
  };
  const store = scratchStore();
  const versionId = await savedVersion(store, spider);
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const run = (await store.queries.runs.create({ versionId, kind: 'full', options, appVersion: '0.1.0' })).id;
  await controlOf(store, run).begin();
  const settings = readSettings(spider.settings);
  const plan = planCrawl(spider, settings);
  let ledger: Ledger = store.ledger(run);
  const seeds = seedRequests(plan);
  await ledger.admit(seeds.slice(0, suspects));
  for (let n = 0; n < 3; n += 1) {
    await ledger.claim(host, 100, 0);
    ledger = await ledgerAfterCutOff(store, run);
  }
  const asked: Asked[] = [];
  const underWay = new Set<string>();
  const times = new Map<string, number>();
  let now = Date.UTC(2026, 5, 15);
  const clock: Clock = {
    now: () => now,
    date: () => now,
    at: (time, ring) => {
      if (time === Infinity) return () => {};
      // Time passes only where nothing else happens.
      const timer = setTimeout(() => {
        now = Math.max(now, time);
        ring();
      }, 5);
      return () => clearTimeout(timer);
    },
  };
  const fetch = async (url: string): Promise<FetchResult> => {
    const path = new URL(url).pathname;
    underWay.add(path);
    asked.push({ path, beside: [...underWay].filter((other) => other !== path) });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    underWay.delete(path);
    const time = times.get(path) ?? 0;
    times.set(path, time + 1);
    const body = new TextEncoder().encode('<!doctype html><h1>heading</h1>');
    const headers = { 'content-type': 'text/html' };
    const answer = {
      url,
      finalUrl: url,
      hops: [],
      status: path === '/robots.txt' ? 404 : status(path, time),
    };
    return { ok: true, page: { ...answer, headers, body, durationMs: 1 } };
  };
  const signal = new AbortController().signal;
  const end = await crawl(
    seeds,
    { ...settings, spentMs: 0 },
    {
      ledger,
      fetch,
      process: async (input) => processPage(plan, input),
      refuseHop: () => null,
      pause: signal,
      stop: signal,
      onChange: () => undefined,
      clock,
      random: () => 0.5,
    },
  );
  const of = (path: string) => asked.filter((one) => one.path === path);
  return { end, asked, of, counters: (await store.queries.runs.get(run)).counters };
}

const path = (n: number): string => `/${n}`;

describe('a crawl with requests that its run may have died of', () => {
  it('fetches each of them once, with nothing beside it, and all others as ever', async () => {
    const { end, asked, of, counters } = await crawlWithSuspects(3, 20, () => 200);
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ seen: 20, done: 20, queued: 0, active: 0, failed: 0 });
    for (const n of [1, 2, 3]) expect(of(path(n))).toEqual([{ path: path(n), beside: [] }]);
    const others = asked.filter(({ path: one }) => Number(one.slice(1)) > 3);
    expect(others).toHaveLength(17);
    // Nothing begins beside a suspect, either.
    expect(others.flatMap(({ beside }) => beside).filter((one) => Number(one.slice(1)) <= 3)).toEqual([]);
    expect(Math.max(...others.map(({ beside }) => beside.length))).toBe(3);
  });

  it('tries them again alone, too', async () => {
    const { of, counters } = await crawlWithSuspects(2, 12, (one, time) =>
      one === path(1) && time < 2 ? 503 : 200,
    );
    expect(counters).toMatchObject({ seen: 12, done: 12, queued: 0, active: 0 });
    expect(of(path(1))).toEqual([
      { path: path(1), beside: [] },
      { path: path(1), beside: [] },
      { path: path(1), beside: [] },
    ]);
  });

  it('comes to its end where there is nothing but them', async () => {
    const { end, counters } = await crawlWithSuspects(5, 5, () => 200);
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ seen: 5, done: 5 });
  });
});

describe('the turns of suspects', () => {
  const suspect = (n: number, notBefore = 0) => ({
    id: String(n),
    origin: n < 10 ? host : 'https://slow.example',
    priority: 0,
    depth: 0,
    notBefore,
  });
  const politeness = { delayMs: 0, randomize: false, perOrigin: 8, userAgent: 'x', autoThrottle: null };
  const turns = (...waiting: ReturnType<typeof suspect>[]) => {
    const origins = new Origins(politeness, () => 0.5);
    return { origins, suspects: new Suspects(waiting, { origins, isClosed: () => false }) };
  };

  it('hold the others up for no longer than these have had since', () => {
    const { suspects } = turns(suspect(1), suspect(2));
    const first = suspects.next(1000, false);
    expect(first?.id).toBe('1');
    // What is in flight takes 40 s to end; then the suspect itself takes 10 s.
    expect(suspects.next(41_000, true)).toBe(first);
    if (first !== null) suspects.take(first);
    suspects.over(51_000);
    expect(suspects.next(51_000, false)).toBeNull();
    expect(suspects.wakeAt(51_000)).toBe(101_000);
    expect(suspects.next(100_999, false)).toBeNull();
    expect(suspects.next(101_000, false)?.id).toBe('2');
  });

  it('come at once where nothing else is to be done', () => {
    const { suspects } = turns(suspect(1), suspect(2));
    const first = suspects.next(1000, true);
    if (first !== null) suspects.take(first);
    suspects.over(61_000);
    expect(suspects.next(61_000, true)?.id).toBe('2');
  });

  it('wait for the delay of their host and for their time, and nobody waits for them then', () => {
    const { suspects, origins } = turns(suspect(11), suspect(1, 9000));
    origins.delay(origins.get('https://slow.example'), 5000);
    expect(suspects.next(1000, true)).toBeNull();
    expect(suspects.wakeAt(1000)).toBe(5000);
    expect(suspects.next(5000, true)?.id).toBe('11');
    expect(suspects.next(9000, true)?.id).toBe('11');
  });

  it('come again when they went back to the queue', () => {
    const { suspects } = turns(suspect(1));
    const first = suspects.next(1000, true);
    if (first !== null) suspects.take(first);
    expect(suspects.areLeft).toBe(false);
    suspects.putBack('7', 0);
    expect(suspects.areLeft).toBe(false);
    suspects.putBack('1', 3000);
    suspects.over(2000);
    expect(suspects.next(2000, true)).toBeNull();
    expect(suspects.next(3000, true)?.id).toBe('1');
  });
});
