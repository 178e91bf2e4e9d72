import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems, type ExportRequest } from '../../../electron/export/export.ts';
import type { ExportFormat } from '../../../shared/export-formats.ts';
import { readCsvObjects } from './csv-reader.ts';
import { askDuckdb as ask } from './duckdb.ts';
import { inBatches, row } from './support.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-formats-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const items = () => [
  row(
    {
      price: 12.5,
      stock: 3,
      big: 9_007_199_254_740_991,
      sold: true,
      mixed: 5,
      tags: ['a', 'b'],
      offer: { shop: 'Ä & <b>', 'vat%': 0.2 },
      reviews: [
        { by: 'Ada', stars: 5 },
        { by: 'Bo', stars: 4.5, replies: [{ text: 'x' }] },
      ],
    },
    { id: '1', title: 'Grüße 日本 🕷 "quoted"\r\n\ttab', scraped_at: '2026-11-21T12:34:56.789Z' },
  ),
  row(
    { price: 7, stock: null, sold: false, mixed: 'five', tags: [], Price: 1, reviews: [], empty: null },
    {
      id: '2',
      title: '',
      content: 'x'.repeat(40_000),
      author: 'a\u0000b\u001fc\ud800',
      published_date: '2026-01-02',
    },
  ),
];

const write = (file: string, format: ExportFormat, more: Partial<ExportRequest> = {}) =>
  exportItems({
    batches: () => inBatches(items()),
    format,
    rows: null,
    columns: null,
    target: { file },
    ...more,
  });

describe('parquet, read by DuckDB', () => {
  it('has a type for each column, and the values', async () => {
    const file = join(folder(), 'items.parquet');
    const { notes } = await write(file, 'parquet');
    const types = await ask(`DESCRIBE SELECT * FROM '${file}'`);
    expect(Object.fromEntries(types.map((one) => [one.column_name, one.column_type]))).toMatchObject({
      id: 'VARCHAR',
      version: 'BIGINT',
      title: 'VARCHAR',
      price: 'DOUBLE',
      stock: 'BIGINT',
      big: 'BIGINT',
      sold: 'BOOLEAN',
      mixed: 'VARCHAR',
      tags: 'JSON',
      reviews: 'JSON',
      scraped_at: expect.stringMatching(/^TIMESTAMP/),
      'offer.shop': 'VARCHAR',
      'offer.vat%': 'DOUBLE',
    });
    const [first, second] = await ask(`SELECT *, epoch_ms(scraped_at) AS moment FROM '${file}' ORDER BY id`);
    expect(first).toMatchObject({
      title: 'Grüße 日本 🕷 "quoted"\r\n\ttab',
      price: 12.5,
      stock: '3',
      big: '9007199254740991',
      sold: true,
      mixed: '5',
      tags: '["a","b"]',
      'offer.shop': 'Ä & <b>',
      moment: String(Date.parse('2026-11-21T12:34:56.789Z')),
    });
    expect(second).toMatchObject({
      title: '',
      price: 7,
      stock: null,
      sold: false,
      mixed: 'five',
      empty: null,
    });
    expect(String(second?.content)).toHaveLength(40_000);
    expect(notes).toContain('Values of several types are text, because a column has one type: mixed.');
  });

  it('has all rows of many groups', async () => {
    const file = join(folder(), 'items.parquet');
    const many = Array.from({ length: 25_000 }, (_, n) => row({ n, half: n / 2, name: `item ${n}` }));
    await write(file, 'parquet', { batches: () => inBatches(many) });
    expect(
      await ask(
        `SELECT count(*) AS rows, sum(n)::BIGINT AS n, sum(half) AS half, count(DISTINCT name) AS names FROM '${file}'`,
      ),
    ).toEqual([{ rows: '25000', n: '312487500', half: 156243750, names: '25000' }]);
  });

  it('of no items has the columns that every item has', async () => {
    const file = join(folder(), 'items.parquet');
    await write(file, 'parquet', { batches: () => inBatches([]) });
    expect(await ask(`SELECT count(title) AS titles FROM '${file}'`)).toEqual([{ titles: '0' }]);
  });
});

