import { describe, expect, it } from 'vitest';
import { completed, controlOf, facts, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('the time at work', () => {
  it('goes on while the run does, and beside it stand the times of its answers', async () => {
    let now = 1_000_000;
    const store = scratchStore(':memory:', { now: () => now });
    const run = await startedRun(store);
    const { runs } = store.queries;
    const ledger = store.ledger(run);
    await ledger.admit(Array.from({ length: 22 }, (_, n) => request(n + 1)));
    const claimed = await ledger.claim('https://example.org', 22, 0);
    for (const [n, { id }] of claimed.entries()) {
      if (n < 20) await ledger.complete({ ...completed(id), facts: { ...facts, durationMs: 20 - n } });
      if (n === 20) await ledger.fail(unfinished(id, 'no answer'));
    }
    now += 4000;
    expect(await runs.overview(run)).toMatchObject({ answered: 20, medianMs: 10, p95Ms: 19 });
    expect(await runs.get(run)).toMatchObject({ activeMs: 4000 });
    await controlOf(store, run).end('paused', 'It is over.', 'paused');
    now += 60_000;
    expect(await runs.get(run)).toMatchObject({ activeMs: 4000 });
  });

  it('of a run that was cut off goes up to its last sign of life', async () => {
    let now = 1_000_000;
    const store = scratchStore(':memory:', { now: () => now, isAlive: () => false });
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2)]);
    const [one] = await ledger.claim('https://example.org', 2, 0);
    now += 2000;
    await ledger.complete(completed(one?.id ?? ''));
    now += 3_600_000;
    await controlOf(store, run).begin();
    // Nobody holds it for alive, which hides what it works from now on.
    expect((await store.queries.runs.get(run)).activeMs).toBe(2000);
  });
});

describe('the receipt', () => {
  it('counts what was dropped on request, and each time that a request was handed out again', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2), request(3)]);
    const claimed = await ledger.claim('https://example.org', 2, 0);
    await ledger.release(claimed.map(({ id }) => id));
    const receipt = { done: 0, givenUp: 0, itemsLost: 0, itemsDuplicated: 0 };
    // Not a matter of the session that dropped them, but of the one that takes them up.
    expect(await store.queries.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 0,
      fetchedAgain: 0,
      fetchedAgainInAll: 0,
    });
    await controlOf(store, run).pausing('It is over.');
    await controlOf(store, run).end('paused', 'It is over.', 'paused');
    await controlOf(store, run).begin();
    expect(await store.queries.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 2,
      fetchedAgain: 0,
      fetchedAgainInAll: 0,
    });
    const second = store.ledger(run);
    const [again] = await second.claim('https://example.org', 1, 0);
    await second.retry(unfinished(again?.id ?? '', 'no answer'), 1);
    expect(await store.queries.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 2,
      fetchedAgain: 1,
      fetchedAgainInAll: 1,
    });
    await controlOf(store, run).end('paused', 'It is over.', 'paused');
    await controlOf(store, run).begin();
    await store.ledger(run).claim('https://example.org', 3, 10);
    await controlOf(store, run).end('paused', 'It is over.', 'paused');
    await controlOf(store, run).begin();
    expect(await store.queries.runs.receipt(run)).toMatchObject({
      requeued: 3,
      fetchedAgain: 0,
      fetchedAgainInAll: 2,
    });
    await store.ledger(run).claim('https://example.org', 3, 10);
    expect(await store.queries.runs.receipt(run)).toMatchObject({
      requeued: 3,
      fetchedAgain: 3,
      fetchedAgainInAll: 5,
    });
  });
});
