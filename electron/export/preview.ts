import type { ItemRow } from '../store/items/items.ts';
import { createNotes, type PathNote } from './notes.ts';
import { chosenColumns, columnsOf, exportTexts, type ExportShape } from './texts.ts';

/** In its columns a nested one stands for all that is in it. */
export interface PreviewRequest extends ExportShape {
  /** How many rows are written. */
  rows: number;
}

export interface ExportPreview {
  text: string;
  rows: number;
  columns: string[];
  /** What becomes of the fields that are not simply written as they are, of all items that were given. */
  paths: PathNote[];
}

/** The beginning of an export, by the code that writes it. @param items more than are written tell more columns and notes */
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

/** Writes all of the items to nowhere, to hear what becomes of them. */
function pathsOf(items: readonly ItemRow[], written: ExportShape): PathNote[] {
  const notes = createNotes();
  Array.from(exportTexts(items, written, notes));
  return notes.byPath(written.columns ?? []);
}
