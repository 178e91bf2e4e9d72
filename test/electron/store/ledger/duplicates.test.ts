import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NewItem } from '../../../../electron/engine/ports/ledger.ts';
import type { LedgerOptions } from '../../../../electron/store/ledger/ledger.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { openStore } from '../../../../electron/store/open.ts';
import {
  completed,
  item,
  itemsOf,
  portsOf,
  request,
  scratchFolder,
  scratchStore,
  startedRun,
  removeForGood,
} from '../support.ts';
import type { ExpectationReport } from '../../../../shared/spider/expectation-report.ts';
import { byRow, byRule, Crawl, page, row } from './rows-crawl.ts';

const bySku: LedgerOptions = { dropBy: { key: ['sku'] } };

const withSku = (n: number, sku: unknown): NewItem => item(n, { metadata: { sku: sku as string } });

async function visit(store: Store, run: string, n: number, items: NewItem[]): Promise<number | undefined> {
  const ledger = store.ledger(run, bySku);
  await ledger.admit([request(n)]);
  const [claimed] = await ledger.claim('https://example.org', 1, 0);
  return (await ledger.complete(completed(claimed?.id ?? '', items)))?.items;
}

const skusOf = async (store: Store, run: string) =>
  (await itemsOf(store, run)).map(({ metadata }) => metadata['sku']);

const eventsOf = async (store: Store, run: string) =>
  (await store.queries.events.list(run, { kinds: ['duplicates'] })).map(({ message }) => message);

const emptyReport: ExpectationReport = {
  items: 0,
  withoutKey: 0,
  isOver: false,
  onBreach: 'warn',
  minItems: null,
  fields: [],
  breaches: [],
};

describe('duplicates that are dropped', () => {
  it('are not stored, and counted and told', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    expect(await visit(store, run, 1, [withSku(1, 'A'), withSku(1, 'B'), withSku(1, 'A')])).toBe(2);
    expect(await visit(store, run, 2, [withSku(2, 'B')])).toBe(0);
    expect(await visit(store, run, 3, [withSku(3, 'C')])).toBe(1);
    expect(await skusOf(store, run)).toEqual(['A', 'B', 'C']);
    expect(await eventsOf(store, run)).toEqual([
      '1 duplicate was not stored: this run has items of the same key already ("A").',
      '1 duplicate was not stored: this run has items of the same key already ("B").',
    ]);
    expect(await store.queries.runs.receipt(run)).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
    expect((await store.queries.runs.get(run)).counters).toMatchObject({ items: 3, done: 3 });
  });

  it('are told apart by type, and are none without a whole key', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    await visit(store, run, 1, [
      withSku(1, '1'),
      withSku(1, 1),
      withSku(1, ''),
      withSku(1, null),
      withSku(1, ' '),
    ]);
    expect(await skusOf(store, run)).toEqual(['1', 1, '', null, ' ']);
    expect(await eventsOf(store, run)).toEqual([]);
  });

  it('are dropped within their run only', async () => {
    const store = scratchStore();
    const [first, second] = [await startedRun(store), await startedRun(store)];
    await visit(store, first, 1, [withSku(1, 'A')]);
    await visit(store, second, 1, [withSku(1, 'A')]);
    expect([await skusOf(store, first), await skusOf(store, second)]).toEqual([['A'], ['A']]);
  });

  it('are known to a session that follows', async () => {
    const path = join(scratchFolder(), 'store.db');
    const before = openStore(path);
    const run = await startedRun(before);
    await visit(before, run, 1, [withSku(1, 'A')]);
    await visit(before, run, 2, [withSku(2, 'A')]);
    await before.queries.runs.cutOff(run, 'It was cut off.');
    before.close();
    const store = scratchStore(path);
    const { control, measured } = portsOf(store, run);
    await control.begin();
    await measured.keep({ report: emptyReport, told: [] });
    await visit(store, run, 3, [withSku(3, 'A'), withSku(3, 'B')]);
    expect(await skusOf(store, run)).toEqual(['A', 'B']);
    expect(await store.queries.runs.expectations(run)).toEqual({ ...emptyReport, dropped: 2 });
  });

  it('go with their run', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    await visit(store, run, 1, [withSku(1, 'A'), withSku(1, 'A')]);
    await store.queries.runs.cutOff(run, 'It was cut off.');
    await removeForGood(store.queries, { kind: 'run', run });
    const next = await startedRun(store);
    expect(await visit(store, next, 1, [withSku(1, 'A')])).toBe(1);
  });

  it('names a few of many, and shortens long keys', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const long = 'x'.repeat(100);
    const many = ['a', 'b', 'c', 'd', long, 'f', 'g'].map((sku) => withSku(1, sku));
    await visit(store, run, 1, [...many, ...many]);
    expect(await eventsOf(store, run)).toEqual([
      `7 duplicates were not stored: this run has items of the same key already ("a", "b", "c", "d", "${'x'.repeat(79)}… and 2 more).`,
    ]);
  });
});

