import type { RunCause } from '../../../shared/run-cause.ts';
import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createRecovery } from '../requests/recovery.ts';
import { createRunChanges } from './run-changes.ts';
import type { RunRow } from './run-queries.ts';
import { goneReason, type RunReader } from './run-rows.ts';
import { isEnded, isUnderway, mayFollow, type RunState } from './run-states.ts';
import { createEndWait } from './run-clock.ts';
import { createLastSign, createTimeIn } from './run-time.ts';

/**
 * Moves runs from one state to another, and records it as an event. Call its functions within a transaction. Those that take
 * the id of a run throw StoreError `not-found` where it is gone.
 */
export interface RunTransitions {
  /**
   * Begins or resumes a run: it is `running` and belongs to this process; requests that were in flight when an earlier session
   * was cut off are queued again.
   * @throws StoreError `conflict` when it has ended or somebody carries it out
   */
  start(id: string): void;
  /** @throws StoreError `conflict` when the state may not follow the present one */
  move(id: string, to: Exclude<RunState, 'running'>, why: Why): void;
  /** See `RunQueries.cutOff`. */
  cutOff(id: string, reason: string): void;
  /** Records that a run is interrupted, which reading finds out without. @param reason null: that its process is gone */
  interrupt(run: RunRow, reason: string | null): void;
}

/** Why a run is in a state: in a sentence, and for programs. */
export interface Why {
  reason: string | null;
  /** null: it is under way. */
  cause: RunCause | null;
}

export function createRunTransitions(context: StoreContext, reader: RunReader): RunTransitions {
  const { owners } = context;
  const { db } = context.connection;
  const recover = createRecovery(context);
  const write = createRunWriter(context);
  const clearRequest = db.prepare<[number]>('UPDATE all_runs SET requested = NULL WHERE id = ?');
  const beginSession = db.prepare<[number]>('UPDATE all_runs SET sessions = sessions + 1 WHERE id = ?');
  const getState = db.prepare<[number], RunState>('SELECT state FROM runs WHERE id = ?').pluck();

  function move(run: RunRow, to: RunState, { reason, cause }: Why): void {
    if (!mayFollow(run.state, to)) {
      throw new StoreError(
        'conflict',
        `Run ${run.id} is ${run.state} and cannot become ${to}.`,
        stateHint(run),
      );
    }
    const goesOn = isUnderway(run.state) && isUnderway(to);
    const owner = goesOn ? run.owner : to === 'running' ? owners.self() : null;
    write.state(run, { to, goesOn, owner, reason: to === 'running' ? null : reason, cause });
    // `failed` is the kind of event of a page that failed.
    if (to !== 'running')
      write.event(run, to === 'failed' ? 'run-failed' : to, reason ?? `The run is ${to}.`);
    else if (run.startedAt === null)
      write.event(run, 'started', `The run started in process ${process.pid}.`);
    else write.event(run, 'resumed', `The run goes on in process ${process.pid}.`);
  }

  /** A run in the state that is written down, though its thread, and with it the lock, may be gone. */
  function asWritten(id: string): RunRow {
    const run = reader.require(id);
    return { ...run, state: getState.get(Number(run.id)) ?? run.state };
  }

  return {
    start(id) {
      const run = reader.require(id);
      requireStartable(run, context);
      move(run, 'running', { reason: null, cause: null });
      const row = Number(run.id);
      clearRequest.run(row);
      beginSession.run(row);
      recover(row, { died: run.state === 'interrupted', session: 'present' });
    },
    move: (id, to, why) => move(reader.require(id), to, why),
    cutOff(id, reason) {
      const run = asWritten(id);
      if (run.state !== 'queued' && !isUnderway(run.state)) return;
      if (run.state === 'running') move(run, 'pausing', { reason, cause: null });
      move(asWritten(id), run.state === 'queued' ? 'failed' : 'paused', { reason, cause: 'error' });
      recover(Number(run.id), { died: true, session: 'next' });
    },
    interrupt(run, given) {
      const reason = given ?? goneReason(run.owner);
      write.interrupted(run, reason);
      write.event(run, 'interrupted', reason);
    },
  };
}

interface NewState {
  to: RunState;
  /** Whether the run was under way before and still is. */
  goesOn: boolean;
  owner: RunRow['owner'];
  reason: string | null;
  cause: RunCause | null;
}

