import type { ItemRow } from '../store/items.ts';
import { createNotes, type PathNote } from './notes.ts';
import { chosenColumns, columnsOf, exportTexts, type ExportFormat } from './texts.ts';

export interface PreviewRequest {
  /** Names of columns, nested ones standing for all that is in them; null: all. */
  columns: readonly string[] | null;
  format: ExportFormat;
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
export function previewExport(
  items: readonly ItemRow[],
  { columns: chosen, format, rows }: PreviewRequest,
): ExportPreview {
  const known = columnsOf(items, format);
  const columns = chosen === null ? known : chosenColumns(chosen, known, format);
  const written = chosen === null && (format !== 'csv' || known.length === 0) ? null : columns;
  const shown = items.slice(0, rows);
  const text = [...exportTexts(shown, format, written, createNotes())].join('');
  return { text, rows: shown.length, columns, paths: pathsOf(items, format, written) };
}

/** Writes all of the items to nowhere, to hear what becomes of them. */
function pathsOf(
  items: readonly ItemRow[],
  format: ExportFormat,
  columns: readonly string[] | null,
): PathNote[] {
  const notes = createNotes();
  Array.from(exportTexts(items, format, columns, notes));
  return notes.byPath(columns ?? []);
}