describe('duplicates among items that rows complete', () => {
  const begin = () => Crawl.begin(undefined, bySku);

  it('are dropped where the rows bring the same key', async () => {
    const crawl = await begin();
    await crawl.ledger.admit([byRule(1, { callback: 'list' })]);
    const rows = [row({ sku: 'A' }, byRow(2)), row({ sku: 'A' }, byRow(3)), row({ sku: 'B' }, byRow(4))];
    await crawl.visit(1, [], rows, 'list');
    const ids = await crawl.claimed();
    for (const n of [2, 3, 4]) await crawl.complete(ids.get(`${n} detail`) ?? '', [page(n, {})]);
    expect((await crawl.items()).map(([, { own, sku }]) => [own, sku])).toEqual([
      [2, 'A'],
      [4, 'B'],
    ]);
    expect(await crawl.requests()).toEqual(expect.arrayContaining(['3 detail done 0']));
  });

  it('are removed where a row that is found later makes one of an item', async () => {
    const crawl = await begin();
    await crawl.ledger.admit([byRule(2), byRule(3), byRule(1, { callback: 'list' })]);
    const ids = await crawl.claimed();
    await crawl.complete(ids.get('2 detail') ?? '', [page(2, {})]);
    await crawl.complete(ids.get('3 detail') ?? '', [page(3, {})]);
    expect(await crawl.items()).toHaveLength(2);
    const rows = [row({ sku: 'A' }, byRow(2)), row({ sku: 'A' }, byRow(3))];
    const settled = await crawl.ledger.complete({ ...completed(ids.get('1 list') ?? ''), rows });
    expect(settled).toMatchObject({ items: -1, changedOthers: true });
    expect((await crawl.items()).map(([, { own, sku }]) => [own, sku])).toEqual([[2, 'A']]);
    expect(await crawl.requests()).toEqual(expect.arrayContaining(['3 detail done 0']));
    expect(await crawl.events('duplicates')).toHaveLength(1);
  });

  it('leave the items of other ways to their page as they are', async () => {
    const crawl = await begin();
    await crawl.ledger.admit([byRule(2), byRule(1, { callback: 'list' }), byRule(4, { callback: 'list' })]);
    const ids = await crawl.claimed();
    // Two items of a page, of which the first is a duplicate on the way by row A.
    await crawl.complete(ids.get('1 list') ?? '', [], [row({ way: 'A' }, byRow(2))]);
    const own = [page(2, { n: 1, sku: 'S' }), page(2, { n: 2, sku: 'T' })];
    await crawl.complete(ids.get('2 detail') ?? '', own);
    await crawl.complete(ids.get('4 list') ?? '', [], [row({ way: 'B', sku: 'U' }, byRow(2))]);
    // The second way gives items with the keys of the first: its own fields win.
    expect((await crawl.items()).map(([key, { n, way, sku }]) => [key.split('#')[1], n, way, sku])).toEqual([
      [undefined, 1, 'A', 'S'],
      ['2', 2, 'A', 'T'],
    ]);
    expect(await crawl.events('duplicates')).toEqual([
      '2 duplicates were not stored: this run has items of the same key already ("S", "T").',
    ]);
  });

  it('do not mix up which item of a page a row completes', async () => {
    const crawl = await begin();
    await crawl.ledger.admit([byRule(1, { callback: 'top' }), byRule(9)]);
    const ids = await crawl.claimed();
    await crawl.complete(ids.get('9 detail') ?? '', [page(9, { sku: 'S' })]);
    // A list that a rule takes has rows to the page 3, whose first item is a duplicate of page 9.
    await crawl.ledger.admit([byRule(2, { callback: 'list' })]);
    await crawl.visit(2, [], [row({ price: 5 }, byRow(3))], 'list');
    await crawl.visit(3, [page(3, { n: 1, sku: 'S' }), page(3, { n: 2, sku: 'T' })]);
    // Now a row of the top page leads to that list, and its values go on to the items of page 3.
    await crawl.complete(ids.get('1 top') ?? '', [], [row({ shelf: 'x' }, byRow(2, { callback: 'list' }))]);
    expect((await crawl.items()).map(([, { own, n, sku, shelf }]) => [own, n, sku, shelf])).toEqual([
      [9, undefined, 'S', undefined],
      [3, 2, 'T', 'x'],
    ]);
  });
});
