import type { StoreContext } from '../database/context.ts';
import { requestStates } from '../requests/request-states.ts';
import { rowId } from '../database/rows.ts';

/** What happened within a stretch of time. */
export interface SeriesPoint {
  /** Its beginning, in milliseconds since 1970. */
  at: number;
  /** How long it is: the first and the last are shorter or longer than the others, by what they have of a bucket. */
  ms: number;
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
  /**
   * A run over time in at most so many stretches of equal length, empty ones included. Of a run under way, stretches that
   * are not over yet are left out: half a second of pages looks like a crawl that has slowed down.
   */
  of(run: string, buckets: number, span?: RunSpan): RunSeries;
}

/** What is known of the time of a run beside its requests. */
export interface RunSpan {
  /** Milliseconds since 1970; null: it has not begun. */
  startedAt: number | null;
  underWay: boolean;
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
  /** When a request ended last, in milliseconds since 1970. */
  lastAt: number;
}

/** A request becomes visible when it is committed, a little after its time: so far back is read again, in seconds. */
const lateness = 3;
/** So long after its end a stretch of a run under way is taken for complete, in milliseconds. */
const settledAfter = 500;
/** Runs that are remembered second by second. */
const maxRuns = 20;

export function createRunSeries({ connection, now }: StoreContext): RunSeriesReader {
  const { db } = connection;
  const runs = new Map<string, Known>();
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

  /** Reads what is new; what is old is read once. A request that is queued again is told where it ended before. */
  function update(run: string): Known {
    const known = runs.get(run) ?? { seconds: new Map<number, Second>(), upTo: 0, lastAt: 0 };
    runs.delete(run);
    runs.set(run, known);
    for (const oldest of runs.keys()) {
      if (runs.size <= maxRuns) break;
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
      known.lastAt = Math.max(known.lastAt, row.lastAt);
    }
    known.upTo = Math.max(0, newest - lateness);
    return known;
  }

  return {
    of: connection.reading(
      (run: string, buckets: number, span: RunSpan = { startedAt: null, underWay: false }) => {
        const { seconds, lastAt } = update(run);
        if (seconds.size === 0) return { bucketMs: 1000, points: [] };
        const first = minKey(seconds);
        const until = span.underWay ? Math.max(now(), lastAt) - settledAfter : lastAt;
        const length = niceLength((Math.floor(until / 1000) - first + 1) / buckets);
        const bucketMs = length * 1000;
        const from = Math.floor(first / length) * bucketMs;
        const sums = new Map<number, Second>();
        for (const [second, sum] of seconds) {
          const bucket = Math.floor((second * 1000 - from) / bucketMs);
          sums.set(bucket, add(sums.get(bucket) ?? emptySecond(), sum));
        }
        const whole = Math.max(0, Math.floor((until - from) / bucketMs));
        const stretches = Array.from({ length: span.underWay ? whole : whole + 1 }, (_, bucket) => {
          const begin = from + bucket * bucketMs;
          const end = span.underWay ? begin + bucketMs : Math.min(begin + bucketMs, lastAt);
          const ms = Math.max(1, end - Math.max(begin, Math.min(span.startedAt ?? begin, end)));
          return { at: begin, ms, sum: sums.get(bucket) ?? emptySecond() };
        });
        return { bucketMs, points: joinEdges(stretches, bucketMs).map(pointOf) };
      },
    ),
  };
}

interface Stretch {
  at: number;
  ms: number;
  sum: Second;
}

/**
 * Adds the first and the last stretch to those beside them where they are less than half as long as the others: what
 * happens to fall into a few milliseconds is no rate.
 */
function joinEdges(stretches: readonly Stretch[], bucketMs: number): Stretch[] {
  const all = [...stretches];
  const [first, second] = all;
  if (first !== undefined && second !== undefined && first.ms < bucketMs / 2)
    all.splice(0, 2, join(first, second));
  const last = all.at(-1);
  const before = all.at(-2);
  if (last !== undefined && before !== undefined && last.ms < bucketMs / 2)
    all.splice(-2, 2, join(before, last));
  return all;
}

const join = (a: Stretch, b: Stretch): Stretch => ({ at: a.at, ms: a.ms + b.ms, sum: add(a.sum, b.sum) });

function pointOf({ at, ms, sum }: Stretch): SeriesPoint {
  const { timed, totalMs, maxMs, ...rest } = sum;
  return {
    at,
    ms,
    ...rest,
    meanMs: timed === 0 ? null : totalMs / timed,
    maxMs: timed === 0 ? null : maxMs,
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

function minKey(map: ReadonlyMap<number, unknown>): number {
  let least = Infinity;
  for (const key of map.keys()) least = Math.min(least, key);
  return least;
}
