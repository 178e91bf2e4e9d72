import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The permission bits of a file that only its owner reads and writes. */
export const ownerOnly = 0o600;

/**
 * Lets only the owner read a database, its log, and the copies beside it, whatever the folder allows. SQLite gives the
 * files that it makes beside a database the permissions of the database. Where the file belongs to somebody else, or the
 * system has no such permissions, it stays as it is.
 */
export function keepPrivate(path: string): void {
  if (process.platform === 'win32' || ['', '-wal', '-shm'].every((suffix) => isPrivate(`${path}${suffix}`)))
    return;
  const name = basename(path);
  for (const sibling of readdirSync(dirname(path))) {
    if (sibling === name || sibling.startsWith(`${name}-`) || sibling.startsWith(`${name}.v`)) {
      restrict(join(dirname(path), sibling));
    }
  }
}

function isPrivate(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) === 0;
}

function restrict(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & 0o700);
  } catch {
    // It belongs to somebody else, or is gone by now.
  }
}

/** Writes a file that is complete to the disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
