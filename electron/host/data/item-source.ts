import type { ItemSource, ItemView as ContractView } from '../../../shared/contract/types.ts';
import { isItemColumnName, metadataName, type ItemColumnName } from '../../../shared/item-columns.ts';
import type { ItemColumn, ItemView } from '../../store/items/item-queries.ts';
import { HostError } from '../errors.ts';
import { requireRun } from './require-run.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The columns of every item, in the order in which a table shows them. */
export const ownColumns = [
  'title',
  'content',
  'author',
  'published_date',
  'url',
  'callback',
  'scraped_at',
  'id',
  'run',
  'spider',
  'version',
] as const satisfies readonly ItemColumnName[];

/** The run of a source; null: all runs. @throws HostError `unknown-spider`, `unknown-run`, `no-run` */
export async function runOf(
  workspace: Workspace,
  { project, spider, run }: ItemSource,
): Promise<string | null> {
  await requireSpider(workspace, project, spider);
  if (run === 'all') return null;
  if (run === 'latest') {
    const latest = await workspace.queries.runs.latest(project, spider);
    if (latest !== null) return latest.id;
    throw new HostError('no-run', `The spider "${spider}" has no run yet.`, {
      hint: 'Start one, and its items appear here.',
      action: { action: 'start-run', spider },
    });
  }
  const found = await requireRun(workspace, run);
  if (found.spider === spider && found.project === project) return run;
  throw new HostError(
    'unknown-run',
    `Run ${run} is not a run of "${spider}".`,
    `It belongs to "${found.spider}".`,
  );
}

/** A column by the name that tables and exports have for it. */
export function columnOf(name: string): ItemColumn {
  if (isItemColumnName(name)) return { kind: 'column', name };
  const key = name.startsWith('metadata.') ? name.slice('metadata.'.length) : name;
  // A key that equals a column is told from it by a prefix; any other key may begin with the same letters.
  return { kind: 'metadata', key: metadataName(key) === name ? key : name };
}

/** The view as the database takes it. @param upTo of an earlier answer; null: what is there now */
export async function storeView(
  workspace: Workspace,
  view: ContractView,
  upTo: number | null,
): Promise<ItemView> {
  const { project, spider } = view.source;
  return {
    project,
    spider,
    run: await runOf(workspace, view.source),
    filters: (view.filters ?? []).map(({ column, operator, value }) => ({
      column: columnOf(column),
      operator,
      value: value ?? null,
    })),
    words: (view.search ?? '').split(/\s+/).filter((word) => word !== ''),
    sort: (view.sort ?? []).map(({ column, descending }) => ({ column: columnOf(column), descending })),
    upTo,
  };
}

/** The newest run of a spider that has items, so that nobody takes them for gone; null: no run has any. */
export async function latestItems(
  { queries }: Workspace,
  project: string,
  spider: string,
): Promise<{ run: string; items: number } | null> {
  const run = await queries.runs.latestWithItems(project, spider);
  return run === null ? null : { run: run.id, items: run.counters.items };
}
