import type { StoreContext } from '../database/context.ts';
import { entryFilledSql, scalarFilledSql } from './filled-sql.ts';

/** How many values the items of one callback have. */
export interface FilledCounts {
  callback: string;
  /** Items that were looked at. */
  items: number;
  /** How many of them have a value in each column. */
  columns: Record<'title' | 'content' | 'author' | 'published_date', number>;
  /** Entries of their metadata, and how many of those have a value. */
  metadata: { cells: number; filled: number };
}

type Row = Pick<FilledCounts, 'callback' | 'items'> & FilledCounts['columns'] & FilledCounts['metadata'];

/** A sample has so many groups of neighbours, of so many items. Neighbours are on one page of the database. */
const groups = 4;
const groupSize = 5;

/** Returns a function that counts the values of at most 20 items of a run, evenly spread. Call it within a query. */
export function createFilledCounts({
  connection: { db, values },
}: StoreContext): (run: number) => FilledCounts[] {
  const extent = db.prepare<[{ run: number }], { first: number | null; last: number | null }>(
    `SELECT (SELECT min(id) FROM items WHERE run_id = @run) AS first, (SELECT max(id) FROM items WHERE run_id = @run) AS last`,
  );
  const from = db
    .prepare<[number, number, number], number>(
      'SELECT id FROM items WHERE run_id = ? AND id >= ? ORDER BY id LIMIT ?',
    )
    .pluck();
  const columns = ['title', 'content', 'author', 'published_date']
    .map((name) => `sum(${scalarFilledSql(name)}) AS ${name}`)
    .join(', ');
  const entries = `json_each(${values.object('metadata_json')}) AS field`;
  const count = db.prepare<[string], Row>(
    `SELECT callback, count(*) AS items, ${columns},
      sum((SELECT count(*) FROM ${entries})) AS cells,
      sum((SELECT coalesce(sum(${entryFilledSql('field')}), 0) FROM ${entries})) AS filled
    FROM items WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) GROUP BY callback ORDER BY min(id)`,
  );
  return (run) => {
    const { first = null, last = null } = extent.get({ run }) ?? {};
    if (first === null || last === null) return [];
    const ids = new Set<number>();
    for (let group = 0; group < groups; group += 1) {
      const place = first + Math.floor(((last - first + 1) * group) / groups);
      for (const id of from.all(run, place, groupSize)) ids.add(id);
    }
    return count.all(JSON.stringify([...ids])).map(({ callback, items, cells, filled, ...counted }) => ({
      callback,
      items,
      columns: counted,
      metadata: { cells, filled },
    }));
  };
}
