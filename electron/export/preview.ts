import type { ItemRow } from '../store/items/item-queries.ts';
import { createListTally, rowsOf } from './entry-rows.ts';
import { createNotes, type PathNote } from './notes.ts';
import { addColumns, exportTexts, valuesOf, writtenColumns, type ExportShape } from './texts.ts';

/** What to preview. A nested column stands for all columns inside it. */
export interface PreviewRequest extends ExportShape {
  /** Maximum number of rows to write. */
  limit: number;
}

/** The first rows of an export and what it would change. */
export interface ExportPreview {
  text: string;
  rows: number;
  columns: string[];
  /** The values of these rows, by column: in CSV the text of their cells. */
  values: unknown[][];
  /** Fields that are not written unchanged, counted over the given items. */
  paths: PathNote[];
  /** The lists of the given items, and how many entries each has: the rows that it would give. */
  lists: { path: string; entries: number }[];
}

/** Maximum number of rows that columns and notes come from: items with long lists have many. */
const examinedRows = 10_000;

/**
 * Returns the start of an export, written by the code that exports. @param items more items than rows give more complete columns
 * and notes
 */
export function previewExport(items: readonly ItemRow[], { limit, ...shape }: PreviewRequest): ExportPreview {
  const rows = firstRows(items, shape.rows);
  const known = new Set<string>();
  addColumns(known, rows, shape.format);
  const written = { ...shape, columns: writtenColumns(shape, [...known]) };
  const shown = rows.slice(0, limit);
  const { head, row, tail } = exportTexts(written, createNotes());
  const text = [head, ...shown.map(row), tail()].join('');
  const tally = createListTally();
  tally.add(items);
  const lists = [...tally.entries()].map(([path, entries]) => ({ path, entries }));
  const columns = written.columns ?? [...known];
  const values = shown.map((one) => valuesOf(one, columns, shape.format));
  return { text, rows: shown.length, columns, values, paths: pathsOf(rows, written), lists };
}

function firstRows(items: readonly ItemRow[], list: string | null): readonly ItemRow[] {
  if (list === null) return items;
  const rows: ItemRow[] = [];
  for (const item of items) {
    for (const row of rowsOf(item, list)) {
      if (rows.length === examinedRows) return rows;
      rows.push(row);
    }
  }
  return rows;
}

/** Writes all rows without output, to find out which values change. */
function pathsOf(rows: readonly ItemRow[], written: ExportShape): PathNote[] {
  const notes = createNotes();
  const { row } = exportTexts(written, notes);
  for (const one of rows) row(one);
  return notes.byPath(written.columns ?? []);
}
