import Database from 'better-sqlite3';
import { ActiveTime } from '../runs/active-time.ts';
import { Connection } from './connection.ts';
import type { StoreContext } from './context.ts';
import { backupApplicationId, faultsOf, newerDatabase } from './database-file.ts';
import { StoreError, toStoreError } from '../errors.ts';
import { applicationId, copyWhole, newestVersion, schemaVersion } from './migrations/migrate.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { createRunTransitions } from '../runs/run-transitions.ts';

/** What is in a copy of a database, in numbers. */
export interface CopyCounts {
  projects: number;
  spiders: number;
  runs: number;
  items: number;
}

/** A copy of a database, for a backup. */
export interface DatabaseCopy {
  schema: number;
  counts: CopyCounts;
  /** Runs that were under way: in the copy they are interrupted. */
  interrupted: number;
}

/** Why a run is `interrupted` in a copy, though it went on in the original. */
const underWay = 'It was under way when the backup was made.';

/**
 * Copies a database as it is at this moment, while others go on writing, to a file that does not exist. In the copy no run
 * is under way: what carries it out knows the original only. The copy has no log and is marked as a backup.
 */
export function copyForBackup(context: StoreContext, to: string): DatabaseCopy {
  copyWhole(context.connection.db, to);
  const copy = new Database(to);
  try {
    copy.pragma('journal_mode = MEMORY');
    const activeTime = new ActiveTime(context.monotonic, context.now);
    const connection = new Connection(copy, to);
    const owners = { ...context.owners, isAlive: () => false };
    const interrupted = interruptAll({ ...context, connection, activeTime, owners });
    copy.pragma(`application_id = ${backupApplicationId}`);
    copy.pragma('journal_mode = DELETE');
    return { schema: schemaVersion(copy), counts: countsOf(copy), interrupted };
  } finally {
    copy.close();
  }
}

/** Records the interruption of all runs that were under way. @returns how many */
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

/**
 * Checks the database of a backup, every page and index of it.
 * @param what names it in errors, for example `The backup "/b"`
 * @returns what is wrong, in SQLite's words; empty when all is well
 * @throws StoreError `newer`
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

/** Makes the database of a backup one to be worked with again. */
export function adoptDatabase(path: string): void {
  try {
    const db = new Database(path);
    try {
      db.pragma(`application_id = ${applicationId}`);
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/**
 * Makes sure that nobody has a database open, and moves its log into it, so that the one file has everything. One that is no
 * database, or is damaged, is left as it is.
 * @throws StoreError `locked` while any connection to it is open, and what the file system refuses
 */
export function requireUnused(path: string): void {
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    // Only who is alone with a database may leave the log.
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
