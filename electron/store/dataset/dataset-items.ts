import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull } from '../database/rows.ts';
import { jsonSql, orderSql } from '../items/item-columns.ts';
import { matchSql } from '../items/item-order.ts';
import type { ItemColumn, ItemQueries, ItemRow, ItemSource, ItemView } from '../items/item-queries.ts';
import type { ItemRowReader } from '../items/item-rows.ts';
import { createKnownOrders } from '../items/known-orders.ts';

/** Items, and values of a column, that are read at once when all are wanted. */
const batchSize = 200;
const valueBatchSize = 5000;
/** Characters of items that a sample reads at most, and items that are measured to keep to it. */
const maxSampled = 16_000_000;
const measured = 100;
/** Items of a sample that are neighbours: reading a page of the database is what an item costs. */
const sampleGroup = 10;

interface Facts {
  first: number;
  last: number;
  changed: number | null;
  seenIn: number;
  copies: number;
  gone: 0 | 1;
}

/** Reads datasets as `ItemQueries` reads the items of runs. */
export function createDatasetItems(
  { connection }: StoreContext,
  rows: ItemRowReader,
): Pick<ItemQueries, 'slice' | 'stream' | 'values' | 'sample'> {
  const { db } = connection;
  const known = createKnownOrders();
  const spiderOf = db
    .prepare<[string, string], number>(
      `SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = ? AND spiders.name = ?`,
    )
    .pluck();
  const revisionOf = db
    .prepare<[number], number>('SELECT revision FROM dataset_states WHERE spider_id = ?')
    .pluck();
  const count = db
    .prepare<[number], number>('SELECT count(*) FROM dataset_entries WHERE spider_id = ?')
    .pluck();
  const part = db
    .prepare<[{ spider: number; limit: number; offset: number }], number>(
      `SELECT item_id FROM dataset_entries WHERE spider_id = @spider ORDER BY item_id LIMIT @limit OFFSET @offset`,
    )
    .pluck();
  const extent = db.prepare<[number], { first: number | null; last: number | null }>(
    'SELECT min(item_id) AS first, max(item_id) AS last FROM dataset_entries WHERE spider_id = ?',
  );
  const from = db
    .prepare<[number, number, number], number>(
      'SELECT item_id FROM dataset_entries WHERE spider_id = ? AND item_id >= ? ORDER BY item_id LIMIT ?',
    )
    .pluck();
  const told = db
    .prepare<[number], number | null>('SELECT max(place) FROM dataset_runs WHERE spider_id = ? AND tells = 1')
    .pluck();
  // By itself, SQLite would take the primary key, and look at all entries of the spider for each item.
  const factsOf = db.prepare<[{ spider: number; item: number; told: number }], Facts>(
    `SELECT first_seen AS first, last_seen AS last, changed_at AS changed, seen_in AS seenIn, copies, last_place < @told AS gone
      FROM dataset_entries INDEXED BY dataset_items WHERE spider_id = @spider AND item_id = @item`,
  );

  const idOf = ({ project, spider }: ItemSource): number => spiderOf.get(project, spider) ?? 0;

  function read(spider: number, ids: Iterable<number>): ItemRow[] {
    const newest = told.get(spider) ?? 0;
    return rows.rows(ids).flatMap((row): ItemRow[] => {
      const facts = factsOf.get({ spider, item: Number(row.id), told: newest });
      return facts === undefined ? [] : [{ ...row, dataset: toFacts(facts) }];
    });
  }

  function ordered(spider: number, view: ItemView): number[] {
    const values: Record<string, unknown> = { spider };
    const query = { sql: connection.values, values };
    const where = ['seen.spider_id = @spider', ...matchSql(view, query)].join(' AND ');
    const order = view.sort.map(({ column, descending }, index) =>
      orderSql(column, descending, `sort${index}`, query),
    );
    const sql = `SELECT seen.item_id FROM dataset_entries AS seen CROSS JOIN items ON items.id = seen.item_id
      WHERE ${where} ORDER BY ${[...order, 'seen.item_id'].join(', ')}`;
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  /** The row ids of a view. A view of everything in the order of scraping needs none in advance. */
  function orderOf(spider: number, view: ItemView, revision: number): Float64Array {
    const { filters, words, sort } = view;
    return known.get(JSON.stringify([spider, filters, words, sort, revision]), () => ordered(spider, view));
  }

  const isWhole = ({ filters, words, sort }: ItemView): boolean =>
    filters.length === 0 && words.length === 0 && sort.length === 0;

  const sliceAtOnce = db.transaction((view: ItemView, offset: number, limit: number) => {
    const spider = idOf(view);
    const upTo = revisionOf.get(spider) ?? 0;
    if (isWhole(view)) {
      const total = count.get(spider) ?? 0;
      return { rows: read(spider, part.all({ spider, limit, offset })), total, upTo, newer: 0 };
    }
    const ids = orderOf(spider, view, upTo);
    return { rows: read(spider, ids.subarray(offset, offset + limit)), total: ids.length, upTo, newer: 0 };
  });

  const allIds = connection.query((view: ItemView): Float64Array => {
    const spider = idOf(view);
    return isWhole(view)
      ? Float64Array.from(part.all({ spider, limit: Number.MAX_SAFE_INTEGER, offset: 0 }))
      : orderOf(spider, view, revisionOf.get(spider) ?? 0);
  });
  const readAtOnce = db.transaction((view: ItemView, ids: Float64Array) => read(idOf(view), ids));
  const readSome = connection.query((view: ItemView, ids: Float64Array) => readAtOnce(view, ids));

  const valuesAfter = connection.query((view: ItemView, column: ItemColumn, after: number) => {
    const values: Record<string, unknown> = { spider: idOf(view), after, limit: valueBatchSize };
    const query = { sql: connection.values, values };
    const where = ['seen.spider_id = @spider', 'seen.item_id > @after', ...matchSql(view, query)].join(
      ' AND ',
    );
    const sql = `SELECT seen.item_id AS id, ${jsonSql(column, 'value', query)} AS value
      FROM dataset_entries AS seen CROSS JOIN items ON items.id = seen.item_id
      WHERE ${where} ORDER BY seen.item_id LIMIT @limit`;
    return db.prepare<[typeof values], { id: number; value: string | null }>(sql).all(values);
  });

  /** Row ids in small groups that are evenly spread. */
  function spread(spider: number, wanted: number, total: number): number[] {
    const { first = null, last = null } = extent.get(spider) ?? {};
    if (first === null || last === null) return [];
    if (total <= wanted) return part.all({ spider, limit: total, offset: 0 });
    const group = Math.max(1, Math.min(sampleGroup, Math.round(wanted / 20)));
    const step = Math.max(1, ((last - first + 1) * group) / wanted);
    const ids = new Set<number>();
    for (let place = first; place <= last; place += step)
      for (const id of from.all(spider, Math.ceil(place), group)) ids.add(id);
    return [...ids];
  }

  const sampleAtOnce = db.transaction((source: ItemSource, most: number) => {
    const spider = idOf(source);
    const total = count.get(spider) ?? 0;
    const few = read(spider, spread(spider, Math.min(most, measured), total));
    if (total <= few.length || most <= measured) return { total, rows: few };
    const characters = few.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
    const wanted = Math.min(most, Math.floor((maxSampled * few.length) / Math.max(1, characters)));
    return { total, rows: read(spider, spread(spider, wanted, total)) };
  });

  return {
    slice: connection.query((view: ItemView, offset: number, limit: number) =>
      sliceAtOnce(view, offset, limit),
    ),
    async stream(view) {
      const ids = await allIds(view);
      return {
        total: ids.length,
        async *batches() {
          for (let offset = 0; offset < ids.length; offset += batchSize)
            yield await readSome(view, ids.subarray(offset, offset + batchSize));
        },
      };
    },
    async *values(view, column) {
      for (let after = 0; ;) {
        const found = await valuesAfter(view, column, after);
        yield found.map(({ value }) => value);
        const last = found.at(-1);
        if (last === undefined || found.length < valueBatchSize) return;
        after = last.id;
      }
    },
    sample: connection.query((source: ItemSource, most: number) => sampleAtOnce(source, most)),
  };
}

const toFacts = ({ first, last, changed, seenIn, copies, gone }: Facts): NonNullable<ItemRow['dataset']> => ({
  first_seen: isoTime(first),
  last_seen: isoTime(last),
  changed_at: isoTimeOrNull(changed),
  seen_in: seenIn,
  copies,
  gone: gone === 1,
});
