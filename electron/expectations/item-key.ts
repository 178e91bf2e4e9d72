import { isFilled } from '../../shared/filled.ts';
import type { Expect } from '../../shared/spider/schema.ts';
import { itemValue, type ExpectedItem } from './item-value.ts';

/** What tells an item from all others of its spider. */
export interface ItemKey {
  /** The values of `expect.key` as a JSON list, so that "1" and 1 differ; else the key of the row, else the URL. */
  readonly key: string;
  /** Whether the key is made of the values of `expect.key`. */
  readonly isExpected: boolean;
  /** The fields of `expect.key` that are empty. If there are any, the key is that of the row or the URL. */
  readonly empty: readonly string[];
}

/**
 * Returns a function that gives the key of an item. A row that leads nowhere else, and an item with an empty field in its
 * key, are told apart by their place: two of them are never the same item, and none of them is a duplicate.
 *
 * @param expect of the spider; null or without a key: items are told apart by their place
 */
export function createItemKey(
  expect: Pick<Expect, 'key'> | null | undefined,
): (item: ExpectedItem) => ItemKey {
  const names = [...new Set(expect?.key ?? [])];
  return (item) => {
    const place = item.key ?? item.url;
    if (names.length === 0) return { key: place, isExpected: false, empty: [] };
    const values = names.map((name) => itemValue(item, name));
    const empty = names.filter((_, index) => !isFilled(values[index]));
    if (empty.length > 0) return { key: place, isExpected: false, empty };
    // A list cannot be taken for a URL, so keys of both kinds may stand beside one another.
    return { key: JSON.stringify(values), isExpected: true, empty };
  };
}
