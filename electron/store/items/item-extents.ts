import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { currentRunSql } from '../runs/current-sql.ts';
import type { ItemSource } from './item-queries.ts';

/** A run that has items: its row id, the first and the last of their row ids, and how many there are. */
export interface RunExtent {
  id: number;
  first: number;
  last: number;
  items: number;
}

/** Items of a sample that are neighbours. */
const sampleGroup = 10;
/** Into so many groups or more a sample is spread. */
const sampleGroups = 20;
/** Items that tell how large the items of a run are. */
const measured = 20;

/** Finds items by their place in the order of scraping, run by run, without reading them. */
export interface ItemExtents {
  /** The runs of a source that have items, oldest first. */
  of(source: ItemSource): RunExtent[];
  /** How many items of a run there are up to one. */
  countUpTo(run: RunExtent, upTo: number): number;
  /** The row ids of a part of the runs' items up to one. */
  ids(runs: readonly RunExtent[], upTo: number, offset: number, limit: number): number[];
  /**
   * About `wanted` row ids of a run, in small groups that are evenly spread. Neighbours are on one page of the database,
   * and reading that page is what a row costs.
   */
  spread(run: RunExtent, wanted: number): number[];
  /** About how many items of the runs fit into so many characters; 20 at least. */
  within(runs: readonly RunExtent[], characters: number): number;
}

export function createItemExtents({ connection: { db } }: StoreContext): ItemExtents {
  const runsOf = db
    .prepare<[string, string], number>(
      `SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = ? AND spiders.name = ? AND ${currentRunSql} ORDER BY runs.id`,
    )
    .pluck();
  const extent = db.prepare<[{ run: number }], { first: number | null; last: number | null; items: number }>(
    `SELECT (SELECT min(id) FROM items WHERE run_id = @run) AS first,
      (SELECT max(id) FROM items WHERE run_id = @run) AS last,
      (SELECT coalesce(sum(items), 0) FROM origins WHERE run_id = @run) AS items
    FROM runs WHERE id = @run`,
  );
  const count = db
    .prepare<[number, number], number>('SELECT count(*) FROM items WHERE run_id = ? AND id <= ?')
    .pluck();
  const part = db
    .prepare<[{ run: number; upTo: number; limit: number; offset: number }], number>(
      'SELECT id FROM items WHERE run_id = @run AND id <= @upTo ORDER BY id LIMIT @limit OFFSET @offset',
    )
    .pluck();
  const from = db
    .prepare<[number, number, number], number>(
      'SELECT id FROM items WHERE run_id = ? AND id >= ? ORDER BY id LIMIT ?',
    )
    .pluck();
  const sizeOf = db
    .prepare<[number], number>(
      `SELECT length(metadata_json) + length(coalesce(content, '')) FROM items WHERE id = ?`,
    )
    .pluck();

  const countUpTo = ({ id, first, last, items }: RunExtent, upTo: number): number =>
    last <= upTo ? items : first > upTo ? 0 : (count.get(id, upTo) ?? 0);

  function spread({ id, first, last, items }: RunExtent, wanted: number): number[] {
    if (wanted >= items) return part.all({ run: id, upTo: last, limit: items, offset: 0 });
    const group = Math.max(1, Math.min(sampleGroup, Math.round(wanted / sampleGroups)));
    const step = ((last - first + 1) * group) / Math.max(1, wanted);
    const ids = new Set<number>();
    for (let place = first; place <= last; place += step) {
      for (const next of from.all(id, Math.ceil(place), group)) ids.add(next);
    }
    return [...ids];
  }

  return {
    of({ project, spider, run }) {
      const ids = run === null ? runsOf.all(project, spider) : [rowId(run, 'run')];
      const runs = ids.flatMap((id): RunExtent[] => {
        const { first = null, last = null, items = 0 } = extent.get({ run: id }) ?? {};
        return first === null || last === null ? [] : [{ id, first, last, items }];
      });
      return runs.sort((a, b) => a.first - b.first);
    },
    countUpTo,
    ids(runs, upTo, offset, limit) {
      const ids: number[] = [];
      let before = 0;
      for (const run of runs) {
        const there = countUpTo(run, upTo);
        const skipped = Math.max(0, offset - before);
        const wanted = limit - ids.length;
        if (wanted > 0 && skipped < there)
          ids.push(...part.all({ run: run.id, upTo, limit: wanted, offset: skipped }));
        before += there;
      }
      return ids;
    },
    spread,
    within(runs, characters) {
      const sizes = runs.flatMap((run) => spread(run, measured)).map((id) => sizeOf.get(id) ?? 0);
      const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
      return Math.max(20, Math.floor(characters / Math.max(1, mean)));
    },
  };
}
