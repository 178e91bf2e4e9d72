import { given } from '../../../given.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemColumn, ItemFilter, ItemView } from '../../../../electron/store/items/item-queries.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { all, completed, item, request, scratchStore, startedRun } from '../support.ts';

/** Items of one run, each of a page of its own. */
async function fill(store: Store, run: string, items: ReturnType<typeof item>[]): Promise<void> {
  const ledger = store.ledger(run);
  await ledger.admit(items.map((_, index) => request(index + 1 + Number(run) * 1000)));
  const claimed = await ledger.claim('https://example.org', items.length, Date.now());
  for (const [index, { id }] of claimed.entries())
    await ledger.complete(completed(id, [given(items[index])]));
  await ledger.flush();
}

const view = (changes: Partial<ItemView> = {}): ItemView => ({
  project: 'default',
  spider: 'shop',
  run: null,
  filters: [],
  words: [],
  sort: [],
  upTo: null,
  ...changes,
});
const field = (key: string) => ({ kind: 'metadata' as const, key });
const title = { kind: 'column' as const, name: 'title' as const };

describe('views of items', () => {
  let store: Store;
  let run: string;
  const titles = async (changes: Partial<ItemView>, offset = 0, limit = 100) =>
    (await store.queries.items.slice(view(changes), offset, limit)).rows.map((row) => row.title);

  beforeEach(async () => {
    store = scratchStore();
    run = await startedRun(store);
    await fill(store, run, [
      item(1, { title: 'Anchor', metadata: { price: 12.5, tags: ['sea', 'iron'], stock: true } }),
      item(2, { title: 'bell', metadata: { price: 8, note: 'Größe M' } }),
      item(3, { title: 'Compass', metadata: { price: '30', stock: false, 'a "quoted" key': 'x' } }),
      item(4, { title: null, content: 'A tide table', metadata: { price: null } }),
    ]);
  });

  it('gives parts in the order of scraping, with the total', async () => {
    const part = await store.queries.items.slice(view(), 1, 2);
    expect(part.rows.map((row) => row.title)).toEqual(['bell', 'Compass']);
    expect(part).toMatchObject({ total: 4, newer: 0 });
    expect(await titles({}, 3, 100)).toEqual([null]);
    expect(await titles({}, 99, 10)).toEqual([]);
  });

  it('leaves out what came after a snapshot, and says how much that is', async () => {
    const { upTo } = await store.queries.items.slice(view(), 0, 1);
    const second = await startedRun(store);
    await fill(store, second, [item(9, { title: 'Dory' })]);
    expect(await store.queries.items.slice(view({ upTo }), 0, 100)).toMatchObject({ total: 4, newer: 1 });
    expect(await store.queries.items.slice(view(), 0, 100)).toMatchObject({ total: 5, newer: 0 });
    expect(await titles({ run: second })).toEqual(['Dory']);
  });

  it('keeps the order of scraping where two runs of a spider have run at once', async () => {
    const second = await startedRun(store);
    await fill(store, second, [item(9, { title: 'Dory' })]);
    const ledger = store.ledger(run);
    await ledger.admit([request(77)]);
    const [claimed] = await ledger.claim('https://example.org', 1, Date.now());
    await ledger.complete(completed(given(claimed).id, [item(10, { title: 'Ensign' })]));
    expect(await titles({})).toEqual(['Anchor', 'bell', 'Compass', null, 'Dory', 'Ensign']);
  });

  it.each([
    ['text, whatever its case, those without last', title, false, ['Anchor', 'bell', 'Compass', null]],
    ['text, backwards', title, true, ['Compass', 'bell', 'Anchor', null]],
    ['numbers before text', field('price'), false, ['bell', 'Anchor', 'Compass', null]],
    ['a key with quotation marks', field('a "quoted" key'), false, ['Compass', 'Anchor', 'bell', null]],
  ])('sorts by %s', async (_, column, descending, expected) => {
    expect(await titles({ sort: [{ column, descending }] })).toEqual(expected);
  });

  it.each<[string, ItemFilter, (string | null)[]]>([
    ['contains', { column: title, operator: 'contains', value: 'COM' }, ['Compass']],
    ['not-contains', { column: title, operator: 'not-contains', value: 'com' }, ['Anchor', 'bell', null]],
    ['equals', { column: title, operator: 'equals', value: 'BELL' }, ['bell']],
    ['not-equals', { column: title, operator: 'not-equals', value: 'bell' }, ['Anchor', 'Compass', null]],
    ['starts-with', { column: title, operator: 'starts-with', value: 'an' }, ['Anchor']],
    ['ends-with', { column: title, operator: 'ends-with', value: 'SS' }, ['Compass']],
    ['empty', { column: field('price'), operator: 'empty', value: null }, [null]],
    [
      'empty, where the key is missing',
      { column: field('tags'), operator: 'empty', value: null },
      ['bell', 'Compass', null],
    ],
    ['not-empty', { column: field('note'), operator: 'not-empty', value: null }, ['bell']],
    [
      'greater, with a number in a text',
      { column: field('price'), operator: 'greater', value: 10 },
      ['Anchor', 'Compass'],
    ],
    ['less-or-equal', { column: field('price'), operator: 'less-or-equal', value: 12.5 }, ['Anchor', 'bell']],
    ['greater, as text', { column: title, operator: 'greater-or-equal', value: 'bell' }, ['bell', 'Compass']],
    ['equals a boolean', { column: field('stock'), operator: 'equals', value: false }, ['Compass']],
    ['equals a number', { column: field('price'), operator: 'equals', value: 8 }, ['bell']],
    ['a list, as its JSON', { column: field('tags'), operator: 'contains', value: 'iron' }, ['Anchor']],
    [
      'letters beyond ASCII, in capitals',
      { column: field('note'), operator: 'contains', value: 'größe' },
      ['bell'],
    ],
  ])('filters: %s', async (_, filter, expected) => {
    expect(await titles({ filters: [filter] })).toEqual(expected);
    expect((await store.queries.items.slice(view({ filters: [filter] }), 0, 1)).total).toBe(expected.length);
  });

  it.each([
    ['a word of the title', ['anch'], ['Anchor']],
    ['all words must stand somewhere', ['compass', '30'], ['Compass']],
    ['content', ['tide'], [null]],
    ['inside a list', ['iron'], ['Anchor']],
    ['letters beyond ASCII', ['größe'], ['bell']],
    ['not the names of fields', ['price'], []],
    ['not a part of a pattern', ['%'], []],
  ])('searches: %s', async (_, words, expected) => {
    expect(await titles({ words })).toEqual(expected);
  });

  it('hands all items of a view over in its order, each walk the same', async () => {
    const { total, batches } = await store.queries.items.stream(
      view({ sort: [{ column: title, descending: true }] }),
    );
    expect(total).toBe(4);
    for (let walk = 0; walk < 2; walk += 1)
      expect((await all(batches())).map((row) => row.title)).toEqual(['Compass', 'bell', 'Anchor', null]);
  });

  it('gives the values of a column as JSON, which tells true from 1', async () => {
    const values = (column: ItemColumn) => all(store.queries.items.values(view(), column));
    expect(await values(field('stock'))).toEqual(['true', null, 'false', null]);
    expect((await values(field('tags')))[0]).toBe('["sea","iron"]');
    expect((await values(title))[1]).toBe('"bell"');
  });

  it('spreads a sample over all items', async () => {
    const { total, rows } = await store.queries.items.sample(view(), 2);
    expect(total).toBe(4);
    expect(rows).toHaveLength(2);
  });

  it('does without items, and without a run', async () => {
    expect(await store.queries.items.slice(view({ spider: 'nobody' }), 0, 10)).toEqual({
      rows: [],
      total: 0,
      upTo: 0,
      newer: 0,
    });
    expect(await store.queries.items.get('999')).toBeNull();
  });
});
