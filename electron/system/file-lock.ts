import Database from 'better-sqlite3';
import { existsSync, rmSync } from 'node:fs';

/** A lock on a file, held until it is released or its process ends. */
export interface FileLock {
  release(): void;
}

/** Default limit for acquiring a lock, in milliseconds. Covers a process that only checks the lock. */
const defaultWaitMs = 5000;

/** Connections that hold a lock: the driver closes connections that are garbage collected. */
const held = new Set<Database.Database>();

/**
 * Acquires a lock on a file, which is created if missing. The lock is an exclusive SQLite transaction: the operating system ends it
 * with the process, even a killed one, and every process that reaches the file sees it. Nothing is written. On Linux and macOS, a
 * process that opens and closes the file by any other means than this module loses the lock.
 * @param waitMs how long to wait for another holder, in milliseconds
 * @throws an SQLite error, with code `SQLITE_BUSY` while another process holds the lock
 */
export function takeLock(file: string, waitMs = defaultWaitMs): FileLock {
  for (;;) {
    const lock = begin(file, waitMs);
    // A process that cleans up may have held the lock, and removed the file, since it was opened.
    if (existsSync(file)) {
      held.add(lock);
      return { release: () => release(lock) };
    }
    lock.close();
  }
}

/**
 * Whether any process, this one included, holds the lock on a file. The holder does not notice the check. A file that exists but
 * cannot be checked counts as locked: to take an active owner for dead would do more harm.
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

/** Removes a file that no process has locked, if the file system permits. */
export function removeUnlocked(file: string): void {
  if (!existsSync(file)) return;
  let lock: Database.Database | null = null;
  try {
    lock = begin(file, 0);
    // Removed while locked, so that no process can acquire it in between. Windows cannot remove an open file.
    if (process.platform !== 'win32') rmSync(file, { force: true });
    lock.close();
    rmSync(file, { force: true });
  } catch {
    // Locked, open elsewhere, or in a folder without write permission.
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
