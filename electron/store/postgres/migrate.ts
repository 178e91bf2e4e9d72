import { newerDatabase } from '../database/database-file.ts';
import { newestVersion } from '../database/migrations/migrate.ts';
import type { Migration } from '../database/migrations/migration.ts';
import { StoreError } from '../errors.ts';
import { postgresMigrations } from './schema/migrations.ts';
import type { PostgresDatabase } from './sync-database.ts';

/** The schema of a database in which the tables are. */
export const schemaName = 'spider_studio';

/** Held while the schema is made or changed: "SpSM" in ASCII. */
const migrationLock = 0x5370534d;

/** Returns the version of the schema; 0: there is none yet. */
function postgresSchemaVersion(db: PostgresDatabase): number {
  const isThere = db
    .prepare<[], number>(`SELECT to_regclass('${schemaName}.schema_version') IS NOT NULL`)
    .pluck();
  if (isThere.get() !== 1) return 0;
  return db.prepare<[], number>(`SELECT max(version) FROM ${schemaName}.schema_version`).pluck().get() ?? 0;
}

/**
 * Brings the schema to the newest version. Each migration is a transaction of its own; programs that come at the same time wait.
 * @param place what the database is called in messages
 * @throws StoreError `newer`; SqlStateError where the role may not do it
 */
export function migratePostgres(
  db: PostgresDatabase,
  place: string,
  steps: readonly Migration[] = postgresMigrations,
): void {
  requireKnown(db, place, steps);
  for (const step of steps) {
    if (postgresSchemaVersion(db) < step.version) apply(db, step);
  }
}

/**
 * Refuses a schema that is newer than this program understands, or older than it needs.
 * @throws StoreError `newer`, `older`
 */
export function requireSchema(db: PostgresDatabase, place: string): void {
  requireKnown(db, place, postgresMigrations);
  if (postgresSchemaVersion(db) < newestVersion(postgresMigrations))
    throw new StoreError(
      'older',
      `The database ${place} has no tables of this version of Spider Studio yet.`,
      { hint: null, action: { action: 'prepare-database' } },
    );
}

function requireKnown(db: PostgresDatabase, place: string, steps: readonly Migration[]): void {
  const version = postgresSchemaVersion(db);
  const newest = newestVersion(steps);
  if (version > newest) throw newerDatabase(`The database ${place}`, version, newest);
}

function apply(db: PostgresDatabase, { version, sql }: Migration): void {
  db.exec(`BEGIN; SELECT pg_advisory_xact_lock(${migrationLock});`);
  try {
    // Another program may have done it while this one waited for the lock.
    if (postgresSchemaVersion(db) < version) {
      db.exec(
        `CREATE SCHEMA IF NOT EXISTS ${schemaName};
        CREATE TABLE IF NOT EXISTS ${schemaName}.schema_version (
          version bigint PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
        );
        SET LOCAL search_path = ${schemaName}, pg_catalog;
        ${sql}
        INSERT INTO ${schemaName}.schema_version (version) VALUES (${version});`,
      );
    }
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
