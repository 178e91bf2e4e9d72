import type { PageKind } from '../../../shared/page-kind.ts';
import type { StoreContext } from '../database/context.ts';

/** What a visit leaves in the row of its request. Times are milliseconds since 1970. */
export interface VisitRow {
  id: number;
  run: number;
  /** The state that the request moves to, as a code of `request-states.ts`. */
  state: number;
  notBefore: number;
  reason: string | null;
  status: number | null;
  finalUrl: string | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
  page: number | null;
  encoding: string | null;
  kind: PageKind | null;
  finishedAt: number | null;
  fetchedAt: number | null;
  /** 1: the page is as a browser has rendered it. */
  rendered: 1 | null;
  freshness: number | null;
  answeredBy: number | null;
  /** See `response-heads.ts`. */
  head: number | null;
  /** Redirects as JSON; null: none. */
  hops: string | null;
  headChanges: string | null;
}

/**
 * Moves requests from one state to another; nothing else does after their admission. Triggers keep the counters of origins in
 * step. Call its functions within a transaction.
 */
export interface RequestTransitions {
  /** A queued request is claimed. */
  activate(id: number): void;
  /** A visit has ended; one that is to be tried again counts as a try. @returns whether the request was active */
  settle(visit: VisitRow): boolean;
  /** A queued request is done or has failed by what was taken from its stored page. @returns whether it was queued */
  extract(page: ExtractedRow): boolean;
  /** An active request of this run goes back to the queue as if it was never claimed; the next session fetches it. */
  release(run: number, id: number): void;
  /** An active request of this run goes back to the queue, because who claimed it has died; this session fetches it again. */
  cutOff(run: number, id: number): void;
  /**
   * All active requests of a run go back to the queue, because who claimed them is gone.
   * @returns how many
   */
  requeueActive(run: number, cutOff: CutOff): number;
  /** A request that was skipped because an earlier run has extracted its page is queued after all. */
  reopen(id: number): void;
  /** An active request has failed, because the program does not survive it. */
  giveUp(id: number, reason: string, at: number): void;
  /** All failed requests of a run go back to the queue, as if they were never tried. @returns how many */
  requeueFailed(run: number): number;
}

/** What extracting from a stored page leaves in the row of its request. */
export type ExtractedRow = Pick<VisitRow, 'id' | 'run' | 'state' | 'reason' | 'items'> & { at: number };

/** How requests came to be in flight with nobody to finish them. */
export interface CutOff {
  /** The process or thread that had claimed them came to its end without a word: one of them may be why. */
  died: boolean;
  /** Whether the session that fetches them again has begun, or is the next. */
  session: 'present' | 'next';
}

export function createRequestTransitions({ connection: { db } }: StoreContext): RequestTransitions {
  const activate = db.prepare<[number]>(
    'UPDATE requests SET state = 1, fetched_again = fetched_again + iif(recovered > fetched_again, 1, 0) WHERE id = ?',
  );
  const settle = db.prepare<[VisitRow]>(
    `UPDATE requests SET state = CAST(@state AS INTEGER), tries = tries + iif(CAST(@state AS INTEGER) = 0, 1, 0), not_before = @notBefore, reason = @reason,
      status = @status, final_url = @finalUrl, bytes = @bytes, duration_ms = @durationMs, content_type = @contentType,
      items = @items, page_id = @page, page_encoding = @encoding, page_kind = @kind, finished_at = @finishedAt,
      fetched_at = @fetchedAt, rendered = @rendered, freshness = @freshness, answered_by = @answeredBy,
      hops_json = @hops, head_number = @head, head_changes = @headChanges, deaths = iif(CAST(@state AS INTEGER) = 0, deaths, 0)
    WHERE id = @id AND run_id = @run AND state = 1`,
  );
  const extract = db.prepare<[ExtractedRow]>(
    `UPDATE requests SET state = @state, reason = @reason, items = @items, finished_at = @at
      WHERE id = @id AND run_id = @run AND state = 0`,
  );
  // The session that fetches these requests again is recorded; its receipt counts them.
  const requeue = `UPDATE requests SET state = 0, recovered = recovered + 1, deaths = deaths + @died,
      requeued_in = @ahead + (SELECT sessions FROM runs WHERE runs.id = requests.run_id)`;
  const release = db.prepare<[Requeue & { id: number }]>(
    `${requeue} WHERE id = @id AND run_id = @run AND state = 1`,
  );
  const requeueActive = db.prepare<[Requeue]>(`${requeue} WHERE run_id = @run AND state = 1`);
  const reopen = db.prepare<[number]>(
    'UPDATE requests SET state = 0, reason = NULL, answered_by = NULL, finished_at = NULL WHERE id = ? AND state = 4',
  );
  const giveUp = db.prepare<[string, number, number]>(
    'UPDATE requests SET state = 3, reason = ?, status = NULL, finished_at = ?, not_before = 0 WHERE id = ?',
  );
  const requeueFailed = db.prepare<[number]>(
    `UPDATE requests SET state = 0, tries = 0, not_before = 0, reason = NULL, finished_at = NULL
      WHERE run_id = ? AND state = 3 AND state > 2`,
  );
  return {
    activate: (id) => void activate.run(id),
    settle: (visit) => settle.run(visit).changes === 1,
    extract: (page) => extract.run(page).changes === 1,
    release: (run, id) => void release.run({ run, id, died: 0, ahead: 1 }),
    cutOff: (run, id) => void release.run({ run, id, died: 1, ahead: 0 }),
    requeueActive: (run, { died, session }) =>
      requeueActive.run({ run, died: died ? 1 : 0, ahead: session === 'next' ? 1 : 0 }).changes,
    reopen: (id) => void reopen.run(id),
    giveUp: (id, reason, at) => void giveUp.run(reason, at, id),
    requeueFailed: (run) => requeueFailed.run(run).changes,
  };
}

interface Requeue {
  run: number;
  died: number;
  ahead: number;
}
