import { isDeepStrictEqual } from 'node:util';
import type { CallValue } from '../../../shared/contract/index.ts';
import { topLevelFields } from '../../export/columns.ts';
import type { ItemRow } from '../../store/items/item-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireItem } from './require.ts';
import { cellOf } from './rows.ts';

type History = CallValue<'results.history'>;

/** Columns that differ between any two runs, and say nothing about the item. */
const aboutTheRun = new Set(['id', 'run', 'spider', 'version', 'callback', 'scraped_at', 'url']);

/** The runs that have seen an item, newest first, and what changed in each. @throws HostError `unknown-item` */
export async function itemHistory(workspace: Workspace, item: string, limit: number): Promise<History> {
  await requireItem(workspace, item);
  const { dataset, items } = workspace.queries;
  // One more than asked for, which the last of them is compared with.
  const found = await dataset.history(item, limit + 1);
  const rows = new Map((await items.read(found.map((each) => each.item))).map((row) => [row.id, row]));
  const sightings = found.slice(0, limit).map(({ run, item: id, seenAt, copies, changed }, index) => {
    const [before, after] = [rows.get(found[index + 1]?.item ?? ''), rows.get(id)];
    const isCompared = changed && before !== undefined && after !== undefined;
    return { run, item: id, seenAt, copies, changes: isCompared ? differences(before, after) : [] };
  });
  return { sightings, more: found.length > limit };
}

function differences(before: ItemRow, after: ItemRow): History['sightings'][number]['changes'] {
  const [old, now] = [topLevelFields(before), topLevelFields(after)];
  return [...new Set([...now.keys(), ...old.keys()])]
    .filter((column) => !aboutTheRun.has(column) && !isDeepStrictEqual(old.get(column), now.get(column)))
    .map((column) => ({ column, before: cellOf(old.get(column)), after: cellOf(now.get(column)) }));
}
