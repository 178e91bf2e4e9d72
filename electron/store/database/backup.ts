import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { ActiveTime } from '../runs/active-time.ts';
import { Connection } from './connection.ts';
import { sqliteDriver } from './sqlite-driver.ts';
import type { StoreContext } from './context.ts';
import { backupApplicationId, faultsOf, newerDatabase } from './database-file.ts';
import { StoreError, toStoreError } from '../errors.ts';
import { applicationId, copyWhole, newestVersion, schemaVersion } from './migrations/migrate.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { createRunTransitions } from '../runs/run-transitions.ts';

/** Number of rows in a copy of a database. */
export interface CopyCounts {
  projects: number;
  spiders: number;
  runs: number;
  items: number;
}

/** A copy of a database for a backup. */
export interface DatabaseCopy {
  /** Version of its schema. */
  schema: number;
  counts: CopyCounts;
  /** Number of runs that were in progress. In the copy, they are interrupted. */
  interrupted: number;
}

/** The reason of runs that are `interrupted` in the copy because they were in progress. */
const underWay = 'It was under way when the backup was made.';

/**
 * Copies the present state of a database, while other connections may write. No run is in progress in the copy, because its
 * owner works on the original. The copy has no write-ahead log and is marked as a backup.
 * @param to path of a file that does not exist
 */
export function copyForBackup(context: StoreContext, to: string): DatabaseCopy {
  copyWhole(context.connection.file, to);
  const copy = new Database(to);
  try {
    copy.pragma('journal_mode = MEMORY');
    const activeTime = new ActiveTime(context.monotonic, context.now);
    const connection = new Connection(sqliteDriver(copy, to), to);
    const owners = { ...context.owners, isAlive: () => false };
    const interrupted = interruptAll({ ...context, connection, activeTime, owners });
    giveBackAll(connection);
    readAll(connection);
    copy.pragma(`application_id = ${backupApplicationId}`);
    copy.pragma('journal_mode = DELETE');
    return { schema: schemaVersion(copy), counts: countsOf(copy), interrupted };
  } finally {
    copy.close();
  }
}

/** Records all runs in progress as interrupted. @returns their number */
function interruptAll(copy: StoreContext): number {
  const reader = createRunReader(copy);
  const transitions = createRunTransitions(copy, reader);
  const written = copy.connection.db
    .prepare<[], number>("SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') ORDER BY id")
    .pluck();
  return copy.connection.writing(() => {
    const runs = written.all().map((id) => reader.require(String(id)));
    // A queued run that belongs to nobody stays queued.
    const interrupted = runs.filter(({ state }) => state === 'interrupted');
    for (const run of interrupted) transitions.interrupt(run, underWay);
    return interrupted.length;
  })();
}

/** Puts entries of the queue that were being carried out back, without a worker. */
function giveBackAll(copy: Connection): void {
  const { db } = copy;
  copy.writing(() => {
    db.prepare<[string]>(
      `UPDATE queue_entries SET state = 'pending', attempts = max(0, attempts - 1), reason = ?, asked = NULL, owner_pid = NULL,
        owner_lock = NULL
      WHERE state = 'running'`,
    ).run(underWay);
    db.prepare('DELETE FROM queue_workers').run();
  })();
}

/** Lets all readers of the outbox begin behind what is in the copy: that is for the readers of the original. */
function readAll(copy: Connection): void {
  const newest = "(SELECT seq FROM sqlite_sequence WHERE name = 'outbox')";
  const update = copy.db.prepare(`UPDATE outbox_readers SET position = coalesce(${newest}, position)`);
  copy.writing(() => void update.run())();
}

/**
 * Checks every page and index of the database of a backup.
 * @param what name of the backup in errors, for example `The backup "/b"`
 * @returns the problems as SQLite describes them; empty if there are none
 * @throws StoreError `newer`, or another code if the file cannot be read
 */
export function checkBackupDatabase(path: string, what: string): string[] {
  try {
    const db = new Database(path, { readonly: true });
    try {
      const newest = newestVersion();
      if (schemaVersion(db) > newest) throw newerDatabase(what, schemaVersion(db), newest);
      return faultsOf(db, 'integrity_check');
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/** What a database has, to be compared with a copy of it. */
export interface DatabaseDigest {
  counts: CopyCounts;
  /** SHA-256 of everything that items have for an export, by item, in hexadecimal. */
  itemsSha256: string;
}

/**
 * Reads every item of a closed database.
 * @throws StoreError if it cannot be read
 */
export function digestDatabase(path: string): DatabaseDigest {
  try {
    const db = new Database(path, { readonly: true });
    try {
      const hash = createHash('sha256');
      const items = db.prepare<[], unknown[]>(
        `SELECT id, run_id, url, callback, title, content, author, published_date, metadata_json, problems_json, scraped_at
        FROM items ORDER BY id`,
      );
      for (const item of items.raw().iterate()) hash.update(`${JSON.stringify(item)}\n`);
      return { counts: countsOf(db), itemsSha256: hash.digest('hex') };
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/**
 * Marks the database of a restored backup as a normal database. Its channels count as added now, so that no digest goes out that
 * was due before: the original sent it.
 * @param at in milliseconds since 1970
 * @throws StoreError if the file cannot be written
 */
export function adoptDatabase(path: string, at: number): void {
  try {
    const db = new Database(path);
    try {
      // A backup of an earlier version has no channels.
      const channels = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'notice_channels'").get();
      if (channels !== undefined) db.prepare('UPDATE notice_channels SET created_at = ?').run(at);
      db.pragma(`application_id = ${applicationId}`);
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/**
 * Ensures that no connection to a database is open, and moves its write-ahead log into the file. A file that is damaged or is not
 * a database stays unchanged.
 * @throws StoreError `locked` if a connection is open, or another code for errors of the file system
 */
export function requireUnused(path: string): void {
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    // SQLite allows this only to the one connection of a database.
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    const known = toStoreError(error, path);
    if (!(known instanceof StoreError) || known.code !== 'damaged') throw known;
  } finally {
    db?.close();
  }
}

function countsOf(db: Database.Database): CopyCounts {
  const count = (table: string): number =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
  return {
    projects: count('projects'),
    spiders: count('spiders'),
    runs: count('runs'),
    items: count('items'),
  };
}
