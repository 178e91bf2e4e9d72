import { fingerprintOfMessage, fingerprintResolved } from '../../engine/fingerprint.ts';
import type { SourceChunk, TakenRequest } from '../../engine/ports/generation.ts';
import type { NewRequest } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { messageOf } from '../database/json-columns.ts';
import { rowId, storedFingerprint } from '../database/rows.ts';
import { requestStates, stateCode } from '../requests/request-states.ts';
import { answerCode } from '../runs/answered-by.ts';
import type { SqlDatabase } from '../database/sql.ts';

/** Takes the requests of a source that have a stored page over into a generation. Call its functions within a transaction. */
export interface TakingOver {
  /** See `GenerationLedger.source`. */
  source(from: number | null, limit: number): SourceChunk;
  take(request: TakenRequest, now: number): void;
  /** The fingerprint of the request to which a taken request was redirected, as 16 hexadecimal digits; null: it was not. */
  redirectOf(request: number): string | null;
  /**
   * Adds the request that a row leads to. It is queued with the page that the source has of its URL; without one it is skipped.
   * @returns its row id
   */
  add(request: NewRequest, now: number): number;
}

/**
 * @param source row of the source run
 * @param rowsTravel whether rows lead to pages, also to such to which others were redirected
 */
export function createTakingOver(
  { connection: { db } }: StoreContext,
  run: number,
  source: number,
  { rowsTravel }: { rowsTravel: boolean },
): TakingOver {
  const { origins, heads, addOrigin, aliases, redirectOf, pageOf, whyNone, skip, ...statements } =
    prepareStatements(db);
  const readChunk = createChunks(db, source);
  let hasShared = false;

  /** Takes over what requests refer to: origins, in the order of the source, and heads of responses. */
  function takeShared(): void {
    if (!hasShared) {
      origins.run({ run, source });
      heads.run({ run, source });
    }
    hasShared = true;
  }

  /** @returns row id of the new request, unless the generation has it already */
  function insert(taken: Omit<TakenRow, 'run' | 'origin'>): number {
    const place = { run, source: taken.source };
    const origin = statements.originOf.get(place) ?? null;
    const parent = taken.parent ?? statements.parentOf.get(place) ?? null;
    return Number(statements.insert.run({ ...taken, run, origin, parent }).lastInsertRowid);
  }

  return {
    source: readChunk,
    take({ source: id, rule, callback, reason }, now) {
      takeShared();
      const request = rowId(id, 'request');
      const [state, finishedAt] = callback === null ? [stateCode.done, now] : [stateCode.queued, null];
      const taken = { rule, callback, reason, state, finishedAt, fingerprint: null, url: null, parent: null };
      insert({ ...taken, source: request, depth: null, priority: null });
      if (rowsTravel) aliases.run({ run, source, request });
    },
    redirectOf: (request) => redirectOf.get({ source, request }) ?? null,
    add({ url, fingerprint, origin, depth, priority, callback, parent, message }, now) {
      const stored = storedFingerprint(fingerprint);
      const parentId = parent === null ? null : rowId(parent, 'request');
      const asked = fingerprintOfMessage(fingerprintResolved(url), message);
      const ofUrl = { source, fingerprint: storedFingerprint(asked) };
      addOrigin.run(run, origin);
      const found = pageOf.get(ofUrl);
      if (found !== undefined) {
        const added = { rule: null, callback, reason: null, state: stateCode.queued, finishedAt: null };
        const place = { fingerprint: stored, url, parent: parentId, depth, priority };
        return insert({ ...added, ...place, source: found });
      }
      const why = whyNone.get(ofUrl);
      const reason =
        why === undefined
          ? `Run ${source} did not request it, and nothing is fetched when items are extracted again.`
          : `Run ${source} has no stored page of it. It ${requestStates[why.state] ?? 'ended'} there: ${why.reason ?? 'no reason was recorded.'}`;
      const row = {
        run,
        origin,
        fingerprint: stored,
        url,
        priority,
        depth,
        callback,
        parent: parentId,
        reason,
        now,
        message: message === undefined ? null : JSON.stringify(message),
      };
      return Number(skip.run(row).lastInsertRowid);
    },
  };
}

