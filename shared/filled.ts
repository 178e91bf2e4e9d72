import { isLackingFile } from './file-value.ts';

/**
 * Whether a value counts as filled: anything except null, undefined, blank text, an empty list, an empty object, a file that could
 * not be downloaded, and a list of nothing else. Text is blank if `trim` leaves nothing of it. `false` and 0 are filled.
 */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object') return true;
  if (Array.isArray(value)) return !value.every(isLackingFile);
  return Object.keys(value).length > 0 && !isLackingFile(value);
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
