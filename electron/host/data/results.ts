import { createItemKey } from '../../expectations/item-key.ts';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { Cell, Item, ItemDetail, ResultColumn } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import { datasetColumns, datasetRun, isDatasetColumnName } from '../../../shared/columns-of-dataset.ts';
import { metadataName } from '../../../shared/item-columns.ts';
import { topLevelFields } from '../../export/columns.ts';
import { csvDialect } from '../../export/csv.ts';
import { nestedPaths } from '../../export/nested-paths.ts';
import { examineExport, previewExport } from '../../export/preview.ts';
import type { ItemRow } from '../../store/items/item-queries.ts';
import type { DataHandlers } from './data-context.ts';
import { distributionOf, kindOf, type ValueKind } from './distribution.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columnOf, latestItems, ownColumns, runOf, storeView } from './item-source.ts';
import { spiderOfRun } from './run-spider.ts';
import { itemHistory } from './item-history.ts';
import { requireItem } from './require.ts';
import { cellOf, jsonRecord } from './rows.ts';

/** Items read for fill rates; of more items, an evenly spaced sample of this size. */
const sampled = 20_000;
/** Items read to list columns when the answer has to be quick. */
const sampledQuickly = 100;

/** Items examined for the preview of an export. */
const examinedForExport = 500;

/** Whether it is neither all runs nor the dataset. */
const isOneRun = (run: string | null): boolean => run !== null && run !== datasetRun;

interface Tally {
  metadata: boolean;
  filled: number;
  kinds: Set<ValueKind>;
}

async function columns(
  workspace: Workspace,
  { source, quick }: CallArgs<'results.columns'>,
): Promise<CallValue<'results.columns'>> {
  const run = await runOf(workspace, source);
  const { project, spider } = source;
  const { total, rows } = await workspace.queries.items.sample(
    { project, spider, run },
    quick === true ? sampledQuickly : sampled,
  );
  const isDataset = run === datasetRun;
  const tallies = new Map<string, Tally>(
    [...ownColumns, ...(isDataset ? datasetColumns : [])].map((name) => [
      name,
      { metadata: false, filled: 0, kinds: new Set() },
    ]),
  );
  let items = 0;
  for (const row of rows) {
    items += 1;
    for (const name of ownColumns) count(tallies, name, false, row[name]);
    if (row.dataset !== undefined)
      for (const name of datasetColumns) count(tallies, name, false, row.dataset[name]);
    for (const [key, value] of Object.entries(row.metadata)) {
      const isTaken = isDataset && isDatasetColumnName(key);
      count(tallies, isTaken ? `metadata.${key}` : metadataName(key), true, value);
    }
  }
  const all = [...tallies].map(([name, { metadata, filled, kinds }]): ResultColumn => ({
    name,
    metadata,
    type: kinds.size === 0 ? 'empty' : kinds.size > 1 ? mixed(kinds) : ([...kinds][0] ?? 'empty'),
    filled,
    items,
    rate: items === 0 ? 0 : filled / items,
  }));
  const earlier = total === 0 && isOneRun(run) ? await latestItems(workspace, project, spider) : null;
  return { run: isDataset ? null : run, items: total, earlier, columns: all, sampled: items < total };
}

function count(tallies: Map<string, Tally>, name: string, metadata: boolean, value: unknown): void {
  let tally = tallies.get(name);
  if (tally === undefined) {
    tally = { metadata, filled: 0, kinds: new Set() };
    tallies.set(name, tally);
  }
  if (!isFilled(value)) return;
  tally.filled += 1;
  tally.kinds.add(kindOf(value));
}

/** The type of a column with several kinds: dates and URLs among other texts count as text. */
function mixed(kinds: ReadonlySet<ValueKind>): ResultColumn['type'] {
  return [...kinds].every((kind) => kind === 'text' || kind === 'date' || kind === 'url') ? 'text' : 'mixed';
}

function cells(row: ItemRow, names: readonly string[]): Record<string, Cell> {
  const fields = topLevelFields(row);
  return Object.fromEntries(names.map((name) => [name, cellOf(fields.get(name))]));
}

