import type { ClaimedRequest, OriginQueue, Suspect } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { messageOf } from '../database/json-columns.ts';
import type { RequestTransitions } from '../requests/request-transitions.ts';
import type { RunHistory } from './run-history.ts';
import type { SqlDatabase } from '../database/sql.ts';

/** Chooses and claims queued requests of a run. Call its functions within a transaction. See `Ledger` for each. */
export interface Claims {
  origins(): OriginQueue[];
  claim(origin: string, limit: number, now: number, filesOnly?: boolean): ClaimedRequest[];
  suspects(): Suspect[];
  claimAlone(id: number): ClaimedRequest | null;
  boundDelays(latest: number): void;
}

/** What the claims of a run need from the ledger. */
export interface ClaimParts {
  transitions: Pick<RequestTransitions, 'activate'>;
  history: Pick<RunHistory, 'validators'>;
  /** See `LedgerOptions`. */
  downloads: boolean;
}

export function createClaims(
  { connection: { db } }: StoreContext,
  run: number,
  { transitions, history, downloads }: ClaimParts,
): Claims {
  const statements = prepareStatements(db);
  const isFile = downloads
    ? db.prepare<[number], number>('SELECT 1 FROM file_requests WHERE request_id = ?').pluck()
    : null;

  function handOut({ id, parent, follow, message, ...rest }: StoredRequest): ClaimedRequest {
    transitions.activate(id);
    const validators = history.validators(id);
    return {
      ...rest,
      id: String(id),
      follow: follow === 1,
      parent: parent === null ? null : String(parent),
      ...messageOf({ id, message }),
      ...(validators === null ? {} : { validators }),
      ...(isFile?.get(id) === undefined ? {} : { isFile: true }),
    };
  }

  return {
    origins: () => statements.origins.all(run),
    claim(origin, limit, now, filesOnly = false) {
      const originId = statements.originId.get(run, origin);
      if (originId === undefined) return [];
      statements.makeDue.run(originId, Math.floor(now));
      const ready = filesOnly ? statements.nextFiles : statements.nextReady;
      return ready.all(origin, originId, limit).map((found) => handOut(found));
    },
    suspects: () => statements.suspects.all(run).map(({ id, ...rest }) => ({ ...rest, id: String(id) })),
    claimAlone(id) {
      const found = statements.one.get(id, run);
      return found === undefined ? null : handOut(found);
    },
    boundDelays: (latest) => void statements.boundDelays.run({ run, latest }),
  };
}

interface StoredRequest {
  id: number;
  url: string;
  fingerprint: string;
  origin: string;
  priority: number;
  depth: number;
  rule: number | null;
  callback: string | null;
  follow: number;
  parent: number | null;
  tries: number;
  message: string | null;
}

/** The columns of a claimed request. */
const claimedColumns = `id, url, printf('%016x', fingerprint) AS fingerprint, priority, depth, rule, callback, follow,
  parent_id AS parent, tries, message_json AS message`;

function prepareStatements(db: SqlDatabase) {
  return {
    // The first request of each origin that waits: from those that may be fetched at once, else the one due first.
    origins: db.prepare<[number], OriginQueue>(
      `SELECT origin, queued, coalesce(ready.priority, waiting.priority) AS priority,
        coalesce(ready.depth, waiting.depth) AS depth, iif(ready.id IS NULL, waiting.not_before, 0) AS notBefore
      FROM origins
      LEFT JOIN requests AS ready ON ready.id = (
        SELECT id FROM requests INDEXED BY requests_ready
        WHERE origin_id = origins.id AND state = 0 AND not_before = 0 ORDER BY priority DESC, depth, id LIMIT 1)
      LEFT JOIN requests AS waiting ON ready.id IS NULL AND waiting.id = (
        SELECT id FROM requests INDEXED BY requests_waiting
        WHERE origin_id = origins.id AND state = 0 AND not_before > 0 ORDER BY not_before LIMIT 1)
      WHERE origins.run_id = ? AND queued > 0 ORDER BY origins.id`,
    ),
    originId: db
      .prepare<[number, string], number>('SELECT id FROM origins WHERE run_id = ? AND origin = ?')
      .pluck(),
    makeDue: db.prepare<[number, number]>(
      `UPDATE requests SET not_before = 0
        WHERE origin_id = ? AND state = 0 AND not_before > 0 AND not_before <= ?`,
    ),
    // SQLite prepares a statement again for each value that is bound beside the condition of a partial index, or as a limit,
    // because it may change the plan. It does not if something is added to the value.
    nextReady: db.prepare<[string, number, number], StoredRequest>(
      `SELECT ${claimedColumns}, ? AS origin
      FROM requests INDEXED BY requests_ready
      WHERE origin_id = ? + 0 AND state = 0 AND not_before = 0 AND deaths < 3
      ORDER BY priority DESC, depth, id LIMIT ? + 0`,
    ),
    nextFiles: db.prepare<[string, number, number], StoredRequest>(
      `SELECT ${claimedColumns}, ? AS origin
      FROM requests INDEXED BY requests_ready
      WHERE origin_id = ? + 0 AND state = 0 AND not_before = 0 AND deaths < 3
        AND EXISTS (SELECT 1 FROM file_requests WHERE request_id = requests.id)
      ORDER BY priority DESC, depth, id LIMIT ? + 0`,
    ),
    suspects: db.prepare<[number], Omit<Suspect, 'id'> & { id: number }>(
      `SELECT requests.id, origin, priority, depth, not_before AS notBefore FROM requests
        JOIN origins ON origins.id = origin_id
      WHERE requests.run_id = ? AND deaths > 2 AND state = 0 ORDER BY priority DESC, depth, requests.id`,
    ),
    one: db.prepare<[number, number], StoredRequest>(
      `SELECT ${claimedColumns}, (SELECT origin FROM origins WHERE origins.id = origin_id) AS origin
      FROM requests WHERE id = ? AND run_id = ? AND state = 0`,
    ),
    boundDelays: db.prepare<[{ run: number; latest: number }]>(
      `UPDATE requests SET not_before = @latest
        WHERE origin_id IN (SELECT id FROM origins WHERE run_id = @run) AND state = 0 AND not_before > 0
          AND not_before > @latest`,
    ),
  };
}
