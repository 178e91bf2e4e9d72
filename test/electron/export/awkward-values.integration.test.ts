import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems } from '../../../electron/export/export.ts';
import type { ExportFormat, PathChoice } from '../../../shared/export-formats.ts';
import { readCsvObjects } from './csv-reader.ts';
import { askDuckdb } from './duckdb.ts';
import { exported, inBatches, row } from './support.ts';

/** Texts that readers like to take for something else, by the name of their column. */
const texts: Record<string, string> = {
  beyond: '🕷 𝒜 日本',
  nan: 'NaN',
  zeros: '007',
  power: '1e5',
  yes: 'TRUE',
  old: '1899-12-31',
  leap: '1900-02-29',
  moment: '2020-01-01T00:00:00Z',
  formula: '=1+1',
  lines: 'a\r\nb\nc\td',
  quoted: '"a", \'b\'; c',
  spaces: '  x  ',
  long: 'é'.repeat(32_767),
};
/** Numbers at the edges of what their types hold. */
const numbers: Record<string, number> = {
  safe: 9_007_199_254_740_991,
  unsafe: 9_007_199_254_740_994,
  huge: 1e300,
  tiny: 5e-324,
  third: 1 / 3,
};
/** Names that are equal but for their case, empty, or hold what formats use themselves. */
const names: Record<string, number> = {
  Name: 1,
  name: 2,
  '': 3,
  'a"b\'c': 4,
  'do.t': 5,
  'line\nbreak': 6,
  'semi;colon, comma': 7,
};

const items = () => [
  row({ ...texts, ...numbers, ...names, gone: null, blank: '', mixed: 5 }),
  row({ mixed: 'five' }),
];

async function write(format: ExportFormat, rows = items(), flatten: PathChoice[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-awkward-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `items.${format}`);
  const { notes } = await exportItems({
    batches: () => inBatches(rows),
    format,
    rows: null,
    columns: null,
    flatten,
    target: { file },
  });
  return { file, notes };
}

const python = (script: string, file: string): unknown =>
  JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 100_000_000 }),
  );

const readers: Partial<Record<ExportFormat, string>> = {
  csv: `
import csv, json, sys
csv.field_size_limit(10**9)
print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))))`,
  xlsx: `
import json, openpyxl, sys
head, *rows = openpyxl.load_workbook(sys.argv[1]).worksheets[0].iter_rows(values_only=True)
print(json.dumps([dict(zip(head, row)) for row in rows], default=str))`,
  sqlite: `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.row_factory = sqlite3.Row
print(json.dumps([dict(row) for row in db.execute('SELECT * FROM items')]))`,
};
const read = (format: ExportFormat, file: string): Record<string, unknown>[] =>
  python(readers[format] ?? '', file) as Record<string, unknown>[];

const withoutRest = { blank: '', mixed: 'five' };

