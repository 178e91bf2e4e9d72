import { byNearness, nearest } from '../../shared/spider/nearest.ts';
import type { ExportFormat } from '../../shared/export-formats.ts';
import { listed } from '../../shared/spider/wording.ts';
import type { ItemRow } from '../store/items/items.ts';
import { metadataColumn } from '../../shared/item-columns.ts';
import { ExportError } from './errors.ts';
import { createNotes } from './notes.ts';
import { writeTo, type ExportTarget } from './target.ts';
import { chosenColumns, columnsOf, exportTexts, type ExportShape } from './texts.ts';

/** What to export. Columns are written in the given order; a nested column stands for all columns inside it. */
export interface ExportRequest extends ExportShape {
  /** Iterates over all items. Called again for a second pass, which must return the same items. */
  rows: () => Iterable<ItemRow>;
  target: ExportTarget;
  /**
   * What to do with a chosen column that no item has. Left out: an error, because it is most likely a typo. `empty`: an empty
   * column.
   */
  unknown?: 'empty';
}

/** Result of an export. */
export interface ExportResult {
  /** Path of the file that was written; null for a stream. */
  file: string | null;
  /** Number of items written. */
  rows: number;
  format: ExportFormat;
  /** What the format changed or left out, in sentences; empty if nothing. */
  notes: string[];
}

/**
 * Exports items one at a time, so memory use does not grow with their number. CSV needs two passes, because its header names the
 * columns of all items; so does a choice of columns, because each must exist.
 * @throws ExportError
 */
export async function exportItems({ rows, target, unknown, ...shape }: ExportRequest): Promise<ExportResult> {
  const { format, columns: chosen } = shape;
  const notes = createNotes();
  let written = 0;
  function* texts(): Generator<string> {
    const known = chosen === null && format !== 'csv' ? [] : columnsOf(rows(), format);
    // Without items, the columns are unknown.
    const all = known.length === 0 ? null : known;
    const columns = chosen === null ? all : chosenColumns(chosen, known, format);
    if (chosen !== null && columns !== null && all !== null && unknown !== 'empty')
      requireKnown(columns, all);
    const counted = count(rows(), () => (written += 1));
    yield* exportTexts(counted, { ...shape, columns }, notes);
  }
  await writeTo(target, texts());
  return { file: 'file' in target ? target.file : null, rows: written, format, notes: notes.sentences() };
}

function* count<T>(rows: Iterable<T>, seen: () => void): Generator<T> {
  for (const row of rows) {
    seen();
    yield row;
  }
}

function requireKnown(chosen: readonly string[], known: readonly string[]): void {
  const all = [...known, metadataColumn];
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, all);
  throw new ExportError(
    'unknown-column',
    `There is no column "${unknown}".${near === null ? '' : ` Did you mean "${near}"?`}`,
    `There are ${listed(byNearness(unknown, all), 20)}.`,
  );
}
