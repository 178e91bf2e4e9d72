import type { RequestSortColumn } from '../../../shared/request-columns.ts';
import type { RequestState } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { containsSql } from '../database/text-match.ts';
import type { RequestView } from './request-queries.ts';
import { stateCode } from './request-states.ts';

/** The database column of each sort column. */
const sortColumns: Readonly<Record<RequestSortColumn, string>> = {
  id: 'id',
  url: 'url',
  state: 'state',
  status: 'status',
  priority: 'priority',
  depth: 'depth',
  bytes: 'bytes',
  durationMs: 'duration_ms',
  items: 'items',
  tries: 'tries',
  contentType: 'content_type',
  callback: 'callback',
  finishedAt: 'finished_at',
};

/** Part of a view by row ids, and how many rows the view has. */
interface IdSlice {
  ids: Iterable<number>;
  total: number;
}

/** Rows at the top of an order that are found without building the whole of it. */
const topRows = 1000;
/** Views whose order is kept, and how many row ids they hold together at most. */
const maxViews = 8;
const maxIds = 8_000_000;
/** Rows that may be skipped to reach an offset; beyond that, the ids of all rows are read once. */
const walkedAtMost = 5000;

/** Returns a function that finds a part of a view. */
export function createRequestOrder(
  context: StoreContext,
): (view: RequestView, offset: number, limit: number) => IdSlice {
  const extents = createRequestExtents(context);
  const direct = createDirectSlices(context, extents);
  const built = createBuiltOrders(context, extents);

  /** The first rows of all requests in an order: found several times as fast as the whole order. null: it has to be built. */
  function top(view: RequestView): { ids: Float64Array; total: number } | null {
    const { run, sort, ...filters } = view;
    if (sort === undefined || Object.values(filters).some((filter) => filter !== undefined)) return null;
    const total = sumOf(extents.counts(rowId(run, 'run')));
    if (total <= topRows || built.isKnown(view)) return null;
    return { ids: built.ids(view, topRows), total };
  }

  return (view, offset, limit) => {
    const found = direct(view, offset, limit);
    if (found !== null) return found;
    const first = offset + limit <= topRows ? top(view) : null;
    if (first !== null) return { ids: first.ids.subarray(offset, offset + limit), total: first.total };
    const ids = built.ids(view, null);
    return { ids: ids.subarray(offset, offset + limit), total: ids.length };
  };
}

type StateCounts = Record<RequestState, number>;

