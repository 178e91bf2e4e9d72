import type Database from 'better-sqlite3';
import { addChange } from '../outbox/change-sql.ts';
import type { DatabaseDriver } from './driver.ts';
import type { SqlDatabase } from './sql.ts';
import { SqliteStatement } from './sqlite-statement.ts';
import { sqliteValues } from './value-sql.ts';
import { keepLogSynced } from './wal-fsync.ts';
import { keepLogInProportion } from './wal-limit.ts';

/** The driver of a database in a file. */
export function sqliteDriver(db: Database.Database, path: string): DatabaseDriver {
  const sizeLog = keepLogInProportion(db);
  return {
    db: sqliteDatabase(db),
    values: sqliteValues,
    addChange,
    path: path === ':memory:' ? null : path,
    embedded: () => db,
    beforeCommit: sizeLog,
    settle: () => {
      try {
        db.pragma('wal_checkpoint(PASSIVE)');
      } catch {
        // Nothing is lost: the data stays in the log. A full disk is reported by the next write.
      }
    },
    keepSafe: () => keepLogSynced(path),
    version: () => Number(db.pragma('data_version', { simple: true })),
    isLostRace: () => false,
    close: () => db.close(),
  };
}

function sqliteDatabase(db: Database.Database): SqlDatabase {
  return {
    get inTransaction() {
      return db.inTransaction;
    },
    prepare: (text) => new SqliteStatement(db, text),
    transaction: (work) => db.transaction(work),
    close: () => void db.close(),
  };
}
