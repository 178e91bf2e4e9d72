import { createWriteStream, existsSync } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkBackupDatabase } from '../../../store/database/backup.ts';
import { companionSuffixes } from '../../../store/database/database-file.ts';
import { systemProblem } from '../../../system/errors.ts';
import { fileNameProblem } from '../../../system/file-names.ts';
import { files as systemFiles, type Files } from '../../../system/files.ts';
import { partialFile, removeStalePartials } from '../../../system/partial-files.ts';
import { readLists } from './backup-lists.ts';
import { completeBackup, damagedBackup, readBackup, type BackupNote } from './backup-file.ts';
import { diskFull, HostError, toHostError } from '../../errors.ts';
import { readProxyFile } from '../../data/proxy-file.ts';
import { holdsWorkspace } from '../../workspace/restore-files.ts';
import { version } from '../../version.ts';
import { databaseFile, openWorkspaceOrReadOnly } from '../../workspace/workspace.ts';

/** A backup as callers see it. */
export interface ShownBackup {
  file: string;
  bytes: number;
  createdAt: string;
  /** Version of Spider Studio that created it, and schema version of its database. */
  appVersion: string;
  schema: number;
  projects: number;
  spiders: number;
  runs: number;
  items: number;
  proxies: number;
}

/** A newly created backup. */
export interface CreatedBackup extends ShownBackup {
  /** Number of runs in progress, which are interrupted in the backup. */
  interrupted: number;
}

/** Options of `createBackup`. */
export interface BackupOptions {
  /** Whether to replace an existing file. */
  force: boolean;
  now?: () => number;
  platform?: NodeJS.Platform;
  files?: Files;
}

/**
 * Writes a consistent copy of a workspace to one file while other processes keep using it. The file appears only when complete,
 * and only its owner may read it.
 * @throws HostError `missing`, `exists` unless `force`, `is-a-folder`, `bad-name`, `in-use` for a file of the workspace itself,
 *   `file-in-use` for one that another program has open
 */
export async function createBackup(
  dataDir: string,
  target: string,
  { force, now = Date.now, platform = process.platform, files = systemFiles }: BackupOptions,
): Promise<CreatedBackup> {
  const file = resolve(target);
  try {
    const problem = fileNameProblem(target, platform);
    if (problem !== null) throw new HostError('bad-name', problem.message, problem.hint);
    requireWorkspace(dataDir);
    await access(dirname(file), constants.W_OK);
    const place = await placeOf(file, databaseFile(dataDir), force);
    files.requireReplaceable(place);
    // Of backups that were killed.
    removeStalePartials(place, { files });
    const draft = partialFile(place);
    try {
      const { note, interrupted } = await writeBackup(dataDir, draft, new Date(now()));
      publish(draft, place, { force, files });
      files.syncFolder(dirname(place));
      return { ...(await shown(file, note)), interrupted };
    } finally {
      for (const suffix of ['', ...companionSuffixes]) files.remove(`${draft}${suffix}`);
    }
  } catch (error) {
    const told = toHostError(error);
    throw told.code === 'disk-full' ? diskFull(`the backup "${file}"`, file) : told;
  }
}

async function writeBackup(
  dataDir: string,
  file: string,
  at: Date,
): Promise<{ note: BackupNote; interrupted: number }> {
  const workspace = openWorkspaceOrReadOnly(dataDir);
  try {
    const { schema, counts, interrupted } = workspace.copyForBackup(file);
    const note: BackupNote = {
      version: 1,
      createdAt: at.toISOString(),
      appVersion: version,
      schema,
      databaseBytes: (await stat(file)).size,
      counts: { ...counts },
      proxies: readProxyFile(dataDir).proxies,
      lists: readLists(dataDir),
    };
    await completeBackup(file, note);
    return { note, interrupted };
  } finally {
    workspace.close();
  }
}

function requireWorkspace(dataDir: string): void {
  if (holdsWorkspace(dataDir)) return;
  throw new HostError('missing', `There is no workspace in "${dataDir}".`, {
    hint: null,
    action: { action: 'choose-data-folder' },
  });
}

/**
 * Verifies a backup: its hash, and the integrity of its database.
 * @throws HostError `no-backup`, `damaged-backup`, `newer`, `not-found`
 */
export async function verifyBackup(target: string): Promise<ShownBackup> {
  const file = resolve(target);
  try {
    const note = await readBackup(file);
    requireSound(file, file);
    return await shown(file, note);
  } catch (error) {
    throw toHostError(error);
  }
}

/**
 * Verifies a backup like `verifyBackup`, and writes its database to a new file.
 * @throws HostError like `verifyBackup`
 */
export async function unpackBackup(file: string, to: string): Promise<BackupNote> {
  const note = await readBackup(file, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  requireSound(file, to);
  return note;
}

/** Checks the integrity of a backup's database. @param database file of the database: the backup itself, or an unpacked copy */
function requireSound(file: string, database: string): void {
  const faults = checkBackupDatabase(database, `The backup "${file}"`);
  const [first] = faults;
  if (first !== undefined) throw damagedBackup(file, `its database is not sound (${first})`);
}

async function shown(
  file: string,
  { createdAt, appVersion, schema, counts, proxies }: BackupNote,
): Promise<ShownBackup> {
  const { size: bytes } = await stat(file);
  return { file, bytes, createdAt, appVersion, schema, ...counts, proxies: proxies.length };
}

/** Path to write to; a symbolic link is followed and stays a link. */
async function placeOf(file: string, database: string, force: boolean): Promise<string> {
  const entry = await stat(file).catch(() => null);
  if (entry === null) return file;
  if (!entry.isFile())
    throw new HostError('is-a-folder', `"${file}" is not a file.`, 'Name a file that does not exist yet.');
  const place = await realpath(file);
  const own = existsSync(database) ? await realpath(database) : database;
  if (['', ...companionSuffixes].some((suffix) => place === `${own}${suffix}`)) {
    throw new HostError('in-use', `"${file}" is the database itself.`, 'Name another file for the backup.');
  }
  if (!force) throw exists(file);
  return place;
}

function publish(draft: string, place: string, { force, files }: { force: boolean; files: Files }): void {
  try {
    if (force) files.replace(draft, place);
    else files.publish(draft, place);
  } catch (error) {
    throw systemProblem(error) === 'exists' ? exists(place) : error;
  }
}

function exists(file: string): HostError {
  return new HostError('exists', `The file "${file}" exists already.`, {
    hint: null,
    action: { action: 'replace-file' },
  });
}
