import type { StoreContext } from '../database/context.ts';
import { requestStates } from '../requests/request-states.ts';
import type { RunSeries } from './run-queries.ts';
import { emptySecond, seriesOf, type RunSpan, type Second } from './series-buckets.ts';

/**
 * A run over time in at most so many stretches of equal length. Keeps what it has read: a request that is queued again is
 * counted where it ended before.
 */
export type RunSeriesReader = (run: number, buckets: number, span: RunSpan) => RunSeries;

interface Known {
  /** By second since 1970. */
  seconds: Map<number, Second>;
  /** Seconds before this one are complete. */
  upTo: number;
  /** When a request ended last, in milliseconds since 1970. */
  lastAt: number;
}

/** A request becomes visible when it is committed, a little after its time: so far back is read again, in seconds. */
const lateness = 3;
/** Runs that are remembered second by second. */
const maxRuns = 20;

export function createRunSeries({ connection: { db }, now }: StoreContext): RunSeriesReader {
  const runs = new Map<number, Known>();
  const since = db.prepare<
    [{ run: number; since: number }],
    Omit<Second, 'pages' | 'failed' | 'skipped'> & {
      second: number;
      state: number;
      count: number;
      lastAt: number;
    }
  >(
    `SELECT finished_at / 1000 AS second, state, count(*) AS count, max(finished_at) AS lastAt, sum(items) AS items,
      coalesce(sum(bytes), 0) AS bytes, count(duration_ms) AS timed, coalesce(sum(duration_ms), 0) AS totalMs,
      coalesce(max(duration_ms), 0) AS maxMs
    FROM requests INDEXED BY requests_finished WHERE run_id = @run AND finished_at IS NOT NULL AND finished_at >= @since
    GROUP BY second, state`,
  );

  /** Reads what is new; what is old is read once. */
  function update(run: number): Known {
    const known = runs.get(run) ?? { seconds: new Map<number, Second>(), upTo: 0, lastAt: 0 };
    runs.delete(run);
    runs.set(run, known);
    for (const oldest of runs.keys()) {
      if (runs.size <= maxRuns) break;
      runs.delete(oldest);
    }
    for (const second of known.seconds.keys()) if (second >= known.upTo) known.seconds.delete(second);
    let newest = known.upTo;
    for (const row of since.all({ run, since: known.upTo * 1000 })) {
      const { second, state, count, items, bytes, timed, totalMs, maxMs } = row;
      const sum = known.seconds.get(second) ?? emptySecond();
      const name = requestStates[state];
      if (name === 'failed') sum.failed += count;
      else if (name === 'skipped') sum.skipped += count;
      else sum.pages += count;
      sum.items += items;
      sum.bytes += bytes;
      sum.timed += timed;
      sum.totalMs += totalMs;
      sum.maxMs = Math.max(sum.maxMs, maxMs);
      known.seconds.set(second, sum);
      newest = Math.max(newest, second);
      known.lastAt = Math.max(known.lastAt, row.lastAt);
    }
    known.upTo = Math.max(0, newest - lateness);
    return known;
  }

  return (run, buckets, span) => seriesOf(update(run), buckets, span, now());
}
