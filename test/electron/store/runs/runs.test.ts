import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../../electron/store/errors.ts';
import { openStore } from '../../../../electron/store/open.ts';
import type { RunState } from '../../../../electron/store/runs/runs.ts';
import {
  completed,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  spiderNamed,
  startedRun,
  unfinished,
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

/** How a run gets into a state. */
const ways: Record<RunState, RunState[]> = {
  queued: [],
  running: ['running'],
  pausing: ['running', 'pausing'],
  paused: ['running', 'pausing', 'paused'],
  interrupted: ['running', 'interrupted'],
  completed: ['running', 'completed'],
  stopped: ['running', 'stopped'],
  failed: ['running', 'failed'],
};

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
  ])('%s may become %j and nothing else', async (from, allowed) => {
    const refusals: string[] = [];
    const reached: string[] = [];
    for (const to of states) {
      const store = scratchStore();
      const id = await newRun(store);
      for (const step of ways[from]) store.runs.setState(id, step);
      try {
        if (store.runs.setState(id, to).state === to) reached.push(to);
      } catch (error) {
        refusals.push(error instanceof StoreError ? error.message : String(error));
      }
    }
    expect(refusals).toEqual(
      states.filter((to) => !allowed.includes(to)).map((to) => `Run 1 is ${from} and cannot become ${to}.`),
    );
    expect(reached).toEqual(states.filter((to) => allowed.includes(to)));
  });

  it('keeps the reason of an end and the time spent running, without the pauses', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = scratchStore(':memory:', { now: () => now });
    const id = await newRun(store);
    const pass = (seconds: number) => (now += seconds * 1000);
    pass(5);
    store.runs.start(id);
    pass(10);
    expect(store.runs.get(id).activeMs).toBe(10_000);
    store.runs.setState(id, 'pausing');
    pass(2);
    store.runs.setState(id, 'paused', 'Paused on request.');
    pass(100);
    expect(store.runs.get(id)).toMatchObject({
      state: 'paused',
      reason: 'Paused on request.',
      activeMs: 12_000,
      endedAt: null,
    });
    store.runs.start(id);
    expect(store.runs.get(id).reason).toBeNull();
    pass(3);
    store.runs.setState(id, 'completed', 'Nothing is left to do.');
    pass(50);
    expect(store.runs.get(id)).toMatchObject({
      state: 'completed',
      reason: 'Nothing is left to do.',
      activeMs: 15_000,
      createdAt: '2026-01-01T00:00:00.000Z',
      startedAt: '2026-01-01T00:00:05.000Z',
      endedAt: '2026-01-01T00:02:00.000Z',
      owner: null,
    });
  });

  it('passes on what another process asks for', async () => {
    const store = scratchStore();
    const id = await newRun(store);
    expect(() => store.runs.request(id, 'stop')).toThrow(`Run ${id} is queued; nobody is carrying it out.`);
    store.runs.start(id);
    expect(store.runs.get(id).requested).toBeNull();
    store.runs.request(id, 'stop');
    expect(store.runs.get(id).requested).toBe('stop');
    store.runs.setState(id, 'stopped');
    expect(store.runs.get(id).requested).toBeNull();
  });
});

