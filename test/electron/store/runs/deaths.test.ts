import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '../../../../electron/engine/ports/ledger.ts';
import { openStore } from '../../../../electron/store/open.ts';
import {
  completed,
  controlOf,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  startedRun,
} from '../support.ts';

const origin = 'https://example.org';
const url = (n: number): string => request(n).url;

/** A run in sessions: each dies when the next one begins, if it had not ended before. */
async function runOf(pages: number) {
  let alive = true;
  const store = scratchStore(join(scratchFolder(), 'x.db'), { isAlive: () => alive });
  const id = await newRun(store);

  async function begin(): Promise<Ledger> {
    alive = false;
    await controlOf(store, id).begin();
    alive = true;
    const ledger = store.ledger(id);
    await ledger.admit(Array.from({ length: pages }, (_, n) => request(n + 1)));
    return ledger;
  }

  return {
    store,
    id,
    begin,
    /** So many sessions that each die while all that may be claimed is in flight. */
    async die(times: number) {
      for (let n = 0; n < times; n += 1) await (await begin()).claim(origin, 100, 0);
    },
    states: async () =>
      (await store.queries.requests.slice({ run: id }, 0, 1000)).rows.map(({ state }) => state),
  };
}

describe('requests in flight when their run dies', () => {
  it('are fetched like all others up to two deaths', async () => {
    const { begin, die } = await runOf(2);
    await die(2);
    const ledger = await begin();
    expect(await ledger.suspects()).toEqual([]);
    expect(await ledger.claim(origin, 10, 0)).toHaveLength(2);
  });

  it('are handed out one at a time after three, and no longer by the claims of all others', async () => {
    const { begin, die, store, id } = await runOf(3);
    await die(3);
    const ledger = await begin();
    await ledger.admit([request(4)]);
    const waiting = { origin, priority: 0, depth: 0, notBefore: 0 };
    const ids = (await store.queries.requests.slice({ run: id }, 0, 1000)).rows.map((row) => row.id);
    expect(await ledger.suspects()).toEqual(ids.slice(0, 3).map((one) => ({ ...waiting, id: one })));
    expect((await ledger.claim(origin, 10, 0)).map((one) => one.url)).toEqual([url(4)]);
    expect(await ledger.claimAlone(ids[1] ?? '')).toMatchObject({ url: url(2), tries: 0, origin });
    expect(await ledger.claimAlone(ids[1] ?? '')).toBeNull();
    expect((await store.queries.events.list(id)).at(-1)?.message).toBe(
      '3 requests that were in flight when the run was cut off will be fetched again. ' +
        '3 were in flight at three such ends: each is fetched with nothing beside it.',
    );
  });

  it('fail when the run dies once more while one of them is alone in flight, and only that one', async () => {
    const { begin, die, store, id, states } = await runOf(3);
    await die(3);
    const fourth = await begin();
    const [, second] = await fourth.suspects();
    await fourth.claimAlone(second?.id ?? '');

    const fifth = await begin();
    expect(await states()).toEqual(['queued', 'failed', 'queued']);
    expect(await store.queries.requests.get(second?.id ?? '')).toMatchObject({
      status: null,
      tries: 0,
      reason:
        'This page ends the program: the run was cut off four times while it was in flight, the last time with ' +
        'nothing beside it. Put it back into the queue to try it again.',
    });
    expect((await store.queries.runs.get(id)).counters).toEqual({
      seen: 3,
      queued: 2,
      active: 0,
      done: 0,
      failed: 1,
      skipped: 0,
      items: 0,
    });
    expect(await store.queries.runs.receipt(id)).toMatchObject({
      givenUp: 1,
      requeued: 0,
      fetchedAgainInAll: 7,
    });
    expect(await fifth.suspects()).toHaveLength(2);
  });

  it('do not fail when the run dies while another one is in flight beside them', async () => {
    const { begin, die, states } = await runOf(1);
    await die(3);
    const fourth = await begin();
    const [suspect] = await fourth.suspects();
    await fourth.claimAlone(suspect?.id ?? '');
    await fourth.admit([request(2)]);
    await fourth.claim(origin, 1, 0);
    await begin();
    expect(await states()).toEqual(['queued', 'queued']);
  });

  it('are above suspicion again when they have been done', async () => {
    const { begin, die, store, id } = await runOf(1);
    await die(3);
    const ledger = await begin();
    const [suspect] = await ledger.suspects();
    const claimed = await ledger.claimAlone(suspect?.id ?? '');
    await ledger.complete(completed(claimed?.id ?? '', [item(1)]));
    expect(await ledger.suspects()).toEqual([]);
    expect((await store.queries.runs.get(id)).counters).toMatchObject({ done: 1, queued: 0, items: 1 });
    expect(await store.queries.runs.receipt(id)).toMatchObject({
      givenUp: 0,
      itemsLost: 0,
      itemsDuplicated: 0,
    });
  });

  it('stay under it when they are to be tried again, not before their time', async () => {
    const { begin, die } = await runOf(1);
    await die(3);
    const ledger = await begin();
    const [suspect] = await ledger.suspects();
    const { id = '' } = (await ledger.claimAlone(suspect?.id ?? '')) ?? {};
    const busy = { id, facts: null, reason: 'It was busy.', events: [], page: null, links: [] };
    await ledger.retry(busy, 5000);
    expect(await ledger.suspects()).toMatchObject([{ id, notBefore: 5000 }]);
    expect(await ledger.claim(origin, 10, 9000)).toEqual([]);
  });

  it('come back when they are put into the queue again: alone at once', async () => {
    const { begin, die, store, id } = await runOf(1);
    await die(3);
    const fourth = await begin();
    const [suspect] = await fourth.suspects();
    await fourth.claimAlone(suspect?.id ?? '');
    await begin();
    await controlOf(store, id).end('stopped', 'It is over.', 'stopped');
    expect(await store.queries.requests.requeueFailed(id)).toBe(1);
    const ledger = await begin();
    expect(await ledger.suspects()).toMatchObject([{ id: suspect?.id }]);
    expect(await ledger.claim(origin, 10, 0)).toEqual([]);
  });
});

