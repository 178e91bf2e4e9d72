/** Columns of every item, in the order of an export; the keys of the metadata follow, in place of `metadata_json`. */
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

/** The metadata as it is stored, as JSON text; there on request only, because its keys are columns already. */
export const metadataColumn = 'metadata_json';

const reserved = new Set<string>([...itemColumns, metadataColumn]);

/** The name of a metadata key among the columns: a key that equals a column gets a prefix. */
export function metadataName(key: string): string {
  return reserved.has(key) ? `metadata.${key}` : key;
}