describe('a run', () => {
  it('freezes version, options and application', async () => {
    const store = scratchStore();
    const versionId = await savedVersion(store, spiderNamed('shop'));
    const options = { limit: 5, overrides: { DOWNLOAD_DELAY: 0, NESTED: { a: [1] } }, allowPrivate: true };
    const { id } = store.runs.create({ versionId, kind: 'test', options, appVersion: '0.1.0' });
    await savedVersion(store, { ...spiderNamed('shop'), description: 'later' });
    const run = store.runs.get(id);
    expect(run).toMatchObject({
      id,
      spider: 'shop',
      project: 'default',
      version: 1,
      versionId,
      kind: 'test',
      options,
      appVersion: '0.1.0',
      state: 'queued',
    });
    const { text } = await store.queries.spiders.versionById(run.versionId);
    expect(text).toBe(JSON.stringify(spiderNamed('shop')));
  });

  it('is listed newest first, by project and spider', async () => {
    const store = scratchStore();
    const a = await newRun(store, 'shop');
    const b = await newRun(store, 'news');
    const c = await newRun(store, 'shop');
    const d = await newRun(store, 'shop', 'other');
    expect(store.runs.list().map(({ id }) => id)).toEqual([d, c, b, a]);
    expect(store.runs.list({ project: 'default', spider: 'shop' }).map(({ id }) => id)).toEqual([c, a]);
    expect(store.runs.list({ limit: 1 }).map(({ id }) => id)).toEqual([d]);
    expect(store.runs.latest('default', 'shop')?.id).toBe(c);
    expect(store.runs.latest('default', 'nobody')).toBeNull();
  });

  it.each(['0', '-1', '1.5', 'x', '', '99', "1' OR 1=1"])('"%s" is not the id of one', (id) => {
    expect(() => scratchStore().runs.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('keeps its number for itself after it was deleted', async () => {
    const store = scratchStore();
    const first = await newRun(store);
    expect(store.runs.delete(first)).toEqual({ requests: 0, items: 0, events: 0 });
    expect(await newRun(store)).not.toBe(first);
  });

  it('with damaged options is a clear error', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const id = await newRun(store);
    const db = new Database(path);
    db.exec(`UPDATE runs SET options = '{"limit": "many"}'`);
    db.close();
    expect(() => store.runs.get(id)).toThrow(
      expect.objectContaining({
        code: 'damaged',
        message: `Run ${id} (its options) cannot be read: what is stored there is damaged.`,
      }),
    );
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
    expect(store.runs.get(id)).toMatchObject({
      state: 'interrupted',
      reason: `The process that carried it out (${process.pid}) is gone.`,
      counters: { queued: 1, active: 1, done: 1, seen: 3, items: 1 },
    });
    expect(store.runs.markInterrupted()).toBe(1);
    expect(store.runs.markInterrupted()).toBe(0);
    expect(store.runs.get(id)).toMatchObject({ state: 'interrupted', activeMs: 5000 });

    const { run, requeued } = store.runs.start(id);
    alive = true;
    expect(requeued).toBe(1);
    expect(run.counters).toMatchObject({ queued: 2, active: 0, done: 1 });
    expect(store.events.list(id).map(({ kind }) => kind)).toEqual([
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
    store.runs.setState(id, 'completed');
    expect(store.runs.receipt(id)).toEqual({
      done: 3,
      requeued: 1,
      fetchedAgain: 1,
      fetchedAgainInAll: 1,
      givenUp: 0,
      itemsLost: 0,
      itemsDuplicated: 0,
    });
    expect(store.runs.get(id).activeMs).toBe(5000);
  });

  it('being another one that lives, the run cannot be taken over', async () => {
    const store = scratchStore(':memory:', { isAlive: () => true });
    const versionId = await savedVersion(store, spiderNamed('shop'));
    const owner = { pid: process.pid + 1, lock: 'x' };
    const { id } = store.runs.create({
      versionId,
      kind: 'full',
      options: { limit: null, overrides: {}, allowPrivate: false },
      appVersion: '0.1.0',
      owner,
    });
    expect(() => store.runs.start(id)).toThrow(`Run ${id} is about to be started by process ${owner.pid}.`);
    const mine = await startedRun(store);
    expect(() => store.runs.delete(mine)).toThrow(expect.objectContaining({ code: 'conflict' }));
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
    expect(store.runs.statistics(id)).toEqual({
      statuses: [
        { status: 200, count: 1 },
        { status: 404, count: 1 },
      ],
      notFetched: 1,
      origins: [
        { origin: 'https://example.org', queued: 0, active: 0, done: 1, failed: 1, skipped: 1, items: 3 },
        { origin: 'https://other.example', queued: 1, active: 0, done: 0, failed: 0, skipped: 0, items: 0 },
      ],
      reasons: [
        { state: 'failed', reason: 'The server answered 404.', count: 1 },
        { state: 'skipped', reason: 'robots.txt', count: 1 },
      ],
      bytes: 1010,
      extractionRequests: 3,
      itemsWithValues: 2,
      freshness: { new: 0, unchanged: 0, changed: 0 },
      answeredBy: { site: 2, storedPage: 0, cache: 0, memory: 0 },
      failedExtractions: 1,
    });
    expect(store.runs.counters(id)).toEqual({
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
    expect(() => store.requests.requeueFailed(id)).toThrow(expect.objectContaining({ code: 'conflict' }));
    store.runs.setState(id, 'completed');
    expect(store.requests.list(id, { state: 'failed' })).toMatchObject([
      { reason: 'no answer', state: 'failed' },
    ]);
    expect(store.requests.requeueFailed(id)).toBe(1);
    expect(store.runs.get(id)).toMatchObject({
      state: 'paused',
      reason: '1 failed request was put back into the queue.',
      endedAt: null,
      counters: { queued: 1, failed: 0, done: 1 },
    });
    expect(store.requests.requeueFailed(id)).toBe(0);
    store.runs.start(id);
    await expect(ledger.claim('https://example.org', 2, 0)).rejects.toThrow(LeaseLostError);
    expect(await store.ledger(id).claim('https://example.org', 2, 0)).toMatchObject([
      { url: 'https://example.org/page/1', tries: 0 },
    ]);
    expect(store.requests.list(id).map(({ state }) => state)).toEqual(['active', 'done']);
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
    expect(store.runs.receipt(id)).toMatchObject({ itemsLost: 1, itemsDuplicated: 1 });
  });
});
