import type { PostgresAddress } from '../../postgres/address.ts';
import { connectPostgres } from '../../postgres/connection.ts';
import { hashOf, type ObjectStore } from '../objects/object-store.ts';
import { openPlace, type ObjectPlace, type PlaceOptions } from '../objects/place.ts';
import { referenceBytes, writeReference } from '../objects/reference.ts';

/** Held by whoever renews an old object, and alone by whoever removes some: "SpSB" in ASCII. */
export const objectLock = 0x53705342;

/** How long it is known of an object that it is there, in milliseconds, and of how many. */
const knownMs = 3_600_000;
const mostKnown = 2000;

/** Keeps bodies outside of the database. */
export interface BodyKeeper {
  /**
   * Puts a body into the place, before a row names it.
   * @returns what is stored in the row; the body itself where that is not shorter
   * @throws StoreError `storage-unreachable`, `storage-refused`, `storage-full`, `storage-failed`, `missing-secret`
   */
  keep(body: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

/** Opens the place in which new bodies of a workspace are kept. Nothing is sent before the first one. */
export function createBodyKeeper(
  place: ObjectPlace,
  database: PostgresAddress,
  options: Pick<PlaceOptions, 'patience'> = {},
): BodyKeeper {
  let store: Promise<ObjectStore> | null = null;
  /** What was put lately, the oldest first. */
  const known = new Map<string, { at: number; stored: Promise<void> }>();

  async function opened(): Promise<ObjectStore> {
    store ??= openPlace(place, { ...options, whileKept: (work) => whileKept(database, work) });
    try {
      return await store;
    } catch (error) {
      store = null;
      throw error;
    }
  }

  async function put(hash: string, body: Uint8Array): Promise<void> {
    const before = known.get(hash);
    if (before !== undefined && performance.now() - before.at < knownMs) return before.stored;
    const stored = opened().then((each) => each.put(hash, body));
    known.delete(hash);
    known.set(hash, { at: performance.now(), stored });
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    try {
      await stored;
    } catch (error) {
      known.delete(hash);
      throw error;
    }
  }

  return {
    async keep(body) {
      if (body.byteLength <= referenceBytes) return body;
      const hash = hashOf(body);
      await put(hash, body);
      return writeReference({ tag: place.tag, hash, bytes: body.byteLength });
    },
    close() {
      void store?.then(
        (each) => each.close(),
        () => undefined,
      );
    },
  };
}

/** Carries something out while nobody removes objects of a workspace. */
async function whileKept<T>(database: PostgresAddress, work: () => Promise<T>): Promise<T> {
  const client = await connectPostgres(database);
  try {
    await client.query(`SELECT pg_advisory_lock_shared(${objectLock})`);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
