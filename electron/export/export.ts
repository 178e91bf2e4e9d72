import { byNearness, nearest } from '../../shared/spider/nearest.ts';
import type { ExportFormat } from '../../shared/export-formats.ts';
import { listed } from '../../shared/spider/wording.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { metadataColumn } from '../../shared/item-columns.ts';
import { ExportError } from './errors.ts';
import { createListTally, rowsOf } from './entry-rows.ts';
import { createNotes } from './notes.ts';
import { writeTo, type ExportTarget } from './target.ts';
import {
  addColumns,
  chosenColumns,
  exportTexts,
  writtenColumns,
  type ExportShape,
  type ExportTexts,
} from './texts.ts';

/** What to export. Columns are written in the given order; a nested column stands for all columns inside it. */
export interface ExportRequest extends ExportShape {
  /** Reads all items batch by batch; called again for a second reading, which has to return the same ones. */
  batches: () => AsyncIterable<readonly ItemRow[]>;
  target: ExportTarget;
  /**
   * What to do with a chosen column or list that no item has. Left out: an error, because it is most likely a typo. `empty`: an
   * empty column, or no row.
   */
  unknown?: 'empty';
}

/** Result of an export. */
export interface ExportResult {
  /** Path of the file that was written; null for a stream. */
  file: string | null;
  /** Number of rows written; that of the items unless the entries of a list have a row each. */
  rows: number;
  format: ExportFormat;
  /** What the format changed or left out, in sentences; empty if nothing. */
  notes: string[];
}

/**
 * Whether an export reads its items twice. The first line of CSV names the columns of all rows, and chosen columns and the chosen list
 * must exist.
 */
export const needsSurvey = ({ format, rows, columns }: ExportShape): boolean =>
  format === 'csv' || rows !== null || columns !== null;

/** Writes items out, a batch at a time: memory does not grow with them. @throws ExportError */
export async function exportItems({
  batches,
  target,
  unknown,
  ...shape
}: ExportRequest): Promise<ExportResult> {
  const { format, rows: list } = shape;
  const notes = createNotes();
  let written = 0;
  /** The text of each row, made when it is written. */
  function* textsOf(items: readonly ItemRow[], { row }: ExportTexts): Generator<string> {
    if (list === null) {
      for (const item of items) yield row(item);
      written += items.length;
      return;
    }
    for (const item of items) {
      const before = written;
      for (const one of rowsOf(item, list)) {
        written += 1;
        yield row(one);
      }
      if (written === before) notes.change('entryless', list);
    }
  }
  async function* texts(): AsyncGenerator<Iterable<string>> {
    const known = await survey(batches, shape);
    if (unknown !== 'empty') requireKnown(known, shape);
    const parts = exportTexts({ ...shape, columns: writtenColumns(shape, known.columns) }, notes);
    yield [parts.head];
    for await (const items of batches()) yield textsOf(items, parts);
    yield [parts.tail()];
  }
  await writeTo(target, texts());
  return { file: 'file' in target ? target.file : null, rows: written, format, notes: notes.sentences() };
}

/** What items have to export. */
interface Known {
  columns: string[];
  /** null: no item was read for them. */
  lists: string[] | null;
}

/** Reads all items to learn their columns and lists, as far as the export depends on them. */
async function survey(batches: ExportRequest['batches'], shape: ExportShape): Promise<Known> {
  const { format, rows: list } = shape;
  const columns = new Set<string>();
  const tally = createListTally();
  let items = 0;
  if (needsSurvey(shape))
    for await (const batch of batches()) {
      items += batch.length;
      if (list === null) {
        addColumns(columns, batch, format);
        continue;
      }
      tally.add(batch);
      for (const item of batch) addColumns(columns, rowsOf(item, list), format);
    }
  return { columns: [...columns], lists: items === 0 ? null : [...tally.entries().keys()] };
}

function requireKnown({ columns: known, lists }: Known, { rows, columns: chosen }: ExportShape): void {
  if (rows !== null && lists !== null && !lists.includes(rows)) throw unknownColumn('list', rows, lists);
  if (chosen === null || known.length === 0) return;
  const all = [...known, metadataColumn];
  const unknown = chosenColumns(chosen, known).find((name) => !all.includes(name));
  if (unknown !== undefined) throw unknownColumn('column', unknown, all);
}

function unknownColumn(kind: 'column' | 'list', name: string, known: readonly string[]): ExportError {
  const near = nearest(name, known);
  return new ExportError(
    'unknown-column',
    `There is no ${kind} "${name}".${near === null ? '' : ` Did you mean "${near}"?`}`,
    known.length === 0
      ? 'No value of these items is a list.'
      : `There are ${listed(byNearness(name, known), 20)}.`,
  );
}
