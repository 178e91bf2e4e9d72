import {
  comparedItem,
  type ComparedItem,
  type ComparedSide,
} from '../../../electron/compare/compared-item.ts';
import { identityBy } from '../../../electron/compare/run-side.ts';

/** An item of a side: its fields, and what it says of itself. */
export interface GivenItem {
  /** Default: the page of the side. */
  url?: string;
  /** The number of a row on its page, from 1. Left out: it is no row. */
  row?: number;
  [field: string]: unknown;
}

const page = 'https://shop.test/list';

/**
 * A side of items that are given in order. Ids are numbers from `first` on.
 * @param key fields that tell items apart
 */
export function sideOf(
  given: readonly GivenItem[],
  { first = 1, key = [], batch = 2 }: { first?: number; key?: readonly string[]; batch?: number } = {},
): ComparedSide {
  const identify = identityBy(key);
  const items = given.map(({ url = page, row, ...metadata }, index): ComparedItem => {
    const stored = {
      id: String(first + index),
      run: '1',
      spider: 'shop',
      version: 1,
      url,
      key: row === undefined ? url : `${url}#${row}`,
      callback: 'parse',
      title: null,
      content: null,
      author: null,
      published_date: null,
      metadata,
      scraped_at: '2026-11-23T12:00:00.000Z',
      request: '1',
      position: index,
      problems: [],
    };
    return comparedItem(stored, identify(stored));
  });
  return {
    total: items.length,
    async *batches() {
      for (let from = 0; from < items.length; from += batch) yield items.slice(from, from + batch);
    },
    read: async (ids) => new Map(items.filter(({ id }) => ids.includes(id)).map((item) => [item.id, item])),
  };
}

/** Rows of one page, numbered from 1. */
export const rowsOf = (...rows: readonly Record<string, unknown>[]): GivenItem[] =>
  rows.map((row, index) => ({ ...row, row: index + 1 }));
