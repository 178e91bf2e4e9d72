import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { ownCheck } from '../../../../schemas/checker.ts';
import type { ObjectFacts, ObjectStorage } from '../../../../object-storage/storage.ts';
import { HostError } from '../../../errors.ts';
import type { OpenTarget } from '../../places/target.ts';

const Size = Type.Integer({ minimum: 0 });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * Schema of the manifest of a stored backup, which is written last: without it there is no backup. The object beside it is a backup
 * file as on a disk, compressed by gzip.
 */
export const BackupManifestSchema = Type.Object({
  format: Type.Literal(1),
  id: Type.String({ minLength: 1 }),
  /** When the workspace was as it is in the backup, ISO 8601. */
  createdAt: Type.String(),
  appVersion: Type.String(),
  /** Schema version of the database. */
  schema: Type.Integer({ minimum: 1 }),
  counts: Type.Object({ projects: Size, spiders: Size, runs: Size, items: Size }),
  proxies: Size,
  /** Runs that were in progress. */
  interrupted: Size,
  /** Size and hash as stored, and the size of the file. */
  bytes: Size,
  sha256: Sha256,
  fileBytes: Size,
  /** See `DatabaseDigest`. */
  itemsSha256: Sha256,
});

/** See `BackupManifestSchema`. */
export type BackupManifest = Type.Static<typeof BackupManifestSchema>;
const isManifest = ownCheck(BackupManifestSchema);

/** A backup in an object storage. */
export interface StoredBackup extends BackupManifest {
  /** When it was restored into a scratch folder and compared, ISO 8601; null: never. */
  verifiedAt: string | null;
}

const idPattern = /^backup-\d{8}T\d{6}Z-[0-9a-f]{8}$/;

/** A new id, which nobody else chooses. @param at in milliseconds since 1970 */
export function newBackupId(at: number): string {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `backup-${time}-${randomBytes(4).toString('hex')}`;
}

/** Whether a text is the id of a backup. */
const isBackupId = (text: string): boolean => idPattern.test(text);

/** Keys of a backup. The mark of a verified backup names its content, so that it holds for nothing else. */
export const keysOf = (prefix: string, id: string) => ({
  data: `${prefix}${id}.gz`,
  manifest: `${prefix}${id}.json`,
  mark: (sha256: string) => `${prefix}${id}.verified-${sha256.slice(0, 32)}`,
});

/** Manifests that are read at once. */
const atOnce = 8;
/** A manifest has less than a kilobyte. */
const maxManifestBytes = 64 * 1024;

/** What is in a place. */
export interface Stock {
  /** The newest first. */
  backups: StoredBackup[];
  /** Content without a manifest: of backups under way, and of those that were given up. */
  unfinished: ObjectFacts[];
}

/** Lists the backups of a place. @throws StorageError */
export async function readStock({ storage, prefix }: OpenTarget, signal: AbortSignal): Promise<Stock> {
  const data = new Map<string, ObjectFacts>();
  const manifests: string[] = [];
  const marks = new Map<string, number>();
  for await (const object of storage.list(`${prefix}backup-`, { signal })) {
    const name = object.key.slice(prefix.length);
    const id = name.slice(0, name.indexOf('.'));
    if (!isBackupId(id)) continue;
    if (name === `${id}.json`) manifests.push(id);
    else if (name === `${id}.gz`) data.set(id, object);
    else marks.set(object.key, object.storedAt);
  }
  const backups: StoredBackup[] = [];
  for (let at = 0; at < manifests.length; at += atOnce) {
    const some = manifests.slice(at, at + atOnce);
    const read = await Promise.all(
      some.map((id) => readManifest(storage, keysOf(prefix, id).manifest, signal)),
    );
    for (const [index, manifest] of read.entries()) {
      const id = some[index] ?? '';
      if (manifest === null || manifest.id !== id || !data.has(id)) continue;
      const verified = marks.get(keysOf(prefix, id).mark(manifest.sha256));
      backups.push({
        ...manifest,
        verifiedAt: verified === undefined ? null : new Date(verified).toISOString(),
      });
      data.delete(id);
    }
  }
  backups.sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1,
  );
  return { backups, unfinished: [...data.values()] };
}

/** Reads a manifest. @returns null: it is none, or gone @throws StorageError */
export async function readManifest(
  storage: ObjectStorage,
  key: string,
  signal: AbortSignal,
): Promise<BackupManifest | null> {
  const facts = await storage.head(key, { signal });
  if (facts === null || facts.bytes > maxManifestBytes) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of storage.get(key, { signal })) chunks.push(chunk);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isManifest(value) ? value : null;
  } catch {
    return null;
  }
}

/** A target, and the id of one backup in it where it names one as its last part. */
export function splitTarget(target: string): { place: string; id: string | null } {
  const at = target.lastIndexOf('/');
  const last = target.slice(at + 1);
  return isBackupId(last) ? { place: target.slice(0, at), id: last } : { place: target, id: null };
}

/** Finds a backup, or the newest. @throws HostError `no-backup`; StorageError */
export async function findBackup(
  target: OpenTarget,
  id: string | null,
  signal: AbortSignal,
): Promise<StoredBackup> {
  const { backups } = await readStock(target, signal);
  const found = id === null ? backups[0] : backups.find((backup) => backup.id === id);
  if (found !== undefined) return found;
  if (backups.length === 0)
    throw new HostError('no-backup', `There is no backup in ${target.shown}.`, {
      hint: null,
      action: { action: 'create-backup' },
    });
  throw new HostError(
    'no-backup',
    `There is no backup "${id}" in ${target.shown}.`,
    `The newest is ${backups[0]?.id}.`,
  );
}
