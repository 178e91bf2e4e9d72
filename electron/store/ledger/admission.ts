import type { NewRequest } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { answerCode } from '../runs/answered-by.ts';
import { stateCode } from '../requests/request-states.ts';
import { rowId } from '../database/rows.ts';

/** Lets requests into a run once. Its functions are to be called within a transaction. */
export interface Admission {
  /** Adds those that are new to the run, in order. @returns how many were */
  admit(requests: readonly NewRequest[]): number;
  /** See `Ledger.takeRedirect`. */
  takeRedirect(id: number, fingerprint: bigint): boolean;
}

/** Fingerprints are 64-bit numbers in the database: half the size of their text. */
export function storedFingerprint(fingerprint: string): bigint {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new Error(`"${fingerprint}" is not a fingerprint of 16 hexadecimal digits.`);
  }
  return BigInt.asIntN(64, BigInt(`0x${fingerprint}`));
}

/**
 * @param alreadyExtracted why a link is not to be fetched, or null; asked for links that lead to a callback, never for
 *   start URLs
 */
export function createAdmission(
  { connection, now }: StoreContext,
  run: number,
  alreadyExtracted: (fingerprint: bigint) => string | null,
): Admission {
  const { db } = connection;
  interface Insert {
    run: number;
    origin: number;
    fingerprint: bigint;
    url: string;
    priority: number;
    depth: number;
    rule: number | null;
    callback: string | null;
    follow: number;
    parent: number | null;
    state: number;
    reason: string | null;
    answeredBy: number | null;
    finishedAt: number | null;
  }
  const insert = db.prepare<[Insert]>(
    `INSERT INTO requests (run_id, origin_id, fingerprint, url, priority, depth, rule, callback, follow, parent_id,
        state, reason, answered_by, finished_at)
      SELECT @run, @origin, @fingerprint, @url, @priority, @depth, @rule, @callback, @follow, @parent,
        @state, @reason, @answeredBy, @finishedAt
      WHERE NOT EXISTS (SELECT 1 FROM aliases WHERE run_id = @run AND fingerprint = @fingerprint)
      ON CONFLICT (run_id, fingerprint) DO NOTHING`,
  );
  const originOf = db.prepare<[number, string], { id: number }>(
    'SELECT id FROM origins WHERE run_id = ? AND origin = ?',
  );
  const addOrigin = db.prepare<[number, string]>('INSERT INTO origins (run_id, origin) VALUES (?, ?)');
  // A request that failed does not stand for its page any more; every other one does, or will.
  const standing = db.prepare<{ run: number; fingerprint: bigint }, { id: number }>(
    `SELECT id FROM requests WHERE run_id = @run AND fingerprint = @fingerprint AND state <> 3
      UNION ALL
      SELECT requests.id FROM aliases JOIN requests ON requests.id = aliases.request_id
      WHERE aliases.run_id = @run AND aliases.fingerprint = @fingerprint AND state <> 3
      LIMIT 1`,
  );
  const takeAlias = db.prepare<[number, bigint, number]>(
    `INSERT INTO aliases (run_id, fingerprint, request_id) VALUES (?, ?, ?)
      ON CONFLICT (run_id, fingerprint) DO UPDATE SET request_id = excluded.request_id`,
  );

  let lastOrigin: { origin: string; id: number } | null = null;
  let undone = connection.undone;

  /** After something was undone, only the database knows what has been admitted. */
  function forgetWhatWasUndone(): void {
    if (undone === connection.undone) return;
    undone = connection.undone;
    lastOrigin = null;
  }

  function originId(origin: string): number {
    if (lastOrigin?.origin === origin) return lastOrigin.id;
    const id = originOf.get(run, origin)?.id ?? Number(addOrigin.run(run, origin).lastInsertRowid);
    lastOrigin = { origin, id };
    return id;
  }

  function admit(requests: readonly NewRequest[]): number {
    forgetWhatWasUndone();
    let admitted = 0;
    for (const request of requests) {
      const { fingerprint, url, priority, depth, rule, callback, parent } = request;
      const stored = storedFingerprint(fingerprint);
      const isStart = parent === null && depth === 0;
      const reason = callback === null || isStart ? null : alreadyExtracted(stored);
      const row = {
        run,
        origin: originId(request.origin),
        fingerprint: stored,
        url,
        priority,
        depth,
        rule,
        callback,
        follow: request.follow ? 1 : 0,
        parent: parent === null ? null : rowId(parent, 'request'),
        state: reason === null ? stateCode.queued : stateCode.skipped,
        reason,
        answeredBy: reason === null ? null : answerCode.memory,
        finishedAt: reason === null ? null : now(),
      };
      admitted += insert.run(row).changes;
    }
    return admitted;
  }

  return {
    admit,
    takeRedirect(id, fingerprint) {
      const stands = standing.get({ run, fingerprint });
      if (stands !== undefined) return stands.id === id;
      takeAlias.run(run, fingerprint, id);
      return true;
    },
  };
}