/** Reads the requests of a source in the order in which they ended; those of one time in the order of their items. */
function createChunks(db: SqlDatabase, source: number): TakingOver['source'] {
  const until = db
    .prepare<[number, number, number], number>(
      `SELECT finished_at FROM requests WHERE run_id = ? AND finished_at IS NOT NULL AND finished_at > ?
        ORDER BY finished_at LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const chunk = db.prepare<
    [{ source: number; from: number; until: number }],
    {
      id: number;
      url: string;
      rule: number | null;
      callback: string | null;
      isOfRow: number;
      message: string | null;
    }
  >(
    `SELECT id, url, rule, callback, rule IS NULL AND parent_id IS NOT NULL AS isOfRow,
        message_json AS message FROM requests
      WHERE run_id = @source AND finished_at IS NOT NULL AND finished_at > @from AND finished_at <= @until
        AND (page_id IS NOT NULL OR moved_to IS NOT NULL)
      ORDER BY finished_at, (SELECT min(items.id) FROM items WHERE request_id = requests.id), id`,
  );
  return (from, limit) => {
    const after = from ?? -1;
    const end = until.get(source, after, limit - 1) ?? null;
    const rows = chunk.all({ source, from: after, until: end ?? Number.MAX_SAFE_INTEGER });
    const requests = rows.map(({ id, isOfRow, message, ...row }) => ({
      ...row,
      ...messageOf({ id, message }),
      id: String(id),
      isOfRow: isOfRow === 1,
    }));
    return { requests, next: end };
  };
}

/** A request to insert. What is null in its place is as in the source. */
interface TakenRow {
  run: number;
  source: number;
  origin: number | null;
  fingerprint: bigint | null;
  url: string | null;
  parent: number | null;
  depth: number | null;
  priority: number | null;
  rule: number | null;
  callback: string | null;
  reason: string | null;
  state: number;
  finishedAt: number | null;
}

function prepareStatements(db: SqlDatabase) {
  return {
    origins: db.prepare<[{ run: number; source: number }]>(
      `INSERT INTO origins (run_id, origin) SELECT @run, origin FROM origins WHERE run_id = @source ORDER BY id
        ON CONFLICT DO NOTHING`,
    ),
    heads: db.prepare<[{ run: number; source: number }]>(
      `INSERT INTO response_heads (run_id, number, head) SELECT @run, number, head FROM response_heads WHERE run_id = @source
        ON CONFLICT DO NOTHING`,
    ),
    addOrigin: db.prepare<[number, string]>(
      'INSERT INTO origins (run_id, origin) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    // These two are not part of the statement that inserts: each of them would make it five times as slow.
    originOf: db
      .prepare<[{ run: number; source: number }], number>(
        `SELECT own.id FROM requests JOIN origins ON origins.id = requests.origin_id
          JOIN origins AS own ON own.run_id = @run AND own.origin = origins.origin WHERE requests.id = @source`,
      )
      .pluck(),
    // The page on which a link was found may have been taken over with the same fingerprint, which is that of its URL.
    parentOf: db
      .prepare<[{ run: number; source: number }], number>(
        `SELECT own.id FROM requests JOIN requests AS parent ON parent.id = requests.parent_id
          JOIN requests AS own ON own.run_id = @run AND own.fingerprint = parent.fingerprint WHERE requests.id = @source`,
      )
      .pluck(),
    insert: db.prepare<[TakenRow]>(
      `INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, rule, callback, follow, parent_id,
          reason, finished_at, status, final_url, bytes, content_type, page_id, page_encoding, page_kind, fetched_at,
          rendered, answered_by, hops_json, head_number, head_changes, message_json)
        SELECT @run, @origin, coalesce(@fingerprint, fingerprint), coalesce(@url, url), @state, coalesce(@priority, priority),
          coalesce(@depth, depth), @rule, @callback, 0,
          coalesce(@parent, parent_id), @reason, @finishedAt, status, final_url, bytes, content_type, page_id, page_encoding, page_kind,
          coalesce(fetched_at, finished_at), rendered, ${answerCode['stored-page']}, hops_json, head_number, head_changes, message_json
        FROM requests WHERE id = @source
        ON CONFLICT (run_id, fingerprint) DO NOTHING`,
    ),
    aliases: db.prepare<[{ run: number; source: number; request: number }]>(
      `INSERT INTO aliases (run_id, fingerprint, request_id)
        SELECT @run, aliases.fingerprint, own.id FROM aliases
        JOIN requests ON requests.id = aliases.request_id
        JOIN requests AS own ON own.run_id = @run AND own.fingerprint = requests.fingerprint
        WHERE aliases.request_id = @request AND aliases.run_id = @source ON CONFLICT DO NOTHING`,
    ),
    redirectOf: db
      .prepare<[{ source: number; request: number }], string>(
        `SELECT printf('%016x', target.fingerprint) FROM requests AS own
          JOIN requests AS before ON before.run_id = @source AND before.fingerprint = own.fingerprint
          JOIN requests AS target ON target.id = before.moved_to
        WHERE own.id = @request`,
      )
      .pluck(),
    pageOf: db
      .prepare<[{ source: number; fingerprint: bigint }], number>(
        `SELECT id FROM requests WHERE run_id = @source AND fingerprint = @fingerprint AND page_id IS NOT NULL
          UNION ALL
          SELECT requests.id FROM aliases JOIN requests ON requests.id = request_id
          WHERE aliases.run_id = @source AND aliases.fingerprint = @fingerprint AND page_id IS NOT NULL
          LIMIT 1`,
      )
      .pluck(),
    whyNone: db.prepare<[{ source: number; fingerprint: bigint }], { state: number; reason: string | null }>(
      'SELECT state, reason FROM requests WHERE run_id = @source AND fingerprint = @fingerprint',
    ),
    skip: db.prepare<
      [
        {
          run: number;
          origin: string;
          fingerprint: bigint;
          url: string;
          priority: number;
          depth: number;
          callback: string | null;
          parent: number | null;
          reason: string;
          now: number;
          message: string | null;
        },
      ]
    >(
      `INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, rule, callback, follow, parent_id,
          reason, finished_at, message_json)
        SELECT @run, id, @fingerprint, @url, ${stateCode.skipped}, @priority, @depth, NULL, @callback, 0, @parent, @reason, @now,
          @message
        FROM origins WHERE run_id = @run AND origin = @origin`,
    ),
  };
}
