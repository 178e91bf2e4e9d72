import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageKind } from '../../../../shared/storage-kinds.ts';
import { companionSuffixes } from '../../../store/database/database-file.ts';
import { databaseName } from '../../workspace/restore-files.ts';

/** Kinds of what lies in a data folder beside its database. */
export type FolderKind = Extract<StorageKind, 'log' | 'backups' | 'logs' | 'browser' | 'files'>;

const folders: Readonly<Record<string, FolderKind>> = { logs: 'logs', browsers: 'browser' };
/** What keeps an earlier state of the workspace, or a copy of it. */
const kept = /^(?:before-|restor|backup-)|\.backup(?:-\d+)?$/u;

/** Which kind an entry of a data folder is; null: the database itself. */
export function kindOfEntry(name: string): FolderKind | null {
  if (name === databaseName) return null;
  if (companionSuffixes.some((suffix) => name === `${databaseName}${suffix}`)) return 'log';
  if (kept.test(name)) return 'backups';
  return folders[name] ?? 'files';
}

/** Reads how many bytes lie beside the database, by kind. What vanishes meanwhile counts as nothing. */
export async function measureFolder(dataDir: string): Promise<Map<FolderKind, number>> {
  const bytes = new Map<FolderKind, number>();
  for (const entry of await entriesOf(dataDir)) {
    const kind = kindOfEntry(entry.name);
    if (kind !== null) bytes.set(kind, (bytes.get(kind) ?? 0) + (await bytesOf(dataDir, entry)));
  }
  return bytes;
}

async function bytesOf(folder: string, entry: Dirent): Promise<number> {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) return lstat(path).then(({ size }) => size, nothing);
  let bytes = 0;
  for (const inner of await entriesOf(path)) bytes += await bytesOf(path, inner);
  return bytes;
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

const nothing = (): number => 0;
