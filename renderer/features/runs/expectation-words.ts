import type { RunExpectations } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';

/** What there is to know of the measurement beside the fields, in sentences. */
export function expectationNotes({ dropped, withoutKey, fields }: RunExpectations): string[] {
  const sampled = fields.filter(({ isSampled }) => isSampled).map(({ field }) => field);
  return [
    ...(dropped === 0 ? [] : [`${counted(dropped, 'duplicate was', 'duplicates were')} not stored.`]),
    ...(withoutKey === 0
      ? []
      : [
          `${counted(withoutKey, 'item has', 'items have')} an empty field in the key, and ${withoutKey === 1 ? 'is' : 'are'} told from others by the URL.`,
        ]),
    ...(sampled.length === 0
      ? []
      : [`Repeated values of ${sampled.join(', ')} are looked for in a sample, because there are so many.`]),
  ];
}

/** How many items there are to be; null: no number is expected, or a breach says it already. */
export function minItemsWords(
  { minItems, items, breaches }: RunExpectations,
  isLive: boolean,
): string | null {
  if (minItems === null || breaches.some(({ expectation }) => expectation === 'min_items')) return null;
  const least = `At least ${counted(minItems, 'item is', 'items are')} expected of a run that completes`;
  return isLive && items < minItems ? `${least}; there are ${count(items)} so far.` : `${least}.`;
}
