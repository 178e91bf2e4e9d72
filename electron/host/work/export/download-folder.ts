import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocked, removeUnlocked, takeLock } from '../../../system/file-lock.ts';
import { discard } from '../../../system/files.ts';
import { dataPath } from '../../data-folder-entries.ts';

const lockEnding = '.lock';

/** The folder of a data folder in which files lie on their way. */
export const downloadsOf = (dataDir: string): string => dataPath(dataDir, 'downloads');

/** Lock file that shows whether the process that created a folder is alive. */
export const lockOf = (folder: string): string => `${folder}${lockEnding}`;

/**
 * Gives work a folder of its own among the downloads, which is removed when the work ends. Its lock tells other processes that it is
 * used.
 * @param kind begins its name
 */
export async function withDownloadFolder<T>(
  dataDir: string,
  kind: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const all = downloadsOf(dataDir);
  const folder = join(all, `${kind}-${randomBytes(8).toString('hex')}`);
  await mkdir(all, { recursive: true, mode: 0o700 });
  const lock = takeLock(lockOf(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await discard(folder);
    lock.release();
    removeUnlocked(lockOf(folder));
  }
}

/** Removes the folders of killed processes. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  const all = downloadsOf(dataDir);
  for (const name of await readdir(all).catch((): string[] => [])) {
    const path = join(all, name);
    if (name.endsWith(lockEnding)) removeUnlocked(path);
    else if (!isLocked(lockOf(path))) await discard(path);
  }
}
