import { describe, expect, it } from 'vitest';
import { Limits } from '../../../electron/engine/limits.ts';
import { Origins } from '../../../electron/engine/origins.ts';
import type { RequestOutcome } from '../../../electron/engine/process-request.ts';
import { Recorder } from '../../../electron/engine/recorder.ts';
import { completed, facts, item, request, scratchStore, startedRun, unfinished } from '../store/support.ts';

const now = 100_000;

/** A recorder in front of a real ledger, with one request that is in flight. */
async function open({ itemLimit = null }: { itemLimit?: number | null } = {}) {
  const store = scratchStore();
  const run = await startedRun(store);
  const ledger = store.ledger(run);
  await ledger.admit([request(1, { priority: 3, depth: 2 })]);
  const [claimed] = await ledger.claim('https://example.org', 1, now);
  if (claimed === undefined) throw new Error('Nothing was claimed.');
  const politeness = { delayMs: 0, randomize: false, perOrigin: 8, userAgent: 'x' };
  const autoThrottle = { maxDelayMs: 60_000, targetConcurrency: 1 };
  const origins = new Origins({ ...politeness, autoThrottle }, () => 0.5);
  const none = { itemLimit, pageLimit: null, timeLimitMs: null, errorLimit: 1, spentMs: 0 };
  const limits = new Limits(none, await ledger.counters(), now);
  const putBack: [string, number][] = [];
  const recorded: { url: string; admitted: number }[] = [];
  const recorder = new Recorder({
    ledger,
    origins,
    limits,
    traps: {
      filterLinks: (_url, page) => ({ page, newDates: 0 }),
      recordPage: async (url, _page, { settled }) => void recorded.push({ url, admitted: settled.admitted }),
    },
    expectations: null,
    suspects: { putBack: (id, notBefore) => void putBack.push([id, notBefore]) },
    now: () => now,
    isPatient: () => false,
  });
  const origin = origins.get('https://example.org');
  const record = (outcome: RequestOutcome) => recorder.record(claimed, origin, outcome);
  return { store, run, ledger, claimed, origins, origin, limits, record, putBack, recorded };
}

const page = (id: string) =>
  completed(id, [item(1)], [request(2, { origin: 'https://b.example', depth: 3 })]);
const complete = (id: string): RequestOutcome => ({
  kind: 'complete',
  page: page(id),
  status: 200,
  likeness: null,
});

describe('the outcome of a request', () => {
  it('is written with its items, and its links wait at their origins', async () => {
    const { store, run, ledger, claimed, origins, record, recorded } = await open();
    await record(complete(claimed.id));
    expect(await ledger.counters()).toMatchObject({ done: 1, queued: 1, items: 1 });
    expect(
      (await store.queries.requests.slice({ run: run }, 0, 1000)).rows.map(({ state }) => state),
    ).toEqual(['done', 'queued']);
    expect(origins.get('https://b.example')).toMatchObject({ waiting: true, depth: 3 });
    expect(recorded).toEqual([{ url: claimed.url, admitted: 1 }]);
  });

  it('goes back to the queue when its items do not fit into the limit any more', async () => {
    const { ledger, claimed, origin, record, putBack } = await open({ itemLimit: 0 });
    await record(complete(claimed.id));
    expect(await ledger.counters()).toMatchObject({ queued: 1, done: 0, items: 0 });
    expect(origin).toMatchObject({ waiting: true, priority: 3, depth: 2 });
    expect(putBack).toEqual([[claimed.id, 0]]);
  });

  it('counts a failed page, and still follows its links', async () => {
    const { ledger, claimed, limits, record } = await open();
    const failed = { ...unfinished(claimed.id, 'No title.'), links: [request(2)] };
    await record({ kind: 'fail', page: failed, status: 200 });
    expect(await ledger.counters()).toMatchObject({ failed: 1, queued: 1 });
    expect(limits.reached(now)).toEqual({ kind: 'error-limit', limit: 1 });
  });

  it('is tried again later, and the whole site waits where it asks for that', async () => {
    const { store, run, claimed, origin, record, putBack } = await open();
    const retry = { kind: 'retry', status: 503, delayMs: 1500.5, wholeOrigin: true } as const;
    await record({ ...retry, page: unfinished(claimed.id, 'The server answered 503.') });
    expect(origin).toMatchObject({ waiting: true, dueAt: now + 1501, nextAt: now + 1501 });
    expect(putBack).toEqual([[claimed.id, now + 1501]]);
    expect((await store.queries.requests.slice({ run: run }, 0, 1000)).rows).toMatchObject([
      { state: 'queued', tries: 1 },
    ]);
    expect(await store.queries.events.list(run, { kinds: ['retried', 'throttled'] })).toHaveLength(2);
  });

  it('teaches the delay of a site, unless it came from the cache', async () => {
    const slow = { ...facts, durationMs: 4000 };
    const asked = await open();
    await asked.record({
      kind: 'skip',
      page: { ...unfinished(asked.claimed.id, 'x'), facts: slow },
      status: 200,
    });
    expect(asked.origin.delayMs).toBe(4000);
    const cached = await open();
    const replayed = { ...slow, answeredBy: 'cache' as const };
    await cached.record({
      kind: 'skip',
      page: { ...unfinished(cached.claimed.id, 'x'), facts: replayed },
      status: 200,
    });
    expect(cached.origin.delayMs).toBe(0);
  });

  it('is put back untouched when nothing was sent', async () => {
    const { store, run, claimed, origin, record } = await open();
    await record({ kind: 'release', delayMs: 700 });
    expect((await store.queries.requests.slice({ run: run }, 0, 1000)).rows).toMatchObject([
      { state: 'queued', tries: 0, id: claimed.id },
    ]);
    expect(origin).toMatchObject({ waiting: true, nextAt: now + 700 });
  });
});
