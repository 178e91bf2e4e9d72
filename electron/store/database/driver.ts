import type Database from 'better-sqlite3';
import type { SqlDatabase } from './sql.ts';
import type { ValueSql } from './value-sql.ts';

/** A database, and how it differs from others beyond its statements. */
export interface DatabaseDriver {
  readonly db: SqlDatabase;
  readonly values: ValueSql;
  /** The statement that adds a change to the outbox, given its time, kind, subject and JSON. */
  readonly addChange: string;
  /** Path of the file; null: the database is in memory or on a server. */
  readonly path: string | null;
  /** The file of an embedded database. @throws StoreError `on-server` where the database is on a server, which looks after itself */
  embedded(): Database.Database;
  /** Called in each transaction before it is committed. */
  beforeCommit(): void;
  /** Moves what is written into its final place, as far as nobody is in the way. Never throws. */
  settle(): void;
  /** Keeps what is written safe from a power cut while a run is carried out. @returns a function that ends it */
  keepSafe(): () => void;
  /** Changes whenever another connection has written. */
  version(): number;
  /** Whether a transaction was given up in favour of another one, and can be carried out again. */
  isLostRace(error: unknown): boolean;
  close(): void;
}
