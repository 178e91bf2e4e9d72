import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requireUnused } from '../../store/database/backup.ts';
import { companionSuffixes } from '../../store/database/database-file.ts';
import { StoreError, toStoreError } from '../../store/errors.ts';
import { syncFile } from '../../store/database/private-file.ts';
import { takeLock } from '../../system/file-lock.ts';
import { files as systemFiles, type Files } from '../../system/files.ts';
import { dataPath } from '../data-folder-entries.ts';
import { HostError } from '../errors.ts';

/** File name of the database in a data folder. */
export const databaseName = 'spider-studio.db';
/** Files without which there is no workspace. */
const workspaceFiles = ['proxies.json', databaseName] as const;
/** What a restore may exchange, the database last. Everything else in a data folder can be recreated, or belongs to this computer. */
const exchangedFiles = ['places.json', 'registries.json', 'backup-plan.json', ...workspaceFiles] as const;

/** Folder in which a backup is unpacked. Renamed to `restoring` once complete, which commits the restore. */
const stagingPrefix = 'restore-';
/** File in that folder with the name of the folder that receives the previous workspace; empty where there is nothing to keep. */
const keptNote = 'kept.txt';
/** Lock held while files are exchanged. */
const lockName = 'restore.lock';
/** How long opening a workspace waits for a restore, which renames two files. Milliseconds. */
const lockWaitMs = 5000;

/** Whether a data folder contains a workspace, or part of one. */
export function holdsWorkspace(dataDir: string): boolean {
  return [...workspaceFiles, `${databaseName}-wal`].some((name) => existsSync(join(dataDir, name)));
}

/** Completes an interrupted restore. Call it before opening a workspace. @throws HostError `in-use` */
export function finishRestore(dataDir: string, files: Files = systemFiles): void {
  if (!existsSync(dataPath(dataDir, 'restoring'))) return;
  const unlock = lockRestore(dataDir, lockWaitMs);
  try {
    exchange(dataDir, files);
  } finally {
    unlock();
  }
}

/** Takes the restore lock. @returns a function that releases it; @throws HostError `in-use` while another process restores */
export function lockRestore(dataDir: string, waitMs = 0): () => void {
  const file = dataPath(dataDir, lockName);
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
 * Creates the folder in which the new workspace is prepared. Requires the lock.
 */
export function beginStaging(dataDir: string): string {
  // Left by restores that were interrupted before the commit.
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(stagingPrefix) && name !== lockName) systemFiles.remove(join(dataDir, name));
  }
  return mkdtempSync(dataPath(dataDir, stagingPrefix));
}

/**
 * Replaces the current workspace by the prepared one. Requires the lock.
 * @param at with `prefix`, names the folder that receives the current workspace
 * @param keep whether what is there is kept, though it is no workspace
 * @returns that folder; null when there was no workspace
 * @throws HostError `in-use`, with nothing changed. After a system error, the next process that opens the data folder completes
 *   the exchange
 */
export function commitStaging(
  dataDir: string,
  staging: string,
  {
    at,
    files,
    prefix = 'before-restore-',
    keep = false,
  }: { at: Date; files: Files; prefix?: 'before-restore-' | 'before-repair-'; keep?: boolean },
): string | null {
  const unique = basename(staging).slice(stagingPrefix.length);
  const kept = `${prefix}${at.toISOString().slice(0, 10)}-${unique}`;
  const isKept = keep || holdsWorkspace(dataDir);
  const keptName = isKept ? kept : '';
  writeFileSync(join(staging, keptNote), keptName);
  for (const name of [keptNote, ...exchangedFiles])
    if (existsSync(join(staging, name))) syncFile(join(staging, name));
  files.syncFolder(staging);
  const pending = dataPath(dataDir, 'restoring');
  files.replace(staging, pending);
  try {
    // From here on other processes wait for the lock, so the check holds.
    requireIdle(dataDir);
  } catch (error) {
    files.remove(pending);
    throw error;
  }
  files.syncFolder(dataDir);
  exchange(dataDir, files);
  return isKept ? join(dataDir, keptName) : null;
}

/** Checks that no process has the database open. @throws HostError `in-use` */
export function requireIdle(dataDir: string): void {
  const database = dataPath(dataDir, databaseName);
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

/** Moves current files away and pending files in. An interrupted exchange can be repeated: pending files are those not yet moved. */
function exchange(dataDir: string, files: Files): void {
  const pending = dataPath(dataDir, 'restoring');
  for (const name of exchangedFiles) {
    if (!existsSync(join(pending, name))) continue;
    if (name === databaseName) requireIdle(dataDir);
    const keptName = readFileSync(join(pending, keptNote), 'utf8');
    const kept = join(dataDir, keptName);
    const suffixes = name === databaseName ? ['', ...companionSuffixes] : [''];
    for (const suffix of keptName === '' ? [] : suffixes) {
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
