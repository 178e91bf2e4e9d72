import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportItems, type ExportRequest } from '../../../electron/export/export.ts';
import type { ItemRow } from '../../../electron/store/items/item-queries.ts';
import { readCsvObjects } from './csv-reader.ts';
import { exported, inBatches, row } from './support.ts';

/** More items than are read before the first is written. */
const many = 2500;

/** Exports to a file, and counts how often all items are read. */
async function written(items: ItemRow[], shape: Partial<ExportRequest>) {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'items.out');
  let walks = 0;
  async function* batches(): AsyncGenerator<readonly ItemRow[]> {
    yield* inBatches(items);
    walks += 1;
  }
  const result = await exportItems({
    batches,
    format: 'csv',
    rows: null,
    columns: null,
    target: { file },
    ...shape,
  });
  expect(readdirSync(folder)).toEqual(['items.out']);
  return { ...result, file, walks };
}

/** Many items, of which one late one is different. */
const withLate = (usual: Record<string, unknown>, late: Record<string, unknown>): ItemRow[] =>
  Array.from({ length: many }, (_, n) => row(n === many - 10 ? late : usual));

describe('an export to a file', () => {
  it('reads its items once where all have the columns of the first', async () => {
    const { walks, rows } = await written(withLate({ price: 1 }, { price: 2 }), {});
    expect([walks, rows]).toEqual([1, many]);
  });

  it('begins anew for a column that comes late, and is the same as one to a stream', async () => {
    const items = withLate({ price: 1 }, { price: 2, offer: { vat: 3 } });
    const { file, walks, rows, notes } = await written(items, {});
    const streamed = await exported(items, 'csv');
    expect([walks, rows]).toEqual([2, many]);
    expect(readFileSync(file, 'utf8')).toBe(streamed.text);
    expect(notes).toEqual(streamed.notes);
    expect(readCsvObjects(readFileSync(file, 'utf8'))[many - 10]).toMatchObject({ 'offer.vat': '3' });
  });

  it('begins anew for a type that comes late', async () => {
    const { file, walks } = await written(withLate({ price: 1 }, { price: 'free' }), { format: 'sqlite' });
    const db = new Database(file, { readonly: true });
    onTestFinished(() => void db.close());
    const found = db
      .prepare('SELECT price, count(*) AS items FROM items GROUP BY price ORDER BY price')
      .all();
    expect(found).toEqual([
      { price: '1', items: many - 1 },
      { price: 'free', items: 1 },
    ]);
    expect(walks).toBe(2);
  });

  it('knows a chosen column that only late items have', async () => {
    const items = withLate({ price: 1 }, { price: 2, note: 'last' });
    const { file } = await written(items, { columns: ['price', 'note'] });
    expect(readCsvObjects(readFileSync(file, 'utf8'))[many - 10]).toEqual({ price: '2', note: 'last' });
  });

  it('does not begin anew for a column that is not written', async () => {
    const { walks, notes } = await written(withLate({ price: 1 }, { price: 2, note: 'last' }), {
      columns: ['price'],
    });
    expect(walks).toBe(1);
    expect(notes).toEqual(['1 value was left out, because columns were chosen: note.']);
  });

  it('keeps one row for each entry, also of a list that comes late', async () => {
    const items = withLate({ price: 1 }, { reviews: [{ stars: 4 }, { stars: 5 }] });
    const { file, rows } = await written(items, { rows: 'reviews', columns: ['reviews.stars'] });
    expect(rows).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('reviews.stars\r\n4\r\n5\r\n');
  });

  it('refuses a column that no item has', async () => {
    await expect(written(withLate({ price: 1 }, {}), { columns: ['prize'] })).rejects.toMatchObject({
      code: 'unknown-column',
    });
  });
});