describe('sqlite', () => {
  it('has a type for each column, and the values', async () => {
    const file = join(folder(), 'items.db');
    const { notes } = await write(file, 'sqlite');
    const db = new Database(file, { readonly: true });
    onTestFinished(() => void db.close());
    const types = db.pragma('table_info(items)') as { name: string; type: string }[];
    expect(Object.fromEntries(types.map(({ name, type }) => [name, type]))).toMatchObject({
      version: 'INTEGER',
      price: 'REAL',
      stock: 'INTEGER',
      sold: 'BOOLEAN',
      mixed: 'TEXT',
      tags: 'TEXT',
      Price_2: 'INTEGER',
    });
    const [first, second] = db.prepare('SELECT *, typeof(big) AS kind FROM items ORDER BY id').all();
    expect(first).toMatchObject({
      title: 'Grüße 日本 🕷 "quoted"\r\n\ttab',
      price: 12.5,
      big: 9_007_199_254_740_991,
      kind: 'integer',
      sold: 1,
      mixed: '5',
      scraped_at: '2026-11-21T12:34:56.789Z',
      tags: '["a","b"]',
    });
    expect(second).toMatchObject({ title: '', stock: null, sold: 0, mixed: 'five', Price_2: 1 });
    expect(notes).toContain('Columns whose names differ in case alone got a number: Price_2.');
  });

  it('has a table for a list, whose rows name their item', async () => {
    const dir = folder();
    const file = join(dir, 'items.db');
    await write(file, 'sqlite', { flatten: [{ path: 'reviews', as: 'table' }] });
    const db = new Database(file, { readonly: true });
    onTestFinished(() => void db.close());
    expect(db.prepare('SELECT * FROM reviews ORDER BY position').all()).toEqual([
      { item: '1', position: 1, by: 'Ada', stars: 5, replies: null },
      { item: '1', position: 2, by: 'Bo', stars: 4.5, replies: '[{"text":"x"}]' },
    ]);
    expect(
      db.prepare("SELECT count(*) AS n FROM pragma_table_info('items') WHERE name LIKE 'reviews%'").get(),
    ).toEqual({ n: 0 });
    expect(readdirSync(dir)).toEqual(['items.db']);
  });

  it('gets more rows, whole or not at all', async () => {
    const dir = folder();
    const file = join(dir, 'items.db');
    await write(file, 'sqlite');
    await write(file, 'sqlite', { target: { file, append: true } });
    const before = readFileSync(file);
    const broken = async function* () {
      yield [row({ price: 1 })];
      throw new Error('The database is damaged.');
    };
    await expect(write(file, 'sqlite', { batches: broken, target: { file, append: true } })).rejects.toThrow(
      'damaged',
    );
    await expect(
      write(file, 'sqlite', {
        batches: () => inBatches([row({ other: 1 })]),
        target: { file, append: true },
      }),
    ).rejects.toMatchObject({ code: 'other-columns', message: 'The table "items" has no column for other.' });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dir)).toEqual(['items.db']);
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 4 });
    db.close();
  });

  it('is not added to what is no database, or to one that is in use', async () => {
    const file = join(folder(), 'items.db');
    writeFileSync(file, 'no database '.repeat(100));
    await expect(write(file, 'sqlite', { target: { file, append: true } })).rejects.toMatchObject({
      code: 'other-columns',
    });
    rmSync(file);
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE a (b)');
    await expect(write(file, 'sqlite', { target: { file, append: true } })).rejects.toMatchObject({
      code: 'file-in-use',
    });
    db.close();
  });
});

