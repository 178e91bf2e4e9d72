import type { JsonValue } from './types.ts';
import { isBlank } from './text.ts';

/** Turns URLs into what stands in an item until their files are downloaded. @param base of the page; null: unknown */
export function asFiles(value: JsonValue, base: string | null): JsonValue {
  if (Array.isArray(value)) return value.map((each) => asFiles(each, base));
  if (value === null || (typeof value === 'string' && isBlank(value))) return null;
  if (typeof value !== 'string') return { url: JSON.stringify(value), file: null, error: 'It is no URL.' };
  const url = URL.parse(value.trim(), base ?? undefined);
  if (url === null) return { url: value, file: null, error: 'It is no URL.' };
  if (/^https?:$/.test(url.protocol)) return { url: url.href, file: null };
  // A picture inside the page may be megabytes of text.
  return { url: value.slice(0, 200), file: null, error: 'Only http and https URLs are downloaded.' };
}
