import type { ItemRow } from '../store/items/item-queries.ts';
import { createNotes, type PathNote } from './notes.ts';
import { addColumns, chosenColumns, exportTexts, type ExportShape } from './texts.ts';

/** What to preview. A nested column stands for all columns inside it. */
export interface PreviewRequest extends ExportShape {
  /** Number of rows to write. */
  rows: number;
}

/** The first rows of an export and what it would change. */
export interface ExportPreview {
  text: string;
  rows: number;
  columns: string[];
  /** Fields that are not written unchanged, counted over all given items. */
  paths: PathNote[];
}

/**
 * Returns the start of an export, written by the code that exports. @param items more items than rows give more complete columns
 * and notes
 */
export function previewExport(items: readonly ItemRow[], { rows, ...shape }: PreviewRequest): ExportPreview {
  const { format, columns: chosen } = shape;
  const found = new Set<string>();
  addColumns(found, items, format);
  const known = [...found];
  const columns = chosen === null ? known : chosenColumns(chosen, known, format);
  const written = {
    ...shape,
    columns: chosen === null && (format !== 'csv' || known.length === 0) ? null : columns,
  };
  const shown = items.slice(0, rows);
  const { head, item, tail } = exportTexts(written, createNotes());
  const text = [head, ...shown.map((row) => item(row)), tail()].join('');
  return { text, rows: shown.length, columns, paths: pathsOf(items, written) };
}

/** Writes all items without output, to find out which values change. */
function pathsOf(items: readonly ItemRow[], written: ExportShape): PathNote[] {
  const notes = createNotes();
  const { item } = exportTexts(written, notes);
  for (const row of items) item(row);
  return notes.byPath(written.columns ?? []);
}
