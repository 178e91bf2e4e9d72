import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requireUnused } from '../../store/database/backup.ts';
import { companionSuffixes } from '../../store/database/database-file.ts';
import { StoreError, toStoreError } from '../../store/errors.ts';
import { syncFile } from '../../store/database/private-file.ts';
import { takeLock } from '../../system/file-lock.ts';
import { files as systemFiles, type Files } from '../../system/files.ts';
import { HostError } from '../errors.ts';

/** The database of a data folder. */
export const databaseName = 'spider-studio.db';
/** All that a workspace is; the rest of a data folder can be made again, or belongs to the desktop. */
const workspaceFiles = ['proxies.json', databaseName] as const;

/** Where a backup is unpacked. Renamed to `restoring` when it is complete: from then on it takes the place of what is there. */
const stagingPrefix = 'restore-';
const pendingName = 'restoring';
/** In it: the name of the folder that receives the workspace which was there before. */
const keptNote = 'kept.txt';
/** Held by whoever exchanges the files. */
const lockName = 'restore.lock';
/** How long opening a workspace waits for a restore, in milliseconds: two files are renamed. */
const lockWaitMs = 5000;

/** Whether a data folder has a workspace, or part of one. */
export function holdsWorkspace(dataDir: string): boolean {
  return [...workspaceFiles, `${databaseName}-wal`].some((name) => existsSync(join(dataDir, name)));
}

/** Carries a restore that was cut off to its end. To be called before a workspace is opened. @throws HostError `in-use` */
export function finishRestore(dataDir: string, files: Files = systemFiles): void {
  if (!existsSync(join(dataDir, pendingName))) return;
  const unlock = lockRestore(dataDir, lockWaitMs);
  try {
    exchange(dataDir, files);
  } finally {
    unlock();
  }
}

/** @returns what ends the lock. @throws HostError `in-use` while somebody else restores */
export function lockRestore(dataDir: string, waitMs = 0): () => void {
  const file = join(dataDir, lockName);
  try {
    const lock = takeLock(file, waitMs);
    return () => lock.release();
  } catch (error) {
    const known = toStoreError(error, file);
    if (!(known instanceof StoreError) || known.code !== 'locked') throw known;
    throw new HostError(
      'in-use',
      `A backup is being restored to "${dataDir}".`,
      'Wait until that has ended, and try again.',
    );
  }
}

/**
 * @returns a new folder beside the workspace, in which the one that is to come is prepared. To be called with the lock.
 */
export function beginStaging(dataDir: string): string {
  // What restores left that were cut off before they changed anything.
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(stagingPrefix) && name !== lockName) systemFiles.remove(join(dataDir, name));
  }
  return mkdtempSync(join(dataDir, stagingPrefix));
}

/**
 * Puts a prepared workspace in the place of the present one. To be called with the lock.
 * @param at names the folder that the present one is moved to
 * @returns that folder; null when there was no workspace
 * @throws HostError `in-use`; then nothing was changed. An error of the system: the exchange is finished by whoever opens the
 *   data folder next
 */
export function commitStaging(
  dataDir: string,
  staging: string,
  { at, files }: { at: Date; files: Files },
): string | null {
  const unique = basename(staging).slice(stagingPrefix.length);
  const kept = `before-restore-${at.toISOString().slice(0, 10)}-${unique}`;
  writeFileSync(join(staging, keptNote), kept);
  for (const name of [keptNote, ...workspaceFiles]) syncFile(join(staging, name));
  files.syncFolder(staging);
  const hadWorkspace = holdsWorkspace(dataDir);
  const pending = join(dataDir, pendingName);
  files.replace(staging, pending);
  try {
    // Whoever opens the folder from here on waits: only now it is certain that nobody has it open.
    requireIdle(dataDir);
  } catch (error) {
    files.remove(pending);
    throw error;
  }
  files.syncFolder(dataDir);
  exchange(dataDir, files);
  return hadWorkspace ? join(dataDir, kept) : null;
}

/** @throws HostError `in-use` while a connection to the database is open */
export function requireIdle(dataDir: string): void {
  const database = join(dataDir, databaseName);
  if (!existsSync(database)) return;
  try {
    requireUnused(database);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'locked') throw error;
    throw new HostError(
      'in-use',
      `The workspace in "${dataDir}" is in use: a window, a crawl or another command has it open.`,
      'Close Spider Studio, wait for crawls or pause them, and try again.',
    );
  }
}

/** Moves what is there away and what is pending in. Cut off anywhere, it goes on where it was: what is pending is not yet in. */
function exchange(dataDir: string, files: Files): void {
  const pending = join(dataDir, pendingName);
  for (const name of workspaceFiles) {
    if (!existsSync(join(pending, name))) continue;
    if (name === databaseName) requireIdle(dataDir);
    const kept = join(dataDir, readFileSync(join(pending, keptNote), 'utf8'));
    for (const suffix of name === databaseName ? ['', ...companionSuffixes] : ['']) {
      const present = join(dataDir, `${name}${suffix}`);
      if (!existsSync(present)) continue;
      mkdirSync(kept, { recursive: true, mode: 0o700 });
      files.replace(present, join(kept, `${name}${suffix}`));
    }
    files.replace(join(pending, name), join(dataDir, name));
  }
  files.syncFolder(dataDir);
  files.remove(pending);
}
