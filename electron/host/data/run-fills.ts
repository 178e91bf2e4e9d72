import { isFilled } from '../../../shared/filled.ts';
import { builtInCallback, type Spider } from '../../../shared/spider/schema.ts';
import type { FieldFill } from '../../../shared/contract/types.ts';
import type { ItemRow } from '../../store/items/item-queries.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Items read for fill rates; of more items, an evenly spaced sample of this size. */
const maxItems = 20_000;
const columns = ['title', 'content', 'author', 'published_date'] as const;

/** Fill rates of a run. */
export interface RunFills {
  /** By callback: columns first, then metadata keys in order of first appearance. */
  fields: FieldFill[];
  /** Items with at least one filled field. */
  itemsWithValues: number;
  /** Whether the numbers come from a sample. */
  sampled: boolean;
}

/**
 * Counts filled values by field (`isFilled`). Columns that the spider does not extract are left out unless some item has a
 * value there.
 */
export async function fillsOf(
  { queries }: Pick<Workspace, 'queries'>,
  run: RunRow,
  spider: Spider | null,
  most = maxItems,
): Promise<RunFills> {
  const source = { project: run.project, spider: run.spider, run: run.id };
  const { total, rows } = await queries.items.sample(source, most);
  const { items, valued, fields } = countFields(rows, spider);
  const sampled = items < total;
  return { fields, itemsWithValues: sampled ? Math.round((valued / items) * total) : valued, sampled };
}

/** Counts filled values of some items by field. `valued`: items with at least one filled field. */
export function countFields(
  rows: readonly ItemRow[],
  spider: Spider | null,
): { items: number; valued: number; fields: FieldFill[] } {
  const callbacks = new Map<string, { items: number; fields: Map<string, number> }>();
  let items = 0;
  let valued = 0;
  for (const row of rows) {
    items += 1;
    let callback = callbacks.get(row.callback);
    if (callback === undefined) {
      callback = { items: 0, fields: new Map(columns.map((name) => [name, 0])) };
      callbacks.set(row.callback, callback);
    }
    callback.items += 1;
    let has = false;
    for (const [field, value] of fieldsOf(row)) {
      const filled = isFilled(value);
      has ||= filled;
      callback.fields.set(field, (callback.fields.get(field) ?? 0) + Number(filled));
    }
    valued += Number(has);
  }
  const fields = [...callbacks].flatMap(([callback, tally]) =>
    [...tally.fields]
      .filter(([field, filled]) => filled > 0 || asksFor(spider, callback, field))
      .map(([field, filled]) => ({
        callback,
        field,
        items: tally.items,
        filled,
        rate: filled / tally.items,
      })),
  );
  return { items, valued, fields };
}

function fieldsOf(row: ItemRow): [string, unknown][] {
  return [...columns.map((name): [string, unknown] => [name, row[name]]), ...Object.entries(row.metadata)];
}

function asksFor(spider: Spider | null, callback: string, field: string): boolean {
  const callbacks = spider?.callbacks ?? {};
  return Object.hasOwn(callbacks, callback)
    ? Object.hasOwn(callbacks[callback]?.extract ?? {}, field)
    : callback === builtInCallback;
}
