import { byNearness, nearest } from '../../shared/spider/nearest.ts';
import type { ExportFormat } from '../../shared/export-formats.ts';
import { listed } from '../../shared/spider/wording.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { metadataColumn } from '../../shared/item-columns.ts';
import { ExportError } from './errors.ts';
import { createNotes } from './notes.ts';
import { writeTo, type ExportTarget } from './target.ts';
import { addColumns, chosenColumns, exportTexts, type ExportShape, type ExportTexts } from './texts.ts';

/** What to export. Columns are written in the given order; a nested column stands for all columns inside it. */
export interface ExportRequest extends ExportShape {
  /** Reads all items batch by batch; called again for a second reading, which has to return the same ones. */
  batches: () => AsyncIterable<readonly ItemRow[]>;
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
 * Writes items out, a batch at a time: memory does not grow with them. CSV reads them twice, because its first line names
 * the columns of all items; so does a choice of columns, because each must exist.
 * @throws ExportError
 */
export async function exportItems({
  batches,
  target,
  unknown,
  ...shape
}: ExportRequest): Promise<ExportResult> {
  const { format, columns: chosen } = shape;
  const notes = createNotes();
  let written = 0;
  async function* texts(): AsyncGenerator<Iterable<string>> {
    const names = new Set<string>();
    if (chosen !== null || format === 'csv')
      for await (const rows of batches()) addColumns(names, rows, format);
    const known = [...names];
    // Without items, the columns are unknown.
    const all = known.length === 0 ? null : known;
    const columns = chosen === null ? all : chosenColumns(chosen, known, format);
    if (chosen !== null && columns !== null && all !== null && unknown !== 'empty')
      requireKnown(columns, all);
    const parts = exportTexts({ ...shape, columns }, notes);
    yield [parts.head];
    for await (const rows of batches()) {
      yield textsOf(rows, parts);
      written += rows.length;
    }
    yield [parts.tail()];
  }
  await writeTo(target, texts());
  return { file: 'file' in target ? target.file : null, rows: written, format, notes: notes.sentences() };
}

/** One text for each item, made when it is written. */
function* textsOf(rows: Iterable<ItemRow>, { item }: ExportTexts): Generator<string> {
  for (const row of rows) yield item(row);
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
