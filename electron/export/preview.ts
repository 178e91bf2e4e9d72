import type { ItemRow } from '../store/items/item-queries.ts';
import { cellText, isCell, JsonText, type Column } from './cells.ts';
import { standardCsv } from './csv.ts';
import { createListTally, rowsOf } from './entry-rows.ts';
import { createFileTally } from './item-files.ts';
import type { Row, TextFormat, WriteOptions } from './formats/format.ts';
import { itemFormats, rowFacts } from './formats/index.ts';
import { createNotes, type Notes, type PathNote } from './notes.ts';
import {
  createMainRows,
  createSurveyor,
  noteMixed,
  readersOf,
  tablePaths,
  writtenColumns,
  type ExportShape,
} from './tables.ts';

/** What to preview. A nested column stands for all columns inside it. */
export interface PreviewRequest extends ExportShape {
  /** Maximum number of rows to write. */
  limit: number;
}

/** The first rows of a table, as a person reads them. */
export interface TablePreview {
  /** The list whose entries are the rows. */
  path: string;
  columns: string[];
  values: unknown[][];
}

/** The first rows of an export and what it would change. */
export interface ExportPreview {
  /** The beginning of the file; empty for a format that is not text. */
  text: string;
  rows: number;
  columns: string[];
  /** The values of these rows, by column: in CSV the text of their cells. */
  values: unknown[][];
  /** The tables beside that of the items. */
  tables: TablePreview[];
  /** Fields that are not written unchanged, counted over the given items. */
  paths: PathNote[];
  /** The lists of the given items, and how many entries each has: the rows that it would give. */
  lists: { path: string; entries: number }[];
  /** The downloaded files that the given items name, each once. */
  files: { files: number; bytes: number };
}

/** What an export makes of all its items. */
export type ExaminedExport = Pick<ExportPreview, 'columns' | 'paths' | 'lists' | 'files'>;

/** Finds out what an export makes of all items, which are read twice. @param batches called for each reading */
export async function examineExport(
  batches: () => AsyncIterable<readonly ItemRow[]>,
  shape: ExportShape,
): Promise<ExaminedExport> {
  const surveyor = createSurveyor(shape);
  const tally = createListTally();
  const files = createFileTally();
  for await (const batch of batches()) {
    surveyor.add(batch);
    tally.add(batch);
    files.add(batch);
  }
  const survey = surveyor.survey();
  const written = writtenColumns(shape, survey);
  const [main = null] = written;
  const notes = createNotes();
  for (const [at, table] of survey.tables.entries())
    noteMixed(rowFacts[shape.format], table, written[at] ?? null, notes);
  const { dialect = standardCsv, guardFormulas = false } = shape;
  for await (const batch of batches()) noteChanges(batch, shape, main, { dialect, guardFormulas, notes });
  const columns = main?.map(({ name }) => name) ?? survey.tables[0]?.names() ?? [];
  return {
    columns,
    paths: notes.byPath(main === null ? [] : columns),
    lists: [...tally.entries()].map(([path, entries]) => ({ path, entries })),
    files: files.total(),
  };
}

/** Maximum number of rows that columns and notes come from: items with long lists have many. */
const examinedRows = 10_000;

/**
 * Returns the start of an export, written by the code that exports. @param items more items than rows give more complete columns
 * and notes
 */
export function previewExport(items: readonly ItemRow[], { limit, ...shape }: PreviewRequest): ExportPreview {
  const format = rowFacts[shape.format];
  const examined = firstItems(items, shape.rows);
  const surveyor = createSurveyor(shape);
  surveyor.add(examined);
  const survey = surveyor.survey();
  const written = writtenColumns(shape, survey);
  const [main = null] = written;
  const columns = main?.map(({ name }) => name) ?? survey.tables[0]?.names() ?? [];
  const shown = take(rowsFrom(examined, createMainRows(shape, main, createNotes())), limit);
  const notes = createNotes();
  const options: WriteOptions = {
    dialect: shape.dialect ?? standardCsv,
    guardFormulas: shape.guardFormulas ?? false,
    notes,
  };
  const tally = createListTally();
  tally.add(items);
  const files = createFileTally();
  files.add(items);
  for (const [at, table] of survey.tables.entries()) noteMixed(format, table, written[at] ?? null, notes);
  noteChanges(examined, shape, main, options);
  return {
    text: textOf(shown, shape, main),
    rows: shown.length,
    columns,
    values: shown.map((row) => valuesOf(row, columns, shape.format === 'csv')),
    tables: tablePaths(shape).map((path, at) => {
      const names = written[at + 1]?.map(({ name }) => name) ?? survey.tables[at + 1]?.names() ?? [];
      const { readers } = readersOf(shape, () => undefined);
      const rows = take(
        rowsFrom(examined, (item) => readers[at + 1]?.rowsOf(item) ?? []),
        limit,
      );
      return {
        path,
        columns: names,
        values: rows.map((row) => valuesOf(row, names, shape.format === 'csv')),
      };
    }),
    paths: notes.byPath(main === null ? [] : columns),
    lists: [...tally.entries()].map(([path, entries]) => ({ path, entries })),
    files: files.total(),
  };
}

const textFormat = ({ format }: ExportShape): TextFormat | null => {
  const found = format === 'table' ? null : itemFormats[format];
  return found?.output === 'text' ? found : null;
};

function textOf(rows: readonly Row[], shape: ExportShape, columns: readonly Column[] | null): string {
  const format = textFormat(shape);
  if (format === null) return '';
  const { dialect = standardCsv, guardFormulas = false } = shape;
  const { head, row, tail } = format.texts(columns, { dialect, guardFormulas, notes: createNotes() });
  return [head, ...rows.map(row), tail()].join('');
}

/** Writes all rows without output, to find out which values change. */
function noteChanges(
  items: readonly ItemRow[],
  shape: ExportShape,
  columns: readonly Column[] | null,
  options: WriteOptions,
): void {
  const write = textFormat(shape)?.texts(columns, options).row ?? (() => '');
  for (const row of rowsFrom(items, createMainRows(shape, columns, options.notes))) write(row);
  noteEntries(items, shape, options.notes);
}

function noteEntries(items: readonly ItemRow[], shape: ExportShape, notes: Notes): void {
  const [, ...lists] = readersOf(shape, notes.change).readers;
  for (const { path, rowsOf: entriesOf } of lists) {
    for (const item of items)
      for (const _ of entriesOf(item)) if (path !== null) notes.change('tabled', path);
  }
}

function* rowsFrom(items: readonly ItemRow[], rowsOfItem: (item: ItemRow) => Iterable<Row>): Generator<Row> {
  for (const item of items) yield* rowsOfItem(item);
}

function take<T>(values: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length === limit) break;
    taken.push(value);
  }
  return taken;
}

/** The values of a row by column: in CSV the text of its cells, `undefined` where it has none. */
function valuesOf(row: Row, columns: readonly string[], asText: boolean): unknown[] {
  return columns.map((column) => {
    const value = row.get(column);
    if (value instanceof JsonText || (asText && isCell(value))) return cellText(value);
    return value;
  });
}

/** As many of the items as give no more rows than are examined. */
function firstItems(items: readonly ItemRow[], list: string | null): readonly ItemRow[] {
  if (list === null) return items;
  let rows = 0;
  const first: ItemRow[] = [];
  for (const item of items) {
    if (rows >= examinedRows) break;
    for (const _ of rowsOf(item, list)) rows += 1;
    first.push(item);
  }
  return first;
}
