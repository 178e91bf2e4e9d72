import { itemColumns, metadataName } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/items.ts';

/** An item as name and value pairs, columns first, nested values as they are. */
export function topLevelFields(row: ItemRow): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const column of itemColumns) fields.set(column, row[column]);
  for (const [key, value] of Object.entries(row.metadata)) {
    fields.set(freeName(metadataName(key), fields), value);
  }
  return fields;
}

/** `metadata.` is put before a name that another field of the same item has taken, so that neither is lost. */
export function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  while (taken.has(free)) free = `metadata.${free}`;
  return free;
}
