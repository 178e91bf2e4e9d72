import { adviceOf, type Advice } from '../../../shared/contract/actions.ts';
import { counted } from '../../../shared/counted.ts';
import type { ItemRow, ItemSelection } from '../../store/items/items.ts';
import { HostError } from '../errors.ts';
import { requireRun } from './run-queries.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

export { metadataName as fieldName } from '../../export/columns.ts';

export interface ItemQuery {
  project: string;
  spider: string;
  /** A run, `all` runs, or null for the latest one. */
  run: string | null;
}

/** An item as it is shown: the columns of the store, the other fields as an object. */
export interface ShownItem {
  id: string;
  run: string;
  spider: string;
  version: number;
  url: string;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  metadata_json: Record<string, unknown>;
  scraped_at: string;
  /** What went wrong with single fields. */
  problems: { field: string; message: string }[];
}

/** The first items of a run, in the order of scraping, and how many there are. */
export function itemsOf(
  workspace: Workspace,
  query: ItemQuery,
  limit: number,
): { items: ShownItem[]; total: number } {
  const selection = select(workspace, query);
  const { items } = workspace.store;
  const rows = items.slice(selection, 0, Math.min(limit, Number.MAX_SAFE_INTEGER));
  return { items: rows.map(shownItem), total: items.count(selection) };
}

/** Where a run has no items: the newest run of its spider that has some, so that nobody takes them for gone. */
export function latestItems(
  { store }: Workspace,
  project: string,
  spider: string,
): { run: string; items: number } | null {
  const run = store.runs.latestWithItems(project, spider);
  return run === null ? null : { run: run.id, items: run.counters.items };
}

/** What to say of a query without any item, in sentences. */
export function explainNoItems(workspace: Workspace, query: ItemQuery): Advice {
  const selection = select(workspace, query);
  if (!('run' in selection)) return adviceOf('No run has items.');
  const there = latestItems(workspace, query.project, query.spider);
  const none = `Run ${selection.run} has no items.`;
  if (there === null) return adviceOf(none);
  const hint = `${none} Run ${there.run} has ${counted(there.items, 'item')}.`;
  return { hint, action: { action: 'choose-run', run: there.run } };
}

/** One item. @param index counts from 1 */
export function itemAt(workspace: Workspace, query: ItemQuery, index: number): ShownItem {
  const selection = select(workspace, query);
  const row = workspace.store.items.at(selection, index);
  if (row !== null) return shownItem(row);
  const total = workspace.store.items.count(selection);
  throw new HostError(
    'no-item',
    `There is no item ${index}.`,
    total === 0 ? 'The run has no items.' : `The run has ${total}.`,
  );
}

/** Which items are meant. @throws HostError `unknown-spider`, `unknown-run`, or `no-run` */
export function select(workspace: Workspace, { project, spider, run }: ItemQuery): ItemSelection {
  requireSpider(workspace, project, spider);
  if (run === 'all') return { project, spider };
  if (run === null) {
    const latest = workspace.store.runs.latest(project, spider);
    if (latest !== null) return { run: latest.id };
    throw new HostError('no-run', `The spider "${spider}" has no run yet.`, {
      hint: null,
      action: { action: 'start-run', spider },
    });
  }
  const found = requireRun(workspace, run);
  if (found.spider === spider && found.project === project) return { run };
  throw new HostError(
    'unknown-run',
    `Run ${run} is not a run of "${spider}".`,
    `It belongs to "${found.spider}" in the project "${found.project}".`,
  );
}

function shownItem(row: ItemRow): ShownItem {
  const { id, run, spider, version, url, callback, title, content, author, published_date, scraped_at } = row;
  const { metadata: metadata_json, problems } = row;
  return {
    id,
    run,
    spider,
    version,
    url,
    callback,
    title,
    content,
    author,
    published_date,
    metadata_json,
    scraped_at,
    problems,
  };
}
