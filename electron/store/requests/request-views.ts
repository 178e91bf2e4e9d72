import type { RequestState } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { requestStates, stateCode } from './request-states.ts';
import type { OriginStatistics } from '../runs/statistics.ts';
import type { RequestRepository, RequestRow } from './requests.ts';
import { rowId } from '../database/rows.ts';
import { containsSql } from '../database/text-match.ts';

/** What a table of requests may be sorted by, and the column behind it. */
const sortColumns = {
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
} as const;

export interface RequestView {
  run: string;
  /** All when left out. */
  states?: readonly RequestState[];
  /** HTTP statuses; null: failed without an answer; `not-fetched`: skipped without one. */
  statuses?: readonly (number | 'not-fetched' | null)[];
  /** Text that the URL contains, whatever its case. */
  url?: string;
  /** Text that the reason contains. */
  reason?: string;
  origin?: string;
  callback?: string | null;
  /** In the order of admission when left out. */
  sort?: { column: keyof typeof sortColumns; descending: boolean };
}

export interface RequestLink {
  id: string;
  url: string;
  state: RequestState;
  items: number;
}

export interface RequestViewRepository {
  /** A part of a view, and how many rows it has. A view of a run under way may be up to a few seconds old. */
  slice(view: RequestView, offset: number, limit: number): { rows: RequestRow[]; total: number };
  /** The requests whose links were found on the page of a request first, and how many they are. */
  children(request: RequestRow, limit: number): { links: RequestLink[]; total: number };
  link(id: string): RequestLink | null;
  /** The origins of a run, busiest first. */
  origins(run: string, offset: number, limit: number): { rows: OriginStatistics[]; total: number };
}

interface Known {
  ids: Float64Array;
  /** When it was made and how long that took, in milliseconds. */
  at: number;
  took: number;
  /** What the run had when it was made: a run that has not changed is not read again. */
  stamp: string;
}

/** Rows at the top of an order that are found without building the whole of it. */
const topRows = 1000;
/** Views that are remembered, and how many row numbers they hold together at most. */
const maxViews = 8;
const maxIds = 8_000_000;
/** Rows that may be walked past to reach an offset; beyond, the numbers of all rows are read once. */
const walkedAtMost = 5000;

