import { answererOf, freshnessOf } from './answered-by.ts';
import type { StoreContext } from '../database/context.ts';
import { requestStates } from '../requests/request-states.ts';
import type { Freshness, RunOverview } from './run-queries.ts';

/** What is counted in the requests of a run. */
export interface CountedRequests extends RunOverview {
  /** Requests with a callback that have failed. */
  failedExtractions: number;
}

interface Group {
  status: number | null;
  state: number;
  freshness: number | null;
  answeredBy: number | null;
  extracts: number;
  gave: number;
  count: number;
  bytes: number;
  items: number;
}

/** Times of answers that tell the median: of more, an even part. */
const maxTimes = 200_000;

/** Returns a function that counts in the requests of a run. */
export function createRunOverview({ connection: { db } }: StoreContext): (run: number) => CountedRequests {
  const first = db.prepare<[number], number | null>('SELECT min(id) FROM requests WHERE run_id = ?').pluck();
  // In the order of the table: an index would lead all over it.
  const groups = db.prepare<[{ run: number; first: number }], Group>(
    `SELECT status, state, freshness, answered_by AS answeredBy, callback IS NOT NULL AS extracts, items > 0 AS gave,
      count(*) AS count, coalesce(sum(bytes), 0) AS bytes, sum(items) AS items
    FROM requests NOT INDEXED WHERE id >= @first AND run_id = @run GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  const times = db
    .prepare<[{ run: number; first: number; every: number }], number>(
      `SELECT duration_ms FROM requests NOT INDEXED
        WHERE id >= @first AND run_id = @run AND duration_ms IS NOT NULL AND id % @every = 0`,
    )
    .pluck();
  const reasons = db.prepare<[number], { state: number; reason: string | null; count: number }>(
    `SELECT state, reason, count(*) AS count FROM requests WHERE run_id = ? AND state > 2
      GROUP BY state, reason ORDER BY count DESC, reason`,
  );
  const files = db.prepare<[number], RunOverview['files']>(
    `SELECT coalesce(sum(file_id IS NOT NULL), 0) AS downloaded, coalesce(sum(state > 2 AND file_id IS NULL), 0) AS failed,
      coalesce(sum(state < 2), 0) AS waiting, coalesce(sum(iif(file_id IS NULL, 0, file_requests.bytes)), 0) AS bytes
    FROM file_requests JOIN requests ON requests.id = request_id WHERE file_requests.run_id = ?`,
  );
  const recorded = db.prepare<[number], { kind: string; count: number }>(
    'SELECT kind, count(*) AS count FROM events WHERE run_id = ? GROUP BY kind',
  );

  return (run) => {
    const place = { run, first: first.get(run) ?? 1 };
    const all = groups.all(place);
    const sum = (of: (group: Group) => boolean): number =>
      all.reduce((total, group) => (of(group) ? total + group.count : total), 0);
    const answered = sum(({ status }) => status !== null);
    const every = Math.max(1, Math.floor(answered / maxTimes));
    const sorted = Float64Array.from(times.all({ ...place, every })).sort();
    return {
      ...statusesOf(all),
      extractionRequests: sum(({ extracts }) => extracts === 1),
      failedExtractions: sum(({ state, extracts }) => requestStates[state] === 'failed' && extracts === 1),
      files: files.get(run) ?? { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
      freshness: freshnessOfAll(sum),
      answeredBy: answerersOfAll(sum),
      answered,
      medianMs: percentile(sorted, 0.5),
      p95Ms: percentile(sorted, 0.95),
      eventKinds: kindsOf(sum, recorded.all(run)),
      reasons: reasons.all(run).map(({ state, reason, count }) => ({
        state: requestStates[state] === 'failed' ? 'failed' : 'skipped',
        reason: reason ?? 'No reason was recorded.',
        count,
      })),
    };
  };
}

type Sum = (of: (group: Group) => boolean) => number;

function statusesOf(groups: readonly Group[]): Pick<RunOverview, 'statuses' | 'notFetched' | 'bytes'> {
  const counts = new Map<number | null, number>();
  let bytes = 0;
  let notFetched = 0;
  for (const { status, state, count, bytes: more } of groups) {
    bytes += more;
    if (status === null && requestStates[state] === 'skipped') notFetched += count;
    // What waits or is under way has no answer yet, and is no answer that failed to come.
    else if (state >= 2) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const statuses = [...counts].map(([status, count]) => ({ status, count }));
  statuses.sort((a, b) => b.count - a.count || (a.status ?? -1) - (b.status ?? -1));
  return { statuses, notFetched, bytes };
}

function freshnessOfAll(sum: Sum): RunOverview['freshness'] {
  const of = (name: Freshness): number => sum(({ freshness }) => freshnessOf(freshness) === name);
  return { new: of('new'), unchanged: of('unchanged'), changed: of('changed') };
}

function answerersOfAll(sum: Sum): RunOverview['answeredBy'] {
  const by = (name: ReturnType<typeof answererOf>): number =>
    sum(({ answeredBy }) => answererOf(answeredBy) === name);
  return { site: by('site'), storedPage: by('stored-page'), cache: by('cache'), memory: by('memory') };
}

/** Events of pages are read off their requests, as `events.ts` does one by one. */
function kindsOf(
  sum: Sum,
  recorded: readonly { kind: string; count: number }[],
): { kind: string; count: number }[] {
  const isCached = ({ answeredBy }: Group): boolean => {
    const by = answererOf(answeredBy);
    return by === 'cache' || by === 'memory';
  };
  const isOver = ({ state }: Group): boolean => state >= 2;
  const read: [string, number][] = [
    ['fetched', sum((group) => isOver(group) && group.status !== null && !isCached(group))],
    ['cached', sum((group) => isOver(group) && group.status !== null && isCached(group))],
    ['extracted', sum((group) => isOver(group) && group.gave === 1)],
    ['failed', sum(({ state }) => requestStates[state] === 'failed')],
    ['skipped', sum(({ state }) => requestStates[state] === 'skipped')],
  ];
  const counts = new Map(read.filter(([, count]) => count > 0));
  for (const { kind, count } of recorded) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind));
}

/** The nearest-rank percentile: the smallest value that at least this share of the values does not exceed. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
