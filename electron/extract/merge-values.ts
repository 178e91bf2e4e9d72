import { isFilled } from '../../shared/filled.ts';
import type { JsonValue } from './types.ts';

/**
 * Merges the values that lead to a page, or to a row, with its own values. Its own win on equal names, unless they are empty
 * (`isFilled`). The names keep their order: first those that come along.
 */
export function mergeValues(
  along: Readonly<Record<string, JsonValue>>,
  own: Readonly<Record<string, JsonValue>>,
): Record<string, JsonValue> {
  const merged = new Map(Object.entries(along));
  for (const [name, value] of Object.entries(own)) {
    if (!merged.has(name) || isFilled(value)) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
