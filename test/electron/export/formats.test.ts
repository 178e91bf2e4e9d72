import { describe, expect, it } from 'vitest';
import { previewExport } from '../../../electron/export/preview.ts';
import { csvDialect } from '../../../electron/export/csv.ts';
import type { ExportFormat } from '../../../shared/export-formats.ts';
import { cellText } from '../../../electron/export/cells.ts';
import { flattenItem } from '../../../electron/export/flatten.ts';
import { readCsv, readCsvObjects } from './csv-reader.ts';
import { exported, row } from './support.ts';

const columns = [
  'id',
  'run',
  'spider',
  'version',
  'url',
  'callback',
  'title',
  'content',
  'author',
  'published_date',
  'scraped_at',
];

const textFormats = ['csv', 'json', 'jsonl'] as const;

/** What a metadata value becomes in the cells of an item. */
const cellsOf = (metadata: Record<string, unknown>) =>
  Object.fromEntries(
    [...flattenItem(row(metadata))].slice(columns.length).map(([name, cell]) => [name, cellText(cell)]),
  );

describe('flattening', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['text', { a: 'x' }, { a: 'x' }],
    ['numbers and booleans', { a: 1.5, b: false, c: 0 }, { a: '1.5', b: 'false', c: '0' }],
    ['null', { a: null }, { a: '' }],
    ['an object', { a: { b: 1, c: { d: 'x' } } }, { 'a.b': '1', 'a.c.d': 'x' }],
    ['an empty object', { a: {} }, { a: '{}' }],
    ['a list of scalars', { a: ['x', 1, true] }, { a: 'x, 1, true' }],
    ['a list of one', { a: ['x'] }, { a: 'x' }],
    ['an empty list', { a: [] }, { a: '[]' }],
    ['a list with the separator in it', { a: ['x, y', 'z'] }, { a: '["x, y","z"]' }],
    ['a comma alone is not the separator', { a: ['1,299', '5'] }, { a: '1,299, 5' }],
    ['a list with null', { a: ['x', null] }, { a: '["x",null]' }],
    ['a list with empty text', { a: ['', 'x'] }, { a: '["","x"]' }],
    ['a list that would look like JSON', { a: ['[x]', 'y'] }, { a: '["[x]","y"]' }],
    ['a list of objects', { a: [{ b: 1 }, { b: 2 }] }, { a: '[{"b":1},{"b":2}]' }],
    ['a list of lists', { a: [['x'], []] }, { a: '[["x"],[]]' }],
    ['a list within an object', { a: { b: ['x', 'y'] } }, { 'a.b': 'x, y' }],
    ['a key that equals a column', { title: 'x', run: 5 }, { 'metadata.title': 'x', 'metadata.run': '5' }],
    ['an object under such a key', { title: { short: 'x' } }, { 'metadata.title.short': 'x' }],
    ['the stored column', { metadata_json: 1 }, { 'metadata.metadata_json': '1' }],
    ['a name that is taken', { a: { b: 1 }, 'a.b': 2 }, { 'a.b': '1', 'metadata.a.b': '2' }],
    [
      'a name that is taken twice',
      { title: 'x', metadata: { title: 'y' } },
      { 'metadata.title': 'x', 'metadata.metadata.title': 'y' },
    ],
    [
      'a dangerous name',
      JSON.parse('{"__proto__": "x", "constructor": "y"}'),
      JSON.parse('{"__proto__": "x", "constructor": "y"}'),
    ],
  ])('%s', (_name, metadata, expected) => {
    expect(cellsOf(metadata)).toEqual(expected);
  });
});

describe('csv', () => {
  it('has the columns first, then all metadata keys as they first appear', async () => {
    const { text, rows } = await exported([row({ b: 1 }), row({ a: { x: 2 }, b: 3 })], 'csv');
    const [header, ...records] = readCsv(text);
    expect(header).toEqual([...columns, 'b', 'a.x']);
    expect(records.map((record) => record.slice(-2))).toEqual([
      ['1', ''],
      ['3', '2'],
    ]);
    expect(rows).toBe(2);
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotation marks', 'say "hi"', '"say ""hi"""'],
    ['only quotation marks', '"', '""""'],
    ['line breaks of every kind', 'a\nb\r\nc\rd', '"a\nb\r\nc\rd"'],
    ['white space around', ' a ', '" a "'],
    ['letters of the world', 'Grüße 日本 🕷', 'Grüße 日本 🕷'],
    ['a formula, exactly', '=SUM(A1)', '=SUM(A1)'],
  ])('keeps %s', async (_name, title, cell) => {
    const { text } = await exported([row({}, { title })], 'csv', ['title', 'run']);
    expect(text).toBe(`title,run\r\n${cell},3\r\n`);
    expect(readCsvObjects(text)).toEqual([{ title, run: '3' }]);
  });

  it('of no items is the header alone', async () => {
    expect((await exported([], 'csv')).text).toBe(`${columns.join(',')}\r\n`);
  });

  it('has no empty lines, even for one empty column', async () => {
    expect((await exported([row()], 'csv', ['author'])).text).toBe('author\r\n""\r\n');
  });

  it('tells what it changed', async () => {
    const { notes } = await exported(
      [
        row({ tags: ['a', 'b'], title: 'x', deep: { a: 1 } }, { author: '=cmd', content: '-5.2' }),
        row({ tags: ['c', 'd'], list: [{}], blank: '' }, { author: '@x' }),
      ],
      'csv',
    );
    expect(notes).toEqual([
      '2 lists were joined with ", ": tags.',
      'Fields whose name was taken got the prefix "metadata.": metadata.title.',
      'Nested objects became dotted columns: deep.',
      '2 cells begin like a formula; they are exact, but open the file as text in a spreadsheet: author.',
      '1 list of objects was written as JSON: list.',
      '1 empty text looks like a missing value: blank.',
    ]);
  });
});

