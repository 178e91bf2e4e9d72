import { createItemKey } from '../expectations/item-key.ts';
import type { ItemQueries, ItemRow } from '../store/items/item-queries.ts';
import { comparedItem, type ComparedItem, type ComparedSide, type ItemIdentity } from './compared-item.ts';

/**
 * The items of a run as a side of a comparison.
 * @param key fields that tell items apart; empty: their row or their URL does
 */
export async function runSide(
  items: Pick<ItemQueries, 'stream' | 'read'>,
  run: { project: string; spider: string; id: string },
  key: readonly string[],
): Promise<ComparedSide> {
  const identify = identityBy(key);
  const compared = (row: ItemRow): ComparedItem => comparedItem(row, identify(row));
  const source = { project: run.project, spider: run.spider, run: run.id };
  const { total, batches } = await items.stream({ ...source, filters: [], words: [], sort: [], upTo: null });
  return {
    total,
    async *batches() {
      for await (const rows of batches()) yield rows.map(compared);
    },
    async read(ids) {
      const rows = await items.read([...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, compared(row)]));
    },
  };
}

/** Tells an item from the others of its side. */
export type ItemIdentifier = (row: ItemRow) => ItemIdentity;

/**
 * What tells items apart: the values of fields; else the page of a row, whose running number says where it stood there and not what
 * it is; else the URL.
 */
export function identityBy(key: readonly string[]): ItemIdentifier {
  const keyOf = createItemKey(key.length === 0 ? null : { key: [...key] });
  return (row) => {
    const { key: place, isExpected, empty } = keyOf(row);
    const page = isExpected ? place : place.replace(/#\d+$/, '');
    return { key: page, keyless: empty.length > 0, shared: page !== place };
  };
}
