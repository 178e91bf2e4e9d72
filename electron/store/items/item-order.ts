import type { StoreContext } from '../database/context.ts';
import { formsOf } from '../database/text-match.ts';
import { filterSql, jsonSql, orderSql, type ItemSql } from './item-columns.ts';
import type { ItemColumn, ItemView } from './item-queries.ts';
import { createKnownOrders } from './known-orders.ts';
import type { RunExtent } from './run-extent.ts';
import { createSearches, type Found } from './searches.ts';

/** Which items of the runs match a view, and in which order; up to one of them. */
export interface ItemOrder {
  /** The row ids of the whole view. */
  whole(view: ItemView, runs: readonly RunExtent[], upTo: number): Float64Array;
  /**
   * The row ids of a view in the order of scraping, as far as they are found within some milliseconds; each call goes on.
   * @returns `at`: the last row id that was looked at; null: all were
   */
  within(
    view: ItemView,
    runs: readonly RunExtent[],
    upTo: number,
    patienceMs: number,
  ): { ids: Float64Array; at: number | null };
  /** The first row ids of the view: found several times as fast as all of them. */
  top(view: ItemView, runs: readonly RunExtent[], upTo: number, limit: number): Float64Array;
  /** Whether `whole` costs nothing any more. */
  isKnown(view: ItemView, runs: readonly RunExtent[], upTo: number): boolean;
  /** Values of a column as JSON texts, of the items after one, in the order of scraping. */
  values(
    view: ItemView,
    column: ItemColumn,
    part: { runs: readonly RunExtent[]; after: number; upTo: number; limit: number },
  ): { id: number; value: string | null }[];
}

export function createItemOrder({ connection: { db, values: sql }, monotonic }: StoreContext): ItemOrder {
  const known = createKnownOrders();
  const searches = createSearches(monotonic);

  const keyOf = ({ filters, words, sort }: ItemView, runs: readonly RunExtent[], upTo: number): string =>
    JSON.stringify([runs.map(({ id }) => id), filters, words, sort, upTo]);

  /** @param limit null: all */
  function find(view: ItemView, runs: readonly RunExtent[], upTo: number, limit: number | null): number[] {
    const query = { sql, values: runsAndEnd(runs, upTo) };
    const where = conditions(view, query);
    const order = view.sort.map(({ column, descending }, index) =>
      orderSql(column, descending, `sort${index}`, query),
    );
    const some = limit === null ? '' : `LIMIT ${limit}`;
    const text = `SELECT items.id FROM items WHERE ${where} ORDER BY ${[...order, 'items.id'].join(', ')} ${some}`;
    return db.prepare<[typeof query.values], number>(text).pluck().all(query.values);
  }

  /** Row ids that match, of a part: a view in the order of scraping is put together of such parts. */
  function search(
    view: ItemView,
    runs: readonly RunExtent[],
    upTo: number,
    patienceMs: number | null,
  ): Found {
    const query: ItemSql = { sql, values: { ...runsAndEnd(runs, upTo), after: 0 } };
    const where = conditions(view, query);
    const part = db
      .prepare<[typeof query.values], number>(
        `SELECT items.id FROM items WHERE ${where} AND items.id > @after ORDER BY items.id`,
      )
      .pluck();
    const range = { first: Math.min(...runs.map(({ first }) => first)), last: upTo };
    const find = (after: number, until: number): number[] =>
      part.all({ ...query.values, after, upTo: until });
    return searches.find(keyOf(view, runs, upTo), range, find, patienceMs);
  }

  return {
    whole: (view, runs, upTo) =>
      known.get(keyOf(view, runs, upTo), () =>
        view.sort.length === 0 && runs.length > 0
          ? search(view, runs, upTo, null).ids
          : find(view, runs, upTo, null),
      ),
    within(view, runs, upTo, patienceMs) {
      const key = keyOf(view, runs, upTo);
      if (known.has(key)) return { ids: known.get(key, () => []), at: null };
      const { ids, at } = search(view, runs, upTo, patienceMs);
      return at === null ? { ids: known.get(key, () => ids), at } : { ids: Float64Array.from(ids), at };
    },
    top: (view, runs, upTo, limit) =>
      known.get(`top ${keyOf(view, runs, upTo)}`, () => find(view, runs, upTo, limit)),
    isKnown: (view, runs, upTo) => known.has(keyOf(view, runs, upTo)),
    values(view, column, { runs, after, upTo, limit }) {
      const query = { sql, values: { ...runsAndEnd(runs, upTo), after, limit } };
      const where = conditions(view, query);
      const value = jsonSql(column, 'value', query);
      const text = `SELECT items.id AS id, ${value} AS value FROM items WHERE ${where} AND items.id > @after
        ORDER BY items.id LIMIT @limit`;
      return db.prepare<[ItemSql['values']], { id: number; value: string | null }>(text).all(query.values);
    },
  };
}

const runsAndEnd = (runs: readonly RunExtent[], upTo: number): ItemSql['values'] => ({
  upTo,
  runs: JSON.stringify(runs.map(({ id }) => id)),
});

function conditions(view: ItemView, query: ItemSql): string {
  const all = ['items.run_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs))', 'items.id <= @upTo'];
  return [...all, ...matchSql(view, query)].join(' AND ');
}

/** The conditions of a view in SQL, within a query over `items`, which receives their parameters. */
export function matchSql({ filters, words }: Pick<ItemView, 'filters' | 'words'>, query: ItemSql): string[] {
  return [
    ...filters.map((filter, index) => filterSql(filter, `filter${index}`, query)),
    ...words.map((word, index) => wordSql(word, `word${index}`, query)),
  ];
}

/** A word stands in a column or in a value of the metadata; keys are the same for all items and say nothing. */
function wordSql(word: string, name: string, { sql, values }: ItemSql): string {
  const forms = formsOf(word).map((form, index) => {
    const parameter = `${name}_${index}`;
    values[parameter] = form;
    const stands = (text: string): string => `instr(lower(${text}), @${parameter}) > 0`;
    const metadata = sql.object('items.metadata_json');
    return `${stands('items.url')} OR ${stands("coalesce(items.title, '')")} OR ${stands("coalesce(items.author, '')")}
      OR ${stands("coalesce(items.published_date, '')")} OR ${stands("coalesce(items.content, '')")}
      OR ((${stands('items.metadata_json')} OR instr(items.metadata_json, '\\') > 0)
        AND EXISTS (SELECT 1 FROM json_tree(${metadata}) WHERE ${stands("CAST(coalesce(atom, '') AS TEXT)")}))`;
  });
  return `(${forms.join(' OR ')})`;
}
