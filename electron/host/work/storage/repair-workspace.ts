import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { repairBytes, salvage, type Salvage } from '../../../store/upkeep/salvage.ts';
import { freeBytesOf } from '../../../system/disk-room.ts';
import { files as systemFiles, type Files } from '../../../system/files.ts';
import { writeProxyFile } from '../../data/proxy-file.ts';
import { dataPath } from '../../data-folder-entries.ts';
import { HostError, toHostError } from '../../errors.ts';
import {
  beginStaging,
  commitStaging,
  databaseName,
  finishRestore,
  lockRestore,
  requireIdle,
} from '../../workspace/restore-files.ts';
import { databaseFile } from '../../workspace/workspace.ts';

const proxiesName = 'proxies.json';

/** What a repair has brought over, and where the database is kept as it was. */
export interface Repaired extends Salvage {
  kept: string;
}

/** Options of `repairWorkspace`. */
export interface RepairOptions {
  onPercent: (percent: number) => void;
  now?: () => number;
  files?: Files;
}

/**
 * Copies all that can be read of the database of a data folder into a new one, which takes its place; the old one is kept in a folder
 * beside it. Killed at any moment, the folder has the one or the other, whole.
 * @throws HostError `missing`, `in-use`, `disk-full`, `newer`, `damaged`
 */
export function repairWorkspace(
  dataDir: string,
  { onPercent, now = Date.now, files = systemFiles }: RepairOptions,
): Repaired {
  let unlock = (): void => undefined;
  try {
    finishRestore(dataDir, files);
    const database = databaseFile(dataDir);
    if (!existsSync(database))
      throw new HostError('missing', `There is no database in "${dataDir}".`, {
        hint: 'Put it back, or restore a backup.',
        action: { action: 'restore-backup' },
      });
    unlock = lockRestore(dataDir);
    requireIdle(dataDir);
    requireRoom(dataDir, repairBytes(database));
    const staging = beginStaging(dataDir);
    try {
      const copy = join(staging, 'damaged.db');
      copyFileSync(database, copy);
      if (existsSync(`${database}-wal`)) copyFileSync(`${database}-wal`, `${copy}-wal`);
      const found = salvage(copy, join(staging, databaseName), (share) => onPercent(Math.round(share * 100)));
      if (found.projects + found.runs + found.items === 0)
        throw new HostError(
          'damaged',
          `Nothing can be read of the database "${database}". It was left as it is.`,
          {
            hint: 'Restore a backup.',
            action: { action: 'restore-backup' },
          },
        );
      // The list of proxies is a file of its own, and stays as it is.
      const proxies = dataPath(dataDir, proxiesName);
      if (existsSync(proxies)) copyFileSync(proxies, join(staging, proxiesName));
      else writeProxyFile(staging, { system: false, proxies: [] });
      const kept = commitStaging(dataDir, staging, { at: new Date(now()), files, prefix: 'before-repair-' });
      return { ...found, kept: kept ?? dataDir };
    } finally {
      files.remove(staging);
    }
  } catch (error) {
    throw toHostError(error);
  } finally {
    unlock();
  }
}

function requireRoom(dataDir: string, needed: number): void {
  const free = freeBytesOf(dataDir);
  if (free === null || free >= needed) return;
  throw new HostError(
    'disk-full',
    `A repair needs ${Math.ceil(needed / 1e6)} MB of free room at "${dataDir}", and there are ${Math.floor(free / 1e6)} MB.`,
    'Free some space on that disk first. Nothing was changed.',
  );
}
