import type { ItemRow } from '../store/items/items.ts';
import { createNotes, type PathNote } from './notes.ts';
import { chosenColumns, columnsOf, exportTexts, type ExportShape } from './texts.ts';

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
  const known = columnsOf(items, format);
  const columns = chosen === null ? known : chosenColumns(chosen, known, format);
  const written = {
    ...shape,
    columns: chosen === null && (format !== 'csv' || known.length === 0) ? null : columns,
  };
  const shown = items.slice(0, rows);
  const text = [...exportTexts(shown, written, createNotes())].join('');
  return { text, rows: shown.length, columns, paths: pathsOf(items, written) };
}

/** Writes all items without output, to find out which values change. */
function pathsOf(items: readonly ItemRow[], written: ExportShape): PathNote[] {
  const notes = createNotes();
  Array.from(exportTexts(items, written, notes));
  return notes.byPath(written.columns ?? []);
}
