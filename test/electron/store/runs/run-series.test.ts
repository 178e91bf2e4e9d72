import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/store/open.ts';
import { given } from '../../../given.ts';
import {
  completed,
  controlOf,
  facts,
  item,
  request,
  scratchStore,
  startedRun,
  unfinished,
} from '../support.ts';

describe('a run over time', () => {
  let store: Store;
  let run: string;
  let clock: number;

  const series = (buckets: number) => store.queries.runs.series(run, buckets);

  /** One more page is read. */
  async function read(items: ReturnType<typeof item>[] = []): Promise<void> {
    const ledger = store.ledger(run);
    const [next] = await ledger.claim('https://example.org', 1, clock);
    await ledger.complete(completed(given(next).id, items));
  }

  const end = () => controlOf(store, run).end('completed', 'Nothing is left to do.', 'finished');

  /** A run that has begun some time ago, in milliseconds, and has done five pages by now. */
  async function begin(ago: number): Promise<void> {
    clock -= ago;
    run = await startedRun(store);
    clock += ago;
    const ledger = store.ledger(run);
    await ledger.admit([1, 2, 3, 4, 5].map((n) => request(n)));
    const claimed = await ledger.claim('https://example.org', 4, clock);
    const [first = '', second = '', third = '', fourth = ''] = claimed.map(({ id }) => id);
    await ledger.complete({ ...completed(first, [item(1)]), facts: { ...facts, durationMs: 90 } });
    await ledger.complete({ ...completed(second), facts: { ...facts, status: 404, durationMs: 5 } });
    await ledger.fail(unfinished(third, 'The name could not be resolved.'));
    await ledger.skip(unfinished(fourth, 'robots.txt forbids it.'));
  }

  beforeEach(() => {
    clock = 1_800_000_000_000;
    store = scratchStore(':memory:', { now: () => clock });
  });

  it('is put into stretches of time', async () => {
    await begin(0);
    await end();
    const { bucketMs, points } = await series(10);
    expect(bucketMs).toBe(1000);
    expect(points).toEqual([
      { at: clock, ms: 1, pages: 2, items: 1, failed: 1, skipped: 1, bytes: 2000, meanMs: 47.5, maxMs: 90 },
    ]);
  });

  it('has stretches in which nothing happened, and is read on', async () => {
    await begin(0);
    clock += 1500;
    expect((await series(10)).points).toHaveLength(1);
    clock += 22_500;
    await read([item(9)]);
    await end();
    const { bucketMs, points } = await series(6);
    expect(bucketMs).toBe(5000);
    expect(points.map(({ pages }) => pages)).toEqual([2, 0, 0, 0, 1]);
    expect(points.map(({ ms }) => ms)).toEqual([5000, 5000, 5000, 5000, 4000]);
    expect((await series(1000)).points.reduce((sum, { items }) => sum + items, 0)).toBe(2);
  });

  it('is shown without the stretch that goes on, and standing still', async () => {
    await begin(0);
    const underWay = async () => (await series(100)).points.map(({ pages }) => pages);
    expect(await underWay()).toEqual([]);
    clock += 1499;
    expect(await underWay()).toEqual([]);
    clock += 1;
    expect(await underWay()).toEqual([2]);
    clock += 900;
    await read();
    expect(await underWay()).toEqual([2]);
    clock += 2100;
    expect(await underWay()).toEqual([2, 0, 1, 0]);
  });

  it('measures the first and the last stretch by what they have of it', async () => {
    await begin(700);
    clock += 5100;
    await read();
    await end();
    // A page in the last tenth of a second is not ten pages a second, and not one either.
    expect((await series(100)).points.map(({ ms, pages }) => [ms, pages])).toEqual([
      [1000, 2],
      [1000, 0],
      [1000, 0],
      [1000, 0],
      [1100, 1],
    ]);
  });

  it('joins a first stretch that is short to the one after it', async () => {
    clock += 700;
    await begin(0);
    clock += 4400;
    await read();
    await end();
    expect((await series(100)).points[0]).toMatchObject({ ms: 1300, pages: 2 });
  });
});
