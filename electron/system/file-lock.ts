import Database from 'better-sqlite3';
import { existsSync, rmSync } from 'node:fs';

/** A lock on a file, held until it is released or its process ends, however that ends. */
export interface FileLock {
  release(): void;
}

/** How long taking a lock waits for somebody who only looks at it, in milliseconds. */
const patienceMs = 5000;

/** Connections that hold a lock: the driver closes those that nobody refers to. */
const held = new Set<Database.Database>();

/**
 * Takes a lock on a file, making the file where there is none. The lock is an exclusive transaction of SQLite: the operating
 * system ends it with the process, also when that is killed, and every process that reaches the file sees it. Nothing is
 * written. On Linux and macOS a process that opens and closes the file by any other means than this module loses the lock.
 * @param waitMs how long to wait for somebody else who holds it
 * @throws an error of SQLite, `SQLITE_BUSY` while somebody else holds it
 */
export function takeLock(file: string, waitMs = patienceMs): FileLock {
  for (;;) {
    const lock = begin(file, waitMs);
    // Who clears away what is left may have held it, and removed it, since it was opened.
    if (existsSync(file)) {
      held.add(lock);
      return { release: () => release(lock) };
    }
    lock.close();
  }
}

/**
 * Whether somebody holds the lock on a file, this process included. Whoever holds it does not notice. A file that is there and
 * cannot be asked counts as held: to take something for abandoned that is not would do more harm.
 */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  let asked: Database.Database | null = null;
  try {
    asked = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    asked.pragma('schema_version');
    return false;
  } catch {
    return existsSync(file);
  } finally {
    asked?.close();
  }
}

/** Removes a file that nobody holds a lock on, where the file system lets us. */
export function removeUnlocked(file: string): void {
  if (!existsSync(file)) return;
  let lock: Database.Database | null = null;
  try {
    lock = begin(file, 0);
    // Removed while it is held, so that nobody can take it between; Windows removes no file that is open.
    if (process.platform !== 'win32') rmSync(file, { force: true });
    lock.close();
    rmSync(file, { force: true });
  } catch {
    // Somebody holds it, has it open, or the folder may not be written.
  } finally {
    lock?.close();
  }
}

function release(lock: Database.Database): void {
  held.delete(lock);
  lock.close();
}

function begin(file: string, waitMs: number): Database.Database {
  const lock = new Database(file, { timeout: waitMs });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}
