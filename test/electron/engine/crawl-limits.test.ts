import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/engine/clock.ts';
import { crawl, type CrawlDependencies } from '../../../electron/engine/crawl.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { Store } from '../../../electron/store/open.ts';
import type { NewItem } from '../../../electron/engine/ports/ledger.ts';
import { item, request, scratchStore, startedRun } from '../store/support.ts';

/** A clock that only moves when something takes its time, or when nothing else is left to happen. */
function createClock(): Clock & { pass(ms: number): void } {
  let now = 1_000_000;
  return {
    now: () => now,
    date: () => now,
    pass: (ms) => void (now += ms),
    at: (time, ring) => {
      const takenBack = new AbortController();
      const { signal } = takenBack;
      const wait = async (): Promise<void> => {
        // Whatever is under way comes first: the ledger answers within a few turns of the event loop.
        for (let turn = 0; turn < 50 && !signal.aborted; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (signal.aborted) return;
        now = Math.max(now, Math.min(time, now + 1_000_000));
        ring();
      };
      void wait();
      return () => takenBack.abort();
    },
  };
}

/** Crawls ten pages of one site, one after the other; each takes a second, and `failing` of them answer 404. */
async function crawlPages(
  store: Store,
  run: string,
  settings: Settings,
  {
    spentMs = 0,
    failing = 0,
    statuses = [] as number[],
    ledger = store.ledger(run),
    itemsOf = (_page: number): NewItem[] => [],
  } = {},
) {
  const clock = createClock();
  let fetched = 0;
  const deps: CrawlDependencies = {
    ledger,
    fetch: async (url) => {
      clock.pass(1000);
      fetched += 1;
      const status = statuses[fetched - 1] ?? (fetched <= failing ? 404 : 200);
      const headers: Record<string, string> = { 'content-type': 'text/html' };
      if (status === 503) headers['retry-after'] = '5';
      const page = { status, finalUrl: url, hops: [], headers, body: new Uint8Array(), durationMs: 1000 };
      return { ok: true, page: { ...page, url } };
    },
    process: async () => ({
      page: null,
      items: itemsOf(fetched),
      rows: [],
      failure: null,
      empty: null,
      links: [],
      events: [],
    }),
    refuseHop: () => null,
    pause: new AbortController().signal,
    stop: new AbortController().signal,
    onChange: () => undefined,
    clock,
    random: () => 0.5,
  };
  const seeds = Array.from({ length: 10 }, (_, n) => request(n + 1));
  const slow = {
    CONCURRENT_REQUESTS: 1,
    DOWNLOAD_DELAY: 0,
    ROBOTSTXT_OBEY: false,
    AUTOTHROTTLE_ENABLED: false,
  };
  const end = await crawl(seeds, { ...readSettings({ ...slow, ...settings }), spentMs }, deps);
  return { end, fetched };
}

describe('a limit of time', () => {
  it('ends a run after so much work', async () => {
    const store = scratchStore();
    const { end, fetched } = await crawlPages(store, await startedRun(store), { CLOSESPIDER_TIMEOUT: 3 });
    expect(end).toEqual({ kind: 'time-limit', limitMs: 3000 });
    expect(fetched).toBe(3);
  });

  it('counts the work of earlier sessions', async () => {
    const store = scratchStore();
    const settings = { CLOSESPIDER_TIMEOUT: 8 };
    expect(await crawlPages(store, await startedRun(store), settings, { spentMs: 6500 })).toEqual({
      end: { kind: 'time-limit', limitMs: 8000 },
      fetched: 2,
    });
    const spent = await crawlPages(store, await startedRun(store, 'other'), settings, { spentMs: 8000 });
    expect(spent.fetched).toBe(0);
  });

  it('ends a run that waits for its turn', async () => {
    const store = scratchStore();
    const settings = { CLOSESPIDER_TIMEOUT: 10, DOWNLOAD_DELAY: 60, RANDOMIZE_DOWNLOAD_DELAY: false };
    expect(await crawlPages(store, await startedRun(store), settings)).toEqual({
      end: { kind: 'time-limit', limitMs: 10_000 },
      fetched: 1,
    });
  });

  it('of 0 is none', async () => {
    const store = scratchStore();
    const { end, fetched } = await crawlPages(store, await startedRun(store), { CLOSESPIDER_TIMEOUT: 0 });
    expect({ end, fetched }).toEqual({ end: { kind: 'exhausted' }, fetched: 10 });
  });
});

describe('a limit of failed pages', () => {
  it('ends a run, counting those of earlier sessions', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const settings = { CLOSESPIDER_ERRORCOUNT: 3 };
    expect(await crawlPages(store, run, settings, { failing: 9 })).toEqual({
      end: { kind: 'error-limit', limit: 3 },
      fetched: 3,
    });
    expect((await store.queries.runs.get(run)).counters).toMatchObject({ failed: 3, queued: 7 });
    expect((await crawlPages(store, run, { CLOSESPIDER_ERRORCOUNT: 5 }, { failing: 9 })).fetched).toBe(2);
  });
});

describe('a limit of items', () => {
  it('is reached by those that are stored, where duplicates are dropped', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run, { dropBy: { key: ['sku'] }, itemLimit: 6 });
    const itemsOf = (page: number): NewItem[] => [
      item(page, { metadata: { sku: `page ${page}` } }),
      item(page, { metadata: { sku: 'the same' } }),
    ];
    const crawled = await crawlPages(store, run, { CLOSESPIDER_ITEMCOUNT: 6 }, { ledger, itemsOf });
    expect(crawled).toEqual({ end: { kind: 'item-limit', limit: 6 }, fetched: 5 });
    expect((await store.queries.runs.get(run)).counters.items).toBe(6);
  });
});

describe('a request that is tried again', () => {
  it('leaves a trace, also of the pause that the site asked for', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    await crawlPages(store, run, {}, { statuses: [503, 500] });
    const events = await store.queries.events.list(run, { kinds: ['retried', 'throttled'] });
    expect(
      events.map(({ kind, url, message }) => [kind, url, message.replace(/\d+\.\d s\.$/, 'a while.')]),
    ).toEqual([
      ['retried', 'https://example.org/page/1', 'The server answered 503. Try 2 follows in a while.'],
      ['throttled', 'https://example.org/page/1', 'https://example.org asks to wait 5.0 s (Retry-After).'],
      ['retried', 'https://example.org/page/1', 'The server answered 500. Try 3 follows in a while.'],
    ]);
  });
});
