import type { CallName } from '../../../shared/contract/index.ts';
import { requireSqlite } from '../workspace/shared-database.ts';

const backUp = 'Back it up with pg_dump and restore it with pg_restore, or migrate it to SQLite.';
const measure = 'Ask PostgreSQL itself, for example with \\dt+ in psql.';
const tidy = 'PostgreSQL does it by itself (autovacuum); VACUUM FULL gives room back to the disk.';
const rescue = 'Check it with pg_amcheck, and restore a backup of PostgreSQL.';

/** Calls that are about the file of SQLite, and what to do where the workspace is in PostgreSQL. */
const sqliteCalls: Readonly<Partial<Record<CallName, readonly [what: string, instead: string]>>> = {
  'backups.create': ['Backups are made of a database of SQLite', backUp],
  'backups.restore': ['Backups are restored to a database of SQLite', backUp],
  'backups.store': ['Backups are made of a database of SQLite', backUp],
  'backups.restoreStored': ['Backups are restored to a database of SQLite', backUp],
  'backups.plan': ['Backups are made of a database of SQLite', backUp],
  'storage.report': ['The room of a database of SQLite is measured', measure],
  'storage.runs': ['The room of a database of SQLite is measured', measure],
  'storage.compact': ['A database of SQLite is compacted', tidy],
  'storage.check': ['A database of SQLite is checked', rescue],
  'storage.repair': ['A database of SQLite is repaired', rescue],
};

/** Refuses a call that is about the file of SQLite where the workspace is in PostgreSQL. @throws HostError `on-server` */
export function requireSqliteFor(name: CallName): void {
  const refusal = sqliteCalls[name];
  if (refusal !== undefined) requireSqlite(...refusal);
}
