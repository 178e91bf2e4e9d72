import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '../../../engine/ports/lease.ts';
import type { RunControl, RunSummary, SessionRequest } from '../../../engine/ports/run-control.ts';
import { beatMs } from '../../../engine/ports/run-control.ts';
import type { Counters } from '../../../engine/ports/ledger.ts';
import { notFound } from '../../errors.ts';
import { isUnderway } from '../../runs/run-states.ts';
import type { Query } from './fleet-database.ts';
import { silentMs } from './fleet-owner.ts';
import { endFleetSession, nextTime, recoverClaims } from './recovery.ts';
import { endWait, lockRun, moveRun, type FleetRun } from './run-moves.ts';
import type { RunSignals } from './run-signals.ts';
import type { FleetSession } from './session.ts';

/** What the control of a session needs. */
export interface FleetControlParts {
  session: FleetSession;
  signals: RunSignals;
  /** Most items and pages of the run; null: no limit. */
  limits: { items: number | null; pages: number | null };
  /** Whether this session ends the run; one that does not only leaves it. */
  leads: () => boolean;
  summary: () => Promise<RunSummary>;
  counters: () => Promise<Counters>;
}

/** The control of one of the sessions of a run. The first one begins the run, the others join it. */
export function createFleetControl(parts: FleetControlParts): RunControl {
  const { session, signals, leads } = parts;
  const { database, run } = session;

  /**
   * @param isWritten whether the work was done before, by a transaction whose answer was lost
   * @returns whether the work was done: not where the session is over
   */
  async function whileJoined(
    work: (query: Query, run: FleetRun) => Promise<void>,
    isWritten = (_run: FleetRun): boolean => false,
  ): Promise<boolean> {
    const { id } = session;
    if (id === null) return false;
    const isDone = await database.transaction(async (query) => {
      const found = await lockRun(query, run);
      const held = await query('SELECT 1 FROM fleet_sessions WHERE id = $1 FOR KEY SHARE', [id]);
      if (held.length === 0) return isWritten(found);
      await work(query, found);
      return true;
    });
    if (!isDone) session.lose();
    return isDone;
  }

  async function leave(): Promise<boolean> {
    const { id } = session;
    if (id === null) return false;
    session.lose();
    await endFleetSession(database, { run, session: id }, { died: false, time: session.time() });
    return true;
  }

  async function pause(query: Query, found: FleetRun, reason: string): Promise<FleetRun> {
    if (found.state !== 'running') return found;
    await moveRun(query, found, { to: 'pausing', reason, cause: null }, session.time());
    return { ...found, state: 'pausing' };
  }

  return {
    begin: () => begin(parts),
    requested: (): Promise<SessionRequest | null> => signals.requested(),
    exclusions: () => signals.exclusions(),
    async beat() {
      const { id } = session;
      if (id === null) return false;
      const values = [run, id, session.time(), 2 * beatMs, silentMs];
      const beaten = await database.rows<{ silent: number | null }>(beat, values);
      if (beaten.length === 0) session.lose();
      for (const { silent } of beaten) {
        // Whoever beats looks after those who do not any more.
        if (silent === null) continue;
        await endFleetSession(database, { run, session: silent }, { died: true, time: session.time() });
      }
      return session.id !== null;
    },
    waiting: (reason) =>
      whileJoined(async (query) => {
        const at = await nextTime(query, run, session.time());
        if (reason === null) {
          await endWait(query, run, at);
          await query(workAgain, [run, at]);
        } else await query(beginWait, [run, at, 2 * beatMs, reason]);
      }),
    pausing: (reason) => whileJoined(async (query, found) => void (await pause(query, found, reason))),
    end: async (state, reason, cause) => {
      if (!leads()) return leave();
      const isEnded = await whileJoined(
        async (query, found) => {
          const from = state === 'paused' ? await pause(query, found, reason) : found;
          await moveRun(query, from, { to: state, reason, cause }, session.time());
          await query('DELETE FROM fleet_sessions WHERE run_id = $1', [run]);
          await query('UPDATE fleet_hosts SET session_id = NULL WHERE run_id = $1', [run]);
          await recoverClaims(query, run, null, { died: false, session: 'next', time: session.time() });
        },
        (found) => found.state === state && found.reason === reason,
      );
      session.lose();
      return isEnded;
    },
    progress: parts.counters,
    summary: parts.summary,
  };
}

