import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beatMs } from '../../../../electron/engine/ports/run-control.ts';
import { openStore } from '../../../../electron/store/open.ts';
import { completed, controlOf, item, request, scratchFolder, scratchStore, startedRun } from '../support.ts';

const hour = 3_600_000;

/** A machine with a clock that can be set, and one that nobody can set. */
function machine() {
  let date = Date.UTC(2026, 10, 22, 12);
  let steady = 1000;
  return {
    options: { now: () => date, monotonic: () => steady },
    pass: (ms: number) => {
      date += ms;
      steady += ms;
    },
    setBy: (ms: number) => void (date += ms),
  };
}

describe('the time that a run works', () => {
  it.each([
    ['back', -2 * hour],
    ['forward', 2 * hour],
  ])('is what it was when the clock is set %s by two hours', async (_, ms) => {
    const { options, pass, setBy } = machine();
    const store = scratchStore(':memory:', options);
    const run = await startedRun(store);
    pass(3000);
    setBy(ms);
    pass(4000);
    expect((await store.queries.runs.get(run)).activeMs).toBe(7000);
    await controlOf(store, run).beat();
    setBy(-ms);
    pass(1000);
    expect((await store.queries.runs.get(run)).activeMs).toBe(8000);
    await controlOf(store, run).end('completed', 'Nothing is left to do.', 'finished');
    expect((await store.queries.runs.get(run)).activeMs).toBe(8000);
  });

  it('is known to other processes up to some seconds, whatever the clock says', async () => {
    const { options, pass, setBy } = machine();
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path, options);
    const run = await startedRun(store);
    const other = scratchStore(path, options);
    for (let beats = 0; beats < 100; beats += 1) {
      pass(beatMs);
      await controlOf(store, run).beat();
    }
    pass(1000);
    expect((await other.queries.runs.get(run)).activeMs).toBe(100 * beatMs + 1000);
    setBy(2 * hour);
    expect((await other.queries.runs.get(run)).activeMs).toBe(102 * beatMs);
    setBy(-4 * hour);
    expect((await other.queries.runs.get(run)).activeMs).toBe(100 * beatMs);
  });

  it('of one that was killed is what it had written down, and some seconds at most', async () => {
    const { options, pass, setBy } = machine();
    const path = join(scratchFolder(), 'x.db');
    const before = openStore(path, options);
    const run = await startedRun(before);
    const ledger = before.ledger(run);
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    pass(beatMs);
    await controlOf(before, run).beat();
    setBy(2 * hour);
    await ledger.complete(completed(claimed?.id ?? '', [item(1)]));
    before.close();
    const store = scratchStore(path, { ...options, isAlive: () => false });
    await controlOf(store, run).begin();
    expect((await store.queries.runs.get(run)).activeMs).toBe(3 * beatMs);
  });
});

describe('a run that waits for the network', () => {
  const reason = 'This computer has no network connection.';

  it('does not work meanwhile, says why and since when, and for how long in the end', async () => {
    const { options, pass } = machine();
    const store = scratchStore(':memory:', options);
    const run = await startedRun(store);
    pass(4000);
    const since = new Date(options.now()).toISOString();
    await controlOf(store, run).waiting(reason);
    pass(60_000);
    await controlOf(store, run).beat();
    const waiting = { state: 'running', activeMs: 4000, waitingSince: since, waitedMs: 0, reason };
    expect(await store.queries.runs.get(run)).toMatchObject(waiting);
    await controlOf(store, run).waiting(null);
    pass(1000);
    const working = { activeMs: 5000, waitingSince: null, waitedMs: 60_000, reason: null };
    expect(await store.queries.runs.get(run)).toMatchObject(working);
    await controlOf(store, run).waiting(reason);
    pass(2000);
    await controlOf(store, run).pausing('Pausing on request.');
    await controlOf(store, run).end('paused', 'Paused on request.', 'paused');
    const paused = { state: 'paused', activeMs: 5000, waitingSince: null, waitedMs: 62_000 };
    expect(await store.queries.runs.get(run)).toMatchObject({ ...paused, reason: 'Paused on request.' });
    await controlOf(store, run).begin();
    pass(500);
    expect(await store.queries.runs.get(run)).toMatchObject({
      activeMs: 5500,
      waitingSince: null,
      reason: null,
    });
  });

  it('waits no more when its process is gone, and says that it was interrupted', async () => {
    const { options, pass } = machine();
    const path = join(scratchFolder(), 'x.db');
    const before = openStore(path, options);
    const run = await startedRun(before);
    pass(1000);
    await controlOf(before, run).waiting(reason);
    pass(60_000);
    before.close();
    const store = scratchStore(path, { ...options, isAlive: () => false });
    expect(await store.queries.runs.get(run)).toMatchObject({
      state: 'interrupted',
      waitingSince: null,
      activeMs: 1000,
    });
    await controlOf(store, run).begin();
    expect(await store.queries.events.list(run, { kinds: ['interrupted'] })).toHaveLength(1);
  });
});

