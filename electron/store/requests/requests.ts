import { counted } from '../../../shared/counted.ts';
import type { AnsweredBy, RequestState } from '../../engine/ports/ledger.ts';
import { answererOf, freshnessOf, type Freshness } from '../runs/answered-by.ts';
import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';
import { createEventWriter } from '../events/events.ts';
import { isoTimeOrNull, rowId } from '../database/rows.ts';
import { createRunReader, requireIdle } from '../runs/run-rows.ts';
import { isEnded } from '../runs/run-states.ts';
import { requestStates, stateCode } from './request-states.ts';
import { createTimeIn } from '../runs/run-time.ts';

/** A request of a run, as people look at it. */
export interface RequestRow {
  id: string;
  run: string;
  url: string;
  state: RequestState;
  priority: number;
  depth: number;
  rule: number | null;
  callback: string | null;
  follow: boolean;
  parent: string | null;
  tries: number;
  /** Why it failed, was skipped or is tried again. */
  reason: string | null;
  status: number | null;
  /** URL after redirects; null before there was an answer. */
  finalUrl: string | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
  hasPage: boolean;
  /** The page beside what the memory held of it; null when no page was read. */
  freshness: Freshness | null;
  /** Who gave the answer; null when there was none. */
  answeredBy: AnsweredBy | null;
  finishedAt: string | null;
}

export interface RequestRepository {
  /** @throws StoreError `not-found` */
  get(id: string): RequestRow;
  /** In the order of admission. Only failed and skipped ones are found without reading the others. */
  list(run: string, query?: { state?: RequestState; after?: string; limit?: number }): RequestRow[];
  /**
   * Puts the failed requests of a run back into its queue, as if never tried. A run that had ended is `paused` then,
   * and can be resumed. @returns how many; @throws StoreError `conflict` while the run is carried out
   */
  requeueFailed(run: string): number;
}

export function createRequests(context: StoreContext): RequestRepository {
  const { connection } = context;
  const { db } = connection;
  interface Row {
    id: number;
    run: number;
    url: string;
    state: number;
    priority: number;
    depth: number;
    rule: number | null;
    callback: string | null;
    follow: number;
    parent: number | null;
    tries: number;
    reason: string | null;
    status: number | null;
    finalUrl: string | null;
    bytes: number | null;
    durationMs: number | null;
    contentType: string | null;
    items: number;
    hasPage: number;
    freshness: number | null;
    answeredBy: number | null;
    finishedAt: number | null;
  }
  const columns = `
    SELECT id, run_id AS run, url, state, priority, depth, rule, callback, follow, parent_id AS parent, tries, reason,
      status, final_url AS finalUrl, bytes, duration_ms AS durationMs, content_type AS contentType, items,
      page_id IS NOT NULL AS hasPage, freshness, answered_by AS answeredBy, finished_at AS finishedAt
    FROM requests`;
  const one = db.prepare<[number], Row>(`${columns} WHERE id = ?`);
  const all = db.prepare<[number, number, number], Row>(
    `${columns} WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const finishedBadly = db.prepare<[number, number, number, number], Row>(
    `${columns} WHERE run_id = ? AND state = ? AND state > 2 AND id > ? ORDER BY id LIMIT ?`,
  );
  const inState = db.prepare<[number, number, number, number], Row>(
    `${columns} WHERE run_id = ? AND state = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const requeue = db.prepare<[number]>(
    `UPDATE requests SET state = 0, tries = 0, not_before = 0, reason = NULL, finished_at = NULL
      WHERE run_id = ? AND state = 3 AND state > 2`,
  );
  // Their ends are read off the requests; what is about to be forgotten there is kept as events.
  const keepFailures = db.prepare<[number]>(
    `INSERT INTO events (run_id, at, kind, url, message)
      SELECT run_id, coalesce(finished_at, 0), 'failed', url, coalesce(reason, 'No reason was recorded.')
      FROM requests WHERE run_id = ? AND state = 3 AND state > 2 ORDER BY finished_at, id`,
  );
  const reopen = db.prepare<[string, number]>(
    `UPDATE runs SET state = 'paused', ended_at = NULL, reason = ? WHERE id = ?`,
  );
  const runs = createRunReader(context);
  const writeEvents = createEventWriter(context);
  const timeIn = createTimeIn(context);

  const request = (row: Row): RequestRow => ({
    ...row,
    id: String(row.id),
    run: String(row.run),
    state: requestStates[row.state] ?? 'failed',
    follow: row.follow === 1,
    parent: row.parent === null ? null : String(row.parent),
    hasPage: row.hasPage === 1,
    freshness: freshnessOf(row.freshness),
    answeredBy: answererOf(row.answeredBy),
    finishedAt: isoTimeOrNull(row.finishedAt),
  });

  return {
    get: connection.reading((id: string) => {
      const row = one.get(rowId(id, 'request'));
      if (row === undefined) throw notFound(`request "${id}"`);
      return request(row);
    }),
    list: connection.reading(
      (
        run: string,
        { state, after, limit }: { state?: RequestState; after?: string; limit?: number } = {},
      ) => {
        const runId = rowId(run, 'run');
        const from = after === undefined ? 0 : rowId(after, 'request');
        if (state === undefined) return all.all(runId, from, limit ?? 1000).map(request);
        const statement = state === 'failed' || state === 'skipped' ? finishedBadly : inState;
        return statement.all(runId, stateCode[state], from, limit ?? 1000).map(request);
      },
    ),
    requeueFailed: connection.writing((run: string) => {
      const row = runs.require(run);
      requireIdle(row, 'changed');
      keepFailures.run(Number(row.id));
      const { changes } = requeue.run(Number(row.id));
      if (changes === 0) return 0;
      const what = counted(changes, 'failed request was', 'failed requests were');
      const message = `${what} put back into the queue.`;
      writeEvents(Number(row.id), [{ kind: 'requeued', url: null, message }], timeIn(Number(row.id)));
      if (isEnded(row.state)) reopen.run(message, Number(row.id));
      return changes;
    }),
  };
}