/** Parses the snapshot of an earlier answer. @returns row id of its newest item; null: no snapshot */
function snapshotOf(snapshot: string | undefined): number | null {
  return snapshot !== undefined && /^\d{1,15}$/.test(snapshot) ? Number(snapshot) : null;
}

function itemOf(row: ItemRow): Item {
  const { id, run, spider, version, url, callback, title, content, author, published_date } = row;
  const { scraped_at, problems, dataset } = row;
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
    metadata: jsonRecord(row.metadata),
    scraped_at,
    problems,
    ...(dataset === undefined ? {} : { dataset }),
  };
}

/** One item in full, with its source. @throws HostError `unknown-item` */
export async function itemDetail(workspace: Workspace, item: string): Promise<ItemDetail> {
  const row = await requireItem(workspace, item);
  const { spider } = await spiderOfRun(workspace.queries, row.run);
  const { key } = createItemKey(spider?.expect)(row);
  return { ...itemOf(row), project: row.project, request: row.request, key, hasPage: row.hasPage };
}

/** Handlers of the calls about items, and of exports as far as they need only the database. */
export const resultHandlers: DataHandlers<'results'> & Pick<DataHandlers<'exports'>, 'exports.preview'> = {
  'results.columns': (args, { workspace }) => columns(workspace, args),
  'results.query': async ({ view, columns: names, offset, limit, snapshot, patience }, { workspace }) => {
    const wanted = await storeView(workspace, view, snapshotOf(snapshot));
    const found = await workspace.queries.items.slice(wanted, offset, limit, patience);
    return {
      ...(found.searched === undefined ? {} : { searched: found.searched }),
      rows: found.rows.map((row) => ({
        id: row.id,
        run: row.run,
        problems: row.problems.length,
        cells: cells(row, names),
      })),
      total: found.total,
      snapshot: String(found.upTo),
      newer: found.newer,
      run: isOneRun(wanted.run) ? wanted.run : null,
    };
  },
  'results.items': async ({ offset, limit, snapshot, ...asked }, { workspace }) => {
    const { source } = asked;
    const view = await storeView(workspace, asked, snapshotOf(snapshot));
    const { rows, total, upTo } = await workspace.queries.items.slice(view, offset, limit);
    const isNarrowed = view.filters.length > 0 || view.words.length > 0;
    const earlier =
      total === 0 && isOneRun(view.run) && !isNarrowed
        ? await latestItems(workspace, source.project, source.spider)
        : null;
    return {
      items: rows.map(itemOf),
      total,
      snapshot: String(upTo),
      run: isOneRun(view.run) ? view.run : null,
      earlier,
    };
  },
  'results.history': ({ item, limit }, { workspace }) => itemHistory(workspace, item, limit),
  'results.item': ({ item }, { workspace }) => itemDetail(workspace, item),
  'results.distribution': async ({ view, column }, { workspace }) => {
    const values = workspace.queries.items.values(
      await storeView(workspace, view, null),
      columnOf(column, view.source),
    );
    return { column, ...(await distributionOf(values, column)) };
  },
  'exports.preview': async (
    { view, rows = null, dialect = 'standard', whole = false, ...how },
    { workspace },
  ) => {
    const wanted = await storeView(workspace, view, null);
    const first = await workspace.queries.items.slice(wanted, 0, Math.max(how.limit, examinedForExport));
    const shape = { ...how, rows, dialect: csvDialect(dialect) };
    const { values, tables, ...preview } = previewExport(first.rows, shape);
    const [one] = first.rows;
    const isPart = first.rows.length < first.total;
    const stream = whole && isPart ? await workspace.queries.items.stream(wanted) : null;
    const examined = stream === null ? null : await examineExport(stream.batches, shape);
    return {
      ...preview,
      ...examined,
      cells: values.map((row) => row.map(cellOf)),
      tables: tables.map((table) => ({
        path: table.path,
        columns: table.columns,
        cells: table.values.map((row) => row.map(cellOf)),
      })),
      item: one === undefined ? null : JSON.stringify(Object.fromEntries(topLevelFields(one)), null, 2),
      total: first.total,
      nested: nestedPaths(first.rows),
      examined: examined === null ? first.rows.length : first.total,
    };
  },
};
