import type { DatabaseDriver } from '../database/driver.ts';
import { postgresValues } from '../database/value-sql.ts';
import { StoreError } from '../errors.ts';
import { addChangeInTurn } from '../outbox/change-sql.ts';
import { SqlStateError } from './sql-state-error.ts';
import type { PostgresDatabase } from './sync-database.ts';

/** The driver of a database on a server, which looks after its own files. */
export function postgresDriver(db: PostgresDatabase): DatabaseDriver {
  const newest = db
    .prepare<[], number>('SELECT CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT)')
    .pluck();
  return {
    db,
    values: postgresValues,
    addChange: addChangeInTurn,
    path: null,
    embedded: () => {
      throw new StoreError(
        'on-server',
        'The database is on a PostgreSQL server, which looks after its own files.',
        'Use the tools of PostgreSQL, for example pg_dump for a backup.',
      );
    },
    beforeCommit: () => undefined,
    settle: () => undefined,
    keepSafe: () => () => undefined,
    version: () => Number(newest.get()),
    isLostRace: (error) => error instanceof SqlStateError && error.isLostRace,
    close: () => db.close(),
  };
}
