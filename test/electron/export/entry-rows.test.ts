import { describe, expect, it } from 'vitest';
import { createListTally, rowsOf } from '../../../electron/export/entry-rows.ts';
import { previewExport } from '../../../electron/export/preview.ts';
import { readCsvObjects } from './csv-reader.ts';
import { exported, row } from './support.ts';

type Metadata = Record<string, unknown>;

const reviews = [
  { by: 'Ada', stars: 5, replies: [{ by: 'Shop', text: 'Thanks' }, { by: 'Bo' }] },
  { by: 'Cy', stars: 2, replies: [] },
];

describe('the rows of an item', () => {
  it.each<[string, string, Metadata, Metadata[]]>([
    [
      'objects give a column to each member, in the place of the list',
      'reviews',
      { sku: 'x', reviews: [{ by: 'Ada', stars: 5 }, { by: 'Cy' }], price: 1 },
      [
        { sku: 'x', 'reviews.by': 'Ada', 'reviews.stars': 5, price: 1 },
        { sku: 'x', 'reviews.by': 'Cy', price: 1 },
      ],
    ],
    [
      'plain values keep the name of the list',
      'tags',
      { tags: ['a', 2, null] },
      [{ tags: 'a' }, { tags: 2 }, { tags: null }],
    ],
    ['both in one list', 'tags', { tags: ['a', { b: 1 }] }, [{ tags: 'a' }, { 'tags.b': 1 }]],
    ['lists within an entry stay lists', 'rows', { rows: [[1, 2], [3]] }, [{ rows: [1, 2] }, { rows: [3] }]],
    [
      'objects and lists within members stay',
      'r',
      { r: [{ a: { b: 1 }, c: [2] }] },
      [{ 'r.a': { b: 1 }, 'r.c': [2] }],
    ],
    ['an empty list gives none', 'tags', { tags: [] }, []],
    ['a missing list gives none', 'tags', { sku: 'x' }, []],
    ['null gives none', 'tags', { tags: null }, []],
    ['an empty text gives none', 'tags', { tags: '' }, []],
    [
      'a value that is no list is its only entry',
      'offers',
      { offers: { price: 5 } },
      [{ 'offers.price': 5 }],
    ],
    ['an entry without members keeps the others', 'r', { sku: 'x', r: [{}] }, [{ sku: 'x' }]],
    [
      'a list inside a list: its parents are repeated',
      'reviews.replies',
      { sku: 'x', reviews },
      [
        {
          sku: 'x',
          'reviews.by': 'Ada',
          'reviews.stars': 5,
          'reviews.replies.by': 'Shop',
          'reviews.replies.text': 'Thanks',
        },
        { sku: 'x', 'reviews.by': 'Ada', 'reviews.stars': 5, 'reviews.replies.by': 'Bo' },
      ],
    ],
    [
      'a list inside an object',
      'shop.tags',
      { shop: { name: 'A', tags: ['a', 'b'] } },
      [
        { 'shop.name': 'A', 'shop.tags': 'a' },
        { 'shop.name': 'A', 'shop.tags': 'b' },
      ],
    ],
    [
      'a name with a dot in it',
      'a.b',
      { a: { c: 1 }, 'a.b': [1, 2] },
      [
        { a: { c: 1 }, 'a.b': 1 },
        { a: { c: 1 }, 'a.b': 2 },
      ],
    ],
    [
      'a key with the name of a column',
      'metadata.title',
      { title: ['x', { y: 1 }] },
      [{ 'metadata.title': 'x' }, { 'metadata.title.y': 1 }],
    ],
    [
      'a member whose name is taken loses nothing',
      'r',
      { 'r.a': 'own', r: [{ a: 'member' }] },
      [{ 'r.a': 'own', 'metadata.r.a': 'member' }],
    ],
    [
      'dangerous names',
      '__proto__',
      JSON.parse('{"__proto__": [{"constructor": 1}]}'),
      [JSON.parse('{"__proto__.constructor": 1}')],
    ],
  ])('%s', (_name, list, metadata, expected) => {
    expect([...rowsOf(row(metadata), list)].map((one) => one.metadata)).toEqual(expected);
  });

  it('repeat every other column', () => {
    const item = row({ tags: ['a', 'b'] }, { author: 'Ada' });
    for (const { metadata: _, ...columns } of rowsOf(item, 'tags')) expect(item).toMatchObject(columns);
  });
});

it('counts the rows that each list would give, exactly', () => {
  const items = [
    row({ reviews, tags: ['a'], shop: { tags: ['x', 'y'] }, plain: 'x' }),
    row({ reviews: reviews[0], tags: [], title: ['t'] }),
    row({ tags: null }),
  ];
  const tally = createListTally();
  tally.add(items);
  const entries = tally.entries();
  expect([...entries]).toEqual([
    ['reviews', 3],
    ['reviews.replies', 4],
    ['tags', 1],
    ['shop.tags', 2],
    ['metadata.title', 1],
  ]);
  for (const [list, count] of entries) {
    expect(items.flatMap((item) => [...rowsOf(item, list)])).toHaveLength(count);
  }
});

