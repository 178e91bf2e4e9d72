import { join, resolve } from 'node:path';
import { adoptDatabase } from '../../../store/database/backup.ts';
import { files as systemFiles, type Files } from '../../../system/files.ts';
import { createFolder } from '../../../system/folders.ts';
import { requireBackupFile } from './backup-file.ts';
import { stageLists } from './backup-lists.ts';
import { unpackBackup } from './backup.ts';
import { HostError, toHostError } from '../../errors.ts';
import { readProxyFile, writeProxyFile } from '../../data/proxy-file.ts';
import {
  beginStaging,
  commitStaging,
  databaseName,
  finishRestore,
  holdsWorkspace,
  lockRestore,
  requireIdle,
} from '../../workspace/restore-files.ts';

/** Contents of a data folder after a restore. */
export interface Restored {
  file: string;
  dataDir: string;
  /** When the backup was created, ISO 8601. */
  createdAt: string;
  projects: number;
  spiders: number;
  runs: number;
  items: number;
  proxies: number;
  /** Folder that received the previous workspace; null when there was none. */
  kept: string | null;
}

/**
 * Restores a backup into a data folder. The backup is verified before anything changes, and an existing workspace is moved to a
 * data folder of its own. After an interruption the folder contains one workspace or the other, complete.
 * @throws HostError `exists` unless `force`, `in-use` while another process has the folder open, and like `verifyBackup`
 */
export async function restoreBackup(
  dataDir: string,
  target: string,
  { force, now = Date.now, files = systemFiles }: { force: boolean; now?: () => number; files?: Files },
): Promise<Restored> {
  const file = resolve(target);
  let unlock = (): void => undefined;
  try {
    await requireBackupFile(file);
    createFolder(dataDir);
    finishRestore(dataDir, files);
    unlock = lockRestore(dataDir);
    if (holdsWorkspace(dataDir) && !force) throw occupied(dataDir);
    requireIdle(dataDir);
    const staging = beginStaging(dataDir);
    try {
      const database = join(staging, databaseName);
      const { createdAt, counts, proxies, lists } = await unpackBackup(file, database);
      adoptDatabase(database, now());
      writeProxyFile(staging, { system: usesSystemProxy(dataDir), proxies });
      const keep = lists !== undefined && stageLists(dataDir, staging, lists, now());
      const kept = commitStaging(dataDir, staging, { at: new Date(now()), files, keep });
      return { file, dataDir, createdAt, ...counts, proxies: proxies.length, kept };
    } finally {
      files.remove(staging);
    }
  } catch (error) {
    throw toHostError(error);
  } finally {
    unlock();
  }
}

/** Checks that a backup could be restored into a data folder now. @throws HostError `exists` unless `force`, `in-use` */
export function requireRestorable(dataDir: string, force: boolean): void {
  if (holdsWorkspace(dataDir) && !force) throw occupied(dataDir);
  requireIdle(dataDir);
}

/** Whether this computer uses the system proxy, which is not part of a backup. */
function usesSystemProxy(dataDir: string): boolean {
  try {
    return readProxyFile(dataDir).system;
  } catch {
    return false;
  }
}

function occupied(dataDir: string): HostError {
  return new HostError('exists', `There is a workspace in "${dataDir}" already.`, {
    hint: 'The backup can take its place (it is kept in a folder beside it), or go to another data folder.',
    action: { action: 'replace-workspace' },
  });
}
