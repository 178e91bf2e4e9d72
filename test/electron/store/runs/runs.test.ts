import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import type { RunState } from '../../../../electron/store/runs/run-states.ts';
import { mayFollow } from '../../../../electron/store/runs/run-states.ts';
import {
  completed,
  controlOf,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  spiderNamed,
  startedRun,
  unfinished,
  removeForGood,
} from '../support.ts';
import { savedVersion } from '../saved-version.ts';

const states: RunState[] = [
  'queued',
  'running',
  'pausing',
  'paused',
  'interrupted',
  'completed',
  'stopped',
  'failed',
];

describe('states of a run', () => {
  it.each<[RunState, RunState[]]>([
    ['queued', ['running', 'interrupted', 'stopped', 'failed']],
    ['running', ['pausing', 'interrupted', 'completed', 'stopped', 'failed']],
    ['pausing', ['running', 'paused', 'interrupted', 'completed', 'stopped', 'failed']],
    ['paused', ['running', 'stopped', 'failed']],
    ['interrupted', ['running', 'stopped', 'failed']],
    ['completed', []],
    ['stopped', []],
    ['failed', []],
  ])('%s may become %j and nothing else', (from, allowed) => {
    expect(states.filter((to) => mayFollow(from, to))).toEqual(states.filter((to) => allowed.includes(to)));
  });

  it('keeps the reason of an end and the time spent running, without the pauses', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = scratchStore(':memory:', { now: () => now });
    const id = await newRun(store);
    const pass = (seconds: number) => (now += seconds * 1000);
    pass(5);
    await controlOf(store, id).begin();
    pass(10);
    expect((await store.queries.runs.get(id)).activeMs).toBe(10_000);
    await controlOf(store, id).pausing('It is over.');
    pass(2);
    await controlOf(store, id).end('paused', 'Paused on request.', 'paused');
    pass(100);
    expect(await store.queries.runs.get(id)).toMatchObject({
      state: 'paused',
      reason: 'Paused on request.',
      activeMs: 12_000,
      endedAt: null,
    });
    await controlOf(store, id).begin();
    expect((await store.queries.runs.get(id)).reason).toBeNull();
    pass(3);
    await controlOf(store, id).end('completed', 'Nothing is left to do.', 'finished');
    pass(50);
    expect(await store.queries.runs.get(id)).toMatchObject({
      state: 'completed',
      reason: 'Nothing is left to do.',
      activeMs: 15_000,
      createdAt: '2026-01-01T00:00:00.000Z',
      startedAt: '2026-01-01T00:00:05.000Z',
      endedAt: '2026-01-01T00:02:00.000Z',
      owner: null,
    });
  });
});

