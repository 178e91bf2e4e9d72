/**
 * Whether a value counts as filled: anything except null, undefined, blank text, an empty list and an empty object.
 * Text is blank if `trim` leaves nothing of it. `false` and 0 are filled.
 */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The fields of an item, extracted or stored. */
export interface ItemFields {
  title: unknown;
  content: unknown;
  author: unknown;
  published_date: unknown;
  metadata: Readonly<Record<string, unknown>>;
}

/** Whether at least one field of an item is filled. */
export function hasFilledField({ title, content, author, published_date, metadata }: ItemFields): boolean {
  return [title, content, author, published_date].some(isFilled) || Object.values(metadata).some(isFilled);
}
