/** Columns that every item has, in the order of exports. The metadata keys follow them. */
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
] as const;

/** Name of a column that every item has. */
export type ItemColumnName = (typeof itemColumns)[number];

const names = new Set<string>(itemColumns);

/** Whether every item has a column of this name. */
export function isItemColumnName(name: string): name is ItemColumnName {
  return names.has(name);
}

/** The column with all metadata as JSON text. Exported only on request, because every metadata key has its own column. */
export const metadataColumn = 'metadata_json';

/** The column of the key of an item, in tables of databases whose rows are known again by it. */
export const itemKeyColumn = 'item_key';

const reserved = new Set<string>([...itemColumns, metadataColumn]);

/** The column name of a metadata key: the key, with a prefix if it equals another column. */
export function metadataName(key: string): string {
  return reserved.has(key) ? `metadata.${key}` : key;
}