describe('csv for Excel', () => {
  const german = { separator: ';', mark: '\ufeff' };

  it('begins with a byte order mark, once, and has the separator of the computer', async () => {
    const { text } = await exported([row({ price: 1234.5 }), row({ price: 2 })], 'csv', ['title', 'price'], {
      dialect: german,
    });
    expect(text).toBe('\ufefftitle;price\r\nTitle;1234.5\r\nTitle;2\r\n');
    expect([...Buffer.from(text).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it.each([
    ['its separator', 'a;b', '"a;b"'],
    ['a comma, which is a letter there', 'a,b', 'a,b'],
    ['quotation marks', 'say "hi"', '"say ""hi"""'],
    ['line breaks of every kind', 'a\nb\r\nc\rd', '"a\nb\r\nc\rd"'],
    ['letters of the world', 'Grüße 日本 🕷', 'Grüße 日本 🕷'],
    ['a formula, exactly', '=SUM(A1)', '=SUM(A1)'],
    ['a decimal number, exactly', '12.5', '12.5'],
  ])('keeps %s', async (_name, title, cell) => {
    const { text } = await exported([row({}, { title })], 'csv', ['title', 'run'], { dialect: german });
    expect(text).toBe(`\ufefftitle;run\r\n${cell};3\r\n`);
    expect(readCsv(text.slice(1), ';').at(-1)).toEqual([title, '3']);
  });

  it('quotes whatever separates there', async () => {
    const { text } = await exported([row({}, { title: 'a|b' })], 'csv', ['title', 'run'], {
      dialect: { separator: '|', mark: '' },
    });
    expect(text).toBe('title|run\r\n"a|b"|3\r\n');
  });

  it('is what its preview shows, and no other format hears of it', async () => {
    const items = [row({ a: 'x;y' }), row({ a: ['b', 'c'] })];
    for (const format of textFormats) {
      const { text } = await exported(items, format, null, { dialect: german });
      expect(
        previewExport(items, { format, rows: null, columns: null, dialect: german, limit: 9 }).text,
      ).toBe(text);
      expect(text.includes('\ufeff')).toBe(format === 'csv');
    }
  });

  it('has a mark on every computer, and the standard one never', () => {
    expect(csvDialect('excel')).toMatchObject({ mark: '\ufeff' });
    expect(csvDialect('standard')).toEqual({ separator: ',', mark: '' });
  });
});

describe('a preview', () => {
  const items = [
    row({
      offer: { price: 5, seller: { name: 'A' } },
      tags: ['a', 'b'],
      reviews: [{ stars: 5 }, { stars: 4 }],
      sku: 'x',
    }),
    row({ tags: ['a, b', 'c'], reviews: [], note: '', sku: '=1+1' }),
    row({ tags: ['c'], offer: { price: 7 } }),
  ];
  const preview = (format: ExportFormat, columns: string[] | null = null) =>
    previewExport(items, { format, rows: null, columns, limit: 100 });

  it('says of each field what becomes of it', () => {
    expect(preview('csv').paths).toEqual([
      { path: 'offer', notes: ['2 objects as dotted columns: offer.price, offer.seller.name'] },
      {
        path: 'tags',
        notes: ['2 lists joined with ", "', '1 list as JSON, because joined values could not be told apart'],
      },
      { path: 'reviews', notes: ['1 list of objects as JSON', '1 empty list or object as [] or {}'] },
      { path: 'note', notes: ['1 empty text looks like a missing value'] },
      { path: 'sku', notes: ['1 cell begins like a formula, and a spreadsheet may run it'] },
    ]);
    expect(preview('jsonl').paths).toEqual([]);
  });

  it('says what a choice of columns leaves out, and nothing of what is not written', () => {
    const { columns, paths } = preview('csv', ['offer', 'title']);
    expect(columns).toEqual(['offer.price', 'offer.seller.name', 'title']);
    expect(paths.map(({ path, notes }) => [path, notes.join()])).toEqual([
      ['offer', '2 objects as dotted columns: offer.price, offer.seller.name'],
      ['tags', 'left out with 3 values, because the column is not chosen'],
      ['reviews', 'left out with 2 values, because the column is not chosen'],
      ['sku', 'left out with 2 values, because the column is not chosen'],
    ]);
  });

  it.each(
    textFormats.flatMap((format) =>
      [null, ['offer', 'tags', 'gone']].map((columns) => [format, columns] as const),
    ),
  )('is what the export writes: %s, columns %j', async (format, columns) => {
    const { text, notes } = await exported(items, format, columns, { unknown: 'empty' });
    expect(preview(format, columns).text).toBe(text);
    const told = preview(format, columns).paths.flatMap(({ path }) => path);
    expect(notes.filter((note) => !told.some((path) => note.includes(path)))).toEqual([]);
  });

  it('of no items is that of an export', async () => {
    for (const format of textFormats) {
      const nothing = previewExport([], { format, rows: null, columns: null, limit: 20 });
      expect(nothing.text).toBe((await exported([], format)).text);
    }
  });
});

describe('json and jsonl', () => {
  it('keep nested values, numbers and null as they are', async () => {
    const metadata = {
      price: 1.5,
      none: null,
      tags: ['a', { b: [] }],
      title: 'other',
      deep: { a: { b: 1 } },
    };
    const items = [row(metadata), row()];
    const { text, rows, notes } = await exported(items, 'json');
    const [first, second] = JSON.parse(text);
    expect(first).toEqual({
      id: items[0]?.id,
      run: '3',
      spider: 'shop',
      version: 2,
      url: 'https://example.org/a',
      callback: 'parse_article',
      title: 'Title',
      content: null,
      author: null,
      published_date: null,
      scraped_at: '2026-11-21T12:00:00.000Z',
      price: 1.5,
      none: null,
      tags: ['a', { b: [] }],
      'metadata.title': 'other',
      deep: { a: { b: 1 } },
    });
    expect(Object.keys(second)).toEqual(columns);
    expect([rows, notes]).toEqual([2, []]);
    const lines = (await exported(items, 'jsonl')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([first, second]);
  });

  it.each([
    ['json', 0, '[]\n'],
    ['jsonl', 0, ''],
    ['json', 1, '[\n{"run":"3"}\n]\n'],
    ['json', 2, '[\n{"run":"3"},\n{"run":"3"}\n]\n'],
    ['jsonl', 2, '{"run":"3"}\n{"run":"3"}\n'],
  ] as const)('%s of %i items', async (format, count, expected) => {
    expect(
      (
        await exported(
          Array.from({ length: count }, () => row()),
          format,
          ['run'],
        )
      ).text,
    ).toBe(expected);
  });

  it('keep line breaks of values out of the lines', async () => {
    const { text } = await exported([row({}, { title: 'a\nb\u2028c' })], 'jsonl', ['title']);
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toEqual({ title: 'a\nb\u2028c' });
  });
});

describe('choosing columns', () => {
  it('writes them in the order given, once each, and tells what is left out', async () => {
    const { text, notes } = await exported([row({ price: 5, tags: ['x'] })], 'csv', [
      'price',
      'url',
      'price',
    ]);
    expect(text).toBe('price,url\r\n5,https://example.org/a\r\n');
    expect(notes).toEqual(['1 value was left out, because columns were chosen: tags.']);
    expect((await exported([row({ tags: ['x', 'y'] }), row()], 'jsonl', ['tags'])).text).toBe(
      '{"tags":["x","y"]}\n{"tags":null}\n',
    );
  });

  it('takes all columns of a nested value by its name', async () => {
    const { text } = await exported([row({ offer: { price: 5, at: { shop: 'A' } } })], 'csv', ['offer']);
    expect(text).toBe('offer.price,offer.at.shop\r\n5,A\r\n');
  });

  it('leaves one empty that no item has, where it was chosen in a table', async () => {
    const { text } = await exported([row()], 'csv', ['title', 'price'], { unknown: 'empty' });
    expect(text).toBe('title,price\r\nTitle,\r\n');
  });

  it('can name the metadata as it is stored', async () => {
    const { text } = await exported([row({ a: { b: 1 } })], 'csv', ['metadata_json']);
    expect(readCsvObjects(text)).toEqual([{ metadata_json: '{"a":{"b":1}}' }]);
  });

  it.each([
    ['csv', 'titel', 'There is no column "titel". Did you mean "title"?'],
    ['csv', 'pric', 'There is no column "pric". Did you mean "price"?'],
    ['json', 'Title', 'There is no column "Title". Did you mean "title"?'],
    ['jsonl', 'qqqqqqqqqqq', 'There is no column "qqqqqqqqqqq".'],
  ] as const)(
    '%s: an unknown one (%s) is an error that names the nearest',
    async (format, column, message) => {
      await expect(exported([row({ price: 1 })], format, ['url', column])).rejects.toMatchObject({
        name: 'ExportError',
        code: 'unknown-column',
        message,
        hint: expect.stringMatching(
          /^There are (?=.*\bprice\b)(?=.*\bpublished_date\b)(?=.*\bmetadata_json\b).*\.$/,
        ),
      });
    },
  );

  it('takes any name where there are no items to know better', async () => {
    expect((await exported([], 'csv', ['price'])).text).toBe('price\r\n');
  });
});
