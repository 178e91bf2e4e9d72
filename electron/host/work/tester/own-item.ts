import { isDeepStrictEqual } from 'node:util';
import { isFilled } from '../../../../shared/filled.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { createOffline, type OfflineOutput } from '../../../engine/offline.ts';
import type { NewItem } from '../../../extract/types.ts';
import type { ItemRow } from '../../../store/items/item-queries.ts';
import type { OpenPage } from './open-page.ts';

/** Extracts all of a page with the code of a crawl. */
export function takeAgain(page: OpenPage, spider: Spider, callback: string): OfflineOutput {
  const { content, unreadable, context, url, rendered } = page;
  const read = {
    url: url ?? '',
    kind: content.kind,
    contentType: null,
    fetchedAt: context.fetchedAt,
    rendered,
    page: unreadable === null ? content : null,
    problem: unreadable,
  };
  return createOffline(spider).extract(read, callback);
}

/**
 * Finds the item of a page that a stored one was. Where the rows of other pages were merged in, a page has its items once for
 * each way to it, so the place is counted modulo their number; values decide where that is not it.
 */
export function ownItem(items: readonly NewItem[], stored: ItemRow): { item: NewItem; index: number } | null {
  const usual = items.length === 0 ? 0 : stored.position % items.length;
  let best: { item: NewItem; index: number; score: number } | null = null;
  for (const [index, item] of items.entries()) {
    const score = likeness(item, stored) + (index === usual ? 0.5 : 0);
    if (best === null || score > best.score) best = { item, index, score };
  }
  return best;
}

/** The number of filled values that two items have in common. */
function likeness(item: NewItem, stored: ItemRow): number {
  const columns = ['title', 'content', 'author', 'published_date'] as const;
  const same = columns.filter((name) => item[name] !== null && item[name] === stored[name]).length;
  const entries = Object.entries(item.metadata);
  return (
    same +
    entries.filter(([key, value]) => isFilled(value) && isDeepStrictEqual(stored.metadata[key], value)).length
  );
}
