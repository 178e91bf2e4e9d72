import { runExclusions } from './run-exclusions.ts';
import { allTables } from './tables.ts';

/** The types of the columns, by table and column. */
const types = new Map(
  Array.from(
    `${allTables}\n${runExclusions}`.matchAll(/CREATE TABLE (\w+) \(\n([^;]*)\n\);/gu),
    ([, table = '', body = '']) => [
      table,
      new Map(
        Array.from(
          body.matchAll(/^ {2}([a-z]\w*) (bigint|text|bytea|double precision)\b/gmu),
          ([, name = '', type = '']) => [name, type],
        ),
      ),
    ],
  ),
);

/** Tables whose rows have a number of their own. */
export const tablesWithIds: ReadonlySet<string> = new Set(
  [...types].filter(([, columns]) => columns.has('id')).map(([table]) => table),
);

/** Returns the type of a column; null: there is no such column. */
export const typeOfColumn = (table: string, column: string): string | null =>
  types.get(table)?.get(column) ?? null;

/** Returns the columns of a table in order; empty: there is no such table. */
export const columnsOf = (table: string): readonly string[] => [...(types.get(table)?.keys() ?? [])];

/** The names of all tables. */
export const tableNames: readonly string[] = [...types.keys()];
