import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Patience } from '../../object-storage/repeat.ts';
import type { Drive } from './drive.ts';
import { folderDrive } from './folder-drive.ts';
import { readBucketLogin } from './login.ts';
import { ObjectStore, type ObjectStoreOptions } from './object-store.ts';

/** Where objects are, as a person names it: without a secret. */
export interface ObjectAddress {
  /** Path of a folder, or `s3://BUCKET/PREFIX`. */
  address: string;
  /** Of a bucket: `https://host[:port]`; null: Amazon S3 in the region. */
  endpoint: string | null;
  /** Of a bucket. */
  region: string | null;
  /** Of a bucket: whether it is part of the path and not of the host; 0 or 1. */
  pathStyle: number;
  /** Of a bucket: `env:NAME` or `keychain:NAME`; null: the usual variables of the environment. */
  secret: string | null;
}

/** A place of a workspace. */
export interface ObjectPlace extends ObjectAddress {
  /** In hexadecimal. */
  tag: string;
}

/** Statement of the places that a workspace has, with the columns of `ObjectPlace`. */
export const selectPlaces = `SELECT encode(tag, 'hex') AS tag, address, endpoint, region, path_style AS "pathStyle", secret
  FROM spider_studio.object_places`;

/** The file that says whose objects are in a place. */
export const markName = 'spider-studio-objects.json';

/** How a place is opened. */
export interface PlaceOptions extends ObjectStoreOptions {
  patience?: Partial<Patience>;
}

/** Opens a place of a workspace. Nothing is sent yet. @throws StoreError `missing-secret`, `bad-secret`, `bad-place` */
export async function openPlace(place: ObjectPlace, options: PlaceOptions): Promise<ObjectStore> {
  return new ObjectStore(await openDrive(place, place.tag, options.patience), options);
}

/** @param tag that of the place; null: it is none yet */
export async function openDrive(
  { address, endpoint, region, pathStyle, secret }: ObjectAddress,
  tag: string | null,
  patience: Partial<Patience> = {},
): Promise<Drive> {
  const [, bucket, rest = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(address) ?? [];
  if (bucket === undefined)
    return folderDrive(address, async () => tag === null || (await folderTag(address)) === tag);
  const place = { endpoint, region: region ?? 'us-east-1', bucket, pathStyle: pathStyle === 1 };
  // Most workspaces have none, and their network code would cost each command a tenth of its start.
  const [{ openS3 }, { bucketDrive }] = await Promise.all([
    import('../../object-storage/s3.ts'),
    import('./bucket-drive.ts'),
  ]);
  const storage = openS3({ place, credentials: await readBucketLogin(secret), patience });
  return bucketDrive(storage, rest === '' ? '' : `${rest}/`);
}

async function folderTag(folder: string): Promise<string | null> {
  const mark = await readFile(join(folder, markName), 'utf8').catch(() => null);
  return mark === null ? null : tagOfMark(mark);
}

/** The text of a mark. */
export const markOf = (tag: string): string => `${JSON.stringify({ format: 1, workspace: tag })}\n`;

/** Reads the mark of a place. @returns null: it is none */
export const tagOfMark = (mark: string): string | null =>
  /"workspace":\s*"([0-9a-f]{32})"/.exec(mark)?.[1] ?? null;
