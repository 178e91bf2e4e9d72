import type { StoreContext } from './context.ts';
import { requestStates } from './request-states.ts';

export interface OriginStatistics {
  origin: string;
  queued: number;
  active: number;
  done: number;
  failed: number;
  skipped: number;
  items: number;
}

/** A run in numbers, all of them derived from the ledger. */
export interface RunStatistics {
  /** Answers by HTTP status, most frequent first; null: no answer. */
  statuses: { status: number | null; count: number }[];
  /** Busiest first. */
  origins: OriginStatistics[];
  /** Why requests failed or were skipped, most frequent first. */
  reasons: { state: 'failed' | 'skipped'; reason: string; count: number }[];
  /** Decoded bytes of all answers. */
  bytes: number;
  /** Requests that a callback waits for or was given. */
  extractionRequests: number;
  /** Items in which at least one field has a value. */
  itemsWithValues: number;
}

/** What a resumed run came to; computed from the ledger. */
export interface Receipt {
  done: number;
  /** Requests that were in flight when the run was cut off and went back into the queue. */
  requeued: number;
  /** Those of them that have been handed out again since. */
  fetchedAgain: number;
  /** Items that a page is recorded to have given and that are not there. */
  itemsLost: number;
  /** Items that are there more often than their page gave them. */
  itemsDuplicated: number;
}

export interface StatisticsReader {
  of(run: number): RunStatistics;
  receipt(run: number): Receipt;
}

export function createRunStatistics({ connection }: StoreContext): StatisticsReader {
  const { db } = connection;
  const statuses = db.prepare<[number], { status: number | null; count: number }>(
    `SELECT status, count(*) AS count FROM requests WHERE run_id = ? AND state >= 2
      GROUP BY status ORDER BY count DESC, status`,
  );
  const origins = db.prepare<[number], OriginStatistics>(
    `SELECT origin, queued, active, done, failed, skipped, items FROM origins WHERE run_id = ?
      ORDER BY queued + active + done + failed + skipped DESC, origin`,
  );
  const reasons = db.prepare<[number], { state: number; reason: string | null; count: number }>(
    `SELECT state, reason, count(*) AS count FROM requests WHERE run_id = ? AND state > 2
      GROUP BY state, reason ORDER BY count DESC, reason`,
  );
  const totals = db.prepare<[number], { bytes: number; extractions: number }>(
    `SELECT coalesce(sum(bytes), 0) AS bytes, count(callback) AS extractions FROM requests WHERE run_id = ?`,
  );
  // A field without a value is null, blank text, or an empty list or object.
  const valued = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM items WHERE run_id = ? AND (
      trim(coalesce(title, '') || coalesce(content, '') || coalesce(author, '') || coalesce(published_date, '')) <> ''
      OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(metadata_json), metadata_json, '{}')) AS field
        WHERE field.type <> 'null' AND trim(field.value) NOT IN ('', '[]', '{}')))`,
  );
  const receipt = db.prepare<[number], { done: number; requeued: number; again: number }>(
    `SELECT count(*) FILTER (WHERE state = 2) AS done, count(*) FILTER (WHERE recovered > 0) AS requeued,
      count(*) FILTER (WHERE recovered > 0 AND state > 0) AS again
    FROM requests WHERE run_id = ?`,
  );
  const itemCheck = db.prepare<[number], { lost: number; duplicated: number }>(
    `SELECT coalesce(sum(max(0, given - stored)), 0) AS lost, coalesce(sum(max(0, stored - given)), 0) AS duplicated
    FROM (SELECT items AS given, (SELECT count(*) FROM items WHERE request_id = requests.id) AS stored
      FROM requests WHERE run_id = ?)`,
  );

  return {
    of(run) {
      const sum = totals.get(run);
      return {
        statuses: statuses.all(run),
        origins: origins.all(run),
        reasons: reasons.all(run).map(({ state, reason, count }) => ({
          state: requestStates[state] === 'failed' ? 'failed' : 'skipped',
          reason: reason ?? 'No reason was recorded.',
          count,
        })),
        bytes: sum?.bytes ?? 0,
        extractionRequests: sum?.extractions ?? 0,
        itemsWithValues: valued.get(run)?.n ?? 0,
      };
    },
    receipt(run) {
      const counts = receipt.get(run);
      const items = itemCheck.get(run);
      return {
        done: counts?.done ?? 0,
        requeued: counts?.requeued ?? 0,
        fetchedAgain: counts?.again ?? 0,
        itemsLost: items?.lost ?? 0,
        itemsDuplicated: items?.duplicated ?? 0,
      };
    },
  };
}
