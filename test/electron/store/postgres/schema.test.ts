import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate, newestVersion } from '../../../../electron/store/database/migrations/migrate.ts';
import { columnsOf, tableNames } from '../../../../electron/store/postgres/schema/columns.ts';
import { postgresMigrations } from '../../../../electron/store/postgres/schema/migrations.ts';

/** The columns of each table of the newest schema on SQLite, but for those that SQLite makes for itself. */
function sqliteTables(): Record<string, string[]> {
  const db = new Database(':memory:');
  migrate(db, ':memory:');
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all();
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  const tables = Object.fromEntries(names.map((name) => [name, columns.all(name).sort()]));
  db.close();
  return tables;
}

it('PostgreSQL has the tables and columns of SQLite', () => {
  const tables = Object.fromEntries(tableNames.map((name) => [name, [...columnsOf(name)].sort()]));
  expect(tables).toEqual(sqliteTables());
});

it('PostgreSQL has a migration for each one of SQLite since its first, and its own ones between and after these', () => {
  const versions = postgresMigrations.map(({ version }) => version);
  const [first = 0, last = 0] = [versions[0], versions.at(-1)];
  expect(versions).toEqual(Array.from({ length: last - first + 1 }, (_, step) => first + step));
  expect(last).toBeGreaterThanOrEqual(newestVersion());
});
