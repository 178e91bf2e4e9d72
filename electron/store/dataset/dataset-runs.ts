import type { StoreContext } from '../database/context.ts';
import { answerCode } from '../runs/answered-by.ts';
import { currentRunSql } from '../runs/current-sql.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { isUnderway, type RunState } from '../runs/run-states.ts';

/** A run whose items belong to a dataset: it has ended or is paused, and stands for its crawl. */
export interface ReadyRun {
  id: number;
  /** Orders the runs: the id of the crawl. */
  place: number;
  /** Changes when the items of the run do. */
  stamp: string;
}

interface Row {
  id: number;
  place: number;
  state: RunState;
  sessions: number;
  last: number | null;
  items: number;
  source: number | null;
}

/** The runs of datasets. Call its functions within a query or a change. */
export interface DatasetRuns {
  /** The runs of a spider whose items belong to its dataset, oldest first. */
  ready(spider: number): ReadyRun[];
  /** Whether an item that the run lacks is gone: it is a full run that has fetched everything. */
  tells(run: number): boolean;
}

export function createDatasetRuns(context: StoreContext): DatasetRuns {
  const { db, values } = context.connection;
  const options = values.object('crawl.options');
  const reader = createRunReader(context);
  const all = db.prepare<[number], Row>(
    `SELECT id, coalesce(source_id, id) AS place, state, sessions,
      (SELECT max(items.id) FROM items WHERE run_id = runs.id) AS last,
      (SELECT coalesce(sum(items), 0) FROM origins WHERE run_id = runs.id) AS items,
      (SELECT source.id FROM runs AS source WHERE source.id = runs.source_id) AS source
    FROM runs WHERE spider_id = ? AND ${currentRunSql} ORDER BY place`,
  );
  // Of a generation its source is asked, from whose pages it was made. Runs of older versions have no cause.
  const whole = db
    .prepare<[number], number>(
      `SELECT crawl.id FROM runs JOIN runs AS crawl ON crawl.id = coalesce(runs.source_id, runs.id)
      WHERE runs.id = ? AND crawl.state = 'completed' AND crawl.kind = 'full' AND coalesce(crawl.cause, 'finished') = 'finished'
        AND json_extract(${options}, '$.limit') IS NULL AND coalesce(json_extract(${options}, '$.args'), '{}') = '{}'`,
    )
    .pluck();
  const leftOut = db
    .prepare<[number], number>(
      `SELECT 1 FROM requests WHERE run_id = ? AND answered_by = ${answerCode.memory} LIMIT 1`,
    )
    .pluck();
  const isReady = ({ id, state }: Row): boolean => {
    if (state !== 'queued' && !isUnderway(state)) return true;
    return reader.require(String(id)).state === 'interrupted';
  };
  return {
    ready: (spider) =>
      all
        .all(spider)
        .filter(isReady)
        .map(({ id, place, sessions, last, items, source }) => ({
          id,
          place,
          stamp: `${sessions} ${last ?? 0} ${items} ${source ?? ''}`,
        })),
    tells(run) {
      const crawl = whole.get(run);
      return crawl !== undefined && leftOut.get(crawl) === undefined;
    },
  };
}
