import type { ItemFields } from '../../shared/filled.ts';
import { columnFields } from '../../shared/spider/schema.ts';

/** An item, extracted or stored, as far as expectations see it. `key`: what tells it from others of its page, if it is a row. */
export interface ExpectedItem extends ItemFields {
  readonly url: string;
  readonly callback: string;
  readonly key?: string | null | undefined;
}

const isColumn = (name: string): name is (typeof columnFields)[number] =>
  columnFields.some((column) => column === name);

/** The value of a field of an item by its name. A column that cannot hold the value has it in the metadata. */
export function itemValue(item: ExpectedItem, name: string): unknown {
  const own = Object.hasOwn(item.metadata, name) ? item.metadata[name] : undefined;
  if (isColumn(name)) return item[name] ?? own ?? null;
  return own ?? (name === 'url' ? item.url : null);
}
