import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { digestDatabase } from '../../../../store/database/backup.ts';
import { databaseFile, openWorkspace } from '../../../workspace/workspace.ts';
import { HostError } from '../../../errors.ts';
import type { OpenTarget } from '../../places/target.ts';
import { damagedBackup } from '../backup-file.ts';
import { requireRestorable, restoreBackup, type Restored } from '../restore.ts';
import { findBackup, keysOf, type StoredBackup } from './manifest.ts';

/** Options of what reads a stored backup. */
export interface FetchOptions {
  target: OpenTarget;
  /** null: the newest. */
  id: string | null;
  /** An empty folder. */
  scratch: string;
  signal: AbortSignal;
  /** Called with the percentage that has arrived. */
  onPercent: (percent: number) => void;
}

/**
 * Reads a stored backup, restores it into the scratch folder, opens it, and compares all counts and every item with what was stored.
 * A mark that it was verified is stored beside it.
 * @throws HostError `no-backup`, `damaged-backup`, `newer`; StorageError
 */
export async function verifyStored(options: FetchOptions): Promise<StoredBackup> {
  const { target, scratch, signal } = options;
  const backup = await findBackup(target, options.id, signal);
  const shown = nameOf(target, backup);
  const file = await download(backup, options);
  const dataDir = join(scratch, 'restored');
  await mkdir(dataDir);
  const restored = await restoreBackup(dataDir, file, { force: false });
  const { counts, itemsSha256 } = digestDatabase(databaseFile(dataDir));
  if (JSON.stringify(counts) !== JSON.stringify(backup.counts) || restored.proxies !== backup.proxies)
    throw damagedBackup(shown, 'it restores to other numbers of rows than were stored');
  if (itemsSha256 !== backup.itemsSha256)
    throw damagedBackup(shown, 'it restores to other items than were stored');
  // Brings it to the newest schema, as a restore would.
  openWorkspace(dataDir).close();
  const { storage, prefix } = target;
  const mark = keysOf(prefix, backup.id).mark(backup.sha256);
  await storage.put(mark, Buffer.from(`${new Date().toISOString()}\n`), { replace: true, signal });
  return { ...backup, verifiedAt: new Date().toISOString() };
}

/**
 * Restores a stored backup into a data folder, like `restoreBackup`.
 * @throws HostError like that; StorageError
 */
export async function restoreStored(
  dataDir: string,
  { force, ...options }: FetchOptions & { force: boolean },
): Promise<Restored> {
  // Before a long download.
  requireRestorable(dataDir, force);
  const { target, signal } = options;
  const backup = await findBackup(target, options.id, signal);
  const file = await download(backup, options);
  return { ...(await restoreBackup(dataDir, file, { force })), file: nameOf(target, backup) };
}

/** Reads a stored backup into the scratch folder. @returns the backup file */
async function download(
  backup: StoredBackup,
  { target, scratch, signal, onPercent }: FetchOptions,
): Promise<string> {
  const { storage, prefix } = target;
  const { bytes, sha256, fileBytes } = backup;
  const shown = nameOf(target, backup);
  const file = join(scratch, 'workspace.backup');
  const hash = createHash('sha256');
  let read = 0;
  async function* stored(): AsyncGenerator<Uint8Array> {
    for await (const chunk of storage.get(keysOf(prefix, backup.id).data, { signal })) {
      hash.update(chunk);
      read += chunk.length;
      if (read > bytes) throw damagedBackup(shown, 'it is longer than what was stored');
      onPercent(bytes === 0 ? 100 : (100 * read) / bytes);
      yield chunk;
    }
  }
  let written = 0;
  async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      written += chunk.length;
      if (written > fileBytes) throw damagedBackup(shown, 'it unpacks to more than was stored');
      yield chunk;
    }
  }
  try {
    await pipeline(stored, createGunzip(), limited, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw damagedBackup(shown, 'it cannot be unpacked');
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    throw error;
  }
  if (read !== bytes || hash.digest('hex') !== sha256)
    throw damagedBackup(shown, 'its content is not what was stored');
  if (written !== fileBytes) throw damagedBackup(shown, 'its end is missing');
  return file;
}

const nameOf = ({ shown }: OpenTarget, { id }: StoredBackup): string => `${shown.replace(/\/+$/, '')}/${id}`;