const sumOf = (counts: StateCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Where the requests of a run begin in the table, and how many there are. */
interface RequestExtents {
  /** 1 for a run without requests. */
  first(run: number): number;
  counts(run: number): StateCounts;
}

function createRequestExtents({ connection: { db } }: StoreContext): RequestExtents {
  const firstIds = new Map<number, number>();
  const first = db.prepare<[number], number | null>('SELECT min(id) FROM requests WHERE run_id = ?').pluck();
  const counts = db.prepare<[number], StateCounts>(
    `SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active, coalesce(sum(done), 0) AS done,
      coalesce(sum(failed), 0) AS failed, coalesce(sum(skipped), 0) AS skipped FROM origins WHERE run_id = ?`,
  );
  return {
    first(run) {
      const known = firstIds.get(run) ?? first.get(run) ?? null;
      // A run without requests may get some.
      if (known !== null) firstIds.set(run, known);
      return known ?? 1;
    },
    counts: (run) => counts.get(run) ?? { queued: 0, active: 0, done: 0, failed: 0, skipped: 0 },
  };
}

/** Returns a function that reads a part of a view where that is cheap; null where the view has to be built. */
function createDirectSlices(
  { connection: { db } }: StoreContext,
  extents: RequestExtents,
): (view: RequestView, offset: number, limit: number) => IdSlice | null {
  const walk = db
    .prepare<[{ run: number; from: number; limit: number; offset: number }], number>(
      'SELECT id FROM requests WHERE id >= @from AND run_id = @run ORDER BY id LIMIT @limit OFFSET @offset',
    )
    .pluck();
  const finishedBadly = db
    .prepare<[{ run: number; state: number; limit: number; offset: number }], number>(
      `SELECT id FROM requests WHERE run_id = @run AND state = @state AND state > 2
        ORDER BY id LIMIT @limit OFFSET @offset`,
    )
    .pluck();
  return ({ run: id, states = [], statuses, url, reason, origin, callback, files, sort }, offset, limit) => {
    if (statuses ?? url ?? reason ?? origin ?? sort) return null;
    if (callback !== undefined || files !== undefined) return null;
    const run = rowId(id, 'run');
    const counts = extents.counts(run);
    const [state] = states;
    if (states.length === 1 && (state === 'failed' || state === 'skipped')) {
      const ids = finishedBadly.all({ run, state: stateCode[state], limit, offset });
      return { ids, total: counts[state] };
    }
    if (states.length > 0 || offset > walkedAtMost) return null;
    return { ids: walk.all({ run, from: extents.first(run), limit, offset }), total: sumOf(counts) };
  };
}

interface KnownOrder {
  ids: Float64Array;
  /** When it was built and how long that took, in milliseconds. */
  at: number;
  took: number;
  /** The counts of the run at that time: a run that has not changed is not read again. */
  stamp: string;
}

/** The row ids of views, kept for as long as they are fresh. */
interface BuiltOrders {
  /** @param most the first ones; null: all */
  ids(view: RequestView, most: number | null): Float64Array;
  /** Whether all ids of a view are kept. */
  isKnown(view: RequestView): boolean;
}

function createBuiltOrders(
  { connection: { db }, monotonic }: StoreContext,
  extents: RequestExtents,
): BuiltOrders {
  const known = new Map<string, KnownOrder>();
  return {
    isKnown: (view) => known.has(JSON.stringify(view)),
    ids(view, most) {
      const run = rowId(view.run, 'run');
      const key = `${most === null ? '' : 'top '}${JSON.stringify(view)}`;
      const stamp = JSON.stringify(extents.counts(run));
      const old = known.get(key);
      // Reading again costs what it cost before; a run under way is not read all the time.
      if (old !== undefined && (old.stamp === stamp || monotonic() - old.at < Math.max(500, 20 * old.took))) {
        known.delete(key);
        known.set(key, old);
        return old.ids;
      }
      const begun = performance.now();
      const { sql, values } = conditions(view, run, extents.first(run));
      const limited = most === null ? sql : `${sql} LIMIT ${most}`;
      const ids = Float64Array.from(db.prepare<[typeof values], number>(limited).pluck().all(values));
      known.delete(key);
      known.set(key, { ids, at: monotonic(), took: performance.now() - begun, stamp });
      makeRoom(known);
      return ids;
    },
  };
}

function makeRoom(known: Map<string, KnownOrder>): void {
  let held = 0;
  for (const { ids } of known.values()) held += ids.length;
  for (const [key, { ids }] of known) {
    if (known.size <= 1 || (known.size <= maxViews && held <= maxIds)) return;
    held -= ids.length;
    known.delete(key);
  }
}

function conditions(
  { states = [], statuses = [], url, reason, origin, callback, files, sort }: RequestView,
  run: number,
  first: number,
): { sql: string; values: Record<string, unknown> } {
  const all = ['id >= @first', 'run_id = @run'];
  const values: Record<string, unknown> = { run, first };
  if (states.length > 0) {
    all.push('state IN (SELECT CAST(value AS INTEGER) FROM json_each(@states))');
    values['states'] = JSON.stringify(states.map((state) => stateCode[state]));
  }
  if (statuses.length > 0) {
    const without = [
      ...(statuses.includes(null) ? [stateCode.failed] : []),
      ...(statuses.includes('not-fetched') ? [stateCode.skipped] : []),
    ];
    all.push(
      `(status IN (SELECT CAST(value AS INTEGER) FROM json_each(@statuses))
        OR status IS NULL AND state IN (SELECT CAST(value AS INTEGER) FROM json_each(@without)))`,
    );
    values['statuses'] = JSON.stringify(statuses.filter((status) => typeof status === 'number'));
    values['without'] = JSON.stringify(without);
  }
  if (url !== undefined) all.push(containsSql('url', url, 'url', values));
  if (reason !== undefined) all.push(containsSql("coalesce(reason, '')", reason, 'reason', values));
  if (origin !== undefined) {
    all.push('origin_id = (SELECT id FROM origins WHERE run_id = @run AND origin = @origin)');
    values['origin'] = origin;
  }
  if (callback !== undefined) {
    all.push('callback IS @callback');
    values['callback'] = callback;
  }
  if (files !== undefined)
    all.push(`${files ? '' : 'NOT '}EXISTS (SELECT 1 FROM file_requests WHERE request_id = requests.id)`);
  const column = sortColumns[sort?.column ?? 'id'];
  const direction = sort?.descending === true ? 'DESC' : 'ASC';
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction} NULLS LAST, id`;
  // In the order of the table, and not of an index that leads all over it: three times as fast.
  const sql = `SELECT id FROM requests NOT INDEXED WHERE ${all.join(' AND ')} ORDER BY ${order}`;
  return { sql, values };
}
