import type {
  Freshness,
  Receipt,
  RunOverview,
  RunRow,
  RunSeries,
} from '../../../../electron/store/runs/run-queries.ts';
import { isUnderway } from '../../../../electron/store/runs/run-states.ts';
import { emptySecond, seriesOf } from '../../../../electron/store/runs/series-buckets.ts';
import { eventsIn } from './memory-events.ts';
import type { Request, Run } from './memory-tables.ts';

/** How often each value occurs, most frequent first. */
function tally<T>(values: readonly T[]): { value: T; count: number }[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

const endedBadly = ({ row }: Request): boolean => row.state === 'failed' || row.state === 'skipped';

export function overviewOf(run: Run): RunOverview {
  const rows = run.requests.map(({ row }) => row);
  const count = (of: (row: Request['row']) => boolean): number => rows.filter(of).length;
  const isOver = ({ finishedAt }: Request['row']): boolean => finishedAt !== null;
  const isNotFetched = (row: Request['row']): boolean => row.status === null && row.state === 'skipped';
  const times = rows.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? null;
  const fresh = (freshness: Freshness) => count((row) => row.freshness === freshness);
  return {
    statuses: tally(
      rows
        .filter((row) => isOver(row) && !isNotFetched(row))
        .map(({ status }) => status)
        .sort((a, b) => (a ?? 0) - (b ?? 0)),
    ).map(({ value, count: times }) => ({ status: value, count: times })),
    notFetched: count(isNotFetched),
    bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    extractionRequests: count(({ callback }) => callback !== null),
    files: { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
    freshness: { new: fresh('new'), unchanged: fresh('unchanged'), changed: fresh('changed') },
    answeredBy: {
      site: count(({ answeredBy }) => answeredBy === 'site'),
      storedPage: count(({ answeredBy }) => answeredBy === 'stored-page'),
      cache: count(({ answeredBy }) => answeredBy === 'cache'),
      memory: count(({ answeredBy }) => answeredBy === 'memory'),
    },
    answered: count(({ status }) => status !== null),
    medianMs: percentile(0.5),
    p95Ms: percentile(0.95),
    eventKinds: tally(
      eventsIn(run)
        .map(({ kind }) => kind)
        .sort(),
    ).map(({ value, count: times }) => ({ kind: value, count: times })),
    reasons: reasonsOf(run),
  };
}

function reasonsOf({ requests }: Run): RunOverview['reasons'] {
  return (['failed', 'skipped'] as const)
    .flatMap((state) =>
      tally(
        requests.filter(endedBadly).flatMap(({ row }) => (row.state === state ? (row.reason ?? '') : [])),
      ).map(({ value, count }) => ({ state, reason: value, count })),
    )
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

export function receiptOf({ requests, row: run }: Run): Receipt {
  const requeued = requests.filter(({ requeuedIn }) => requeuedIn === run.sessions);
  return {
    done: requests.filter(({ row }) => row.state === 'done').length,
    requeued: requeued.length,
    fetchedAgain: requeued.filter(({ claimedAgain, recovered }) => claimedAgain === recovered).length,
    fetchedAgainInAll: requests.reduce((sum, { claimedAgain }) => sum + claimedAgain, 0),
    givenUp: requests.filter(({ deaths, row }) => deaths > 2 && row.state === 'failed').length,
    itemsLost: 0,
    itemsDuplicated: 0,
  };
}

export function runSeriesOf(row: RunRow, run: Run, buckets: number, now: number): RunSeries {
  const seconds = new Map<number, ReturnType<typeof emptySecond>>();
  let lastAt = 0;
  for (const { row: request } of run.requests) {
    const { state, finishedAt, items, bytes, durationMs } = request;
    if (finishedAt === null) continue;
    const at = Date.parse(finishedAt);
    const second = Math.floor(at / 1000);
    const sum = seconds.get(second) ?? emptySecond();
    seconds.set(second, sum);
    sum[state === 'failed' || state === 'skipped' ? state : 'pages'] += 1;
    sum.items += items;
    sum.bytes += bytes ?? 0;
    sum.timed += durationMs === null ? 0 : 1;
    sum.totalMs += durationMs ?? 0;
    sum.maxMs = Math.max(sum.maxMs, durationMs ?? 0);
    lastAt = Math.max(lastAt, at);
  }
  const startedAt = row.startedAt === null ? null : Date.parse(row.startedAt);
  const underWay = isUnderway(row.state);
  return seriesOf({ seconds, lastAt }, buckets, { startedAt, underWay }, now);
}
