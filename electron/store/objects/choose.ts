import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { createFolder } from '../../system/folders.ts';
import { StoreError } from '../errors.ts';
import type { Drive } from './drive.ts';
import {
  markName,
  markOf,
  openDrive,
  selectPlaces,
  tagOfMark,
  type ObjectAddress,
  type ObjectPlace,
} from './place.ts';
import { tagBytes } from './reference.ts';

/** The places of a workspace, the current one first. */
export async function placesOf(client: Client): Promise<(ObjectPlace & { isCurrent: boolean })[]> {
  const { rows } = await client.query<ObjectPlace & { current: number }>(
    `SELECT p.*, is_current AS current FROM (${selectPlaces}) AS p JOIN spider_studio.object_places AS o
      ON o.tag = decode(p.tag, 'hex') ORDER BY is_current DESC, o.id`,
  );
  return rows.map(({ current, ...place }) => ({ ...place, isCurrent: current === 1 }));
}

/**
 * Chooses where bodies are kept from now on; what is there already stays where it is. The place is tried: it is marked as that of this
 * workspace.
 * @param address null: in the database
 * @throws StoreError `conflict` where another workspace has it, and what a place throws
 */
export async function choosePlace(client: Client, address: ObjectAddress | null): Promise<void> {
  const tag = address === null ? null : await mark(client, address);
  await client.query('BEGIN');
  try {
    await client.query('UPDATE spider_studio.object_places SET is_current = 0 WHERE is_current = 1');
    if (address !== null && tag !== null)
      await client.query(
        `INSERT INTO spider_studio.object_places (tag, address, endpoint, region, path_style, secret, is_current)
          VALUES (decode($1, 'hex'), $2, $3, $4, $5, $6, 1)
          ON CONFLICT (tag) DO UPDATE SET address = excluded.address, endpoint = excluded.endpoint, region = excluded.region,
            path_style = excluded.path_style, secret = excluded.secret, is_current = 1`,
        [tag, address.address, address.endpoint, address.region, address.pathStyle, address.secret],
      );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Marks a place as that of the workspace: one that is known and has lost its mark gets it again. @returns its tag */
async function mark(client: Client, address: ObjectAddress): Promise<string> {
  if (!address.address.startsWith('s3://')) createFolder(address.address);
  const known = (await placesOf(client)).find(
    (place) => place.address === address.address && place.endpoint === address.endpoint,
  );
  const tag = known?.tag ?? randomBytes(tagBytes).toString('hex');
  const drive = await openDrive(address, null, { tries: 3 });
  try {
    return (await drive.write(markName, Buffer.from(markOf(tag)))) ? tag : await ownTag(client, drive);
  } finally {
    drive.close();
  }
}

async function ownTag(client: Client, drive: Drive): Promise<string> {
  const there = await drive.read(markName);
  const tag = there === null ? null : tagOfMark(there.toString('utf8'));
  const places = await placesOf(client);
  if (tag !== null && places.some((place) => place.tag === tag)) return tag;
  throw new StoreError(
    'conflict',
    `${drive.name} holds pages and files of another workspace.`,
    `Choose another folder or prefix. If nobody uses it any more, delete "${markName}" there.`,
  );
}
