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

export interface DatabaseOptions {
  /** Only read; the file must exist and be of this version. */
  readonly?: boolean;
  /** Most pages (of 4 KiB) that the database may have; a write beyond fails as on a full disk. */
  maxPages?: number;
  /** How long to wait for another process that is writing, in milliseconds. Default 5000. */
  busyTimeoutMs?: number;
  /** Steps of the schema, for tests of migrations. */
  migrations?: readonly Migration[];
}

/** An open database with the newest schema. */
export interface OpenedDatabase {
  db: Database.Database;
  /** The copy that was made before the database was brought to the newest schema; null when it was not. */
  backup: string | null;
}

/** Marks a file as a backup (SQLite's application_id): "SpSB". */
export const backupApplicationId = 0x53705342;

/** Files up to this size are checked whole when opened; it takes some ten milliseconds. Larger ones: `check()`. */
const checkedAtOpenBytes = 16 * 1024 * 1024;

/** The files that belong to a database: its log, its shared memory, and the journal of older ones. */
export const companionSuffixes = ['-wal', '-shm', '-journal'] as const;

/** Opens the database at `path`, creating it and its folder where needed; what SQLite throws leaves as it is. */
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
    // Asked while it is as it was: closing it gives back what there was no room for.
    const told = toStoreError(error, path);
    db.close();
    throw told;
  }
}

/** @returns what SQLite finds wrong with a database, in its words; empty when all is well. */
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

/** Creates what is missing. SQLite would open a file that it may not write, and fail only later. */
function makeWritable(path: string, options: DatabaseOptions, steps: readonly Migration[]): void {
  createFolder(dirname(path));
  accessSync(dirname(path), constants.W_OK);
  if (!existsSync(path)) create(path, options, steps);
  accessSync(path, constants.R_OK | constants.W_OK);
  keepPrivate(path);
}

/**
 * Makes a new database beside its place and puts it there whole, with its tables and in one file. So a database that is
 * empty, or has no tables, is never one that is just being made: it is a copy that has lost its content.
 */
function create(path: string, options: DatabaseOptions, steps: readonly Migration[]): void {
  refuseLeftLog(path);
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = connect(draft, options);
    try {
      keepPrivate(draft);
      // Nobody knows it yet: it goes to the disk once, when it is complete.
      db.pragma('synchronous = OFF');
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

/** Gives a new database its name, unless another process was faster: then that one's is used. */
function place(draft: string, path: string): void {
  try {
    files.publish(draft, path);
  } catch (error) {
    if (systemProblem(error) !== 'exists') throw error;
  }
}

/** SQLite would play the log of another database into the new one. */
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

/** Refuses a file that another program made: its tables are not ours to change. */
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

/** @returns the error for a file of a later version; `what` begins its sentence. */
export function newerDatabase(what: string, version: number, newest: number): StoreError {
  return new StoreError(
    'newer',
    `${what} was made by a newer version of Spider Studio (schema ${version}, this one knows up to ${newest}).`,
    'Update Spider Studio, or choose another data folder.',
  );
}
