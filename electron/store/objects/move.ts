import type { Client } from 'pg';
import type { PostgresAddress } from '../../postgres/address.ts';
import { createBodyKeeper, type BodyKeeper } from '../postgres/body-keeper.ts';
import { placesOf } from './choose.ts';
import { hashOf, type ObjectStore } from './object-store.ts';
import { openPlace, type ObjectPlace } from './place.ts';
import { readReference, referenceBytes } from './reference.ts';
import { StoreError } from '../errors.ts';
import { bodyTables } from './tally.ts';

/** Bodies that are read together, and bytes of them at most, unless one alone is larger. */
const batchRows = 64;
const batchBytes = 16 * 1024 * 1024;

/** What was moved. */
export interface Moved {
  bodies: number;
  bytes: number;
}

interface BodyRow {
  id: string;
  body: Buffer;
}

/**
 * Moves all bodies of pages and files to the current place, or into the database where there is none. Every body is compared with its
 * hash, and read back from where it was put, before its row names the new place. A move that is cut off is continued by the next one.
 * Nothing is removed from the places where bodies were.
 * @throws StoreError `damaged`, and what a place throws
 */
export async function moveBodies(
  client: Client,
  database: PostgresAddress,
  onMoved: (moved: Moved) => void = () => undefined,
): Promise<Moved> {
  const places = await placesOf(client);
  const target = places.find(({ isCurrent }) => isCurrent) ?? null;
  const bodies = new Bodies(places, target, database);
  const moved: Moved = { bodies: 0, bytes: 0 };
  try {
    for (const table of bodyTables) {
      let last = '0';
      for (;;) {
        const rows = await nextRows(client, table, last, target);
        const end = rows.at(-1);
        if (end === undefined) break;
        last = end.id;
        for (const row of rows) {
          const { stored, bytes } = await bodies.move(row.body);
          if (await replaced(client, table, row, stored)) {
            moved.bodies += 1;
            moved.bytes += bytes;
          }
        }
        onMoved({ ...moved });
      }
    }
    return moved;
  } finally {
    bodies.close();
  }
}

/** Rows after an id whose bodies are elsewhere, as many as are read together. */
async function nextRows(
  client: Client,
  table: string,
  after: string,
  target: ObjectPlace | null,
): Promise<BodyRow[]> {
  const isElsewhere =
    target === null
      ? 'spider_studio.object_of(body) IS NOT NULL'
      : `(octet_length(body) > ${referenceBytes} OR substring(spider_studio.object_of(body) FROM 1 FOR 16) <> decode('${target.tag}', 'hex'))`;
  const { rows } = await client.query<BodyRow>(
    `SELECT id, body FROM spider_studio.${table} WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(spider_studio.length(body)) OVER (ORDER BY id) - spider_studio.length(body) AS before FROM (
          SELECT id, body FROM spider_studio.${table} WHERE id > $1 AND ${isElsewhere} ORDER BY id LIMIT ${batchRows}) AS picked) AS sized
      WHERE before < ${batchBytes}) ORDER BY id`,
    [after],
  );
  return rows;
}

/** @returns false: the row is gone, or somebody else has moved its body */
async function replaced(
  client: Client,
  table: string,
  { id, body }: BodyRow,
  stored: Uint8Array,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE spider_studio.${table} SET body = $2 WHERE id = $1 AND octet_length(body) = $3
      AND spider_studio.object_of(body) IS NOT DISTINCT FROM spider_studio.object_of($4)`,
    [id, Buffer.from(stored), body.byteLength, body.byteLength === referenceBytes ? body : null],
  );
  return rowCount === 1;
}

/** Reads bodies from where they are, and puts them where they belong. */
class Bodies {
  readonly #places: ReadonlyMap<string, ObjectPlace>;
  readonly #stores = new Map<string, ObjectStore>();
  readonly #target: ObjectPlace | null;
  readonly #keeper: BodyKeeper | null;

  constructor(places: readonly ObjectPlace[], target: ObjectPlace | null, database: PostgresAddress) {
    this.#places = new Map(places.map((place) => [place.tag, place]));
    this.#target = target;
    this.#keeper = target === null ? null : createBodyKeeper(target, database);
  }

  /** @returns what is stored in the row, and the size of the body */
  async move(stored: Buffer): Promise<{ stored: Uint8Array; bytes: number }> {
    const reference = readReference(stored);
    const place = reference === null ? undefined : this.#places.get(reference.tag);
    // Bytes of a page that only look like a reference are what they are.
    const body =
      reference === null || place === undefined
        ? stored
        : await (await this.#open(place)).get(reference.hash);
    if (this.#keeper === null || this.#target === null) return { stored: body, bytes: body.byteLength };
    const kept = await this.#keeper.keep(body);
    // It may have been there already.
    if (kept !== body) {
      const back = await (await this.#open(this.#target)).get(hashOf(body));
      if (!back.equals(body))
        throw new StoreError('damaged', 'What was moved is not what was read.', 'Try again.');
    }
    return { stored: kept, bytes: body.byteLength };
  }

  close(): void {
    this.#keeper?.close();
    for (const store of this.#stores.values()) store.close();
  }

  async #open(place: ObjectPlace): Promise<ObjectStore> {
    const store = this.#stores.get(place.tag) ?? (await openPlace(place, { whileKept: (work) => work() }));
    this.#stores.set(place.tag, store);
    return store;
  }
}