/** What a transition writes. */
interface RunWriter {
  state(run: RunRow, change: NewState): void;
  interrupted(run: RunRow, reason: string): void;
  event(run: RunRow, kind: string, message: string): void;
}

function createRunWriter(context: StoreContext): RunWriter {
  const { connection, now, activeTime } = context;
  const { db } = connection;
  const update = db.prepare<
    [
      {
        id: number;
        state: RunState;
        reason: string | null;
        cause: RunCause | null;
        pid: number | null;
        lock: string | null;
        startedAt: number | null;
        endedAt: number | null;
        activeSince: number | null;
        activeMs: number;
      },
    ]
  >(
    `UPDATE all_runs SET state = @state, reason = @reason, cause = @cause, owner_pid = @pid, owner_lock = @lock,
      started_at = coalesce(started_at, @startedAt), ended_at = @endedAt, active_since = @activeSince,
      active_ms = @activeMs, requested = CASE WHEN @state IN ('running', 'pausing') THEN requested END
    WHERE id = @id`,
  );
  const times = db.prepare<
    [number],
    { active_since: number | null; active_ms: number; waiting_since: number | null }
  >('SELECT active_since, active_ms, waiting_since FROM runs WHERE id = ?');
  const endWait = createEndWait(context);
  const writeEvents = createEventWriter(context);
  const lastSign = createLastSign(context);
  const timeIn = createTimeIn(context);
  const changes = createRunChanges(context);

  function activeMs(run: RunRow): number {
    const id = Number(run.id);
    const row = times.get(id);
    if (row === undefined) return 0;
    const until = run.state === 'interrupted' ? lastSign(id) : undefined;
    return row.active_ms + activeTime.sinceWritten(id, row.active_since, until);
  }

  const stopWaiting = ({ id, state }: RunRow): void =>
    endWait(Number(id), state === 'interrupted' ? lastSign(Number(id)) : now());

  function event(run: RunRow, kind: string, message: string): void {
    const id = Number(run.id);
    writeEvents(id, [{ kind, url: null, message }], timeIn(id));
  }

  return {
    event,
    state(run, { to, goesOn, owner, reason, cause }) {
      const id = Number(run.id);
      const spent = activeMs(run);
      const { active_since: since = null, waiting_since: waiting = null } = times.get(id) ?? {};
      // It was cut off, and this is the first to notice.
      if (run.state === 'interrupted' && (since ?? waiting) !== null)
        event(run, 'interrupted', goneReason(run.owner));
      if (!goesOn) stopWaiting(run);
      update.run({
        id,
        state: to,
        reason,
        cause,
        pid: owner?.pid ?? null,
        lock: owner?.lock ?? null,
        startedAt: to === 'running' ? now() : null,
        endedAt: isEnded(to) ? timeIn(id) : null,
        activeSince: goesOn ? since : to === 'running' ? now() : null,
        activeMs: goesOn ? (times.get(id)?.active_ms ?? 0) : spent,
      });
      changes.write({ ...run, state: to, reason, cause }, 'moved');
      if (to === 'running' && !goesOn) activeTime.count(id);
      else if (!goesOn) activeTime.forget(id);
    },
    interrupted(run, reason) {
      const spent = activeMs(run);
      stopWaiting(run);
      update.run({
        id: Number(run.id),
        state: 'interrupted',
        reason,
        cause: null,
        pid: run.owner?.pid ?? null,
        lock: run.owner?.lock ?? null,
        startedAt: null,
        endedAt: null,
        activeSince: null,
        activeMs: spent,
      });
      changes.write({ ...run, state: 'interrupted', reason, cause: null }, 'moved');
    },
  };
}

/** A queued run may belong to another process that is about to start it. */
function requireStartable(run: RunRow, { owners }: StoreContext): void {
  if (run.state !== 'queued' || run.owner === null || owners.isSelf(run.owner)) return;
  throw new StoreError(
    'conflict',
    `Run ${run.id} is about to be started by process ${run.owner.pid}.`,
    stateHint(run),
  );
}

function stateHint({ state }: RunRow): string {
  if (isEnded(state)) return 'It has ended; start a new run, or put its failed requests back in the queue.';
  if (isUnderway(state)) return 'It is being carried out; pause or stop it first.';
  return 'Resume it, or delete it.';
}
