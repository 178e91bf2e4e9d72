/**
 * Whether a value counts as filled, wherever that is counted, filtered or judged: anything but null, blank text, an empty
 * list and an empty object. Text is blank when `trim` leaves nothing of it. False and 0 are values.
 */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The fields of an item, as it is extracted and as it is stored. */
export interface ItemFields {
  title: unknown;
  content: unknown;
  author: unknown;
  published_date: unknown;
  metadata: Readonly<Record<string, unknown>>;
}

/** Whether an item has a filled field. */
export function hasFilledField({ title, content, author, published_date, metadata }: ItemFields): boolean {
  return [title, content, author, published_date].some(isFilled) || Object.values(metadata).some(isFilled);
}
