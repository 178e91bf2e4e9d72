import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { ItemColumn, ItemFilter, ItemView } from '../../../../electron/store/items/item-queries.ts';
import { all, completed, item, request, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { claimed, readPage, shop, startRun, type StartedRun, type Studio } from './studio.ts';

const whole: ItemView = { ...shop, run: null, filters: [], words: [], sort: [], upTo: null };
const title = { kind: 'column', name: 'title' } as const;
const field = (key: string) => ({ kind: 'metadata', key }) as const;
const column = (name: 'id' | 'scraped_at' | 'spider') => ({ kind: 'column', name }) as const;

/** Four items of two pages, the second of which is read a second later. */
async function stall(studio: Studio): Promise<StartedRun> {
  const session = await startRun(studio);
  await readPage(session, 1, [
    item(1, { title: 'Anchor', metadata: { price: 12.5, tags: ['sea', 'iron'], stock: true } }),
    item(2, { title: 'bell', metadata: { price: 8, note: 'Größe M' } }),
  ]);
  studio.pass(1000);
  await readPage(session, 2, [
    item(3, { title: 'Compass', metadata: { price: '30', stock: false, 'a "quoted" key': 'x' } }),
    item(4, { title: null, content: 'A tide table', metadata: { price: null } }),
  ]);
  return session;
}

const titled = (...titles: string[]) => titles.map((text, n) => item(n, { title: text }));
const numbered = (count: number) => Array.from({ length: count }, (_, n) => item(n, { title: `t${n}` }));

describeQueries('items', (open) => {
  const titles = async ({ queries }: Studio, view: Partial<ItemView> = {}, offset = 0, limit = 100) =>
    (await queries.items.slice({ ...whole, ...view }, offset, limit)).rows.map((row) => row.title);

  it('come back as they were given, with the run and the version they are from', async () => {
    const studio = open();
    const { items } = studio.queries;
    const session = await startRun(studio);
    const metadata = {
      price: 1.5,
      ok: true,
      none: null,
      tags: ['ä', 1],
      deep: { a: { b: [{}] } },
      __proto__x: 1,
    };
    const texts = { content: 'line\nline\0"', author: 'Ö', published_date: '2026-01-01' };
    const problems = [{ field: 'price', message: 'It is no number.' }];
    const [request_ = ''] = await claimed(session, [request(1)]);
    const page = compressPage('<p>page</p>', 'utf-8');
    const given = [item(1, { ...texts, metadata, problems }), item(2)];
    await session.ledger.complete({ ...completed(request_, given), page });
    const { rows } = await items.slice(whole, 0, 1);
    const [row] = rows;
    expect(row).toEqual({
      id: row?.id,
      run: session.run,
      spider: 'shop',
      key: 'https://example.org/page/1',
      version: 1,
      url: 'https://example.org/page/1',
      callback: 'parse_article',
      title: 'Title 1',
      ...texts,
      content: studio.storesNul ? texts.content : texts.content.replace('\0', '\uFFFD'),
      metadata,
      scraped_at: '2026-11-20T12:00:00.000Z',
      request: request_,
      position: 0,
      problems,
    });
    expect(await items.get(row?.id ?? '')).toEqual({ ...row, project: 'default', hasPage: true });
    const summaries = await items.ofRequest(request_);
    expect(summaries.map(({ id: _id, ...summary }) => summary)).toEqual([
      { callback: 'parse_article', title: 'Title 1', position: 0 },
      { callback: 'parse_article', title: 'Title 2', position: 1 },
    ]);
    expect(summaries[0]?.id).toBe(row?.id);
  });

  it('are read again in the order of their ids, without those that are gone', async () => {
    const studio = open();
    await stall(studio);
    const { rows } = await studio.queries.items.slice(whole, 0, 10);
    const ids = rows.map(({ id }) => id).toReversed();
    expect(await studio.queries.items.read([...ids, '999999'])).toEqual(rows.toReversed());
    expect(await studio.queries.items.read([])).toEqual([]);
    await expect(studio.queries.items.read(['x'])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that are not there are none', async () => {
    const { items } = open().queries;
    const none = { rows: [], total: 0, upTo: 0, newer: 0 };
    expect(await items.slice(whole, 0, 10)).toEqual(none);
    expect(await items.slice({ ...whole, run: '99' }, 0, 10)).toEqual(none);
    expect(await items.sample(whole, 10)).toEqual({ total: 0, rows: [] });
    expect(await all(items.values(whole, title))).toEqual([]);
    const { total, batches } = await items.stream(whole);
    expect([total, await all(batches())]).toEqual([0, []]);
    expect(await items.get('99')).toBeNull();
    expect(await items.ofRequest('99')).toEqual([]);
    await expect(items.get('x')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('come in the order of scraping, part by part, without those of others', async () => {
    const studio = open();
    const { run } = await stall(studio);
    await readPage(await startRun(studio, { ...shop, spider: 'news' }), 1, titled('News'));
    const second = await startRun(studio);
    await readPage(second, 1, titled('Dory'));
    expect(await titles(studio)).toEqual(['Anchor', 'bell', 'Compass', null, 'Dory']);
    expect(await titles(studio, {}, 1, 2)).toEqual(['bell', 'Compass']);
    expect(await titles(studio, {}, 99, 10)).toEqual([]);
    expect(await titles(studio, { run })).toEqual(['Anchor', 'bell', 'Compass', null]);
    expect(await titles(studio, { run: second.run })).toEqual(['Dory']);
  });

  it('keep the order of scraping where two runs of a spider were carried out at once', async () => {
    const studio = open();
    const first = await startRun(studio);
    const second = await startRun(studio);
    await readPage(first, 1, titled('Anchor'));
    await readPage(second, 1, titled('bell'));
    await readPage(first, 2, titled('Compass'));
    expect(await titles(studio)).toEqual(['Anchor', 'bell', 'Compass']);
    expect(await titles(studio, { sort: [{ column: column('id'), descending: true }] })).toEqual([
      'Compass',
      'bell',
      'Anchor',
    ]);
  });

  it.each<[string, Partial<ItemView>]>([
    ['in the order of scraping', {}],
    ['in another order', { sort: [{ column: title, descending: true }] }],
    ['that match', { words: ['t'] }],
  ])('%s keep their places while others are added', async (_, view) => {
    const studio = open();
    const session = await startRun(studio);
    await readPage(session, 1, numbered(9));
    const before = await titles(studio, view);
    const { upTo } = await studio.queries.items.slice({ ...whole, ...view }, 0, 4);
    await readPage(session, 2, titled('t99', 't', 't00'));
    const part = { ...whole, ...view, upTo };
    const { rows, total, newer } = await studio.queries.items.slice(part, 4, 100);
    expect(rows.map((row) => row.title)).toEqual(before.slice(4));
    expect([total, newer]).toEqual([9, 3]);
    expect(await studio.queries.items.slice({ ...whole, ...view }, 0, 1)).toMatchObject({
      total: 12,
      newer: 0,
    });
  });

  it.each<[string, ItemView['sort'], (string | null)[]]>([
    ['text', [{ column: title, descending: false }], ['Anchor', 'bell', 'Compass', null]],
    ['text, backwards', [{ column: title, descending: true }], ['Compass', 'bell', 'Anchor', null]],
    [
      'numbers before texts',
      [{ column: field('price'), descending: false }],
      ['bell', 'Anchor', 'Compass', null],
    ],
    [
      'texts before numbers',
      [{ column: field('price'), descending: true }],
      ['Compass', 'Anchor', 'bell', null],
    ],
    ['true and false', [{ column: field('stock'), descending: false }], ['Compass', 'Anchor', 'bell', null]],
    [
      'an odd key',
      [{ column: field('a "quoted" key'), descending: false }],
      ['Compass', 'Anchor', 'bell', null],
    ],
    [
      'time, backwards',
      [{ column: column('scraped_at'), descending: true }],
      ['Compass', null, 'Anchor', 'bell'],
    ],
    [
      'two columns',
      [
        { column: column('scraped_at'), descending: true },
        { column: title, descending: true },
      ],
      ['Compass', null, 'bell', 'Anchor'],
    ],
  ])('are sorted by %s, those without a value last', async (_, sort, expected) => {
    const studio = open();
    await stall(studio);
    expect(await titles(studio, { sort })).toEqual(expected);
    expect(await titles(studio, { sort }, 1, 2)).toEqual(expected.slice(1, 3));
  });

  it.each<[ItemFilter['operator'], ItemColumn, ItemFilter['value'], (string | null)[]]>([
    ['contains', title, 'COM', ['Compass']],
    ['contains', field('note'), 'größe', ['bell']],
    ['contains', field('tags'), 'iron', ['Anchor']],
    ['not-contains', title, 'com', ['Anchor', 'bell', null]],
    ['equals', title, 'BELL', ['bell']],
    ['equals', field('price'), 8, ['bell']],
    ['equals', field('price'), 30, ['Compass']],
    ['equals', field('stock'), false, ['Compass']],
    ['equals', column('spider'), 'shop', ['Anchor', 'bell', 'Compass', null]],
    ['not-equals', title, 'bell', ['Anchor', 'Compass', null]],
    ['starts-with', title, 'an', ['Anchor']],
    ['ends-with', title, 'SS', ['Compass']],
    ['empty', field('price'), null, [null]],
    ['empty', field('tags'), null, ['bell', 'Compass', null]],
    ['not-empty', field('note'), null, ['bell']],
    ['greater', field('price'), 12.5, ['Compass']],
    ['greater-or-equal', field('price'), 12.5, ['Anchor', 'Compass']],
    ['greater-or-equal', title, 'bell', ['bell', 'Compass']],
    ['less', field('price'), 12.5, ['bell']],
    ['less-or-equal', field('price'), 12.5, ['Anchor', 'bell']],
    ['less', title, 'BELL', ['Anchor']],
    ['greater', column('scraped_at'), '2026-11-20T12:00:00.500Z', ['Compass', null]],
  ])('are filtered: %s %j %j', async (operator, of, value, expected) => {
    const studio = open();
    await stall(studio);
    const filters = [{ column: of, operator, value }];
    expect(await titles(studio, { filters })).toEqual(expected);
    expect((await studio.queries.items.slice({ ...whole, filters }, 0, 1)).total).toBe(expected.length);
  });

  it.each([
    ['a word of the title', ['anch'], ['Anchor']],
    ['words that stand in different places', ['compass', '30'], ['Compass']],
    ['a word of the content', ['tide'], [null]],
    ['a word in a list', ['iron'], ['Anchor']],
    ['letters beyond ASCII', ['größe'], ['bell']],
    ['not the names of fields', ['price'], []],
    ['not a pattern', ['%'], []],
  ])('are searched: %s', async (_, words, expected) => {
    const studio = open();
    await stall(studio);
    expect(await titles(studio, { words })).toEqual(expected);
  });

  it('meet all filters, words and the order at once', async () => {
    const studio = open();
    await stall(studio);
    const filters: ItemFilter[] = [
      { column: field('price'), operator: 'not-empty', value: null },
      { column: title, operator: 'not-equals', value: 'bell' },
    ];
    const sort = [{ column: title, descending: true }];
    expect(await titles(studio, { filters, words: ['s'], sort })).toEqual(['Compass', 'Anchor']);
  });

  it('are handed over in batches, in the order of the view, twice the same, while others are added', async () => {
    const studio = open();
    const session = await startRun(studio);
    await readPage(session, 1, numbered(450));
    const sort = [{ column: column('id'), descending: true }];
    const { total, batches } = await studio.queries.items.stream({ ...whole, sort });
    const seen: (string | null)[] = [];
    let sizes = 0;
    for await (const batch of batches()) {
      if (seen.length === 0) await readPage(session, 2, titled('late'));
      sizes += 1;
      seen.push(...batch.map((row) => row.title));
    }
    expect(total).toBe(450);
    expect(sizes).toBeGreaterThan(1);
    expect(seen).toEqual(
      numbered(450)
        .map((row) => row.title)
        .toReversed(),
    );
    expect((await all(batches())).map((row) => row.title)).toEqual(seen);
  });

  it('hold nothing once somebody has left before the last batch', async () => {
    const studio = open();
    const { items, trash } = studio.queries;
    const session = await startRun(studio);
    await readPage(session, 1, numbered(450));
    await session.control.end('completed', 'It is over.', 'finished');
    const { batches } = await items.stream(whole);
    for await (const batch of batches()) {
      expect(batch.length).toBeLessThan(450);
      break;
    }
    const values = items.values(whole, title)[Symbol.asyncIterator]();
    await values.next();
    await values.return?.();
    expect(await removeForGood({ trash }, { kind: 'run', run: session.run })).toMatchObject({ items: 450 });
    expect(await items.slice(whole, 0, 1)).toMatchObject({ total: 0 });
  });

  it('give the values of a column as JSON, in the order of scraping, of those that match', async () => {
    const studio = open();
    const { items } = studio.queries;
    await stall(studio);
    const values = async (of: ItemColumn, view: Partial<ItemView> = {}) => {
      const texts = await all(items.values({ ...whole, ...view }, of));
      return texts.map((text): unknown => (text === null ? null : JSON.parse(text)));
    };
    expect(await values(field('stock'))).toEqual([true, null, false, null]);
    expect(await values(field('tags'))).toEqual([['sea', 'iron'], null, null, null]);
    expect(await values(field('price'))).toEqual([12.5, 8, '30', null]);
    expect(await values(field('a "quoted" key'))).toEqual([null, null, 'x', null]);
    expect(await values(title, { sort: [{ column: title, descending: true }] })).toEqual([
      'Anchor',
      'bell',
      'Compass',
      null,
    ]);
    expect(await values(title, { words: ['iron'] })).toEqual(['Anchor']);
  });

  it('give the values that there are, in batches, while others are added', async () => {
    const studio = open();
    const session = await startRun(studio);
    const titlesOfMany = Array.from({ length: 5001 }, (_, n) => `t${n}`);
    await readPage(session, 1, titled(...titlesOfMany));
    const seen: (string | null)[] = [];
    let batches = 0;
    for await (const batch of studio.queries.items.values(whole, title)) {
      if (batches === 0) await readPage(session, 2, titled('late'));
      batches += 1;
      seen.push(...batch);
    }
    expect(batches).toBeGreaterThan(1);
    expect(seen).toEqual(titlesOfMany.map((text) => JSON.stringify(text)));
  });

  it('of a sample are all of a few, and spread over many', async () => {
    const studio = open();
    const { items } = studio.queries;
    const session = await startRun(studio);
    await readPage(session, 1, numbered(40));
    const few = await items.sample(whole, 40);
    expect(few.rows.map((row) => row.title)).toEqual(numbered(40).map((row) => row.title));
    const { total, rows } = await items.sample(whole, 10);
    expect(total).toBe(40);
    const places = rows.map((row) => row.position);
    expect(new Set(places).size).toBe(places.length);
    for (const quarter of [0, 10, 20, 30]) {
      const within = places.filter((place) => place >= quarter && place < quarter + 10);
      expect(within.length).toBeGreaterThan(0);
      expect(within.length).toBeLessThan(6);
    }
    expect((await items.sample({ ...whole, spider: 'nobody' }, 10)).total).toBe(0);
  });

  it('bear the name that their spider has now', async () => {
    const studio = open();
    const { items, spiders } = studio.queries;
    const session = await stall(studio);
    await session.control.end('completed', 'It is over.', 'finished');
    const text = (await spiders.version(shop, null))?.text ?? '';
    await spiders.save({ ...shop, name: 'bazaar', text, base: 'any' });
    expect((await items.slice(whole, 0, 10)).total).toBe(0);
    const { rows } = await items.slice({ ...whole, spider: 'bazaar' }, 0, 1);
    expect(rows).toMatchObject([{ title: 'Anchor', spider: 'bazaar' }]);
  });
});
