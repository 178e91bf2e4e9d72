import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import type { StoreContext } from '../database/context.ts';
import { readRowValues } from '../database/json-columns.ts';
import { rowId } from '../database/rows.ts';
import { createDatasetItems } from '../dataset/dataset-items.ts';
import { createItemExtents, type ItemExtents } from './item-extents.ts';
import { createItemOrder, type ItemOrder } from './item-order.ts';
import type { ItemColumn, ItemQueries, ItemRow, ItemSlice, ItemSource, ItemView } from './item-queries.ts';
import { createItemRows, type ItemRowReader } from './item-rows.ts';
import type { RunExtent } from './run-extent.ts';

/**
 * Items, and values of a column, that are read at once when all are wanted. Items that are held while others are read outlive a
 * collection of the young generation, and then stay for long: a few of them keep the memory of an export small.
 */
const batchSize = 60;
const valueBatchSize = 5000;
/** Rows at the top of an order that are found without building the whole of it. */
const topRows = 1000;
/** Characters of items that a sample reads at most: about a third of a second. */
const maxSampled = 16_000_000;

/** What the queries of this file are made of. */
interface Parts {
  extents: ItemExtents;
  order: ItemOrder;
  rows: ItemRowReader;
}

export function createItems(context: StoreContext): ItemQueries {
  const { connection } = context;
  const { db } = connection;
  const parts: Parts = {
    extents: createItemExtents(context),
    order: createItemOrder(context),
    rows: createItemRows(context),
  };
  const dataset = createDatasetItems(context, parts.rows);
  const hasPage = db
    .prepare<[number], number>('SELECT 1 FROM requests WHERE id = ? AND page_id IS NOT NULL')
    .pluck();
  const ofRequest = db.prepare<
    [number],
    { id: number; callback: string; title: string | null; position: number }
  >(`SELECT id, callback, title, position FROM items
    WHERE request_id = ? AND EXISTS (SELECT 1 FROM runs WHERE runs.id = run_id) ORDER BY position`);
  const rowPath = db.prepare<[number], string | null>('SELECT row_path FROM items WHERE id = ?').pluck();
  const rowAt = db.prepare<[number], { request: number; position: number; json: string }>(
    'SELECT source_id AS request, position, values_json AS json FROM rows WHERE id = ?',
  );
  // In one transaction: the database as it is at one moment, and thousands of short reads several times as fast.
  const sliceAtOnce = db.transaction((view: ItemView, offset: number, limit: number, patienceMs?: number) =>
    sliceOf(parts, view, { offset, limit, patienceMs }),
  );
  const sampleAtOnce = db.transaction((source: ItemSource, most: number) => sampleOf(parts, source, most));
  const sample = connection.query((source: ItemSource, most: number) => sampleAtOnce(source, most));
  const slice = connection.query((view: ItemView, offset: number, limit: number, patienceMs?: number) =>
    sliceAtOnce(view, offset, limit, patienceMs),
  );
  const readAtOnce = db.transaction((ids: readonly number[]) => parts.rows.rows(ids));
  const extentsOf = connection.query((view: ItemView) => parts.extents.of(view));
  const afterAtOnce = db.transaction((runs: readonly RunExtent[], after: number, upTo: number) =>
    rowsAfter(parts.rows, runs, { after, upTo }),
  );
  const readAfter = connection.query((runs: readonly RunExtent[], after: number, upTo: number) =>
    afterAtOnce(runs, after, upTo),
  );
  const newestOf = connection.query((view: ItemView) => {
    const newest = newestIn(parts.extents.of(view));
    return Math.min(view.upTo ?? newest, newest);
  });
  const valuesAfter = connection.query((view: ItemView, column: ItemColumn, after: number, upTo: number) =>
    parts.order.values(view, column, {
      runs: parts.extents.of(view),
      after,
      upTo,
      limit: valueBatchSize,
    }),
  );

  async function* values(view: ItemView, column: ItemColumn): AsyncGenerator<readonly (string | null)[]> {
    const upTo = await newestOf(view);
    for (let after = 0; ;) {
      const found = await valuesAfter(view, column, after, upTo);
      yield found.map(({ value }) => value);
      const last = found.at(-1);
      if (last === undefined || found.length < valueBatchSize) return;
      after = last.id;
    }
  }

  return {
    slice: (view, offset, limit, patienceMs) =>
      view.run === datasetRun ? dataset.slice(view, offset, limit) : slice(view, offset, limit, patienceMs),
    async stream(view) {
      if (view.run === datasetRun) return dataset.stream(view);
      const { total, upTo } = await slice(view, 0, 1);
      const inParts = async function* (): AsyncGenerator<readonly ItemRow[]> {
        for (let offset = 0; offset < total; offset += batchSize)
          yield (await slice({ ...view, upTo }, offset, batchSize)).rows;
      };
      // Going on after an id costs the same at the end of a million items as at their beginning.
      const runs = await extentsOf(view);
      const batches = isInOrder(view, runs)
        ? () => batchesInOrder((after) => readAfter(runs, after, upTo))
        : inParts;
      return { total, batches };
    },
    read: connection.query((ids: readonly string[]) => readAtOnce(ids.map((id) => rowId(id, 'item')))),
    get: connection.query((id: string) => {
      const row = parts.rows.one(rowId(id, 'item'));
      return row === null ? null : { ...row, hasPage: hasPage.get(Number(row.request)) !== undefined };
    }),
    rowsOf: connection.query((item: string) =>
      (rowPath.get(rowId(item, 'item')) ?? '').split('/').flatMap((id) => {
        const row = id === '' ? undefined : rowAt.get(Number(id));
        if (row === undefined) return [];
        const { request, position, json } = row;
        return [{ request: String(request), position, values: readRowValues(json, Number(id)) }];
      }),
    ),
    ofRequest: connection.query((request: string) =>
      ofRequest.all(rowId(request, 'request')).map(({ id, ...row }) => ({ id: String(id), ...row })),
    ),
    values: (view, column) => (view.run === datasetRun ? dataset.values(view, column) : values(view, column)),
    sample: (source, most) =>
      source.run === datasetRun ? dataset.sample(source, most) : sample(source, most),
  };
}

