import { describe, expect, it } from 'vitest';
import { completed, facts, item, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('the timings of a run', () => {
  it('are those of its answers, and its speed is that of its active time', async () => {
    let now = 1_000_000;
    const store = scratchStore(':memory:', { now: () => now });
    const run = await startedRun(store);
    expect(store.runs.timings(run)).toEqual({
      activeMs: 0,
      answered: 0,
      pagesPerSecond: null,
      medianMs: null,
      p95Ms: null,
    });
    const ledger = store.ledger(run);
    await ledger.admit(Array.from({ length: 22 }, (_, n) => request(n + 1)));
    const claimed = await ledger.claim('https://example.org', 22, 0);
    for (const [n, { id }] of claimed.entries()) {
      if (n < 20) await ledger.complete({ ...completed(id), facts: { ...facts, durationMs: 20 - n } });
      if (n === 20) await ledger.fail(unfinished(id, 'no answer'));
    }
    now += 4000;
    const timings = { answered: 20, medianMs: 10, p95Ms: 19 };
    expect(store.runs.timings(run)).toEqual({ ...timings, activeMs: 4000, pagesPerSecond: 5 });
    store.runs.setState(run, 'pausing');
    store.runs.setState(run, 'paused');
    now += 60_000;
    expect(store.runs.timings(run)).toEqual({ ...timings, activeMs: 4000, pagesPerSecond: 5 });
  });

  it('of a run that was cut off go up to its last sign of life', async () => {
    let now = 1_000_000;
    const store = scratchStore(':memory:', { now: () => now, isAlive: () => false });
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2)]);
    const [one] = await ledger.claim('https://example.org', 2, 0);
    now += 2000;
    await ledger.complete(completed(one?.id ?? ''));
    now += 3_600_000;
    expect(store.runs.timings(run)).toMatchObject({ activeMs: 2000, pagesPerSecond: 0.5 });
  });
});

describe('how well fields are filled', () => {
  it('is counted by callback, columns first, then the metadata in order', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    const product = { callback: 'product', content: ' ' };
    await ledger.complete(
      completed(claimed?.id ?? '', [
        item(1, { ...product, metadata: { price: 1, name: 'a', tags: [] } }),
        item(2, { ...product, title: null, metadata: { price: 0, name: '', more: { a: 1 }, old: null } }),
        item(3, { callback: 'parse_article', author: 'me' }),
      ]),
    );
    const fills = store.runs
      .fills(run)
      .map(({ callback, field, items, filled }) => [callback, field, items, filled]);
    expect(fills).toEqual([
      ['product', 'title', 2, 1],
      ['product', 'content', 2, 0],
      ['product', 'author', 2, 0],
      ['product', 'published_date', 2, 0],
      ['product', 'price', 2, 2],
      ['product', 'name', 2, 1],
      ['product', 'tags', 2, 0],
      ['product', 'more', 2, 1],
      ['product', 'old', 2, 0],
      ['parse_article', 'title', 1, 1],
      ['parse_article', 'content', 1, 0],
      ['parse_article', 'author', 1, 1],
      ['parse_article', 'published_date', 1, 0],
    ]);
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
    expect(store.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 0,
      fetchedAgain: 0,
      fetchedAgainInAll: 0,
    });
    store.runs.setState(run, 'pausing');
    store.runs.setState(run, 'paused');
    store.runs.start(run);
    expect(store.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 2,
      fetchedAgain: 0,
      fetchedAgainInAll: 0,
    });
    const second = store.ledger(run);
    const [again] = await second.claim('https://example.org', 1, 0);
    await second.retry(unfinished(again?.id ?? '', 'no answer'), 1);
    expect(store.runs.receipt(run)).toEqual({
      ...receipt,
      requeued: 2,
      fetchedAgain: 1,
      fetchedAgainInAll: 1,
    });
    store.runs.setState(run, 'interrupted');
    store.runs.start(run);
    await store.ledger(run).claim('https://example.org', 3, 10);
    store.runs.setState(run, 'interrupted');
    store.runs.start(run);
    expect(store.runs.receipt(run)).toMatchObject({ requeued: 3, fetchedAgain: 0, fetchedAgainInAll: 2 });
    await store.ledger(run).claim('https://example.org', 3, 10);
    expect(store.runs.receipt(run)).toMatchObject({ requeued: 3, fetchedAgain: 3, fetchedAgainInAll: 5 });
  });
});
