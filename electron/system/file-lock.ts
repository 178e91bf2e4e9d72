import Database from 'better-sqlite3';
import { existsSync, rmSync, statSync } from 'node:fs';

/** A lock on a file, held until it is released or its process ends. */
export interface FileLock {
  release(): void;
}

/** Default limit for acquiring a lock, in milliseconds. Covers a process that only checks the lock. */
const defaultWaitMs = 5000;

/** Connections that hold a lock: the driver closes connections that are garbage collected. */
const held = new Set<Database.Database>();

/** What happens between two steps, for tests. */
export interface LockMoments {
  /** The file is open, and not locked yet. */
  opened?: () => void;
  /** The file is removed, and its lock still held. */
  removed?: () => void;
}

/**
 * Acquires a lock on a file, which is created if missing. The lock is an exclusive SQLite transaction: the operating system ends it
 * with the process, even a killed one, and every process that reaches the file sees it. Nothing is written. On Linux and macOS, a
 * process that opens and closes the file by any other means than this module loses the lock.
 * @param waitMs how long to wait for another holder, in milliseconds
 * @throws an SQLite error, with code `SQLITE_BUSY` while another process holds the lock
 */
export function takeLock(
  file: string,
  waitMs = defaultWaitMs,
  { opened = () => undefined }: LockMoments = {},
): FileLock {
  for (;;) {
    const lock = open(file, waitMs);
    opened();
    begin(lock);
    const isMine = orClosed(lock, () => !isGivenUp(lock) && existsSync(file));
    if (isMine) {
      held.add(lock);
      return { release: () => release(lock) };
    }
    // A process that cleaned up has removed the file since it was opened, or was killed before it could: then it is removed now.
    removeGivenUp(file, lock);
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

/**
 * Removes a file that no process has locked, if the file system permits. Whoever waits for it meanwhile takes a new one: the file that
 * is removed is marked first, so that its lock is worth nothing any more.
 */
export function removeUnlocked(file: string, { removed = () => undefined }: LockMoments = {}): void {
  if (!existsSync(file)) return;
  let lock: Database.Database | null = null;
  try {
    lock = open(file, 0);
    // Keeps the lock beyond the transaction that writes the mark.
    lock.pragma('locking_mode = EXCLUSIVE');
    begin(lock);
    if (!isGivenUp(lock)) lock.pragma(`user_version = ${givenUp}`);
    lock.exec('COMMIT');
    removeGivenUp(file, lock, removed);
  } catch {
    // Locked, open elsewhere, on a full disk, or in a folder without write permission.
  } finally {
    lock?.close();
  }
}

/** The `user_version` of a file that is being removed; a file that is only locked is empty. */
const givenUp = 1;

function isGivenUp(lock: Database.Database): boolean {
  return lock.pragma('user_version', { simple: true }) === givenUp;
}

/** Removes a marked file, if it is still the one of that name: another one is empty. Ends the lock on it. */
function removeGivenUp(file: string, lock: Database.Database, removed = (): void => undefined): void {
  const isWindows = process.platform === 'win32';
  // Windows cannot remove an open file, and so removes none that another process has taken meanwhile.
  if (isWindows) lock.close();
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) rmSync(file, { force: true });
  removed();
  lock.close();
}

function release(lock: Database.Database): void {
  held.delete(lock);
  lock.close();
}

function open(file: string, waitMs: number): Database.Database {
  const lock = new Database(file, { timeout: waitMs });
  orClosed(lock, () => lock.pragma('journal_mode = MEMORY'));
  return lock;
}

function begin(lock: Database.Database): void {
  orClosed(lock, () => lock.exec('BEGIN EXCLUSIVE'));
}

function orClosed<T>(lock: Database.Database, act: () => T): T {
  try {
    return act();
  } catch (error) {
    lock.close();
    throw error;
  }
}