const python = '/usr/bin/python3';
const script = `
import json, sys, datetime, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
def value(cell):
    v = cell.value
    return {'time': v.isoformat(timespec='milliseconds')} if isinstance(v, datetime.datetime) else v
print(json.dumps([{'name': s.title, 'frozen': s.freeze_panes, 'rows': [[value(c) for c in r] for r in s.iter_rows()]} for s in book.worksheets]))
`;

interface Sheet {
  name: string;
  frozen: string | null;
  rows: unknown[][];
}

const sheets = (file: string): Sheet[] =>
  JSON.parse(execFileSync(python, ['-c', script, file], { encoding: 'utf8', maxBuffer: 1e8 })) as Sheet[];

/** The rows of a sheet below its header, by column. */
const records = ({ rows: [header = [], ...rows] }: Sheet) =>
  rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));

describe.skipIf(process.platform !== 'linux')('xlsx, read by openpyxl', () => {
  it('keeps values with their types, and tells what a cell does not hold', async () => {
    const file = join(folder(), 'items.xlsx');
    const { notes } = await write(file, 'xlsx', { flatten: [{ path: 'reviews', as: 'table' }] });
    const [main, reviews, ...more] = sheets(file);
    expect(more).toEqual([]);
    if (main === undefined || reviews === undefined) throw new Error('A sheet is missing.');
    expect([main.name, main.frozen, reviews.name]).toEqual(['items', 'A2', 'reviews']);
    const [first, second] = records(main);
    expect(first).toMatchObject({
      id: '1',
      version: 2,
      title: 'Grüße 日本 🕷 "quoted"\r\n\ttab',
      price: 12.5,
      sold: true,
      mixed: 5,
      tags: 'a, b',
      'offer.shop': 'Ä & <b>',
      scraped_at: { time: '2026-11-21T12:34:56.789' },
    });
    expect(second).toMatchObject({
      sold: false,
      mixed: 'five',
      author: 'abc',
      content: 'x'.repeat(32_767),
      stock: null,
    });
    expect(records(reviews)).toEqual([
      { item: '1', position: 1, by: 'Ada', stars: 5, replies: null },
      { item: '1', position: 2, by: 'Bo', stars: 4.5, replies: '[{"text":"x"}]' },
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([
        '1 text was cut after 32,767 characters, the most that a cell of Excel holds: content.',
        '1 text has control characters, which were left out because Excel cannot hold them: author.',
      ]),
    );
  });

  it('of no items is a sheet with a header', async () => {
    const file = join(folder(), 'items.xlsx');
    await write(file, 'xlsx', { batches: () => inBatches([]) });
    expect(sheets(file)).toMatchObject([{ name: 'items', rows: [expect.arrayContaining(['id', 'title'])] }]);
  });
});

describe('tables in files of their own', () => {
  it.each(['csv', 'jsonl', 'parquet'] as const)('%s: beside the file', async (format) => {
    const dir = folder();
    const file = join(dir, `items.${format}`);
    const { others } = await write(file, format, { flatten: [{ path: 'reviews', as: 'table' }] });
    expect(readdirSync(dir).sort()).toEqual([`items.${format}`, `items.reviews.${format}`]);
    expect(others).toEqual([join(dir, `items.reviews.${format}`)]);
    if (format !== 'csv') return;
    expect(readCsvObjects(readFileSync(others[0] ?? '', 'utf8'))).toEqual([
      { item: '1', position: '1', by: 'Ada', stars: '5', replies: '' },
      { item: '1', position: '2', by: 'Bo', stars: '4.5', replies: '[{"text":"x"}]' },
    ]);
  });

  it('are written all or not at all', async () => {
    const dir = folder();
    const file = join(dir, 'items.csv');
    writeFileSync(join(dir, 'items.reviews.csv'), 'mine');
    await expect(write(file, 'csv', { flatten: [{ path: 'reviews', as: 'table' }] })).rejects.toMatchObject({
      code: 'exists',
    });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(dir)).toEqual(['items.reviews.csv']);
  });
});
