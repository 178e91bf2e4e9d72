import { given } from '../../../given.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/store/open.ts';
import type { RequestView } from '../../../../electron/store/requests/request-queries.ts';
import { completed, facts, item, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('views of requests', () => {
  let store: Store;
  let run: string;
  let clock: number;

  beforeEach(async () => {
    clock = 1_800_000_000_000;
    store = scratchStore(':memory:', { now: () => clock });
    const other = await startedRun(store, 'other');
    await store.ledger(other).admit([request(900)]);
    run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([1, 2, 3, 4, 5].map((n) => request(n, { depth: n % 2 })));
    const claimed = await ledger.claim('https://example.org', 4, clock);
    const ids = claimed.map(({ id }) => id);
    const [firstId = '', secondId = '', thirdId = '', fourthId = ''] = ids;
    await ledger.complete({
      ...completed(firstId, [item(1)], [request(6, { parent: firstId }), request(7, { parent: firstId })]),
      facts: { ...facts, durationMs: 90 },
    });
    await ledger.complete({ ...completed(secondId), facts: { ...facts, status: 404, durationMs: 5 } });
    await ledger.fail(unfinished(thirdId, 'The name could not be resolved.'));
    await ledger.skip(unfinished(fourthId, 'robots.txt forbids it.'));
    await ledger.flush();
  });

  const urls = async (changes: Partial<RequestView> = {}, offset = 0, limit = 100) => {
    const { rows } = await store.queries.requests.slice({ run, ...changes }, offset, limit);
    return rows.map(({ url }) => Number(url.split('/').at(-1)));
  };

  it('gives all of a run in the order of admission, and none of another run', async () => {
    expect(await urls()).toHaveLength(7);
    expect(await store.queries.requests.slice({ run }, 2, 2)).toMatchObject({ total: 7, rows: [{}, {}] });
  });

  it.each<[string, Partial<RequestView>, number]>([
    ['one state that is found by its index', { states: ['failed'] }, 1],
    ['another state', { states: ['queued'] }, 3],
    ['several states', { states: ['failed', 'skipped', 'done'] }, 4],
    ['a status', { statuses: [404] }, 1],
    ['failed without an answer', { statuses: [null] }, 1],
    ['skipped without an answer', { statuses: ['not-fetched'] }, 1],
    ['any way to be without an answer, or a status', { statuses: [null, 'not-fetched', 404] }, 3],
    ['a part of the address', { url: 'PAGE/6' }, 1],
    ['a part of the reason', { reason: 'robots' }, 1],
    ['an origin', { origin: 'https://example.org' }, 7],
    ['an origin that is not there', { origin: 'https://elsewhere.org' }, 0],
    ['a callback', { callback: 'parse_article' }, 7],
    ['no callback', { callback: null }, 0],
  ])('filters by %s', async (_, changes, count) => {
    const found = await store.queries.requests.slice({ run, ...changes }, 0, 100);
    expect(found.rows).toHaveLength(count);
    expect(found.total).toBe(count);
  });

  it('sorts, with those without a value last', async () => {
    const times = async (descending: boolean) => {
      const sort = { column: 'durationMs', descending } as const;
      const { rows } = await store.queries.requests.slice({ run, sort }, 0, 3);
      return rows.map(({ durationMs }) => durationMs);
    };
    expect(await times(true)).toEqual([90, 5, null]);
    expect(await times(false)).toEqual([5, 90, null]);
  });

  it('sees what has changed once some time has passed', async () => {
    const queued = async () =>
      (await store.queries.requests.slice({ run, states: ['queued'] }, 0, 100)).total;
    expect(await queued()).toBe(3);
    await store.ledger(run).admit([request(50)]);
    clock += 60_000;
    expect(await queued()).toBe(4);
  });

  it('tells what was found on a page', async () => {
    const [parent] = (await store.queries.requests.slice({ run, statuses: [200] }, 0, 1)).rows;
    const { links, total } = await store.queries.requests.children(given(parent), 1);
    expect(total).toBe(2);
    expect(links).toEqual([
      { id: links[0]?.id, url: 'https://example.org/page/6', state: 'queued', items: 0 },
    ]);
    expect(await store.queries.requests.link(given(parent).id)).toMatchObject({ state: 'done', items: 1 });
    expect(await store.queries.requests.link('12345')).toBeNull();
  });

  it('tells the hosts', async () => {
    expect(await store.queries.requests.origins(run, 0, 10)).toEqual({
      rows: [
        { origin: 'https://example.org', queued: 3, active: 0, done: 2, failed: 1, skipped: 1, items: 1 },
      ],
      total: 1,
    });
  });
});
