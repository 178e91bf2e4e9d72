import { datasetColumns } from '../../shared/columns-of-dataset.ts';
import { itemColumns, metadataName } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/item-queries.ts';

/** Returns an item as a map from field name to value: the columns of every item first, then those of datasets, nested values unchanged. */
export function topLevelFields(row: ItemRow): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const column of itemColumns) fields.set(column, row[column]);
  if (row.dataset !== undefined) for (const column of datasetColumns) fields.set(column, row.dataset[column]);
  for (const [key, value] of Object.entries(row.metadata)) {
    fields.set(freeName(metadataName(key), fields), value);
  }
  return fields;
}

/** Returns `name`, prefixed with `metadata.` until no other field of the item has it, so that neither value is lost. */
export function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  while (taken.has(free)) free = `metadata.${free}`;
  return free;
}
