import type { ItemSource, ItemView as ContractView } from '../../../shared/contract/types.ts';
import { datasetRun, isDatasetColumnName } from '../../../shared/columns-of-dataset.ts';
import { isItemColumnName, metadataName, type ItemColumnName } from '../../../shared/item-columns.ts';
import type { ItemColumn, ItemView } from '../../store/items/item-queries.ts';
import { HostError } from '../errors.ts';
import { requireRun } from './require-run.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Columns of every item, in the default order of a table. */
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

/** Resolves the run of a source. @returns its id; null: all runs; "dataset". @throws HostError `unknown-spider`, `unknown-run`, `no-run` */
export async function runOf(
  workspace: Workspace,
  { project, spider, run }: ItemSource,
): Promise<string | null> {
  const projects = await workspace.queries.spiders.projectsOf(spider);
  if (!projects.includes(project)) await requireSpider(workspace, project, spider);
  if (run === 'all') return null;
  if (run === datasetRun) return datasetRun;
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

/** The column behind a name in tables and exports of a source. */
export function columnOf(name: string, { run }: Pick<ItemSource, 'run'> = { run: 'latest' }): ItemColumn {
  if (run === datasetRun) {
    if (isDatasetColumnName(name)) return { kind: 'dataset', name };
    const own = name.replace(/^metadata\./u, '');
    if (isDatasetColumnName(own)) return { kind: 'metadata', key: own };
  }
  if (isItemColumnName(name)) return { kind: 'column', name };
  const key = name.startsWith('metadata.') ? name.slice('metadata.'.length) : name;
  // Only a key that equals a column name carries the prefix; other keys may start with the same letters.
  return { kind: 'metadata', key: metadataName(key) === name ? key : name };
}

/** Translates a view for the item queries. @param upTo newest item of an earlier answer; null: the newest item now */
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
      column: columnOf(column, view.source),
      operator,
      value: value ?? null,
    })),
    words: (view.search ?? '').split(/\s+/).filter((word) => word !== ''),
    sort: (view.sort ?? []).map(({ column, descending }) => ({
      column: columnOf(column, view.source),
      descending,
    })),
    upTo,
  };
}

/** The newest run with items, to point at when the chosen run has none. @returns null where no run has items */
export async function latestItems(
  { queries }: Workspace,
  project: string,
  spider: string,
): Promise<{ run: string; items: number } | null> {
  const run = await queries.runs.latestWithItems(project, spider);
  return run === null ? null : { run: run.id, items: run.counters.items };
}