const newestIn = (runs: readonly RunExtent[]): number =>
  runs.reduce((newest, { last }) => Math.max(newest, last), 0);

function sliceOf(
  { extents, order, rows }: Parts,
  view: ItemView,
  { offset, limit, patienceMs }: { offset: number; limit: number; patienceMs: number | undefined },
): ItemSlice {
  const runs = extents.of(view);
  const newest = newestIn(runs);
  const upTo = Math.min(view.upTo ?? newest, newest);
  const there = runs.reduce((sum, run) => sum + extents.countUpTo(run, upTo), 0);
  const newer = runs.reduce((sum, { items }) => sum + items, 0) - there;
  const isWhole = view.filters.length === 0 && view.words.length === 0;
  const direction = isWhole ? scrapingOrder(view, runs) : null;
  if (direction !== null) {
    const count = Math.max(0, Math.min(limit, there - offset));
    const from = direction === 'forwards' ? offset : there - offset - count;
    const ids = extents.ids(runs, upTo, from, count);
    return { rows: rows.rows(direction === 'forwards' ? ids : ids.reverse()), total: there, upTo, newer };
  }
  // Many look no further than the top of an order.
  const isTop = isWhole && there > topRows && offset + limit <= topRows;
  if (isTop && !order.isKnown(view, runs, upTo)) {
    const ids = order.top(view, runs, upTo, topRows);
    return { rows: rows.rows(ids.subarray(offset, offset + limit)), total: there, upTo, newer };
  }
  if (patienceMs !== undefined && view.sort.length === 0 && runs.length > 0) {
    const { ids, at } = order.within(view, runs, upTo, patienceMs);
    const found = { rows: rows.rows(ids.subarray(offset, offset + limit)), total: ids.length, upTo, newer };
    return at === null ? found : { ...found, searched: searchedUpTo(runs, at) };
  }
  const ids = order.whole(view, runs, upTo);
  return { rows: rows.rows(ids.subarray(offset, offset + limit)), total: ids.length, upTo, newer };
}

/** About how many items there are up to a row id, as if they were evenly spread over those of their run. */
const searchedUpTo = (runs: readonly RunExtent[], at: number): number =>
  runs.reduce((sum, { first, last, items }) => {
    const part = (Math.min(at, last) - first + 1) / (last - first + 1);
    return sum + Math.max(0, Math.floor(items * part));
  }, 0);

/** Whether a view is all items of its runs, in the order of scraping. */
const isInOrder = (view: ItemView, runs: readonly RunExtent[]): boolean =>
  view.filters.length === 0 && view.words.length === 0 && scrapingOrder(view, runs) === 'forwards';

/** The first items after one, of runs that were carried out one after the other. */
function rowsAfter(
  rows: ItemRowReader,
  runs: readonly RunExtent[],
  { after, upTo }: { after: number; upTo: number },
): ItemRow[] {
  const found: ItemRow[] = [];
  for (const { id, last } of runs) {
    if (last <= after || found.length === batchSize) continue;
    found.push(...rows.after(id, { after, upTo, limit: batchSize - found.length }));
  }
  return found;
}

async function* batchesInOrder(
  next: (after: number) => Promise<ItemRow[]>,
): AsyncGenerator<readonly ItemRow[]> {
  for (let after = 0; ;) {
    const rows = await next(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.id);
  }
}

/** Whether a view is in the order of scraping, or in that order backwards; null: in another one. */
function scrapingOrder({ sort }: ItemView, runs: readonly RunExtent[]): 'forwards' | 'backwards' | null {
  // Only items of runs that were carried out one after the other are in that order, too.
  if (!runs.every((run, index) => run.first > (runs[index - 1]?.last ?? 0))) return null;
  const [first, ...more] = sort;
  if (first === undefined) return 'forwards';
  if (more.length > 0 || first.column.kind !== 'column' || first.column.name !== 'id') return null;
  return first.descending ? 'backwards' : 'forwards';
}

function sampleOf(
  { extents, rows }: Parts,
  source: ItemSource,
  most: number,
): { total: number; rows: ItemRow[] } {
  const runs = extents.of(source);
  const total = runs.reduce((sum, { items }) => sum + items, 0);
  const wanted = Math.min(most, extents.within(runs, maxSampled));
  const ids =
    total <= wanted
      ? extents.ids(runs, Number.MAX_SAFE_INTEGER, 0, total)
      : runs.flatMap((run) => extents.spread(run, (wanted * run.items) / total));
  return { total, rows: rows.rows(ids) };
}
