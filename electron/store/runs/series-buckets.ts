import type { RunSeries, SeriesPoint } from './run-queries.ts';

/** What is known of the time of a run beside its requests. */
export interface RunSpan {
  /** Milliseconds since 1970; null: it has not begun. */
  startedAt: number | null;
  underWay: boolean;
}

/** What ended within one second. */
export interface Second {
  pages: number;
  items: number;
  failed: number;
  skipped: number;
  bytes: number;
  /** Answers whose time is known, the sum of their times, and the longest. */
  timed: number;
  totalMs: number;
  maxMs: number;
}

/** So long after its end a stretch of a run under way is taken for complete, in milliseconds. */
const settledAfter = 500;

/**
 * Divides a run into at most `buckets` stretches of equal length.
 * @param seconds by second since 1970
 * @param lastAt when a request ended last, in milliseconds since 1970
 * @param now in milliseconds since 1970
 */
export function seriesOf(
  { seconds, lastAt }: { seconds: ReadonlyMap<number, Second>; lastAt: number },
  buckets: number,
  span: RunSpan,
  now: number,
): RunSeries {
  if (seconds.size === 0) return { bucketMs: 1000, points: [] };
  const first = minKey(seconds);
  const until = span.underWay ? Math.max(now, lastAt) - settledAfter : lastAt;
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

export const emptySecond = (): Second => ({
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
