import { counted } from '../../../shared/counted.ts';
import type { NewEvent } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import { createRunPresence } from '../runs/run-presence.ts';
import { createRunReader } from '../runs/run-rows.ts';
import type { EventQueries, EventQuery, EventRow } from './event-queries.ts';
import { createEventWriter } from './event-writer.ts';

/**
 * The events of a run are in the order of (at, source, place): what is recorded, then what is read off requests; there
 * the place keeps together what happened to one page, fetched before what followed.
 */
const recorded = `
  SELECT at, 0 AS source, id AS place, kind, url, message, CAST(NULL AS INTEGER) AS request, CAST(NULL AS INTEGER) AS status,
    CAST(NULL AS INTEGER) AS bytes, CAST(NULL AS REAL) AS durationMs, NULL AS contentType, 0 AS items
  FROM events WHERE run_id = @run AND at >= @since AND at <= @until`;

const readOffRequests = `
  SELECT finished_at AS at, 1 AS source, 4 * id + step AS place,
    CASE step WHEN 0 THEN iif(answered_by >= 2, 'cached', 'fetched') WHEN 1 THEN 'extracted'
      ELSE iif(state = 3, 'failed', 'skipped') END AS kind,
    url, iif(step = 2, reason, NULL) AS message, id AS request, status, bytes, duration_ms AS durationMs,
    content_type AS contentType, items
  FROM requests INDEXED BY requests_finished CROSS JOIN (SELECT 0 AS step UNION ALL SELECT 1 UNION ALL SELECT 2) AS steps
  WHERE run_id = @run AND finished_at >= @since AND finished_at <= @until
    AND CASE step WHEN 0 THEN status IS NOT NULL WHEN 1 THEN items > 0 ELSE state > 2 END`;

const wanted = `(at, source, place) > (@at, @source, @place)
  AND (at, source, place) < (@until, @untilSource, @untilPlace)
  AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
  AND (@url IS NULL OR instr(lower(url), lower(@url)) > 0)`;

/** Later than every event, in milliseconds since 1970. */
const endOfTime = Number.MAX_SAFE_INTEGER;

/** Both parts end by themselves at the limit, so that a portion costs what it has and not what the run has. */
function select(order: 'ASC' | 'DESC'): string {
  return `
  SELECT * FROM (SELECT * FROM (${recorded}) AS recorded WHERE ${wanted} ORDER BY at ${order}, place ${order} LIMIT @limit) AS first
  UNION ALL
  SELECT * FROM (SELECT * FROM (${readOffRequests}) AS read_off WHERE ${wanted} ORDER BY at ${order}, place ${order} LIMIT @limit) AS second
  ORDER BY at ${order}, source ${order}, place ${order} LIMIT @limit`;
}

interface Row {
  at: number;
  source: number;
  place: number;
  kind: string;
  url: string | null;
  message: string | null;
  request: number | null;
  status: number | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
}

interface Query {
  run: number;
  since: number;
  at: number;
  source: number;
  place: number;
  until: number;
  untilSource: number;
  untilPlace: number;
  kinds: string | null;
  url: string | null;
  limit: number;
}

export function createEvents(context: StoreContext): EventQueries {
  const { connection } = context;
  const { db } = connection;
  const oldestFirst = db.prepare<[Query], Row>(select('ASC'));
  const newestFirst = db.prepare<[Query], Row>(select('DESC'));
  // By its number: the page of one request is at hand, without the index that puts pages in the order of time.
  const aboutRequest = db.prepare<
    [{ run: number; url: string; request: number; since: number; until: number; limit: number }],
    Row
  >(
    `SELECT * FROM (${recorded}) AS recorded WHERE url = @url
      UNION ALL SELECT * FROM (${readOffRequests.replace('INDEXED BY requests_finished', 'NOT INDEXED').replace('WHERE', 'WHERE id = @request AND')}) AS read_off
      ORDER BY at DESC, source DESC, place DESC LIMIT @limit`,
  );

  const write = createEventWriter(context);
  const runs = createRunReader(context);
  const isThere = createRunPresence(context);

  return {
    add: connection.change((run: string, event: NewEvent) => {
      runs.require(run);
      write(rowId(run, 'run'), [event]);
    }),
    list: connection.query((run: string, query: EventQuery = {}) => {
      if (!isThere(rowId(run, 'run'))) return [];
      const { after, before, since, limit } = query;
      const [at = 0, source = 0, place = 0] = after === undefined ? [-1, 0, 0] : placeOf(after);
      const [until = 0, untilSource = 0, untilPlace = 0] =
        before === undefined ? [endOfTime, 0, 0] : placeOf(before);
      const bound = {
        run: rowId(run, 'run'),
        since: Math.max(0, since ?? 0, at),
        at,
        source,
        place,
        until,
        untilSource,
        untilPlace,
        kinds: (query.kinds ?? []).length === 0 ? null : JSON.stringify(query.kinds),
        url: query.url ?? null,
        limit: limit ?? 1000,
      };
      const fromStart = after !== undefined || since !== undefined;
      const rows = fromStart ? oldestFirst.all(bound) : newestFirst.all(bound).reverse();
      return rows.map((row) => eventRow(run, row));
    }),
    ofRequest: connection.query(
      ({ id, run, url }: { id: string; run: string; url: string }, limit: number) => {
        const bound = { run: rowId(run, 'run'), request: rowId(id, 'request'), url, limit };
        const rows = aboutRequest.all({ ...bound, since: 0, until: endOfTime });
        return rows.reverse().map((row) => eventRow(run, row));
      },
    ),
  };
}

/** Ids of events are their place in the order. @throws StoreError `not-found` for another text */
function placeOf(id: string): number[] {
  if (!/^\d{1,15}-[01]-\d{1,15}$/.test(id)) throw notFound(`event "${id}"`);
  return id.split('-').map(Number);
}

function eventRow(run: string, row: Row): EventRow {
  const { at, source, place, kind, url, request, status, bytes, durationMs, contentType, items } = row;
  return {
    id: `${at}-${source}-${place}`,
    run,
    at: isoTime(at),
    kind,
    url,
    message: row.message ?? pageMessage(row),
    page:
      request === null ? null : { request: String(request), status, bytes, durationMs, contentType, items },
  };
}

function pageMessage({ kind, status, bytes, durationMs, items }: Row): string {
  switch (kind) {
    case 'fetched':
    case 'cached':
      return `Status ${status}, ${counted(bytes ?? 0, 'byte')} in ${Math.round(durationMs ?? 0)} ms.`;
    case 'extracted':
      return `${counted(items, 'item')}.`;
    default:
      return 'No reason was recorded.';
  }
}
