import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** POSIX permissions of a file that only its owner may read and write. */
export const ownerOnly = 0o600;

/**
 * Restricts a database, its log and the copies beside it to their owner. SQLite creates the files beside a database with the
 * permissions of the database. Files of other users stay unchanged, as do all files on Windows.
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
    // It belongs to another user, or no longer exists.
  }
}

/** Flushes a file to the disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
