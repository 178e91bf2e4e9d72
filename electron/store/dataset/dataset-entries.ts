import { comparedValue } from '../../../shared/file-value.ts';
import { hash } from 'node:crypto';
import type { StoreContext } from '../database/context.ts';
import { storedItemColumns, type StoredItem } from '../items/stored-item.ts';

/** Writes the sightings of keys, and what follows from them. Call its functions within a transaction. */
export interface DatasetEntries {
  /** Adds items of a run after one. @returns the last that was added; null: there are no more */
  add(at: Place & { after: number; limit: number }, keyOf: KeyOf): number | null;
  /** Removes sightings of a run. @returns whether there were any */
  remove(at: { spider: number; place: number }, limit: number): boolean;
  /** Removes everything of a spider, in parts. @returns whether there was anything */
  clear(spider: number, limit: number): boolean;
}

/** The key of a stored item. */
export type KeyOf = (item: StoredItem) => string;

interface Place {
  spider: number;
  run: number;
  place: number;
}

interface SightingRow {
  place: number;
  item: number;
  copies: number;
  at: number;
  content: Buffer;
}

interface Entry {
  item: number;
  first: number;
  last: number;
  changed: number | null;
  seenIn: number;
  copies: number;
  lastPlace: number;
  content: Buffer;
}

interface Written extends Entry {
  spider: number;
  key: Buffer;
}

/** 16 bytes of the SHA-256 of a key: two keys of a spider never share them. */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, 16);

export function createDatasetEntries({ connection: { db } }: StoreContext): DatasetEntries {
  const next = db.prepare<
    [{ run: number; after: number; limit: number }],
    StoredItem & { at: number; merged: number }
  >(
    `SELECT ${storedItemColumns}, row_path IS NOT NULL AS merged,
      coalesce((SELECT fetched_at FROM requests WHERE requests.id = items.request_id), scraped_at) AS at
    FROM items WHERE run_id = @run AND id > @after ORDER BY id LIMIT @limit`,
  );
  const see = db.prepare<[SightingRow & { spider: number; key: Buffer }]>(
    `INSERT INTO dataset_sightings (spider_id, key, place, item_id, copies, seen_at, content)
      VALUES (@spider, @key, @place, @item, @copies, @at, @content)
      ON CONFLICT (spider_id, key, place) DO UPDATE SET item_id = excluded.item_id, copies = dataset_sightings.copies + excluded.copies,
        seen_at = excluded.seen_at, content = excluded.content`,
  );
  const sightings = db.prepare<[number, Buffer], SightingRow>(
    `SELECT place, item_id AS item, copies, seen_at AS at, content FROM dataset_sightings
      WHERE spider_id = ? AND key = ? ORDER BY place`,
  );
  const entry = db.prepare<[number, Buffer], Entry>(
    `SELECT item_id AS item, first_seen AS first, last_seen AS last, changed_at AS changed, seen_in AS seenIn, copies,
      last_place AS lastPlace, content FROM dataset_entries WHERE spider_id = ? AND key = ?`,
  );
  const write = db.prepare<[Written]>(
    `INSERT INTO dataset_entries (spider_id, key, item_id, first_seen, last_seen, changed_at, seen_in, copies, last_place, content)
      VALUES (@spider, @key, @item, @first, @last, @changed, @seenIn, @copies, @lastPlace, @content)
      ON CONFLICT (spider_id, key) DO UPDATE SET item_id = excluded.item_id, first_seen = excluded.first_seen,
        last_seen = excluded.last_seen, changed_at = excluded.changed_at, seen_in = excluded.seen_in, copies = excluded.copies,
        last_place = excluded.last_place, content = excluded.content`,
  );
  const drop = db.prepare<[number, Buffer]>('DELETE FROM dataset_entries WHERE spider_id = ? AND key = ?');
  const keysAt = db
    .prepare<[{ spider: number; place: number; limit: number }], Buffer>(
      'SELECT key FROM dataset_sightings WHERE spider_id = @spider AND place = @place LIMIT @limit',
    )
    .pluck();
  const unsee = db.prepare<[number, Buffer, number]>(
    'DELETE FROM dataset_sightings WHERE spider_id = ? AND key = ? AND place = ?',
  );
  const anyKeys = db
    .prepare<[number, number], Buffer>('SELECT key FROM dataset_sightings WHERE spider_id = ? LIMIT ?')
    .pluck();
  const unseeAll = db.prepare<[number, Buffer]>(
    'DELETE FROM dataset_sightings WHERE spider_id = ? AND key = ?',
  );

  function count(spider: number, key: Buffer): void {
    const found = sightings.all(spider, key);
    const counted = found.reduce<Entry | null>((before, sighting) => followed(before, sighting), null);
    if (counted === null) drop.run(spider, key);
    else write.run({ ...counted, spider, key });
  }

  return {
    add({ spider, run, place, after, limit }, keyOf) {
      const rows = next.all({ run, after, limit });
      const byKey = new Map<string, SightingRow & { key: Buffer }>();
      for (const { at, merged, ...row } of rows) {
        const key = keyHash(keyOf(row));
        const name = key.toString('latin1');
        const copies = (byKey.get(name)?.copies ?? 0) + 1;
        byKey.set(name, { key, place, item: row.id, copies, at, content: contentOf(row, merged === 1) });
      }
      // In the order of the index, so that neighbours are written together.
      const sorted = [...byKey.values()].sort((a, b) => Buffer.compare(a.key, b.key));
      for (const sighting of sorted) {
        const { key } = sighting;
        see.run({ ...sighting, spider });
        const before = entry.get(spider, key) ?? null;
        if (before !== null && before.lastPlace >= place) count(spider, key);
        else write.run({ ...followed(before, sighting), spider, key });
      }
      return rows.at(-1)?.id ?? null;
    },
    remove({ spider, place }, limit) {
      const keys = keysAt.all({ spider, place, limit });
      for (const key of keys) {
        unsee.run(spider, key, place);
        count(spider, key);
      }
      return keys.length > 0;
    },
    clear(spider, limit) {
      const keys = new Map(anyKeys.all(spider, limit).map((key) => [key.toString('latin1'), key]));
      for (const key of keys.values()) {
        unseeAll.run(spider, key);
        drop.run(spider, key);
      }
      return keys.size > 0;
    },
  };
}

/** What is known of a key after one more run has seen it. */
function followed(before: Entry | null, { place, item, copies, at, content }: SightingRow): Entry {
  const here = { item, copies, lastPlace: place, last: at, content };
  if (before === null) return { ...here, first: at, changed: null, seenIn: 1 };
  const isSame = before.content.equals(content);
  return { ...here, first: before.first, changed: isSame ? before.changed : at, seenIn: before.seenIn + 1 };
}

/** A hash of the values of an item. Those of rows are merged in the order in which they came, which says nothing. */
function contentOf(row: StoredItem, merged: boolean): Buffer {
  const { title, content, author, published_date, metadata_json } = row;
  const plain = metadata_json.includes('"file":') ? withoutPlaces(metadata_json) : metadata_json;
  const metadata = merged ? inOrder(plain) : plain;
  const text = JSON.stringify([title, content, author, published_date, metadata]);
  return hash('sha256', text, 'buffer').subarray(0, 8);
}

/** Downloaded files by their content alone: the same one may come from another address. */
const withoutPlaces = (json: string): string => JSON.stringify(comparedValue(JSON.parse(json)));

function inOrder(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : json;
}
