import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepEverything } from '../../../../shared/retention.ts';
import { openStore, type Store } from '../../../../electron/store/open.ts';
import { removeForGood, itemsOf, scratchFolder, scratchStore, startedRun } from '../support.ts';
import { crawledRun } from '../upkeep/crawled-run.ts';

const shop = { project: 'default', spider: 'shop' };
const dataset = { ...shop, key: null };

async function current(store: Store): Promise<void> {
  while (!(await store.queries.dataset.step(dataset)));
}

const finish = (store: Store): void => {
  while (store.retention.dropStep());
};

describe('rules', () => {
  it('hold as a whole, the nearest one', async () => {
    const { retention, ...store } = scratchStore();
    await crawledRun({ retention, ...store }, { 1: 'a' });
    const rule = (runs: number) => ({ ...keepEverything, runs });
    expect(retention.ruleOf(shop)).toEqual({ rule: keepEverything, from: 'none' });
    retention.setRule({ project: null, spider: null }, rule(9));
    expect(retention.ruleOf(shop)).toEqual({ rule: rule(9), from: 'workspace' });
    retention.setRule({ project: 'default', spider: null }, rule(5));
    expect(retention.ruleOf(shop)).toEqual({ rule: rule(5), from: 'project' });
    retention.setRule({ project: 'default', spider: 'shop' }, rule(2));
    retention.setRule({ project: 'default', spider: 'shop' }, rule(3));
    expect(retention.ruleOf(shop)).toEqual({ rule: rule(3), from: 'spider' });
    expect(retention.rules()).toHaveLength(3);
    retention.setRule({ project: 'default', spider: 'shop' }, null);
    expect(retention.ruleOf(shop)).toMatchObject({ from: 'project' });
    expect(() => retention.setRule({ project: 'none', spider: null }, null)).toThrow(/project "none"/u);
    expect(() => retention.setRule({ project: 'default', spider: 'none' }, null)).toThrow(/spider "none"/u);
  });

  it('are applied at night where that is said', () => {
    const { retention } = scratchStore();
    expect(retention.settings()).toEqual({ nightly: false, doneAt: null, done: null });
    retention.configure({ nightly: true });
    retention.configure({ doneAt: 7, done: '{}' });
    expect(retention.settings()).toEqual({ nightly: true, doneAt: 7, done: '{}' });
  });
});

describe('what is known of runs', () => {
  it('says which may not be touched, and why', async () => {
    const store = scratchStore();
    const first = await crawledRun(store, { 1: 'a' });
    const pinned = await crawledRun(store, { 1: 'b' });
    const newest = await crawledRun(store, { 1: 'c' });
    const underWay = await startedRun(store);
    expect(store.retention.pin(pinned, true).pinnedAt).not.toBeNull();
    const kept = () => Object.fromEntries(store.retention.runs(shop, false).map((run) => [run.id, run.kept]));
    expect(kept()).toEqual({
      [first]: null,
      [pinned]: 'pinned',
      [newest]: 'newest',
      [underWay]: 'under-way',
    });
    expect(store.retention.pin(pinned, false).pinnedAt).toBeNull();
    expect(kept()).toMatchObject({ [pinned]: null });
  });

  it('says which runs were the first or the last to see an item, and what the dataset loses without some', async () => {
    const store = scratchStore();
    const first = await crawledRun(store, { 1: 'a', 2: 'a', 3: 'a' });
    const between = await crawledRun(store, { 1: 'b', 2: 'b' });
    const last = await crawledRun(store, { 1: 'c', 2: 'c', 4: 'c' });
    await current(store);
    const seen = store.retention.runs(shop, true).filter(({ isSeenBy }) => isSeenBy);
    expect(seen.map(({ id }) => id).toSorted()).toEqual([first, last].toSorted());
    expect(store.retention.datasetEffect(shop, [between])).toEqual({ lost: 0, later: 0 });
    expect(store.retention.datasetEffect(shop, [first])).toEqual({ lost: 1, later: 2 });
    expect(store.retention.datasetEffect(shop, [first, between, last])).toEqual({ lost: 4, later: 0 });
    await removeForGood(store.queries, { kind: 'run', run: first });
    await current(store);
    expect(await itemsOf(store, 'dataset')).toHaveLength(3);
  });

  it('finds the newest run that has a page', async () => {
    const store = scratchStore();
    await crawledRun(store, { 1: 'same' });
    const second = await crawledRun(store, { 1: 'same', 2: 'own' });
    const hash = createHash('sha256').update('same').digest('hex');
    expect(store.retention.runsWithPages(shop, [hash, '00'])).toEqual([second]);
    expect(store.retention.runsWithPages(shop, [])).toEqual([]);
  });
});

describe('parts that go', () => {
  it('are the pages that no other run has; items stay, and the run says so', async () => {
    const store = scratchStore();
    const old = await crawledRun(store, { 1: 'shared', 2: 'own'.repeat(3000) });
    const kept = await crawledRun(store, { 1: 'shared' });
    const sizes = store.retention.pageSizes([old]);
    expect(sizes.get(old)).toMatchObject({ pages: 1 });
    const before = await store.queries.pages.size();
    store.retention.dropParts([old], 'pages');
    finish(store);
    expect(await store.queries.pages.size()).toMatchObject({ pages: before.pages - 1 });
    const [shared, own] = await itemsOf(store, old);
    expect(await store.queries.pages.ofRequest(shared?.request ?? '')).toMatchObject({ html: 'shared' });
    expect(await store.queries.pages.ofRequest(own?.request ?? '')).toBeNull();
    expect(await store.queries.runs.hasPages(kept)).toBe(true);
    expect(store.retention.ofRun(old)).toMatchObject({ detailDroppedAt: null });
    expect(store.retention.ofRun(old).pagesDroppedAt).not.toBeNull();
    expect(store.retention.runs(shop, false).find(({ id }) => id === old)).toMatchObject({
      hasPages: false,
      hasDetail: true,
    });
    expect(store.check()).toEqual([]);
  });

  it('are the log and headers; counters stay as they are', async () => {
    const store = scratchStore();
    const run = await crawledRun(store, { 1: 'a', 2: 'b' });
    const { counters } = await store.queries.runs.get(run);
    store.retention.dropParts([run], 'detail');
    finish(store);
    expect(store.retention.detailSize(run)).toEqual({ events: 0, bytes: 0 });
    expect((await store.queries.runs.get(run)).counters).toEqual(counters);
    expect(await store.queries.runs.hasPages(run)).toBe(true);
  });

  it('go to the end after they were cut off, whoever opens the database', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const texts = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, `page ${n}`]));
    const first = openStore(path);
    const old = await crawledRun(first, texts);
    await crawledRun(first, { 1: 'kept' });
    first.retention.dropParts([old], 'pages');
    expect(first.retention.dropStep()).toBe(true);
    expect(await first.queries.runs.hasPages(old)).toBe(true);
    first.close();
    const store = scratchStore(path);
    finish(store);
    expect(await store.queries.runs.hasPages(old)).toBe(false);
    expect(await store.queries.pages.size()).toMatchObject({ pages: 1 });
    expect(store.retention.dropStep()).toBe(false);
  });
});
