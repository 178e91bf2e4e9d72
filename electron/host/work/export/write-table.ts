import { openPostgresTables } from '../../../export/databases/postgres-tables.ts';
import { exportAddress } from '../../../export/databases/postgres-connection.ts';
import { openSqliteTables } from '../../../export/databases/sqlite-tables.ts';
import { exportToTables, withItemKey, type TableSession } from '../../../export/databases/tables.ts';
import { isPostgresUrl } from '../../../postgres/address.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ExportJob, TablePlace, WrittenExport } from './messages.ts';
import { unknownOf, type Writing } from './write-export.ts';

/**
 * Writes items into tables of a database, in one transaction. Items that this export has added before are left out, so that one
 * whose end was not told can be repeated. @throws ExportError
 */
export async function writeTable(
  workspace: Workspace,
  { to, how, view }: ExportJob & { to: TablePlace },
  writing: Writing,
): Promise<WrittenExport> {
  const { items } = workspace.queries;
  const session = await open(to);
  try {
    const upTo = view.upTo ?? (await items.slice(view, 0, 1)).upTo;
    const isNew = {
      column: { kind: 'column', name: 'id' },
      operator: 'greater',
      value: session.newest,
    } as const;
    const stream = await items.stream({ ...view, filters: [...view.filters, isNew], upTo });
    const { rows, columns, flatten } = how;
    const written = await exportToTables(session, {
      rows,
      columns,
      flatten,
      withKey: withItemKey(to.key),
      entryKey: to.key ?? [],
      batches: writing.counted(stream),
      ...unknownOf(writing),
      newest: upTo,
    });
    const notes =
      session.newest > 0 && stream.total === 0
        ? [...written.notes, 'Everything was in the table already, from this export.']
        : written.notes;
    return { rows: written.rows, bytes: null, path: shownTable(to), notes };
  } finally {
    await session.close();
  }
}

async function open({ database, credentials, ...order }: TablePlace): Promise<TableSession> {
  return isPostgresUrl(database)
    ? openPostgresTables({ url: database, credentials }, order)
    : openSqliteTables(database, order);
}

/** A table as people know it. */
function shownTable({ database, schema, table }: Pick<TablePlace, 'database' | 'schema' | 'table'>): string {
  const name = schema === null ? table : `${schema}.${table}`;
  return `${name} in ${isPostgresUrl(database) ? exportAddress(database).shown : database}`;
}
