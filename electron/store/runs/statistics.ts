import type { StoreContext } from '../database/context.ts';
import type { AnsweredBy } from '../../engine/ports/ledger.ts';
import { answerCode, freshnessCode, type Freshness } from './answered-by.ts';
import { itemFilledSql } from '../items/filled-sql.ts';
import { requestStates } from '../requests/request-states.ts';

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
  /** Answers by HTTP status, most frequent first; null: the request failed without an answer. */
  statuses: { status: number | null; count: number }[];
  /** Skipped without an answer: nobody was asked, so none is missing. */
  notFetched: number;
  /** Busiest first. */
  origins: OriginStatistics[];
  /** Why requests failed or were skipped, most frequent first. */
  reasons: { state: 'failed' | 'skipped'; reason: string; count: number }[];
  /** Decoded bytes of all answers. */
  bytes: number;
  /** Requests that a callback waits for or was given. */
  extractionRequests: number;
  /** Items with a filled field: shared/filled.ts. */
  itemsWithValues: number;
  /** Pages that were read, beside what the memory held of them. */
  freshness: Record<Freshness, number>;
  /** Who answered: the site, its stored page after "not modified", the cache, or the memory (already extracted). */
  answeredBy: { site: number; storedPage: number; cache: number; memory: number };
  /** Pages that were to be extracted and failed. */
  failedExtractions: number;
}

/** What a resumed run came to; computed from the ledger. */
export interface Receipt {
  done: number;
  /** Requests in flight when the session before the present one was cut off or dropped them; back in the queue since. */
  requeued: number;
  /** How many of those have been handed out again. */
  fetchedAgain: number;
  /** How often requests were handed out again for that reason since the run began, over all its sessions. */
  fetchedAgainInAll: number;
  /** Requests that have failed because the run was cut off while each of them was alone in flight. */
  givenUp: number;
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
    `SELECT status, count(*) AS count FROM requests WHERE run_id = ? AND state >= 2 AND (status IS NOT NULL OR state < 4)
      GROUP BY status ORDER BY count DESC, status`,
  );
  const notFetched = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM requests WHERE run_id = ? AND state = 4 AND status IS NULL',
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
  const valued = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM items WHERE run_id = ? AND ${itemFilledSql}`,
  );
  const kinds = db.prepare<
    [number],
    { freshness: number | null; answeredBy: number | null; failed: number; count: number }
  >(
    `SELECT freshness, answered_by AS answeredBy, state = 3 AND callback IS NOT NULL AS failed, count(*) AS count
      FROM requests WHERE run_id = ? GROUP BY 1, 2, 3`,
  );
  const done = db.prepare<[number], { n: number }>(
    'SELECT coalesce(sum(done), 0) AS n FROM origins WHERE run_id = ?',
  );
  const receipt = db.prepare<[{ run: number }], { requeued: number; again: number; inAll: number }>(
    `SELECT count(*) FILTER (WHERE requeued_in = sessions) AS requeued,
      count(*) FILTER (WHERE requeued_in = sessions AND fetched_again = recovered) AS again,
      coalesce(sum(fetched_again), 0) AS inAll
    FROM requests JOIN runs ON runs.id = requests.run_id WHERE run_id = @run AND recovered > 0`,
  );
  const givenUp = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM requests WHERE run_id = ? AND deaths > 2 AND state = 3',
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
        notFetched: notFetched.get(run)?.n ?? 0,
        origins: origins.all(run),
        reasons: reasons.all(run).map(({ state, reason, count }) => ({
          state: requestStates[state] === 'failed' ? 'failed' : 'skipped',
          reason: reason ?? 'No reason was recorded.',
          count,
        })),
        bytes: sum?.bytes ?? 0,
        extractionRequests: sum?.extractions ?? 0,
        itemsWithValues: valued.get(run)?.n ?? 0,
        ...incrementalFacts(kinds.all(run)),
      };
    },
    receipt(run) {
      const counts = receipt.get({ run });
      const items = itemCheck.get(run);
      return {
        done: done.get(run)?.n ?? 0,
        requeued: counts?.requeued ?? 0,
        fetchedAgain: counts?.again ?? 0,
        fetchedAgainInAll: counts?.inAll ?? 0,
        givenUp: givenUp.get(run)?.n ?? 0,
        itemsLost: items?.lost ?? 0,
        itemsDuplicated: items?.duplicated ?? 0,
      };
    },
  };
}

/** Sums over groups of requests that are alike in these three ways. */
function incrementalFacts(
  groups: readonly { freshness: number | null; answeredBy: number | null; failed: number; count: number }[],
): Pick<RunStatistics, 'freshness' | 'answeredBy' | 'failedExtractions'> {
  const sum = (belongs: (group: (typeof groups)[number]) => boolean): number =>
    groups.reduce((total, group) => (belongs(group) ? total + group.count : total), 0);
  const fresh = (name: Freshness) => sum(({ freshness }) => freshness === freshnessCode[name]);
  const by = (name: AnsweredBy) => sum(({ answeredBy }) => answeredBy === answerCode[name]);
  return {
    freshness: { new: fresh('new'), unchanged: fresh('unchanged'), changed: fresh('changed') },
    answeredBy: { site: by('site'), storedPage: by('stored-page'), cache: by('cache'), memory: by('memory') },
    failedExtractions: sum(({ failed }) => failed === 1),
  };
}
