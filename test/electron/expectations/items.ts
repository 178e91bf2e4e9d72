import type { ExpectedItem } from '../../../electron/expectations/item-value.ts';

/** An item of a page, with changes. */
export function itemWith(changes: Partial<ExpectedItem> = {}): ExpectedItem {
  return {
    url: 'https://example.com/1',
    callback: 'product',
    title: null,
    content: null,
    author: null,
    published_date: null,
    metadata: {},
    ...changes,
  };
}