describe.skipIf(process.platform !== 'linux')('awkward values, read by programs that are not ours', () => {
  it('csv by Python: texts are exact, and numbers as JavaScript writes them', async () => {
    const [first, second] = read('csv', (await write('csv')).file);
    const shown = Object.fromEntries(
      Object.entries({ ...numbers, ...names }).map(([k, v]) => [k, String(v)]),
    );
    expect(first).toMatchObject({ ...texts, ...shown, gone: '', blank: '', mixed: '5' });
    expect(second).toMatchObject({ ...withoutRest, zeros: '', safe: '' });
  });

  it('csv by DuckDB: as Python reads it', async () => {
    const { file } = await write('csv', [row({ ...texts })]);
    const options = `all_varchar = true, header = true, max_line_size = 10000000`;
    const [first] = await askDuckdb(`SELECT * FROM read_csv('${file}', ${options})`);
    expect(first).toMatchObject(texts);
  });

  it('xlsx by openpyxl: values with their types, and null as no cell', async () => {
    const [first, second] = read('xlsx', (await write('xlsx')).file);
    expect(first).toMatchObject({ ...texts, ...numbers, ...names, gone: null, mixed: 5 });
    expect(second).toMatchObject({ mixed: 'five', zeros: null, safe: null });
  });

  it('sqlite by Python: values with their types, and a null apart from an empty text', async () => {
    const [first, second] = read('sqlite', (await write('sqlite')).file);
    const { name: _, ...alike } = names;
    expect(first).toMatchObject({
      ...texts,
      ...numbers,
      ...alike,
      name_2: 2,
      gone: null,
      blank: '',
      mixed: '5',
    });
    expect(second).toMatchObject({ mixed: 'five', zeros: null, safe: null });
  });

  it('parquet by DuckDB: values with their types, and a null apart from an empty text', async () => {
    const { file } = await write('parquet');
    const [first, second] = await askDuckdb(`SELECT * FROM '${file}' ORDER BY id::INT`);
    const { safe, ...others } = numbers;
    expect(first).toMatchObject({
      ...texts,
      ...others,
      safe: String(safe),
      gone: null,
      blank: '',
      mixed: '5',
    });
    expect(second).toMatchObject({ mixed: 'five', zeros: null, safe: null });
    expect(first).toMatchObject({ Name: '1', 'a"b\'c': '4', 'do.t': '5', 'line\nbreak': '6' });
  });
});

/** What no format but JSON holds: NUL, control characters and halves of characters, in values and in names. */
const broken = () =>
  row({
    half: 'a\ud800b',
    object: { 'nul\0': 1, 'c\u0001': 2, 'h\ud800': 3, 'h\ud801': 4 },
    list: [{ 'l\u0001': 1 }],
  });

describe.skipIf(process.platform !== 'linux')('what a format does not hold', () => {
  it.each(['csv', 'xlsx', 'sqlite', 'parquet'] as const)(
    '%s: is told, and the file is sound',
    async (format) => {
      const { file, notes } = await write(format, [broken()], [{ path: 'list', as: 'table' }]);
      const [first] = format === 'parquet' ? await askDuckdb(`SELECT * FROM '${file}'`) : read(format, file);
      expect(first).toMatchObject({ half: format === 'xlsx' ? 'ab' : 'a\ufffdb' });
      const told = notes.join('\n');
      expect(told).toMatch(format === 'xlsx' ? /control characters.*half/ : /halves of characters.*half/);
      expect(/Names of columns lost characters .*object\.h/.test(told)).toBe(format !== 'csv');
    },
  );

  it('json holds it all', async () => {
    const { text, notes } = await exported([broken()], 'jsonl');
    expect(JSON.parse(text)).toMatchObject(broken().metadata);
    expect(notes).toEqual([]);
  });

  /** A column for each number below 2,500. */
  const wide = () => [row(Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`c${n}`, n])))];

  it.each(['csv', 'xlsx', 'parquet'] as const)('%s: 2,500 columns are whole', async (format) => {
    const { file } = await write(format, wide());
    const [first] =
      format === 'parquet'
        ? await askDuckdb(`SELECT c2499::INT AS c2499 FROM '${file}'`)
        : read(format, file);
    expect(Number(first?.['c2499'])).toBe(2499);
  });

  it('sqlite: 2,500 columns are refused in words', async () => {
    await expect(write('sqlite', wide())).rejects.toMatchObject({ code: 'too-many-columns' });
  });
});

it('a column that a page has named is guarded like a cell, and found again when rows are added', async () => {
  const list: PathChoice[] = [{ path: 'list', as: 'table' }];
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-awkward-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'items.csv');
  const add = () =>
    exportItems({
      batches: () => inBatches([row({ list: [{ '=1+1': 'x' }] })]),
      format: 'csv',
      rows: null,
      columns: null,
      flatten: list,
      guardFormulas: true,
      target: { file, append: true },
    });
  await add();
  await add();
  const rows = readCsvObjects(readFileSync(join(folder, 'items.list.csv'), 'utf8'));
  expect(rows.map((each) => each["'=1+1"])).toEqual(['x', 'x']);
});
