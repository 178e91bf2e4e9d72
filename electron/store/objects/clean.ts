import type { Client } from 'pg';
import { objectLock } from '../postgres/body-keeper.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';
import { openPlace, type ObjectPlace } from './place.ts';
import { bodyTables } from './tally.ts';

/** What is younger may get its row yet. Milliseconds. */
const oldMs = 24 * 3_600_000;
/** Objects that are looked at together. */
const batchSize = 500;

/** What was found without a row. */
export interface Cleaned {
  objects: number;
  bytes: number;
}

/** How objects are cleaned up. */
export interface CleanOptions {
  /** Whether they are removed. */
  apply: boolean;
  now?: () => number;
  /** Aborted: what is not looked at yet is left to the next time. Left out: never. */
  signal?: AbortSignal;
}

/**
 * Finds objects of a place that no row has named for a day, and files that writers have left there which were killed. Rows are
 * asked after the age of an object was read, and an old object counts as new before it gets a row; so none is missed.
 */
export async function cleanPlace(
  client: Client,
  place: ObjectPlace,
  options: CleanOptions,
): Promise<Cleaned> {
  const { now = Date.now } = options;
  const store = await openPlace(place, { whileKept: (work) => work() });
  const cleaned: Cleaned = { objects: 0, bytes: 0 };
  const take = async (batch: readonly ListedObject[]): Promise<void> => {
    const left = await withoutRow(client, place, batch);
    const gone = options.apply ? await remove(client, store, left, now) : left;
    cleaned.objects += gone.length;
    cleaned.bytes += gone.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  try {
    let batch: ListedObject[] = [];
    for await (const object of store.list()) {
      if (options.signal?.aborted === true) return cleaned;
      if (now() - object.storedAt < oldMs) continue;
      batch.push(object);
      if (batch.length < batchSize) continue;
      await take(batch);
      batch = [];
    }
    await take(batch);
    return cleaned;
  } finally {
    store.close();
  }
}

async function withoutRow(
  client: Client,
  { tag }: ObjectPlace,
  objects: readonly ListedObject[],
): Promise<ListedObject[]> {
  const hashes = objects.flatMap(({ hash }) => hash ?? []);
  const named = bodyTables.map(
    (table) =>
      `EXISTS (SELECT 1 FROM spider_studio.${table} WHERE spider_studio.object_of(body) = decode($2 || hash, 'hex'))`,
  );
  const { rows } = await client.query<{ hash: string }>(
    `SELECT hash FROM unnest($1::text[]) AS hash WHERE ${named.join(' OR ')}`,
    [hashes, tag],
  );
  const kept = new Set(rows.map(({ hash }) => hash));
  return objects.filter(({ hash }) => hash === null || !kept.has(hash));
}

/** Removes objects that are still old. While it does, nobody makes an old one new. @returns what is gone */
async function remove(
  client: Client,
  store: ObjectStore,
  objects: readonly ListedObject[],
  now: () => number,
): Promise<ListedObject[]> {
  const gone: ListedObject[] = [];
  if (objects.length === 0) return gone;
  await client.query(`SELECT pg_advisory_lock(${objectLock})`);
  try {
    for (const object of objects) {
      const facts = object.hash === null ? object : await store.facts(object.hash);
      if (facts === null || now() - facts.storedAt < oldMs) continue;
      await store.remove(object.key);
      gone.push(object);
    }
    return gone;
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${objectLock})`);
  }
}