describe('an export of the entries of a list', () => {
  const items = () => [
    row({ reviews, sku: 'a' }, { title: 'One' }),
    row({ sku: 'b', reviews: [] }, { title: 'Two' }),
    row({ sku: 'c' }, { title: 'Three' }),
    row({ sku: 'd', reviews: [{ by: 'Di', helpful: { yes: 3 } }] }, { title: 'Four' }),
  ];

  it('has a row for each in csv, with nested lists as JSON, and tells which items have none', async () => {
    const { text, rows, notes } = await exported(items(), 'csv', ['title', 'sku', 'reviews'], {
      rows: 'reviews',
    });
    expect(readCsvObjects(text)).toEqual([
      {
        title: 'One',
        sku: 'a',
        'reviews.by': 'Ada',
        'reviews.stars': '5',
        'reviews.replies': '[{"by":"Shop","text":"Thanks"},{"by":"Bo"}]',
        'reviews.helpful.yes': '',
      },
      {
        title: 'One',
        sku: 'a',
        'reviews.by': 'Cy',
        'reviews.stars': '2',
        'reviews.replies': '[]',
        'reviews.helpful.yes': '',
      },
      {
        title: 'Four',
        sku: 'd',
        'reviews.by': 'Di',
        'reviews.stars': '',
        'reviews.replies': '',
        'reviews.helpful.yes': '3',
      },
    ]);
    expect(rows).toBe(3);
    expect(notes).toContain('2 items have no entry in reviews, and so no row.');
  });

  it.each(['json', 'jsonl'] as const)(
    'has the same columns in %s, with types and inner values kept',
    async (format) => {
      const { text, rows } = await exported(items(), format, ['title', 'reviews.stars', 'reviews.replies'], {
        rows: 'reviews',
      });
      const read =
        format === 'json'
          ? JSON.parse(text)
          : text
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line));
      expect(read).toEqual([
        { title: 'One', 'reviews.stars': 5, 'reviews.replies': reviews[0]?.replies },
        { title: 'One', 'reviews.stars': 2, 'reviews.replies': [] },
        { title: 'Four', 'reviews.stars': null, 'reviews.replies': null },
      ]);
      expect(rows).toBe(3);
    },
  );

  it.each(['csv', 'json', 'jsonl'] as const)('has all columns in %s where none is chosen', async (format) => {
    const { text, rows } = await exported(items(), format, null, { rows: 'reviews.replies' });
    expect(rows).toBe(2);
    for (const name of ['title', 'sku', 'reviews.by', 'reviews.replies.by', 'reviews.replies.text'])
      expect(text).toContain(name);
    const preview = previewExport(items(), { format, rows: 'reviews.replies', columns: null, limit: 50 });
    expect([preview.text.length, preview.rows]).toEqual([text.length, 2]);
  });

  it('shows the first rows, not those of the first items', () => {
    const many = [row({ tags: Array.from({ length: 900 }, (_, n) => n) }), row({ tags: ['last'] })];
    const preview = previewExport(many, { format: 'jsonl', rows: 'tags', columns: ['tags'], limit: 2 });
    expect(preview).toMatchObject({
      text: '{"tags":0}\n{"tags":1}\n',
      rows: 2,
      lists: [{ path: 'tags', entries: 901 }],
    });
  });

  it('writes every entry of a long list', async () => {
    const tags = Array.from({ length: 200_000 }, (_, n) => n);
    const { rows, text } = await exported([row({ tags })], 'jsonl', ['tags'], { rows: 'tags' });
    expect([rows, text.endsWith('{"tags":199999}\n')]).toEqual([200_000, true]);
  });

  it.each([
    ['review', 'There is no list "review". Did you mean "reviews"?'],
    ['sku', 'There is no list "sku".'],
    ['reviews.by', 'There is no list "reviews.by".'],
  ])('refuses %s and names the lists that there are', async (list, message) => {
    await expect(exported(items(), 'jsonl', null, { rows: list })).rejects.toMatchObject({
      name: 'ExportError',
      code: 'unknown-column',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/^There are (?=.*\breviews\b)(?=.*\breviews\.replies\b).*\.$/),
    });
  });

  it('says that no value is a list', async () => {
    await expect(exported([row({ sku: 1 })], 'csv', null, { rows: 'sku' })).rejects.toMatchObject({
      hint: 'No value of these items is a list.',
    });
  });

  it('takes any list where there are no items to know better, or where a table has chosen it', async () => {
    expect((await exported([], 'csv', ['sku'], { rows: 'tags' })).text).toBe('sku\r\n');
    const filtered = await exported([row({ sku: 1 })], 'jsonl', null, { rows: 'tags', unknown: 'empty' });
    expect(filtered).toMatchObject({
      rows: 0,
      text: '',
      notes: ['1 item has no entry in tags, and so no row.'],
    });
  });

  it('is known by columns only that its rows have', async () => {
    await expect(exported(items(), 'json', ['reviews.star'], { rows: 'reviews' })).rejects.toMatchObject({
      message: 'There is no column "reviews.star". Did you mean "reviews.stars"?',
    });
    await expect(exported(items(), 'json', ['reviews.stars'])).rejects.toMatchObject({
      code: 'unknown-column',
    });
  });
});