/** What the run has worked since anybody last said so, as far as it can be believed. */
const spentSince = `greatest(0, least($3::bigint, $2 - active_since))`;
const beat = `WITH joined AS (
    UPDATE fleet_sessions SET beat_at = coalesce($3::bigint, fleet_now()) WHERE id = $2 AND run_id = $1 RETURNING beat_at
  ),
  counted AS (
    UPDATE all_runs SET active_ms = active_ms + greatest(0, least($4::bigint, beat_at - active_since)), active_since = beat_at
    FROM joined WHERE id = $1 AND active_since IS NOT NULL AND beat_at > active_since
  )
  SELECT s.id AS silent FROM joined LEFT JOIN fleet_sessions s ON s.run_id = $1 AND s.id <> $2 AND s.beat_at < joined.beat_at - $5::bigint`;
const beginWait = `UPDATE all_runs SET active_ms = active_ms + coalesce(${spentSince}, 0), active_since = NULL,
    waiting_since = $2, reason = $4
  WHERE id = $1 AND waiting_since IS NULL AND state = 'running'`;
const verdict = 'SELECT 1 FROM fleet_shares WHERE run_id = $1 AND verdict IS NOT NULL';
const workAgain = `UPDATE all_runs SET active_since = $2, reason = CASE state WHEN 'pausing' THEN reason END
  WHERE id = $1 AND active_since IS NULL AND state IN ('running', 'pausing')`;

/** Begins the run, or joins those who carry it out. @throws LeaseLostError where it has ended, and nobody wants it again */
async function begin({ session, limits, signals }: FleetControlParts): Promise<{ spentMs: number }> {
  const { database, run, owner } = session;
  const time = session.time();
  const token = randomUUID();
  await signals.listen();
  const begun = await database.transaction(async (query) => {
    const found = await lockRun(query, run);
    const [others] = await query<{ count: number }>(
      'SELECT count(*) AS count FROM fleet_sessions WHERE run_id = $1 AND beat_at > coalesce($2::bigint, fleet_now()) - $3::bigint',
      [run, time, silentMs],
    );
    const isOver = !isUnderway(found.state);
    // Whoever wants it again forgets how it ended (`FleetRows.want`). A worker that saw it before its end comes too late.
    if (isOver && (await query(verdict, [run])).length > 0) throw new LeaseLostError(String(run));
    if (isOver || others?.count === 0) {
      const state = isUnderway(found.state) ? 'interrupted' : found.state;
      await moveRun(query, { ...found, state }, { to: 'running', reason: null, cause: null }, time);
      await query('UPDATE all_runs SET requested = NULL, sessions = sessions + 1 WHERE id = $1', [run]);
      await query('DELETE FROM fleet_sessions WHERE run_id = $1', [run]);
      await query('UPDATE fleet_hosts SET session_id = NULL WHERE run_id = $1', [run]);
      await recoverClaims(query, run, null, { died: state === 'interrupted', session: 'present', time });
      await setBudgets(query, run, limits);
    }
    const [joined] = await query<{ id: number }>(
      `INSERT INTO fleet_sessions AS s (run_id, owner, token, beat_at) VALUES ($1, $2, $4, coalesce($3::bigint, fleet_now()))
      ON CONFLICT (token) DO UPDATE SET beat_at = excluded.beat_at RETURNING id`,
      [run, owner, time, token],
    );
    if (joined === undefined) throw notFound(`run "${run}"`);
    const [spent] = await query<{ ms: number }>('SELECT active_ms AS ms FROM all_runs WHERE id = $1', [run]);
    return { id: joined.id, spentMs: spent?.ms ?? 0 };
  });
  session.joined(begun.id);
  return { spentMs: begun.spentMs };
}

/** The budgets of a run that begins: nobody has reserved anything. */
async function setBudgets(query: Query, run: number, limits: FleetControlParts['limits']): Promise<void> {
  await query('DELETE FROM fleet_budgets WHERE run_id = $1', [run]);
  for (const [kind, most] of Object.entries(limits)) {
    if (most === null) continue;
    await query(
      `INSERT INTO fleet_budgets (run_id, kind, most, counted)
        SELECT $1, $2, $3, coalesce(sum(CASE $2 WHEN 'items' THEN items ELSE done + failed END), 0) FROM origins WHERE run_id = $1`,
      [run, kind, most],
    );
  }
}