export function createRequestViews(
  { connection, monotonic }: StoreContext,
  requests: Pick<RequestRepository, 'get'>,
): RequestViewRepository {
  const { db } = connection;
  const known = new Map<string, Known>();
  const firstIds = new Map<number, number>();
  const first = db.prepare<[number], { id: number | null }>(
    'SELECT min(id) AS id FROM requests WHERE run_id = ?',
  );
  const counts = db.prepare<[number], Record<RequestState, number>>(
    `SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active, coalesce(sum(done), 0) AS done,
      coalesce(sum(failed), 0) AS failed, coalesce(sum(skipped), 0) AS skipped FROM origins WHERE run_id = ?`,
  );
  const walk = db
    .prepare<[{ run: number; from: number; limit: number; offset: number }], number>(
      'SELECT id FROM requests WHERE id >= @from AND run_id = @run ORDER BY id LIMIT @limit OFFSET @offset',
    )
    .pluck();
  const badly = db
    .prepare<[{ run: number; state: number; limit: number; offset: number }], number>(
      `SELECT id FROM requests WHERE run_id = @run AND state = @state AND state > 2
        ORDER BY id LIMIT @limit OFFSET @offset`,
    )
    .pluck();
  const links = db.prepare<[number], { id: number; url: string; state: number; items: number }>(
    'SELECT id, url, state, items FROM requests WHERE id = ?',
  );
  // Links of a page are admitted after it; in the order of the table, because an index would lead all over it.
  const children = db.prepare<
    [{ run: number; parent: number }],
    { id: number; url: string; state: number; items: number }
  >(
    'SELECT id, url, state, items FROM requests NOT INDEXED WHERE id > @parent AND run_id = @run AND parent_id = @parent ORDER BY id',
  );

  const origins = db.prepare<[number, number, number], OriginStatistics>(
    `SELECT origin, queued, active, done, failed, skipped, items FROM origins WHERE run_id = ?
      ORDER BY queued + active + done + failed + skipped DESC, origin LIMIT ? OFFSET ?`,
  );
  const originCount = db.prepare<[number], number>('SELECT count(*) FROM origins WHERE run_id = ?').pluck();

  const link = (row: { id: number; url: string; state: number; items: number }): RequestLink => ({
    ...row,
    id: String(row.id),
    state: requestStates[row.state] ?? 'failed',
  });

  function firstOf(run: number): number {
    let id = firstIds.get(run);
    if (id === undefined) {
      id = first.get(run)?.id ?? undefined;
      // A run without requests may get some.
      if (id === undefined) return 1;
      firstIds.set(run, id);
    }
    return id;
  }

  /** The numbers of a part of a view where that is cheap, and its total; null where the view has to be built. */
  function directly(
    view: RequestView,
    offset: number,
    limit: number,
  ): { ids: number[]; total: number } | null {
    const { states, statuses, url, reason, origin, callback, sort } = view;
    if (statuses ?? url ?? reason ?? origin ?? sort) return null;
    if (callback !== undefined) return null;
    const run = rowId(view.run, 'run');
    const count = counts.get(run);
    if (count === undefined) return null;
    const [state] = states ?? [];
    if (states?.length === 1 && (state === 'failed' || state === 'skipped')) {
      return { ids: badly.all({ run, state: stateCode[state], limit, offset }), total: count[state] };
    }
    if (states !== undefined && states.length > 0) return null;
    if (offset > walkedAtMost) return null;
    const total = Object.values(count).reduce((sum, n) => sum + n, 0);
    return { ids: walk.all({ run, from: firstOf(run), limit, offset }), total };
  }

  /** The first rows of all requests in an order: found several times as fast as the whole order. null: it has to be built. */
  function atTop(view: RequestView): { ids: Float64Array; total: number } | null {
    const { run, sort, ...filters } = view;
    if (sort === undefined || Object.values(filters).some((filter) => filter !== undefined)) return null;
    const count = counts.get(rowId(run, 'run'));
    const total = Object.values(count ?? {}).reduce((sum, n) => sum + n, 0);
    if (total <= topRows || known.has(JSON.stringify(view))) return null;
    return { ids: built(view, topRows), total };
  }

  /** The numbers of all rows of a view, or of its first ones. */
  function built(view: RequestView, most: number | null = null): Float64Array {
    const run = rowId(view.run, 'run');
    const key = `${most === null ? '' : 'top '}${JSON.stringify(view)}`;
    const stamp = JSON.stringify(counts.get(run));
    const old = known.get(key);
    // Reading again costs what it cost before; a run under way is not read all the time.
    if (old !== undefined && (old.stamp === stamp || monotonic() - old.at < Math.max(500, 20 * old.took))) {
      known.delete(key);
      known.set(key, old);
      return old.ids;
    }
    const begun = performance.now();
    const { sql, values } = conditions(view, run, firstOf(run));
    const limited = most === null ? sql : `${sql} LIMIT ${most}`;
    const ids = Float64Array.from(db.prepare<[typeof values], number>(limited).pluck().all(values));
    known.delete(key);
    known.set(key, { ids, at: monotonic(), took: performance.now() - begun, stamp });
    makeRoom(known);
    return ids;
  }

  function rowsOf(ids: Iterable<number>): RequestRow[] {
    const rows: RequestRow[] = [];
    for (const id of ids) rows.push(requests.get(String(id)));
    return rows;
  }

  return {
    slice: connection.reading((view: RequestView, offset: number, limit: number) => {
      const direct = directly(view, offset, limit);
      if (direct !== null) return { rows: rowsOf(direct.ids), total: direct.total };
      const top = offset + limit <= topRows ? atTop(view) : null;
      if (top !== null) return { rows: rowsOf(top.ids.subarray(offset, offset + limit)), total: top.total };
      const ids = built(view);
      return { rows: rowsOf(ids.subarray(offset, offset + limit)), total: ids.length };
    }),
    children: connection.reading((request: RequestRow, limit: number) => {
      const all: RequestLink[] = [];
      let total = 0;
      const bound = { run: rowId(request.run, 'run'), parent: rowId(request.id, 'request') };
      for (const row of children.iterate(bound)) {
        total += 1;
        if (all.length < limit) all.push(link(row));
      }
      return { links: all, total };
    }),
    origins: connection.reading((run: string, offset: number, limit: number) => {
      const id = rowId(run, 'run');
      return { rows: origins.all(id, limit, offset), total: originCount.get(id) ?? 0 };
    }),
    link: connection.reading((id: string) => {
      const row = links.get(rowId(id, 'request'));
      return row === undefined ? null : link(row);
    }),
  };
}

function makeRoom(known: Map<string, Known>): void {
  let held = 0;
  for (const { ids } of known.values()) held += ids.length;
  for (const [key, { ids }] of known) {
    if (known.size <= 1 || (known.size <= maxViews && held <= maxIds)) return;
    held -= ids.length;
    known.delete(key);
  }
}

function conditions(
  { states = [], statuses = [], url, reason, origin, callback, sort }: RequestView,
  run: number,
  first: number,
): { sql: string; values: Record<string, unknown> } {
  const all = ['id >= @first', 'run_id = @run'];
  const values: Record<string, unknown> = { run, first };
  if (states.length > 0) {
    all.push('state IN (SELECT value FROM json_each(@states))');
    values['states'] = JSON.stringify(states.map((state) => stateCode[state]));
  }
  if (statuses.length > 0) {
    const without = [
      ...(statuses.includes(null) ? [stateCode.failed] : []),
      ...(statuses.includes('not-fetched') ? [stateCode.skipped] : []),
    ];
    all.push(
      `(status IN (SELECT value FROM json_each(@statuses))
        OR status IS NULL AND state IN (SELECT value FROM json_each(@without)))`,
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
  const column = sortColumns[sort?.column ?? 'id'];
  const direction = sort?.descending === true ? 'DESC' : 'ASC';
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction} NULLS LAST, id`;
  // In the order of the table, and not of an index that leads all over it: three times as fast.
  const sql = `SELECT id FROM requests NOT INDEXED WHERE ${all.join(' AND ')} ORDER BY ${order}`;
  return { sql, values };
}