describe('what is written down of a run', () => {
  it('stands in the order in which it happened when the clock is set back, also after a resumption', async () => {
    const { options, pass, setBy } = machine();
    const store = scratchStore(':memory:', options);
    const run = await startedRun(store);
    const crawlOne = async (n: number): Promise<void> => {
      const ledger = store.ledger(run);
      await ledger.admit([request(n)]);
      const [claimed] = await ledger.claim('https://example.org', 1, 0);
      pass(1000);
      if (n < 3) setBy(-2 * hour);
      await ledger.record([{ kind: 'note', url: null, message: `Before page ${n}.` }]);
      pass(1000);
      await ledger.complete(completed(claimed?.id ?? '', [item(n)]));
      pass(1);
    };
    await crawlOne(1);
    await crawlOne(2);
    await controlOf(store, run).pausing('Pausing on request.');
    await controlOf(store, run).end('paused', 'Paused on request.', 'paused');
    setBy(-2 * hour);
    await controlOf(store, run).begin();
    await crawlOne(3);
    expect((await store.queries.events.list(run)).map(({ kind, url }) => url?.slice(-1) ?? kind)).toEqual([
      ...['started', 'note', '1', '1', 'note', '2', '2', 'pausing', 'paused', 'resumed', 'note', '3', '3'],
    ]);
    await controlOf(store, run).end('completed', 'Nothing is left to do.', 'finished');
    const { startedAt, endedAt } = await store.queries.runs.get(run);
    expect((endedAt ?? '') > (startedAt ?? '')).toBe(true);
    const { points } = await store.queries.runs.series(run, 100);
    expect(points.reduce((sum, { pages }) => sum + pages, 0)).toBe(3);
  });

  it('is seen by charts that were read before the clock was set back', async () => {
    const { options, pass, setBy } = machine();
    const store = scratchStore(':memory:', options);
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2)]);
    const claimed = await ledger.claim('https://example.org', 2, 0);
    const pages = async (): Promise<number> =>
      (await store.queries.runs.series(run, 100)).points.reduce((sum, point) => sum + point.pages, 0);
    await ledger.complete(completed(claimed[0]?.id ?? ''));
    pass(2000);
    expect(await pages()).toBe(1);
    setBy(-2 * hour);
    pass(10_000);
    await ledger.complete(completed(claimed[1]?.id ?? ''));
    await controlOf(store, run).end('completed', 'Nothing is left to do.', 'finished');
    expect(await pages()).toBe(2);
  });

  it('follows a clock that is set forward', async () => {
    const { options, setBy } = machine();
    const store = scratchStore(':memory:', options);
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    setBy(2 * hour);
    await ledger.record([{ kind: 'note', url: null, message: 'It goes on.' }]);
    expect((await store.queries.events.list(run)).at(-1)?.at).toBe('2026-11-22T14:00:00.000Z');
  });
});
