import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { files } from '../../system/files.ts';
import { StoreError, toStoreError } from '../errors.ts';
import { openStore, type Store } from '../open.ts';
import { ownerOnly } from './private-file.ts';

/** Maximum number of attempts to copy a database while another process writes to it. */
const triesAtMost = 3;

/**
 * Opens a read-only database, or one in a read-only folder or on a full disk, for reading. SQLite needs its shared memory file for
 * that, and the schema must be the newest. Otherwise a private copy is read, which is deleted when it is closed.
 * @throws StoreError `missing`, `no-permission`, `locked`, and the codes of `openStore`
 */
export function openProtected(path: string): Store {
  try {
    return openStore(path, { readonly: true });
  } catch (error) {
    const helps =
      error instanceof StoreError && ['read-only', 'missing', 'older', 'disk-full'].includes(error.code);
    if (!helps || !existsSync(path)) throw error;
  }
  return openCopy(path);
}

function openCopy(path: string): Store {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-read-'));
  const remove = (): boolean => files.remove(folder);
  try {
    const copy = join(folder, basename(path));
    requireReadable(path);
    copyAtRest(path, copy);
    // Migrates the copy if its schema is older.
    openStore(copy).close();
    const store = openStore(copy, { readonly: true });
    return {
      ...store,
      path,
      close: () => {
        store.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw toStoreError(error, path);
  }
}

function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new StoreError(
      'no-permission',
      `The database "${path}" may not be read.`,
      'It is for its owner alone: ask that person for a backup or an export.',
    );
  }
}

/** Copies a database and its log in a consistent state. */
function copyAtRest(path: string, copy: string): void {
  const log = `${path}-wal`;
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = stateOf(path, log);
    copyWritable(path, copy);
    files.remove(`${copy}-wal`);
    if (existsSync(log)) copyWritable(log, `${copy}-wal`);
    if (stateOf(path, log) === before) return;
  }
  throw new StoreError(
    'locked',
    `The database "${path}" may not be written here, and another process is writing to it.`,
    'Try again when that process has ended.',
  );
}

/** Copies a file and makes the copy writable, as it gets the permissions of the original. */
function copyWritable(from: string, to: string): void {
  files.remove(to);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, ownerOnly);
}

/** Returns a text that changes when one of the files is written. */
function stateOf(...files: readonly string[]): string {
  return JSON.stringify(
    files.map((file) => {
      const entry = statSync(file, { throwIfNoEntry: false });
      return entry === undefined ? null : [entry.size, entry.mtimeMs, entry.ino];
    }),
  );
}
