import type { NewRequest } from '../../engine/ports/ledger.ts';
import type { Connection } from '../database/connection.ts';
import type { StoreContext } from '../database/context.ts';
import { messageOf } from '../database/json-columns.ts';
import { rowId, storedFingerprint } from '../database/rows.ts';
import { stateCode } from '../requests/request-states.ts';
import { answerCode } from '../runs/answered-by.ts';
import type { SqlDatabase, SqlStatement } from '../database/sql.ts';

/** Admits each request to a run once. Call its functions within a transaction. */
export interface Admission {
  /** Adds the requests that are new to the run, in order. @returns number of requests that were new */
  admit(requests: readonly NewRequest[]): number;
  /** See `Ledger.lastSeed`. */
  lastSeed(): Pick<NewRequest, 'url' | 'message'> | null;
  /** Adds a request that is new to the run. @param known why it is skipped at once; null: it is queued. @returns its row id */
  add(request: NewRequest, known: string | null): number;
  /** Gives a fingerprint to a redirected request unless another one has it. @returns the request that has it */
  takeRedirect(id: number, fingerprint: bigint): number;
}

/**
 * @param alreadyExtracted returns why a link is not fetched, or null; called for links that lead to a callback, never for start
 *   URLs
 */
export function createAdmission(
  { connection, now }: StoreContext,
  run: number,
  alreadyExtracted: (fingerprint: bigint) => string | null,
): Admission {
  const insert = prepareInsert(connection.db);
  const makeSeed = prepareSeed(connection.db);
  const originId = createOriginIds(connection, run);

  function rowOf(request: NewRequest, reason: string | null): AdmittedRow {
    const { url, priority, depth, rule, callback, parent, message } = request;
    return {
      run,
      origin: originId(request.origin),
      fingerprint: storedFingerprint(request.fingerprint),
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
      message: message === undefined ? null : JSON.stringify(message),
    };
  }

  function admit(request: NewRequest): number {
    const { callback, parent, depth } = request;
    const fingerprint = storedFingerprint(request.fingerprint);
    const isStart = parent === null && depth === 0;
    const row = rowOf(request, callback === null || isStart ? null : alreadyExtracted(fingerprint));
    const { changes } = insert.run(row);
    if (changes === 0 && isStart) makeSeed.run(row);
    return changes;
  }

  return {
    admit(requests) {
      let admitted = 0;
      for (const request of requests) admitted += admit(request);
      return admitted;
    },
    lastSeed: createLastSeed(connection.db, run),
    add: (request, known) => Number(insert.run(rowOf(request, known)).lastInsertRowid),
    takeRedirect: createRedirects(connection.db, run),
  };
}

interface AdmittedRow {
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
  message: string | null;
}

function prepareInsert(db: SqlDatabase): SqlStatement<[AdmittedRow]> {
  return db.prepare<[AdmittedRow]>(
    `INSERT INTO requests (run_id, origin_id, fingerprint, url, priority, depth, rule, callback, follow, parent_id,
        state, reason, answered_by, finished_at, message_json)
      SELECT @run, @origin, @fingerprint, @url, @priority, @depth, @rule, @callback, @follow, @parent,
        @state, @reason, @answeredBy, @finishedAt, @message
      WHERE NOT EXISTS (SELECT 1 FROM aliases WHERE run_id = @run AND fingerprint = @fingerprint)
      ON CONFLICT (run_id, fingerprint) DO NOTHING`,
  );
}

/**
 * Makes a waiting request a start URL, also one that was skipped as a link because an earlier run has extracted it. Of two
 * callbacks that of the start URL counts; of two start URLs that of the first.
 */
function prepareSeed(db: SqlDatabase): SqlStatement<[AdmittedRow]> {
  return db.prepare<[AdmittedRow]>(
    `UPDATE requests SET state = ${stateCode.queued}, depth = 0, parent_id = NULL, priority = max(priority, @priority),
        callback = CASE WHEN depth = 0 THEN coalesce(callback, @callback) ELSE coalesce(@callback, callback) END,
        rule = CASE WHEN depth = 0 THEN rule ELSE @rule END,
        follow = max(follow, @follow), reason = CASE WHEN state = ${stateCode.skipped} THEN NULL ELSE reason END,
        answered_by = NULL, finished_at = NULL
      WHERE run_id = @run AND fingerprint = @fingerprint
        AND (state = ${stateCode.queued} OR (state = ${stateCode.skipped} AND answered_by = ${answerCode.memory} AND status IS NULL))`,
  );
}

/** Reads the rows backwards, as the start URLs of a run that goes on are among its newest: "+" keeps the index of `run_id` out. */
function createLastSeed(db: SqlDatabase, run: number): Admission['lastSeed'] {
  const find = db.prepare<[number], { id: number; url: string; message: string | null }>(
    `SELECT id, url, message_json AS message FROM requests
      WHERE +run_id = ? AND parent_id IS NULL AND depth = 0 ORDER BY id DESC LIMIT 1`,
  );
  return () => {
    const found = find.get(run);
    return found === undefined ? null : { url: found.url, ...messageOf(found) };
  };
}

/** Returns a function that gives the row of an origin, adding it if needed. It keeps the last one: links come in clusters. */
function createOriginIds(connection: Connection, run: number): (origin: string) => number {
  const find = connection.db
    .prepare<[number, string], number>('SELECT id FROM origins WHERE run_id = ? AND origin = ?')
    .pluck();
  const add = connection.db.prepare<[number, string]>('INSERT INTO origins (run_id, origin) VALUES (?, ?)');
  let last: { origin: string; id: number; undone: number } | null = null;
  return (origin) => {
    // After a rollback, only the database knows which rows exist.
    if (last?.origin === origin && last.undone === connection.undone) return last.id;
    const id = find.get(run, origin) ?? Number(add.run(run, origin).lastInsertRowid);
    last = { origin, id, undone: connection.undone };
    return id;
  };
}

function createRedirects(db: SqlDatabase, run: number): Admission['takeRedirect'] {
  // The request to which a fingerprint belongs. A failed request no longer stands for its page.
  const holder = db
    .prepare<{ run: number; fingerprint: bigint }, number>(
      `SELECT id FROM requests WHERE run_id = @run AND fingerprint = @fingerprint AND state <> 3
        UNION ALL
        SELECT requests.id FROM aliases JOIN requests ON requests.id = aliases.request_id
        WHERE aliases.run_id = @run AND aliases.fingerprint = @fingerprint AND state <> 3
        LIMIT 1`,
    )
    .pluck();
  const takeAlias = db.prepare<[number, bigint, number]>(
    `INSERT INTO aliases (run_id, fingerprint, request_id) VALUES (?, ?, ?)
      ON CONFLICT (run_id, fingerprint) DO UPDATE SET request_id = excluded.request_id`,
  );
  return (id, fingerprint) => {
    const holding = holder.get({ run, fingerprint });
    if (holding !== undefined) return holding;
    takeAlias.run(run, fingerprint, id);
    return id;
  };
}
