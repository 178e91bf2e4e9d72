import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemProblem } from '../../system/errors.ts';
import { files } from '../../system/files.ts';
import { createFolder } from '../../system/folders.ts';
import { beginAnew, restoreBackup, StoreError, toStoreError } from '../errors.ts';
import { applicationId, migrate, migrations, newestVersion, schemaVersion } from './migrations/migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { keepPrivate, syncFile } from './private-file.ts';

/** How a database is opened. */
export interface DatabaseOptions {
  /** Opens the file for reading. It must exist and have the newest schema. */
  readonly?: boolean;
  /** Maximum number of pages of 4 KiB; a write beyond it fails like a write to a full disk. */
  maxPages?: number;
  /** Maximum time to wait for the write lock, in milliseconds. Default 5000. */
  busyTimeoutMs?: number;
  /** The migrations to apply; tests replace them. */
  migrations?: readonly Migration[];
}

/** An open database with the newest schema. */
export interface OpenedDatabase {
  db: Database.Database;
  /** Path of the copy made before the schema was migrated; null if it was not migrated. */
  backup: string | null;
}

/** SQLite's application_id of a backup: "SpSB" in ASCII. */
export const backupApplicationId = 0x53705342;

/** Files up to this size are checked completely when opened, within some ten milliseconds. `Store.check` checks larger ones. */
const checkedAtOpenBytes = 16 * 1024 * 1024;

/** Suffixes of the files beside a database: the write-ahead log, its shared memory, and the rollback journal. */
export const companionSuffixes = ['-wal', '-shm', '-journal'] as const;

/**
 * Opens the database at `path`, and creates it and its folder if they do not exist.
 * @throws StoreError, or an error of SQLite or the file system
 */
export function openDatabase(path: string, options: DatabaseOptions): OpenedDatabase {
  const steps = options.migrations ?? migrations;
  if (path === ':memory:') return prepare(connect(path, options), path, steps);
  if (options.readonly === true) requireFile(path);
  else makeWritable(path, options, steps);
  requireContent(path);
  const db = connect(path, options);
  try {
    requireOurs(db, path);
    requireReadable(db, path, steps);
    return options.readonly === true ? { db, backup: null } : prepare(db, path, steps);
  } catch (error) {
    // Before closing, which frees what was short, for example a file descriptor.
    const told = toStoreError(error, path);
    db.close();
    throw told;
  }
}

/** Checks a database. @returns the problems as SQLite describes them; empty if there are none */
export function faultsOf(
  db: Database.Database,
  check: 'integrity_check' | 'quick_check(1)' | 'quick_check',
): string[] {
  const answer = db.pragma(check, { simple: true });
  return answer === 'ok' ? [] : String(answer).split('\n');
}

function connect(path: string, { readonly, busyTimeoutMs, maxPages }: DatabaseOptions): Database.Database {
  const db = new Database(path, { readonly: readonly ?? false, timeout: busyTimeoutMs ?? 5000 });
  if (maxPages !== undefined) db.pragma(`max_page_count = ${Math.floor(maxPages)}`);
  return db;
}

function prepare(db: Database.Database, path: string, steps: readonly Migration[]): OpenedDatabase {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  return { db, backup: migrate(db, path, steps) };
}

/** Creates the file and its folder if needed, and checks the permissions: SQLite would report them only on the first write. */
function makeWritable(path: string, options: DatabaseOptions, steps: readonly Migration[]): void {
  createFolder(dirname(path));
  accessSync(dirname(path), constants.W_OK);
  if (!existsSync(path)) create(path, options, steps);
  accessSync(path, constants.R_OK | constants.W_OK);
  keepPrivate(path);
}

/**
 * Creates a database under another name, and gives it its name when its tables exist. So a database without tables is never one
 * that is being created, but a copy that has lost its content.
 */
function create(path: string, options: DatabaseOptions, steps: readonly Migration[]): void {
  refuseLeftLog(path);
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = connect(draft, options);
    try {
      keepPrivate(draft);
      // No other connection knows the file yet: it is written to the disk once, when it is complete.
      db.pragma('synchronous = OFF');
      // Before there are tables: so free pages can be given back in steps (upkeep/compact.ts).
      db.pragma('auto_vacuum = INCREMENTAL');
      db.pragma('journal_mode = MEMORY');
      migrate(db, draft, steps);
      db.pragma('journal_mode = WAL');
    } finally {
      db.close();
    }
    syncFile(draft);
    place(draft, path);
  } finally {
    for (const suffix of ['', ...companionSuffixes]) files.remove(`${draft}${suffix}`);
  }
}

/** Gives a new database its name. If another process was faster, its database is used. */
function place(draft: string, path: string): void {
  try {
    files.publish(draft, path);
  } catch (error) {
    if (systemProblem(error) !== 'exists') throw error;
  }
}

/** Refuses a leftover log, which SQLite would apply to the new database. */
function refuseLeftLog(path: string): void {
  for (const suffix of ['-wal', '-journal']) {
    const log = `${path}${suffix}`;
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) continue;
    throw new StoreError(
      'missing',
      `There is no database at "${path}", but its log "${log}" is there.`,
      'Put the database back beside its log: part of the data may be in the log only. Or move the log away to begin with an empty database.',
    );
  }
}

function requireFile(path: string): void {
  if (existsSync(path)) return;
  throw new StoreError(
    'missing',
    `There is no database at "${path}".`,
    'Check the data folder; importing a spider creates it.',
  );
}

function requireContent(path: string): void {
  if (statSync(path).size === 0) throw emptyDatabase(path);
}

function emptyDatabase(path: string): StoreError {
  return new StoreError('empty', `The database "${path}" is empty: it has no tables.`, {
    hint: 'It may be a copy that was made while Spider Studio was in use, when most data is in the file beside it that ends in "-wal": copy all files again while nothing uses them. To begin anew, move the file away.',
    action: restoreBackup,
  });
}

/** Refuses a file of another program. */
function requireOurs(db: Database.Database, path: string): void {
  const application = db.pragma('application_id', { simple: true });
  if (application === backupApplicationId) {
    throw new StoreError('foreign', `The file "${path}" is a backup, which is not worked with directly.`, {
      hint: 'Move it away and restore it.',
      action: restoreBackup,
    });
  }
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0;
  if (tables === 0) throw emptyDatabase(path);
  if (application === applicationId) return;
  throw new StoreError(
    'foreign',
    `The file "${path}" is a database of another program.`,
    'Choose another data folder.',
  );
}

function requireReadable(db: Database.Database, path: string, steps: readonly Migration[]): void {
  const version = schemaVersion(db);
  const newest = newestVersion(steps);
  if (version > newest) throw newerDatabase(`The database "${path}"`, version, newest);
  if (db.readonly && version < newest) {
    throw new StoreError(
      'older',
      `The database "${path}" was made by an older version of Spider Studio.`,
      'Open it once with write access, so that it can be brought up to date.',
    );
  }
  if (statSync(path).size > checkedAtOpenBytes) return;
  if (faultsOf(db, 'quick_check(1)').length > 0) {
    throw new StoreError('damaged', `The database "${path}" is damaged.`, beginAnew);
  }
}

/** Returns the error for a file with a newer schema. @param what name of the file, the subject of the message */
export function newerDatabase(what: string, version: number, newest: number): StoreError {
  return new StoreError(
    'newer',
    `${what} was made by a newer version of Spider Studio (schema ${version}, this one knows up to ${newest}).`,
    'Update Spider Studio, or choose another data folder.',
  );
}
