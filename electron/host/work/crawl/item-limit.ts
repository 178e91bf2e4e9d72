import type { CrawlSettings } from '../../../../shared/spider/settings.ts';

/**
 * The number of items that ends a run, the smaller one of that which it was given and that of its spider; null: none does.
 * @param limit what a test run was given
 */
export function itemLimitOf(
  limit: number | null,
  { itemLimit }: Pick<CrawlSettings, 'itemLimit'>,
): number | null {
  if (limit === null || itemLimit === null) return limit ?? itemLimit;
  return Math.min(limit, itemLimit);
}