describe('a run', () => {
  it.each(['0', '-1', '1.5', 'x', '', '99', "1' OR 1=1"])('"%s" is not the id of one', async (id) => {
    await expect(scratchStore().queries.runs.get(id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('with damaged options is a clear error', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const id = await newRun(store);
    const db = new Database(path);
    db.exec(`UPDATE all_runs SET options = '{"limit": "many"}'`);
    db.close();
    await expect(store.queries.runs.get(id)).rejects.toMatchObject({
      code: 'damaged',
      message: `Run ${id} (its options) cannot be read: what is stored there is damaged.`,
    });
  });
});

describe('the process that carries a run out', () => {
  it('being gone, the run is interrupted at once and can be resumed', async () => {
    const path = join(scratchFolder(), 'x.db');
    let alive = true;
    let now = 1_000_000;
    const options = { isAlive: () => alive, now: () => now };
    const before = openStore(path, options);
    const id = await startedRun(before);
    const ledger = before.ledger(id);
    await ledger.admit([request(1), request(2), request(3)]);
    const [one, two] = await ledger.claim('https://example.org', 2, 0);
    now += 5000;
    await ledger.complete(completed(one?.id ?? '', [item(1)]));
    before.close();

    alive = false;
    now += 3_600_000;
    const store = scratchStore(path, options);
    expect(await store.queries.runs.get(id)).toMatchObject({
      state: 'interrupted',
      reason: `The process that carried it out (${process.pid}) is gone.`,
      counters: { queued: 1, active: 1, done: 1, seen: 3, items: 1 },
    });

    expect(await controlOf(store, id).begin()).toEqual({ spentMs: 5000 });
    alive = true;
    expect(await store.queries.runs.get(id)).toMatchObject({
      state: 'running',
      sessions: 2,
      counters: { queued: 2, active: 0, done: 1 },
    });
    expect((await store.queries.events.list(id)).map(({ kind }) => kind)).toEqual([
      'started',
      'fetched',
      'extracted',
      'interrupted',
      'resumed',
      'recovered',
    ]);
    const resumed = store.ledger(id);
    const again = await resumed.claim('https://example.org', 10, 0);
    expect(again.map(({ id: request, tries }) => [request, tries])).toEqual([
      [two?.id, 0],
      ['3', 0],
    ]);
    for (const { id: request } of again) await resumed.complete(completed(request, [item(Number(request))]));
    await controlOf(store, id).end('completed', 'It is over.', 'finished');
    expect(await store.queries.runs.receipt(id)).toEqual({
      done: 3,
      requeued: 1,
      fetchedAgain: 1,
      fetchedAgainInAll: 1,
      givenUp: 0,
      itemsLost: 0,
      itemsDuplicated: 0,
    });
    expect((await store.queries.runs.get(id)).activeMs).toBe(5000);
  });

  it('being another one that lives, the run cannot be taken over', async () => {
    const store = scratchStore(':memory:', { isAlive: () => true });
    const versionId = await savedVersion(store, spiderNamed('shop'));
    const owner = { pid: process.pid + 1, lock: 'x' };
    const { id } = await store.queries.runs.create({
      versionId,
      kind: 'full',
      options: { limit: null, overrides: {}, allowPrivate: false },
      appVersion: '0.1.0',
      owner,
    });
    await expect(controlOf(store, id).begin()).rejects.toThrow(
      `Run ${id} is about to be started by process ${owner.pid}.`,
    );
    const other = await startedRun(store);
    await expect(removeForGood(store.queries, { kind: 'run', run: other })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('numbers of a run', () => {
  it('are derived from its requests', async () => {
    const store = scratchStore();
    const id = await startedRun(store);
    const ledger = store.ledger(id);
    await ledger.admit([
      request(1),
      request(2),
      request(3, { callback: null }),
      request(4, { origin: 'https://other.example' }),
    ]);
    const [a, b, c] = await ledger.claim('https://example.org', 3, 0);
    const empty = { title: null, content: ' ', metadata: { price: null, tags: [], more: {}, name: '' } };
    await ledger.complete(
      completed(a?.id ?? '', [item(1), item(2, { title: null, metadata: { price: 0 } }), item(3, empty)]),
    );
    await ledger.fail({
      ...unfinished(b?.id ?? '', 'The server answered 404.'),
      facts: { status: 404, finalUrl: 'https://example.org/2', bytes: 10, durationMs: 1, contentType: null },
    });
    await ledger.skip(unfinished(c?.id ?? '', 'robots.txt'));
    expect((await store.queries.requests.origins(id, 0, 10)).rows).toEqual([
      { origin: 'https://example.org', queued: 0, active: 0, done: 1, failed: 1, skipped: 1, items: 3 },
      { origin: 'https://other.example', queued: 1, active: 0, done: 0, failed: 0, skipped: 0, items: 0 },
    ]);
    expect(await controlOf(store, id).summary()).toMatchObject({ itemsWithValues: 2, failedExtractions: 1 });
    expect(await store.queries.runs.overview(id)).toMatchObject({
      statuses: [
        { status: 200, count: 1 },
        { status: 404, count: 1 },
      ],
      notFetched: 1,
      reasons: [
        { state: 'failed', reason: 'The server answered 404.', count: 1 },
        { state: 'skipped', reason: 'robots.txt', count: 1 },
      ],
      bytes: 1010,
      extractionRequests: 3,
      freshness: { new: 0, unchanged: 0, changed: 0 },
      answeredBy: { site: 2, storedPage: 0, cache: 0, memory: 0 },
    });
    expect((await store.queries.runs.get(id)).counters).toEqual({
      queued: 1,
      active: 0,
      done: 1,
      failed: 1,
      skipped: 1,
      seen: 4,
      items: 3,
    });
  });

  it('put failed requests back into the queue and open the run again', async () => {
    const store = scratchStore();
    const id = await startedRun(store);
    const ledger = store.ledger(id);
    await ledger.admit([request(1), request(2)]);
    const claimed = await ledger.claim('https://example.org', 2, 0);
    await ledger.fail(unfinished(claimed[0]?.id ?? '', 'no answer'));
    await ledger.complete(completed(claimed[1]?.id ?? ''));
    await expect(store.queries.requests.requeueFailed(id)).rejects.toMatchObject({ code: 'conflict' });
    await controlOf(store, id).end('completed', 'It is over.', 'finished');
    expect((await store.queries.requests.slice({ run: id, states: ['failed'] }, 0, 1000)).rows).toMatchObject(
      [{ reason: 'no answer', state: 'failed' }],
    );
    expect(await store.queries.requests.requeueFailed(id)).toBe(1);
    expect(await store.queries.runs.get(id)).toMatchObject({
      state: 'paused',
      reason: '1 failed request was put back into the queue.',
      endedAt: null,
      counters: { queued: 1, failed: 0, done: 1 },
    });
    expect(await store.queries.requests.requeueFailed(id)).toBe(0);
    await controlOf(store, id).begin();
    await expect(ledger.claim('https://example.org', 2, 0)).rejects.toThrow(LeaseLostError);
    expect(await store.ledger(id).claim('https://example.org', 2, 0)).toMatchObject([
      { url: 'https://example.org/page/1', tries: 0 },
    ]);
    expect((await store.queries.requests.slice({ run: id }, 0, 1000)).rows.map(({ state }) => state)).toEqual(
      ['active', 'done'],
    );
  });

  it('tell lost and doubled items, whoever caused them', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const id = await startedRun(store);
    const ledger = store.ledger(id);
    await ledger.admit([request(1), request(2)]);
    for (const { id: request } of await ledger.claim('https://example.org', 2, 0)) {
      await ledger.complete(completed(request, [item(1), item(2)]));
    }
    const db = new Database(path);
    db.exec('DELETE FROM items WHERE request_id = 1 AND position = 0');
    db.exec('UPDATE requests SET items = 1 WHERE id = 2');
    db.close();
    expect(await store.queries.runs.receipt(id)).toMatchObject({ itemsLost: 1, itemsDuplicated: 1 });
  });
});
