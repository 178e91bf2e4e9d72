import type { StoreContext } from './context.ts';
import { requestStates } from './request-states.ts';
import { rowId } from './rows.ts';

/** What happened within a stretch of time. */
export interface SeriesPoint {
  /** Its beginning, in milliseconds since 1970. */
  at: number;
  /** Requests that were done. */
  pages: number;
  items: number;
  failed: number;
  skipped: number;
  bytes: number;
  /** Of the times of answers, in milliseconds; null without an answer. */
  meanMs: number | null;
  maxMs: number | null;
}

export interface RunSeries {
  bucketMs: number;
  points: SeriesPoint[];
}

export interface RunSeriesReader {
  /** A run over time in at most so many stretches of equal length, empty ones included. */
  of(run: string, buckets: number): RunSeries;
}

interface Second {
  pages: number;
  items: number;
  failed: number;
  skipped: number;
  bytes: number;
  timed: number;
  totalMs: number;
  maxMs: number;
}

interface Known {
  /** By second since 1970. */
  seconds: Map<number, Second>;
  /** Seconds before this one are complete. */
  upTo: number;
}

/** A request becomes visible when it is committed, a little after its time: so far back is read again, in seconds. */
const lateness = 3;
/** Runs that are remembered second by second. */
const mostRuns = 20;

export function createRunSeries({ connection }: StoreContext): RunSeriesReader {
  const { db } = connection;
  const runs = new Map<string, Known>();
  const since = db.prepare<
    [{ run: number; since: number }],
    Omit<Second, 'pages' | 'failed' | 'skipped'> & { second: number; state: number; count: number }
  >(
    `SELECT finished_at / 1000 AS second, state, count(*) AS count, sum(items) AS items,
      coalesce(sum(bytes), 0) AS bytes, count(duration_ms) AS timed, coalesce(sum(duration_ms), 0) AS totalMs,
      coalesce(max(duration_ms), 0) AS maxMs
    FROM requests INDEXED BY requests_finished WHERE run_id = @run AND finished_at IS NOT NULL AND finished_at >= @since
    GROUP BY second, state`,
  );

  /** Reads what is new; what is old is read once. A request that is queued again is told where it ended before. */
  function update(run: string): Known {
    const known = runs.get(run) ?? { seconds: new Map<number, Second>(), upTo: 0 };
    runs.delete(run);
    runs.set(run, known);
    for (const oldest of runs.keys()) {
      if (runs.size <= mostRuns) break;
      runs.delete(oldest);
    }
    for (const second of known.seconds.keys()) if (second >= known.upTo) known.seconds.delete(second);
    let newest = known.upTo;
    for (const row of since.all({ run: rowId(run, 'run'), since: known.upTo * 1000 })) {
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
    }
    known.upTo = Math.max(0, newest - lateness);
    return known;
  }

  return {
    of: connection.reading((run: string, buckets: number) => {
      const { seconds } = update(run);
      const first = seconds.size === 0 ? 0 : leastKey(seconds);
      const last = greatestKey(seconds);
      const length = niceLength((last - first + 1) / buckets);
      const from = Math.floor(first / length) * length;
      const sums = new Map<number, Second>();
      for (const [second, sum] of seconds) {
        const bucket = Math.floor((second - from) / length);
        sums.set(bucket, add(sums.get(bucket) ?? emptySecond(), sum));
      }
      const count = seconds.size === 0 ? 0 : Math.floor((last - from) / length) + 1;
      const points = Array.from({ length: count }, (_, bucket) => {
        const { timed, totalMs, maxMs, ...rest } = sums.get(bucket) ?? emptySecond();
        return {
          at: (from + bucket * length) * 1000,
          ...rest,
          meanMs: timed === 0 ? null : totalMs / timed,
          maxMs: timed === 0 ? null : maxMs,
        };
      });
      return { bucketMs: length * 1000, points };
    }),
  };
}

const emptySecond = (): Second => ({
  pages: 0,
  items: 0,
  failed: 0,
  skipped: 0,
  bytes: 0,
  timed: 0,
  totalMs: 0,
  maxMs: 0,
});

function add(a: Second, b: Second): Second {
  return {
    pages: a.pages + b.pages,
    items: a.items + b.items,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    bytes: a.bytes + b.bytes,
    timed: a.timed + b.timed,
    totalMs: a.totalMs + b.totalMs,
    maxMs: Math.max(a.maxMs, b.maxMs),
  };
}

/** A number of seconds that people can read off an axis: 1, 2, 5, 10, 15, 30, whole minutes, hours. */
function niceLength(seconds: number): number {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200];
  return steps.find((step) => step >= seconds) ?? Math.ceil(seconds / 86400) * 86400;
}

function leastKey(map: ReadonlyMap<number, unknown>): number {
  let least = Infinity;
  for (const key of map.keys()) least = Math.min(least, key);
  return least;
}

function greatestKey(map: ReadonlyMap<number, unknown>): number {
  let greatest = 0;
  for (const key of map.keys()) greatest = Math.max(greatest, key);
  return greatest;
}
