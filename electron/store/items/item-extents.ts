import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { currentRunSql } from '../runs/current-sql.ts';
import { createItemPlaces } from './item-places.ts';
import type { ItemSource } from './item-queries.ts';
import type { RunExtent } from './run-extent.ts';

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

/** Whether the ids of a run's items follow each other without a gap, as where no other run was carried out meanwhile. */
const isDense = ({ first, last, items }: RunExtent): boolean => last - first + 1 === items;

/** Items that are walked past, from the nearer end, before their places are counted. */
const walked = 4096;

export function createItemExtents(context: StoreContext): ItemExtents {
  const { db } = context.connection;
  const places = createItemPlaces(context);
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
  const countedAfter = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM items WHERE run_id = ? AND id > ? ORDER BY id DESC LIMIT ${walked + 1}) AS newer`,
    )
    .pluck();
  const part = db
    .prepare<[{ run: number; from: number; upTo: number; limit: number; offset: number }], number>(
      'SELECT id FROM items WHERE run_id = @run AND id >= @from AND id <= @upTo ORDER BY id LIMIT @limit OFFSET @offset',
    )
    .pluck();
  const partBackwards = db
    .prepare<[{ run: number; upTo: number; limit: number; offset: number }], number>(
      'SELECT id FROM items WHERE run_id = @run AND id <= @upTo ORDER BY id DESC LIMIT @limit OFFSET @offset',
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

  function countUpTo(run: RunExtent, upTo: number): number {
    const { id, first, last, items } = run;
    if (last <= upTo) return items;
    if (first > upTo) return 0;
    if (isDense(run)) return upTo - first + 1;
    const newer = countedAfter.get(id, upTo) ?? 0;
    return newer <= walked ? items - newer : places.countUpTo(run, upTo);
  }

  /** Up to `limit` ids after `offset` of them. */
  function partOf(
    run: RunExtent,
    upTo: number,
    { offset, limit }: { offset: number; limit: number },
  ): number[] {
    const there = countUpTo(run, upTo);
    const found = Math.max(0, Math.min(limit, there - offset));
    if (isDense(run)) return Array.from({ length: found }, (_, place) => run.first + offset + place);
    const behind = there - offset - found;
    if (offset <= walked) return part.all({ run: run.id, from: run.first, upTo, limit: found, offset });
    if (behind <= walked)
      return partBackwards.all({ run: run.id, upTo, limit: found, offset: behind }).reverse();
    const { from: start, skip } = places.startOf(run, offset);
    return part.all({ run: run.id, from: start, upTo, limit: found, offset: skip });
  }

  function spread({ id, first, last, items }: RunExtent, wanted: number): number[] {
    if (wanted >= items) return part.all({ run: id, from: first, upTo: last, limit: items, offset: 0 });
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
        if (wanted > 0 && skipped < there) ids.push(...partOf(run, upTo, { offset: skipped, limit: wanted }));
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
