import {
  exportToTables,
  withItemKey,
  type TableOrder,
  type TableSession,
} from '../../../../electron/export/databases/tables.ts';
import type { TablesRequest } from '../../../../electron/export/databases/tables.ts';
import type { ItemRow } from '../../../../electron/store/items/item-queries.ts';
import { inBatches, row } from '../support.ts';

/** An item whose id, key and URL have a number. */
export const numbered = (
  id: number,
  metadata: Record<string, unknown>,
  changes: Partial<ItemRow> = {},
): ItemRow => row(metadata, { id: String(id), key: `https://shop.example/${id}`, ...changes });

/** An order for the table `items`, to which rows are added. */
export const orderOf = (changes: Partial<TableOrder> = {}): TableOrder => ({
  table: 'items',
  key: null,
  addColumns: false,
  source: { recipe: 'default/shop/nightly', part: '7' },
  ...changes,
});

/** Exports items into an open session, as the application does, and closes it. */
export async function exportInto(
  session: TableSession,
  order: TableOrder,
  items: readonly ItemRow[],
  shape: Partial<TablesRequest> = {},
): Promise<{ rows: number; notes: string[] }> {
  try {
    const left = items.filter(({ id }) => Number(id) > session.newest);
    return await exportToTables(session, {
      rows: null,
      columns: null,
      withKey: withItemKey(order.key),
      entryKey: order.key ?? [],
      batches: () => inBatches(left),
      newest: Math.max(0, ...items.map(({ id }) => Number(id))),
      ...shape,
    });
  } finally {
    await session.close();
  }
}
