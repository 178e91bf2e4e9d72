import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StorageError } from '../../../../object-storage/errors.ts';
import { partBytesFor, uploadInParts, type Uploaded } from '../../../../object-storage/upload.ts';
import { digestDatabase } from '../../../../store/database/backup.ts';
import type { OpenTarget } from '../../places/target.ts';
import { createBackup } from '../backup.ts';
import { keysOf, newBackupId, readManifest, type BackupManifest, type StoredBackup } from './manifest.ts';
import { PendingFolder, removeOldCopies, type PendingBackup } from './pending.ts';

/** A copy that is older is not sent any more: whoever backs up means the present. Milliseconds. */
const copyUsefulMs = 24 * 3_600_000;
/** Uploads that are older are given up, whoever began them: services ask money for their parts. Milliseconds. */
const uploadUsefulMs = 7 * 24 * 3_600_000;

/** Options of `createStored`. */
export interface CreateOptions {
  dataDir: string;
  target: OpenTarget;
  /** Whether the copy of an earlier try that was cut off is dropped. */
  fresh: boolean;
  now?: () => number;
  signal: AbortSignal;
  /** Called with the percentage that has arrived. */
  onPercent: (percent: number) => void;
}

/** A backup that was just stored. */
export interface JustStored extends StoredBackup {
  /** Bytes that an earlier try had sent. */
  resumedBytes: number;
}

/**
 * Stores the whole workspace. It is copied to the data folder first, so that the backup is of one moment and can be sent again from
 * where a killed try has ended. Requires the scratch lock.
 * @throws HostError like `createBackup`; StorageError
 */
export async function createStored(options: CreateOptions): Promise<JustStored> {
  const { dataDir, target, fresh, now = Date.now, signal } = options;
  const folder = new PendingFolder(dataDir, target.identity);
  removeOldCopies(dataDir, now() - uploadUsefulMs);
  const left = folder.read();
  const isUseful = left !== null && !fresh && now() - Date.parse(left.createdAt) < copyUsefulMs;
  await forgetUploads(options, isUseful ? left.upload : null);
  const pending = isUseful ? left : await copy(folder, options);
  const { data, manifest: manifestKey, mark } = keysOf(target.prefix, pending.id);
  const { bytes, sha256, resumed } = await send(folder, pending, data, options);
  const { upload: _, ...known } = pending;
  const manifest: BackupManifest = { ...known, bytes, sha256 };
  await putManifest(target, manifestKey, manifest, signal);
  folder.remove();
  const marked = await target.storage.head(mark(sha256), { signal });
  const verifiedAt = marked === null ? null : new Date(marked.storedAt).toISOString();
  return { ...manifest, verifiedAt, resumedBytes: resumed };
}

/** Copies the workspace to the folder. */
async function copy(
  folder: PendingFolder,
  { dataDir, now = Date.now }: CreateOptions,
): Promise<PendingBackup> {
  folder.begin();
  const at = now();
  const made = await createBackup(dataDir, folder.file, { force: false, now: () => at });
  const { counts, itemsSha256 } = digestDatabase(folder.file);
  const { createdAt, appVersion, schema, proxies, interrupted, bytes: fileBytes } = made;
  const pending: PendingBackup = {
    format: 1,
    id: newBackupId(at),
    createdAt,
    appVersion,
    schema,
    counts,
    proxies,
    interrupted,
    fileBytes,
    itemsSha256,
    upload: null,
  };
  folder.write(pending);
  return pending;
}

async function send(
  folder: PendingFolder,
  pending: PendingBackup,
  key: string,
  { target: { storage }, signal, onPercent }: CreateOptions,
): Promise<Uploaded> {
  const { fileBytes, upload } = pending;
  const there = upload === null ? null : await storage.head(key, { signal });
  let read = 0;
  const source = (): AsyncIterable<Uint8Array> => compressed(folder.file, (bytes) => (read += bytes), signal);
  if (there !== null) {
    // An earlier try was killed after the last part: only the manifest is missing.
    const { bytes, sha256 } = await measured(source());
    if (bytes === there.bytes) return { bytes, sha256, resumed: bytes };
    throw new StorageError(
      'exists',
      `"${key}" in ${storage.name} has another size than what was sent.`,
      'Begin anew.',
    );
  }
  return uploadInParts(storage, key, source(), {
    replace: false,
    partBytes: partBytesFor(fileBytes),
    resume: upload === null ? null : { id: upload },
    onBegin: (id) => folder.write({ ...pending, upload: id }),
    onPart: () => onPercent(fileBytes === 0 ? 100 : Math.min(100, (100 * read) / fileBytes)),
    signal,
  });
}

/** A file, compressed. The same file gives the same bytes, so that parts which have arrived are known again. */
async function* compressed(
  file: string,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 6, chunkSize: 256 * 1024 });
  const reading = createReadStream(file, { highWaterMark: 1024 * 1024 });
  reading.on('data', (chunk) => onRead(chunk.length));
  const done = pipeline(reading, gzip, { signal });
  // The error comes from the loop, too.
  done.catch(() => undefined);
  yield* gzip;
  await done;
}

async function measured(chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function putManifest(
  { storage }: OpenTarget,
  key: string,
  manifest: BackupManifest,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  try {
    await storage.put(key, body, { replace: false, signal });
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'exists') throw error;
    // An earlier try was killed right after it.
    const there = await readManifest(storage, key, signal);
    if (there?.sha256 !== manifest.sha256) throw error;
  }
}

/** Gives up uploads that nobody continues. @param own id of the one that is continued */
async function forgetUploads(
  { target: { storage, prefix }, now = Date.now, signal }: CreateOptions,
  own: string | null,
): Promise<void> {
  try {
    for (const upload of await storage.uploads(`${prefix}backup-`, { signal }))
      if (upload.id !== own && now() - upload.begunAt > uploadUsefulMs)
        await storage.abortUpload(upload, { signal });
  } catch (error) {
    // Some services do not tell their uploads, or not to everybody. That is no reason to go without a backup.
    const mayGoOn =
      error instanceof StorageError && ['unsupported', 'access-denied', 'failed'].includes(error.reason);
    if (!mayGoOn) throw error;
  }
}
