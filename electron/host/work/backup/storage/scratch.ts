import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError, toStoreError } from '../../../../store/errors.ts';
import { takeLock } from '../../../../system/file-lock.ts';
import { files } from '../../../../system/files.ts';
import { createFolder } from '../../../../system/folders.ts';
import { HostError } from '../../../errors.ts';
import { dataPath } from '../../../data-folder-entries.ts';

const prefix = 'backup-scratch-';

/**
 * Gives work with stored backups a scratch folder in a data folder, which is removed when the work ends. One process at a time has one; what
 * killed ones have left is removed.
 * @throws HostError `in-use`
 */
export async function withScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  createFolder(dataDir);
  const unlock = lockBackups(dataDir);
  try {
    for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) files.remove(join(dataDir, name));
    const folder = mkdtempSync(dataPath(dataDir, prefix));
    try {
      return await work(folder);
    } finally {
      files.remove(folder);
    }
  } finally {
    unlock();
  }
}

function lockBackups(dataDir: string): () => void {
  const file = dataPath(dataDir, 'backup.lock');
  try {
    const lock = takeLock(file, 0);
    return () => lock.release();
  } catch (error) {
    const known = toStoreError(error, file);
    if (!(known instanceof StoreError) || known.code !== 'locked') throw known;
    throw new HostError(
      'in-use',
      'Another process makes, checks or restores a backup of this data folder.',
      'Wait until that has ended, and try again.',
    );
  }
}
