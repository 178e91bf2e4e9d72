import Database from 'better-sqlite3';
import { closeSync, openSync } from 'node:fs';
import { errorCode } from '../../system/errors.ts';
import { files } from '../../system/files.ts';
import { companionSuffixes } from '../database/database-file.ts';
import { ownerOnly } from '../database/private-file.ts';

/** Version of the tables below; a file with another one is made anew. */
const version = 1;
/** Longest wait for the write lock, in milliseconds. A transaction takes some ten microseconds. */
const busyMs = 100;
/** How often the first steps are tried while other processes do them, too, and the pause between, in milliseconds. */
const openTries = 50;
const openPauseMs = 10;

/** Errors of a file that a power failure, or another program, has damaged. */
const damaged = /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/;

const tables = `
  CREATE TABLE computer (started_at REAL NOT NULL) STRICT;
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, lock TEXT NOT NULL, calls INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE hosts (
    name TEXT PRIMARY KEY, next_at REAL NOT NULL, freed_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE members (
    host TEXT NOT NULL, session INTEGER NOT NULL, is_apart INTEGER NOT NULL, called_at REAL,
    delay_ms REAL NOT NULL, randomize INTEGER NOT NULL, crawl_delay_ms REAL NOT NULL, slots INTEGER NOT NULL,
    active INTEGER NOT NULL, is_waiting INTEGER NOT NULL DEFAULT 0, served INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (host, session)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_session ON members (session);
  PRAGMA user_version = ${version};
`;

/**
 * Opens the file in which the runs of a workspace share hosts, creating it if needed. It holds nothing that outlasts the runs but
 * how long a host still rests, so nothing is flushed to the disk, and a file that cannot be read is made anew.
 * @param areOthers whether other runs may be using the file
 * @throws an error of SQLite or the file system
 */
export function openHostsFile(path: string, areOthers: () => boolean): Database.Database {
  try {
    return open(path);
  } catch (error) {
    if (!damaged.test(errorCode(error) ?? '') && !(error instanceof OtherVersionError)) throw error;
    if (areOthers()) throw error;
    for (const suffix of ['', ...companionSuffixes]) files.remove(`${path}${suffix}`);
    return open(path);
  }
}

class OtherVersionError extends Error {}

function open(path: string): Database.Database {
  // SQLite gives the files beside it the same permissions.
  closeSync(openSync(path, 'a', ownerOnly));
  const db = new Database(path, { timeout: busyMs });
  try {
    db.pragma('synchronous = OFF');
    patiently(() => db.pragma('journal_mode = WAL'));
    patiently(() => db.transaction(() => prepare(db, path)).immediate());
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepare(db: Database.Database, path: string): void {
  const found = db.pragma('user_version', { simple: true });
  if (found === version) return;
  if (found !== 0) throw new OtherVersionError(`"${path}" is from another version of Spider Studio`);
  db.exec(tables);
}

/** Repeats what SQLite refuses at once, without waiting, while another process does the same. */
function patiently(step: () => void): void {
  for (let tries = 1; ; tries += 1) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || tries >= openTries) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openPauseMs);
    }
  }
}

/** Whether another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return errorCode(error)?.startsWith('SQLITE_BUSY') === true;
}
