import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock, waitUntil } from '../../../electron/engine/clock.ts';
import { crawl } from '../../../electron/engine/crawl.ts';
import type { Ledger } from '../../../electron/engine/ports/ledger.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { request, scratchStore, startedRun, unfinished } from '../store/support.ts';

const hour = 3_600_000;

/** Timers that the test moves, and a machine whose clock it can set. */
function fakeClocks(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'hrtime'] });
  onTestFinished(() => void vi.useRealTimers());
}

const setBy = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** Crawls three pages a second apart. `onFetch` is told the number of the request. */
async function crawlThree(ledger: Ledger, onFetch: (number: number) => void) {
  let fetched = 0;
  const settings = {
    DOWNLOAD_DELAY: 1,
    RANDOMIZE_DOWNLOAD_DELAY: false,
    AUTOTHROTTLE_ENABLED: false,
    ROBOTSTXT_OBEY: false,
  };
  const crawled: { pages: number | null } = { pages: null };
  void crawl(
    [request(1), request(2), request(3)],
    { ...readSettings(settings), spentMs: 0 },
    {
      ledger,
      fetch: async (url) => {
        onFetch((fetched += 1));
        const headers = { 'content-type': 'text/html' };
        const page = { status: 200, finalUrl: url, hops: [], headers, body: new Uint8Array(), durationMs: 1 };
        return { ok: true, page: { ...page, url } };
      },
      process: async () => ({
        page: null,
        items: [],
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
      clock: systemClock,
      random: () => 0.5,
    },
  ).then(() => (crawled.pages = fetched));
  /** Lets time pass, second by second. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds && crawled.pages === null; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      // The ledger answers within some turns of the event loop.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await pass(0);
  return { pass, ended: () => crawled.pages };
}

describe('a crawl whose machine has its clock set', () => {
  it.each([
    ['back', -2 * hour],
    ['forward', 2 * hour],
  ])('%s by two hours goes on at its pace', async (_, ms) => {
    fakeClocks();
    const store = scratchStore();
    const { pass, ended } = await crawlThree(store.ledger(await startedRun(store)), (number) => {
      if (number === 1) setBy(ms);
    });
    await pass(1);
    expect(ended()).toBeNull();
    await pass(4);
    expect(ended()).toBe(3);
  });

  it('back while it was paused waits no longer than any delay can be', async () => {
    fakeClocks();
    const store = scratchStore();
    const ledger = store.ledger(await startedRun(store));
    await ledger.admit([request(1), request(2), request(3)]);
    const claimed = await ledger.claim('https://example.org', 3, systemClock.now());
    for (const { id } of claimed) {
      await ledger.retry(unfinished(id, 'The server answered 503.'), systemClock.now() + 5 * hour);
    }
    const { pass, ended } = await crawlThree(ledger, () => undefined);
    await pass(15 * 60 + 10);
    expect(ended()).toBe(3);
  });
});

describe('the clock of the machine', () => {
  it('goes on evenly for what waits, and tells the date', () => {
    fakeClocks();
    const before = { now: systemClock.now(), date: systemClock.date() };
    setBy(-hour);
    expect(systemClock.now() - before.now).toBe(0);
    expect(systemClock.date() - before.date).toBe(-hour);
  });

  it('lets nobody sleep for more than 30 seconds without another look', async () => {
    fakeClocks();
    const ring = vi.fn<() => void>();
    systemClock.at(systemClock.now() + hour, ring);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ring).toHaveBeenCalledOnce();
  });

  it('wakes who waits for a time at that time, and not at the looks before', async () => {
    fakeClocks();
    let woken = false;
    const signal = new AbortController().signal;
    void waitUntil(systemClock, systemClock.now() + 100_000, signal).then(() => (woken = true));
    await vi.advanceTimersByTimeAsync(99_999);
    expect(woken).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(woken).toBe(true);
  });
});
