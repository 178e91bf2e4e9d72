import type { ItemRow } from '../store/items/items.ts';

/** Columns of every export, in their order; the keys of the metadata follow, in place of `metadata_json`. */
export const itemColumns = [
  'id',
  'run',
  'spider',
  'version',
  'url',
  'callback',
  'title',
  'content',
  'author',
  'published_date',
  'scraped_at',
] as const satisfies (keyof ItemRow)[];

/** The metadata as it is stored, as JSON text; there on request only, because its keys are columns already. */
export const metadataColumn = 'metadata_json';

const reserved = new Set<string>([...itemColumns, metadataColumn]);

/** The name of a metadata key among the columns: a key that equals a column gets a prefix. */
export function metadataName(key: string): string {
  return reserved.has(key) ? `metadata.${key}` : key;
}

/** An item as name and value pairs, columns first, nested values as they are. */
export function topLevelFields(row: ItemRow): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const column of itemColumns) fields.set(column, row[column]);
  for (const [key, value] of Object.entries(row.metadata)) {
    fields.set(freeName(metadataName(key), fields), value);
  }
  return fields;
}

/** `metadata.` is put before a name that another field of the same item has taken, so that neither is lost. */
export function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  while (taken.has(free)) free = `metadata.${free}`;
  return free;
}
