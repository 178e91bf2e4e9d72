import type { StoreContext } from '../database/context.ts';
import { formsOf } from '../database/text-match.ts';
import { filterSql, jsonSql, orderSql } from './item-columns.ts';
import type { RunExtent } from './item-extents.ts';
import type { ItemColumn, ItemView } from './item-queries.ts';
import { createKnownOrders } from './known-orders.ts';

/** Which items of the runs match a view, and in which order; up to one of them. */
export interface ItemOrder {
  /** The row ids of the whole view. */
  whole(view: ItemView, runs: readonly RunExtent[], upTo: number): Float64Array;
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

export function createItemOrder({ connection: { db } }: StoreContext): ItemOrder {
  const known = createKnownOrders();

  const keyOf = ({ filters, words, sort }: ItemView, runs: readonly RunExtent[], upTo: number): string =>
    JSON.stringify([runs.map(({ id }) => id), filters, words, sort, upTo]);

  /** @param limit -1: all */
  function find(view: ItemView, runs: readonly RunExtent[], upTo: number, limit: number): number[] {
    const { where, values } = conditions(view, runs, upTo);
    const order = view.sort.map(({ column, descending }, index) =>
      orderSql(column, descending, `sort${index}`, values),
    );
    const sql = `SELECT items.id FROM items WHERE ${where} ORDER BY ${[...order, 'items.id'].join(', ')} LIMIT ${limit}`;
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  return {
    whole: (view, runs, upTo) => known.get(keyOf(view, runs, upTo), () => find(view, runs, upTo, -1)),
    top: (view, runs, upTo, limit) =>
      known.get(`top ${keyOf(view, runs, upTo)}`, () => find(view, runs, upTo, limit)),
    isKnown: (view, runs, upTo) => known.has(keyOf(view, runs, upTo)),
    values(view, column, { runs, after, upTo, limit }) {
      const { where, values } = conditions(view, runs, upTo);
      const value = jsonSql(column, 'value', values);
      const sql = `SELECT items.id AS id, ${value} AS value FROM items WHERE ${where} AND items.id > @after
        ORDER BY items.id LIMIT @limit`;
      return db
        .prepare<[typeof values], { id: number; value: string | null }>(sql)
        .all({ ...values, after, limit });
    },
  };
}

function conditions(
  view: ItemView,
  runs: readonly RunExtent[],
  upTo: number,
): { where: string; values: Record<string, unknown> } {
  const values: Record<string, unknown> = { upTo, runs: JSON.stringify(runs.map(({ id }) => id)) };
  const all = ['items.run_id IN (SELECT value FROM json_each(@runs))', 'items.id <= @upTo'];
  return { where: [...all, ...matchSql(view, values)].join(' AND '), values };
}

/** The conditions of a view in SQL, within a query over `items`. @param values receives their parameters */
export function matchSql(
  { filters, words }: Pick<ItemView, 'filters' | 'words'>,
  values: Record<string, unknown>,
): string[] {
  return [
    ...filters.map((filter, index) => filterSql(filter, `filter${index}`, values)),
    ...words.map((word, index) => wordSql(word, `word${index}`, values)),
  ];
}

/** A word stands in a column or in a value of the metadata; keys are the same for all items and say nothing. */
function wordSql(word: string, name: string, values: Record<string, unknown>): string {
  const forms = formsOf(word).map((form, index) => {
    const parameter = `${name}_${index}`;
    values[parameter] = form;
    const stands = (text: string): string => `instr(lower(${text}), @${parameter}) > 0`;
    const metadata = "iif(json_valid(items.metadata_json), items.metadata_json, '{}')";
    return `${stands('items.url')} OR ${stands("coalesce(items.title, '')")} OR ${stands("coalesce(items.author, '')")}
      OR ${stands("coalesce(items.published_date, '')")} OR ${stands("coalesce(items.content, '')")}
      OR ((${stands('items.metadata_json')} OR instr(items.metadata_json, '\\') > 0)
        AND EXISTS (SELECT 1 FROM json_tree(${metadata}) WHERE ${stands("CAST(coalesce(atom, '') AS TEXT)")}))`;
  });
  return `(${forms.join(' OR ')})`;
}
