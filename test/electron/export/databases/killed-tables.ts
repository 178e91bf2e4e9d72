// Exports rows to a table, and is killed where it is told to: `killed-tables.ts DATABASE AT`. AT is a batch of all readings, `end`
// (after the commit), or `never`. The login is in the environment.
import { openPostgresTables } from '../../../../electron/export/databases/postgres-tables.ts';
import { isPostgresUrl } from '../../../../electron/postgres/address.ts';
import { openSqliteTables } from '../../../../electron/export/databases/sqlite-tables.ts';
import { exportToTables } from '../../../../electron/export/databases/tables.ts';
import { numbered, orderOf } from './support.ts';

const [database = '', at = 'never'] = process.argv.slice(2);
const order = { ...orderOf({ table: 'killed' }), schema: null };
const session = isPostgresUrl(database)
  ? await openPostgresTables({ url: database, credentials: null }, order)
  : openSqliteTables(database, order);
let read = 0;

async function* batches() {
  for (let batch = 0; batch < 20; batch += 1) {
    if (String(read) === at) process.kill(process.pid, 'SIGKILL');
    read += 1;
    const ids = Array.from({ length: 100 }, (_, place) => batch * 100 + place + 1);
    yield ids.filter((id) => id > session.newest).map((id) => numbered(id, { tags: [{ tag: `a ${id}` }] }));
  }
}

await exportToTables(session, {
  batches,
  rows: null,
  columns: null,
  flatten: [{ path: 'tags', as: 'table' }],
  newest: 2000,
  unknown: 'empty',
});
if (at === 'end') process.kill(process.pid, 'SIGKILL');
await session.close();