describe('what is no death of a run', () => {
  it('a pause, or a failure that was written down, whatever it left in flight', async () => {
    const { begin, store, id } = await runOf(2);
    for (let n = 0; n < 4; n += 1) {
      const ledger = await begin();
      expect(await ledger.claim(origin, 100, 0)).toHaveLength(2);
      await controlOf(store, id).pausing('It is over.');
      await controlOf(store, id).end('paused', 'It was cut off: the disk is full.', 'paused');
    }
    expect(await (await begin()).suspects()).toEqual([]);
  });

  it('being stopped, which gives back what was in flight', async () => {
    const { begin } = await runOf(2);
    for (let n = 0; n < 4; n += 1) {
      const ledger = await begin();
      const claimed = await ledger.claim(origin, 100, 0);
      await ledger.release(claimed.map((one) => one.id));
    }
    expect(await (await begin()).suspects()).toEqual([]);
  });
});

it('a thread that breaks is a death of its run as well, of which nothing stays in flight', async () => {
  const { begin, store, id } = await runOf(2);
  for (let n = 1; n <= 3; n += 1) {
    await (await begin()).claim(origin, 100, 0);
    expect(await store.queries.runs.cutOff(id, 'It was cut off: out of memory')).toMatchObject({
      state: 'paused',
      reason: 'It was cut off: out of memory',
      counters: { queued: 2, active: 0 },
    });
  }
  const ledger = await begin();
  const suspects = await ledger.suspects();
  expect(suspects).toHaveLength(2);
  expect(await store.queries.runs.receipt(id)).toMatchObject({ requeued: 2, fetchedAgain: 0 });
  await ledger.claimAlone(suspects[0]?.id ?? '');
  await store.queries.runs.cutOff(id, 'It was cut off: out of memory');
  expect((await store.queries.runs.get(id)).counters).toMatchObject({ queued: 1, active: 0, failed: 1 });
});

it('a thread that breaks takes its lock along, and the run is paused all the same', async () => {
  const path = join(scratchFolder(), 'x.db');
  const thread = openStore(path);
  const [queued, running] = [await newRun(thread), await startedRun(thread)];
  thread.close();
  const store = scratchStore(path);
  for (const id of [queued, running])
    expect(await store.queries.runs.get(id)).toMatchObject({ state: 'interrupted' });
  const reason = 'It was cut off: out of memory';
  expect(await store.queries.runs.cutOff(running, reason)).toMatchObject({ state: 'paused', reason });
  expect(await store.queries.runs.cutOff(queued, reason)).toMatchObject({ state: 'failed', reason });
  expect((await store.queries.events.list(running)).map(({ kind }) => kind)).toEqual([
    'started',
    'pausing',
    'paused',
  ]);
  expect(await store.queries.runs.cutOff(queued, 'Again.')).toMatchObject({ state: 'failed', reason });
});

describe('a run that ends while it is looked at', () => {
  /** A run whose owner pauses it, and goes, between the look at its row and the look at its owner. */
  async function ending() {
    const path = join(scratchFolder(), 'x.db');
    let isLooked = false;
    const store = scratchStore(path, {
      isAlive: () => {
        if (isLooked) pause();
        return false;
      },
    });
    const owner = new Database(path);
    onTestFinished(() => void owner.close());
    const pause = (): void => {
      owner.exec(
        "UPDATE all_runs SET state = 'paused', reason = 'Paused on request.', owner_pid = NULL, owner_lock = NULL",
      );
    };
    const id = await startedRun(store);
    isLooked = true;
    return { store, id };
  }
  const paused = { state: 'paused', reason: 'Paused on request.' };

  it('is told as it ended, not as cut off', async () => {
    const { store, id } = await ending();
    expect(await store.queries.runs.get(id)).toMatchObject(paused);
  });

  it('is so in lists', async () => {
    const { store } = await ending();
    expect(await store.queries.runs.list({})).toMatchObject([paused]);
  });

  it('is so in the overview of its project', async () => {
    const { store } = await ending();
    const [spider] = await store.queries.projects.overview('default', { since: 0, least: 1, most: 9 });
    expect(spider).toMatchObject({ runs: [{ state: 'paused' }], last: paused });
  });

  it('is so among what has changed', async () => {
    const { store, id } = await ending();
    const changes = await store.queries.changes.since({ version: null, position: null, runs: [id] });
    expect(changes?.runs).toMatchObject([paused]);
  });

  it('is told as cut off where it did not end', async () => {
    const store = scratchStore(':memory:', { isAlive: () => false });
    const id = await startedRun(store);
    expect(await store.queries.runs.get(id)).toMatchObject({ state: 'interrupted' });
  });
});
