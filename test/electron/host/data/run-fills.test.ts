import { describe, expect, it } from 'vitest';
import { fillsOf } from '../../../../electron/host/data/run-fills.ts';
import { completed, item, request, scratchStore, spiderNamed, startedRun } from '../../store/support.ts';

describe('fill rates', () => {
  async function crawled() {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    const product = { callback: 'product', content: ' ' };
    const items = [
      item(1, { ...product, metadata: { price: 1, name: 'a', tags: [] } }),
      item(2, { ...product, title: null, metadata: { price: 0, name: '', more: { a: 1 }, old: null } }),
      item(3, { callback: 'parse_article', author: 'me' }),
      item(4, { ...product, title: '', metadata: { price: null } }),
    ];
    await ledger.complete(completed(claimed?.id ?? '', items));
    return { store, row: await store.queries.runs.get(run) };
  }

  const told = ({ fields }: Awaited<ReturnType<typeof fillsOf>>) =>
    fields.map(({ callback, field, items, filled }) => [callback, field, items, filled]);

  it('are counted callback by callback, columns first, then the metadata in order', async () => {
    const { store, row } = await crawled();
    const extract = Object.fromEntries(
      ['price', 'content', 'old', 'name', 'tags', 'title'].map((name) => [name, { css: name }]),
    );
    const spider = { ...spiderNamed('shop'), callbacks: { product: { extract } } };
    const fills = await fillsOf(store, row, spider);
    expect(told(fills)).toEqual([
      ['product', 'title', 3, 1],
      ['product', 'content', 3, 0],
      ['product', 'price', 3, 2],
      ['product', 'name', 3, 1],
      ['product', 'tags', 3, 0],
      ['product', 'more', 3, 1],
      ['product', 'old', 3, 0],
      ['parse_article', 'title', 1, 1],
      ['parse_article', 'content', 1, 0],
      ['parse_article', 'author', 1, 1],
      ['parse_article', 'published_date', 1, 0],
    ]);
    expect(fills.fields[2]?.rate).toBeCloseTo(2 / 3);
    expect(fills).toMatchObject({ itemsWithValues: 3, sampled: false });
  });

  it('leave out what is empty and what the spider does not ask for', async () => {
    const { store, row } = await crawled();
    expect(told(await fillsOf(store, row, null)).slice(0, 5)).toEqual([
      ['product', 'title', 3, 1],
      ['product', 'price', 3, 2],
      ['product', 'name', 3, 1],
      ['product', 'more', 3, 1],
      ['parse_article', 'title', 1, 1],
    ]);
  });

  it('of a run without items are none', async () => {
    const store = scratchStore();
    const row = await store.queries.runs.get(await startedRun(store));
    expect(await fillsOf(store, row, null)).toEqual({ fields: [], itemsWithValues: 0, sampled: false });
  });
});
