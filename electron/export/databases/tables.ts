import { itemKeyColumn } from '../../../shared/item-columns.ts';
import { listed } from '../../../shared/spider/wording.ts';
import type { Column } from '../cells.ts';
import { ExportError } from '../errors.ts';
import { itemTable, requireKnown, surveyOf, type ExportRequest } from '../export.ts';
import type { Table } from '../formats/format.ts';
import { createNotes, type Notes } from '../notes.ts';
import { rowFacts } from '../formats/index.ts';
import { entryTable, noteMixed, tablePaths, writtenColumns, type ExportShape } from '../tables.ts';

/** A table of a database, and how rows come into it. */
export interface TableOrder {
  table: string;
  /** The columns by which a row is known again and replaced; null: rows are added. */
  key: readonly string[] | null;
  /** Whether the table gets columns for fields that it has none for; otherwise they are refused. */
  addColumns: boolean;
  /** What tells this export from others into the same table, and its part from other parts: a run, or nothing. */
  source: { recipe: string; part: string };
}

/**
 * A transaction in a database, into which one export writes: all rows are there after `write`, or none. Another export into the
 * same table waits meanwhile.
 */
export interface TableSession {
  /** The newest item that this export has added before; 0: none. A try whose end was not told may have added it. */
  newest: number;
  /**
   * Writes the tables and commits.
   * @param newest the newest item of the export
   * @returns rows of the first table that were written
   * @throws ExportError
   */
  write(tables: readonly Table[], newest: number, notes: Notes): Promise<number>;
  /** Undoes what was not committed, and closes the connection. */
  close(): Promise<void>;
}

/** The table in which an export notes what it has added, in the same transaction. */
export const ledgerTable = 'spider_studio_exports';

/** What to write into a database. */
export interface TablesRequest extends Omit<ExportShape, 'format' | 'dialect' | 'guardFormulas'> {
  /** As in `ExportRequest`. */
  batches: ExportRequest['batches'];
  unknown?: 'empty';
  /** The newest item of the batches. */
  newest: number;
}

/** Writes items into tables of a database, at flat memory. @throws ExportError; nothing is written then */
export async function exportToTables(
  session: TableSession,
  { batches, unknown, newest, ...rest }: TablesRequest,
): Promise<{ rows: number; notes: string[] }> {
  const shape: ExportShape = { ...rest, format: 'table' };
  requireOneRow(shape);
  const notes = createNotes();
  const survey = await surveyOf(batches, shape);
  if (unknown !== 'empty') requireKnown(survey, shape);
  const columns = writtenColumns(shape, survey);
  for (const [at, table] of survey.tables.entries())
    noteMixed(rowFacts.table, table, columns[at] ?? null, notes);
  const tables = [
    itemTable(shape, columns[0] ?? null, { batches, notes, counted: { rows: 0 } }),
    ...tablePaths(shape).map((path, at) =>
      entryTable(path, columns[at + 1] ?? null, { shape, notes, batches }),
    ),
  ];
  const rows = await session.write(tables, newest, notes);
  return { rows, notes: notes.sentences() };
}

/** How an order with a key of its own differs: the key of the item is a column. */
export const withItemKey = (key: readonly string[] | null): boolean => key?.includes(itemKeyColumn) ?? false;

/** The name of the table of a list, beside that of the items. */
const nameOfEntries = (table: string, path: string): string => `${table}_${path.replaceAll('.', '_')}`;

/** What the table of an order is called for a written table: its own name, or that of a list. */
export const nameFor = (order: TableOrder, tables: readonly Table[], at: number): string =>
  at === 0 ? order.table : nameOfEntries(order.table, tables[at]?.name ?? '');

/**
 * Returns the columns that a table still needs; all of them where it is not there.
 * @param existing the names of its columns; null: there is no such table
 * @param shown the table, as people know it
 * @throws ExportError `other-columns` where there are some, and none may be added; `unknown-column` for a key that is not written
 */
export function neededColumns<T extends Pick<Column, 'name'>>(
  wanted: readonly T[],
  existing: ReadonlySet<string> | null,
  { order, shown }: { order: TableOrder; shown: string },
): T[] {
  const absent = order.key?.find((name) => !wanted.some((column) => column.name === name));
  if (absent !== undefined)
    throw new ExportError(
      'unknown-column',
      `Rows are known again by "${absent}", and that is not among the exported columns.`,
      'Choose it, or name another key.',
    );
  if (existing === null) return [...wanted];
  const missing = wanted.filter(({ name }) => !existing.has(name));
  if (missing.length > 0 && !order.addColumns)
    throw new ExportError(
      'other-columns',
      `The table ${shown} has no column for ${listed(
        missing.map(({ name }) => name),
        8,
      )}.`,
      'Choose the columns that are there, or let new columns be added.',
    );
  return missing;
}

/** The error about a table without the index that its key needs. */
export const noUniqueKey = (shown: string, statement: string, key: readonly string[]): ExportError =>
  new ExportError(
    'other-columns',
    `Nothing makes ${listed([...key], 8)} unique in the table ${shown}, so rows cannot be known again by it.`,
    `Run there: ${statement}`,
  );

/**
 * The temporary table of the items whose rows have replaced others: their key, and the id of the item, which is the last one of its
 * key. The rows of their lists are replaced by it.
 */
export const replacedTable = 'spider_studio_replaced';

/** Refuses lists with a table of their own where several rows of an item are replaced. @throws ExportError */
function requireOneRow({ entryKey = [], rows, flatten }: Omit<ExportShape, 'format'>): void {
  if (entryKey.length === 0 || rows === null || tablePaths({ flatten: flatten ?? [] }).length === 0) return;
  throw new ExportError(
    'needs-file',
    'Rows of a list are replaced with those of their item, and here an item has several rows itself.',
    'Write one row for each item, or the list as JSON; or add rows.',
  );
}
