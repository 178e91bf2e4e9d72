import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrateStepByStep } from '../../../../electron/store/database/migrations/migrate.ts';

/** Everything in a new database: its settings, objects and rows. */
function contentOf(make: (db: Database.Database) => void): object {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  make(db);
  const objects = db
    .prepare<[], { type: string; name: string }>(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
    )
    .all();
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => name);
  return {
    settings: ['user_version', 'application_id'].map((name) => db.pragma(name, { simple: true })),
    objects,
    rows: Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])),
    faults: db.pragma('foreign_key_check'),
  };
}

it('an empty database gets at once what all migrations make of it, to the letter', () => {
  const atOnce = contentOf((db) => migrate(db, ':memory:'));
  expect(atOnce).toEqual(contentOf((db) => migrateStepByStep(db, ':memory:')));
  expect(atOnce).toMatchObject({ faults: [], rows: { queue_settings: [expect.anything()] } });
});
