import { expect, it } from 'vitest';
import type { NewQueueEntry, QueueRow } from '../../../../electron/store/queue/queue-queries.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, type Studio } from './studio.ts';
import { removeForGood } from '../support.ts';

const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };

/** Queues entries of spiders that are added where they do not exist. */
async function queue(studio: Studio, ...entries: Partial<NewQueueEntry>[]): Promise<QueueRow[]> {
  const all = entries.map((entry) => ({
    ...shop,
    priority: 0,
    duplicates: 'allow' as const,
    options,
    ...entry,
  }));
  for (const { project, spider } of all) await addSpider(studio, { project, spider });
  return studio.queries.queue.add(all, 'batch');
}

const idsOf = (entries: readonly QueueRow[]): string[] => entries.map(({ id }) => id);
const order = async (studio: Studio): Promise<string[]> => idsOf((await studio.queries.queue.list()).entries);

/** All that was ever queued is in one of the states. */
async function expectSum(studio: Studio, all: number): Promise<void> {
  const { counts } = await studio.queries.queue.status();
  const { all: said, ...states } = counts;
  expect([said, Object.values(states).reduce((sum, count) => sum + count, 0)]).toEqual([all, all]);
}

describeQueries('the queue', (open, openTwo) => {
  it('has what was queued, in the order of priority, then of queueing', async () => {
    const studio = open();
    const [a, b, c] = await queue(studio, {}, { spider: 'news', priority: 5 }, { priority: -1 });
    expect(a).toEqual({
      ...{
        id: a?.id,
        ...shop,
        spiderExists: true,
        state: 'pending',
        priority: 0,
        attempts: 0,
        maxAttempts: 3,
      },
      ...{ reason: null, run: null, source: 'person', schedule: null, scheduledFor: null, batch: 'batch' },
      ...{
        options,
        dueAt: null,
        addedAt: '2026-11-20T12:00:00.000Z',
        startedAt: null,
        endedAt: null,
        worker: null,
      },
    });
    expect(await order(studio)).toEqual([b?.id, a?.id, c?.id]);
    expect(await studio.queries.queue.get(a?.id ?? '')).toEqual(a);
    expect(await studio.queries.queue.status()).toEqual({
      counts: { pending: 3, running: 0, completed: 0, failed: 0, cancelled: 0, dead: 0, all: 3 },
      ...{ concurrency: 2, held: false, workers: [], nextDueAt: null },
    });
  });

  it('takes all entries or none', async () => {
    const studio = open();
    await addSpider(studio, shop);
    const entry = { ...shop, priority: 0, duplicates: 'allow' as const, options };
    const added = studio.queries.queue.add([entry, { ...entry, spider: 'nobody' }], null);
    await expect(added).rejects.toMatchObject({ code: 'not-found' });
    await expectSum(studio, 0);
  });

  it('queues a duplicate again, leaves it, or puts it in the place of the pending one', async () => {
    const studio = open();
    const args = { limit: 3, overrides: { b: 1, a: 2 }, args: {}, allowPrivate: false };
    const [first] = await queue(studio, { options: args });
    const same = { ...args, overrides: { a: 2, b: 1 } };
    expect(idsOf(await queue(studio, { options: same, duplicates: 'skip' }))).toEqual([first?.id]);
    const [other] = await queue(studio, { options: { ...args, limit: 4 }, duplicates: 'skip' });
    expect(other?.id).not.toBe(first?.id);
    const [instead] = await queue(studio, { options: same, duplicates: 'replace' });
    expect(await studio.queries.queue.get(first?.id ?? '')).toMatchObject({
      state: 'cancelled',
      reason: 'A newer entry took its place.',
    });
    expect(await order(studio)).toEqual([other?.id, instead?.id, first?.id]);
    await queue(studio, { options: same, duplicates: 'allow' });
    await expectSum(studio, 4);
  });

  it('moves pending entries first, last and before others, with the priority of the place', async () => {
    const studio = open();
    const [a = '', b = '', c = '', d = ''] = idsOf(
      await queue(studio, { priority: 9 }, {}, {}, { priority: -9 }),
    );
    const move = async (...args: Parameters<typeof studio.queries.queue.move>): Promise<string[]> => {
      expect(await studio.queries.queue.move(...args)).toMatchObject({
        kind: 'changed',
        entry: { id: args[0] },
      });
      return order(studio);
    };
    expect(await move(c, 'first')).toEqual([c, a, b, d]);
    expect(await move(c, { before: d })).toEqual([a, b, c, d]);
    expect(await move(a, 'last')).toEqual([b, c, d, a]);
    expect(await move(a, 'last')).toEqual([b, c, d, a]);
    expect(await move(b, { before: b })).toEqual([b, c, d, a]);
    expect(await studio.queries.queue.setPriority(a, 1)).toMatchObject({ entry: { priority: 1 } });
    expect(await order(studio)).toEqual([a, b, c, d]);
    await expect(studio.queries.queue.move(a, { before: '999' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('finds room between two entries however often one is moved there', async () => {
    const studio = open();
    const ids = idsOf(await queue(studio, {}, {}, {}));
    for (let turn = 0; turn < 120; turn += 1) {
      const [first = '', second = '', third = ''] = await order(studio);
      await studio.queries.queue.move(first, { before: third });
      expect(await order(studio)).toEqual([second, first, third]);
    }
    expect((await order(studio)).toSorted()).toEqual(ids.toSorted());
  });

  it('cancels, retries and clears, and loses nothing', async () => {
    const studio = open();
    const { queue: port } = studio.queries;
    const [a = '', b = ''] = idsOf(await queue(studio, {}, {}));
    expect(await port.cancel(a, 'Not now.')).toMatchObject({
      kind: 'changed',
      entry: { state: 'cancelled', reason: 'Not now.', endedAt: '2026-11-20T12:00:00.000Z' },
    });
    for (const refused of [
      port.cancel(a, 'Again.'),
      port.move(a, 'first'),
      port.setPriority(a, 1),
      port.retry(b),
    ])
      expect(await refused).toMatchObject({ kind: 'refused' });
    expect(await port.clear('press')).toBe(0);
    expect(await port.clear(null)).toBe(1);
    expect(await order(studio)).toEqual([b]);
    expect((await port.list({ cleared: true })).total).toBe(2);
    await expectSum(studio, 2);
    expect(await port.retry(a)).toMatchObject({ entry: { state: 'pending', reason: null, endedAt: null } });
    expect(await order(studio)).toEqual([b, a]);
    await expect(port.get('999')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is listed by project, spider, state and batch, page by page', async () => {
    const studio = open();
    const { queue: port } = studio.queries;
    const press = { project: 'press' };
    const [a = '', b = '', c = '', d = ''] = idsOf(
      await queue(studio, {}, press, { ...press, spider: 'news' }, {}),
    );
    await port.cancel(a, 'Not now.');
    studio.pass(1000);
    await port.cancel(b, 'Not now.');
    expect(await order(studio)).toEqual([c, d, b, a]);
    const pages = [0, 1, 2, 3, 4].map((offset) => port.list({ offset, limit: 2 }));
    expect((await Promise.all(pages)).map(({ entries }) => idsOf(entries))).toEqual([
      [c, d],
      [d, b],
      [b, a],
      [a],
      [],
    ]);
    const found = async (query: Parameters<typeof port.list>[0]): Promise<string[]> =>
      idsOf((await port.list(query)).entries);
    expect(await found(press)).toEqual([c, b]);
    expect(await found({ spider: 'shop', states: ['cancelled'] })).toEqual([b, a]);
    expect(await found({ batch: 'other' })).toEqual([]);
    expect(await found({ entries: [a, d] })).toEqual([d, a]);
    expect(await found({ run: '1' })).toEqual([]);
  });

  it('follows the names of spiders and projects, and keeps those of deleted ones', async () => {
    const studio = open();
    const { projects, queue: port, trash } = studio.queries;
    const [a = '', b = ''] = idsOf(await queue(studio, {}, { spider: 'news' }));
    await projects.rename('default', 'press');
    expect(await port.get(a)).toMatchObject({ project: 'press', spider: 'shop' });
    await removeForGood({ trash }, { kind: 'spider', project: 'press', spider: 'shop' });
    expect(await port.get(a)).toMatchObject({
      ...{ project: 'press', spider: 'shop', spiderExists: false },
      ...{ state: 'cancelled', reason: 'Its spider was deleted.' },
    });
    expect(await port.retry(a)).toMatchObject({ kind: 'refused' });
    await removeForGood({ trash }, { kind: 'project', project: 'press' });
    expect(await port.get(b)).toMatchObject({ state: 'cancelled', reason: 'Its project was deleted.' });
    expect((await port.list({ project: 'press' })).total).toBe(2);
    await expectSum(studio, 2);
  });

  it('is configured for all', async () => {
    const [studio, other] = openTwo();
    await studio.queries.queue.configure({ concurrency: 7 });
    await studio.queries.queue.configure({ held: true });
    expect(await other.queries.queue.status()).toMatchObject({ concurrency: 7, held: true });
  });
});
