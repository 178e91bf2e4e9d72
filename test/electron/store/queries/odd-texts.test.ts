import { expect, it } from 'vitest';
import type { ItemView } from '../../../../electron/store/items/item-queries.ts';
import { oddTexts, replaced } from '../odd-texts.ts';
import { item, newRun, spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { readPage, shop, startRun, type Studio } from './studio.ts';

const whole: ItemView = { ...shop, run: null, filters: [], words: [], sort: [], upTo: null };
const field = (key: string) => ({ kind: 'metadata', key }) as const;
const title = { kind: 'column', name: 'title' } as const;

/** A page with an item that has an odd text everywhere, between two that are plain. */
async function withOdd(studio: Studio, text: string): Promise<string> {
  const session = await startRun(studio);
  await readPage(session, 1, [
    item(1, { title: 'first', metadata: { note: 'plain', price: 1 } }),
    item(2, {
      title: text,
      content: text,
      metadata: { note: text, price: 2, [text]: 'of an odd name', deep: [{ a: text }] },
      problems: [{ field: 'note', message: text }],
    }),
    item(3, { title: 'third', metadata: { note: 'plain', price: 3 } }),
  ]);
  return session.run;
}

describeQueries('odd texts', (open) => {
  const slice = ({ queries }: Studio, view: Partial<ItemView>) =>
    queries.items.slice({ ...whole, ...view }, 0, 10);
  const prices = async (studio: Studio, view: Partial<ItemView>) =>
    (await slice(studio, view)).rows.map(({ metadata }) => metadata['price']);

  it.each(oddTexts)('an item with %s is stored, with its fields as they are', async (_name, text) => {
    const studio = open();
    await withOdd(studio, text);
    const { rows, total } = await slice(studio, {});
    expect(total).toBe(3);
    const stored = rows[1];
    expect(stored?.metadata).toEqual({ note: text, price: 2, [text]: 'of an odd name', deep: [{ a: text }] });
    expect(stored?.problems).toEqual([{ field: 'note', message: text }]);
    // Texts of their own are those of the database: it may hold neither NUL nor halves.
    expect([text, replaced(text)]).toContain(stored?.content?.toWellFormed());
    expect([text, replaced(text)]).toContain(stored?.title?.toWellFormed());
  });

  it.each(oddTexts)('items are found, sorted and counted beside one with %s', async (_name, text) => {
    const studio = open();
    const run = await withOdd(studio, text);
    const above = { column: field('price'), operator: 'greater', value: 1 } as const;
    expect(await prices(studio, { filters: [above] })).toEqual([2, 3]);
    const plain = { column: field('note'), operator: 'equals', value: 'plain' } as const;
    expect(await prices(studio, { filters: [plain] })).toEqual([1, 3]);
    expect(await prices(studio, { filters: [{ ...plain, operator: 'not-equals' }] })).toEqual([2]);
    expect(
      await prices(studio, { filters: [{ ...plain, operator: 'not-empty', value: null }] }),
    ).toHaveLength(3);
    expect(await prices(studio, { words: ['third'] })).toEqual([3]);
    expect(await prices(studio, { words: ['odd'] })).toEqual([2]);
    const byPrice = [{ column: field('price'), descending: true }];
    expect(await prices(studio, { sort: byPrice })).toEqual([3, 2, 1]);
    expect(await prices(studio, { sort: [{ column: field('note'), descending: false }] })).toHaveLength(3);
    expect(await prices(studio, { sort: [{ column: title, descending: false }] })).toHaveLength(3);
    const values: (string | null)[] = [];
    for await (const part of studio.queries.items.values(whole, field('price'))) values.push(...part);
    expect(values).toEqual(['1', '2', '3']);
    expect(await studio.queries.runs.get(run)).toMatchObject({ counters: { items: 3 } });
  });

  it.each(oddTexts)('a spider with %s is saved, and read as it was', async (_name, text) => {
    const studio = open();
    const document = { ...spiderNamed('shop'), description: text };
    const given = JSON.stringify(document);
    await studio.queries.spiders.import({ ...shop, name: 'shop', text: given }, { dryRun: false });
    const version = await studio.queries.spiders.version(shop, null);
    expect(JSON.parse(version?.text ?? '')).toEqual(document);
    const draft = JSON.stringify({ ...document, start_urls: ['https://example.org/'] });
    await studio.queries.drafts.put(shop, draft, 1, null);
    expect((await studio.queries.drafts.get(shop))?.text).toBe(draft);
    const run = await newRun(studio, 'shop');
    expect((await studio.queries.runs.list({ ...shop, limit: 1, current: true }))[0]?.id).toBe(run);
  });
});
