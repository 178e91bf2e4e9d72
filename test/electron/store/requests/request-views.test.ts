import { given } from '../../../given.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/store/open.ts';
import type { RequestView } from '../../../../electron/store/requests/request-views.ts';
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

  const urls = (changes: Partial<RequestView> = {}, offset = 0, limit = 100) =>
    store.requestViews
      .slice({ run, ...changes }, offset, limit)
      .rows.map(({ url }) => Number(url.split('/').at(-1)));

  it('gives all of a run in the order of admission, and none of another run', () => {
    expect(urls()).toHaveLength(7);
    expect(store.requestViews.slice({ run }, 2, 2)).toMatchObject({ total: 7, rows: [{}, {}] });
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
  ])('filters by %s', (_, changes, count) => {
    const found = store.requestViews.slice({ run, ...changes }, 0, 100);
    expect(found.rows).toHaveLength(count);
    expect(found.total).toBe(count);
  });

  it('sorts, with those without a value last', () => {
    const times = (descending: boolean) =>
      store.requestViews
        .slice({ run, sort: { column: 'durationMs', descending } }, 0, 3)
        .rows.map(({ durationMs }) => durationMs);
    expect(times(true)).toEqual([90, 5, null]);
    expect(times(false)).toEqual([5, 90, null]);
  });

  it('sees what has changed once some time has passed', async () => {
    const queued = () => store.requestViews.slice({ run, states: ['queued'] }, 0, 100).total;
    expect(queued()).toBe(3);
    await store.ledger(run).admit([request(50)]);
    clock += 60_000;
    expect(queued()).toBe(4);
  });

  it('tells what was found on a page', () => {
    const [parent] = store.requestViews.slice({ run, statuses: [200] }, 0, 1).rows;
    const { links, total } = store.requestViews.children(given(parent), 1);
    expect(total).toBe(2);
    expect(links).toEqual([
      { id: links[0]?.id, url: 'https://example.org/page/6', state: 'queued', items: 0 },
    ]);
    expect(store.requestViews.link(given(parent).id)).toMatchObject({ state: 'done', items: 1 });
    expect(store.requestViews.link('12345')).toBeNull();
  });

  it('tells the hosts', () => {
    expect(store.requestViews.origins(run, 0, 10)).toEqual({
      rows: [
        { origin: 'https://example.org', queued: 3, active: 0, done: 2, failed: 1, skipped: 1, items: 1 },
      ],
      total: 1,
    });
  });

  it('puts a run into stretches of time', () => {
    const { bucketMs, points } = store.runSeries.of(run, 10);
    expect(bucketMs).toBe(1000);
    expect(points).toEqual([
      { at: clock, ms: 1, pages: 2, items: 1, failed: 1, skipped: 1, bytes: 2000, meanMs: 47.5, maxMs: 90 },
    ]);
  });

  it('fills the stretches of time in which nothing happened, and reads on', async () => {
    expect(store.runSeries.of(run, 10).points).toHaveLength(1);
    clock += 24_000;
    const ledger = store.ledger(run);
    const [next] = await ledger.claim('https://example.org', 1, clock);
    await ledger.complete(completed(given(next).id, [item(9)]));
    const { bucketMs, points } = store.runSeries.of(run, 6);
    expect(bucketMs).toBe(5000);
    expect(points.map(({ pages }) => pages)).toEqual([2, 0, 0, 0, 1]);
    expect(points.map(({ ms }) => ms)).toEqual([5000, 5000, 5000, 5000, 4000]);
    expect(store.runSeries.of(run, 1000).points.reduce((sum, { items }) => sum + items, 0)).toBe(2);
  });

  it('leaves out the stretch of time that goes on, and shows standing still', async () => {
    const startedAt = clock;
    const underWay = () =>
      store.runSeries.of(run, 100, { startedAt, underWay: true }).points.map(({ pages }) => pages);
    expect(underWay()).toEqual([]);
    clock += 1499;
    expect(underWay()).toEqual([]);
    clock += 1;
    expect(underWay()).toEqual([2]);
    clock += 900;
    const ledger = store.ledger(run);
    const [next] = await ledger.claim('https://example.org', 1, clock);
    await ledger.complete(completed(given(next).id));
    expect(underWay()).toEqual([2]);
    clock += 2100;
    expect(underWay()).toEqual([2, 0, 1, 0]);
  });

  it('measures the first and the last stretch of time by what they have of it', async () => {
    const startedAt = clock - 700;
    clock += 5100;
    const ledger = store.ledger(run);
    const [next] = await ledger.claim('https://example.org', 1, clock);
    await ledger.complete(completed(given(next).id));
    const series = store.runSeries.of(run, 100, { startedAt, underWay: false });
    // A page in the last tenth of a second is not ten pages a second, and not one either.
    expect(series.points.map(({ ms, pages }) => [ms, pages])).toEqual([
      [1000, 2],
      [1000, 0],
      [1000, 0],
      [1000, 0],
      [1100, 1],
    ]);
    const late = store.runSeries.of(run, 100, { startedAt: clock - 4400, underWay: false });
    expect(late.points[0]).toMatchObject({ ms: 1300, pages: 2 });
  });
});
