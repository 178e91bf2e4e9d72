import type { RunCause } from '../../../../shared/run-cause.ts';
import { beatMs } from '../../../engine/ports/run-control.ts';
import { notFound, StoreError } from '../../errors.ts';
import { addChangeInTurn } from '../../outbox/change-sql.ts';
import type { RunChange } from '../../outbox/change.ts';
import type { RunKind } from '../../runs/run-queries.ts';
import { readableJson } from '../../database/value-sql.ts';
import { goneReason } from '../../runs/run-rows.ts';
import { isEnded, isUnderway, mayFollow, type RunState } from '../../runs/run-states.ts';
import { toPostgres } from '../dialect.ts';
import type { Query } from './fleet-database.ts';
import { addEvent, nextTime } from './recovery.ts';
import { fleetOwner } from './fleet-owner.ts';

const noteChange = toPostgres(addChangeInTurn).text;

/** A run as its sessions see it. */
export interface FleetRun {
  id: number;
  project: string;
  spider: string;
  spiderId: number;
  kind: RunKind;
  state: RunState;
  reason: string | null;
  pid: number | null;
  startedAt: number | null;
  activeSince: number | null;
  activeMs: number;
  waitingSince: number | null;
  breaches: number;
}

/** How a run moves: to which state, and why. */
export interface Move {
  to: RunState;
  reason: string | null;
  cause: RunCause | null;
}

/**
 * Locks a run, for changes of its state, and brings it up to date with its own time.
 * @throws StoreError `not-found`
 */
export async function lockRun(query: Query, run: number): Promise<FleetRun> {
  // Before the run itself, as whoever writes.
  await query(
    `INSERT INTO fleet_runs (run_id, last_at)
      SELECT id, greatest(coalesce((SELECT max(finished_at) FROM requests WHERE run_id = $1 AND finished_at IS NOT NULL), 0),
        coalesce((SELECT max(at) FROM events WHERE run_id = $1), 0)) FROM all_runs WHERE id = $1
      ON CONFLICT DO NOTHING`,
    [run],
  );
  await query('SELECT 1 FROM fleet_runs WHERE run_id = $1 FOR NO KEY UPDATE', [run]);
  await query('SELECT 1 FROM all_runs WHERE id = $1 FOR NO KEY UPDATE', [run]);
  const [row] = await query<FleetRun>(
    `SELECT r.id, p.name AS project, s.name AS spider, r.spider_id AS "spiderId", r.kind, r.state, r.reason, r.owner_pid AS pid,
      r.started_at AS "startedAt", r.active_since AS "activeSince", r.active_ms AS "activeMs",
      r.waiting_since AS "waitingSince",
      coalesce((SELECT json_array_length((${readableJson('report')})::json -> 'breaches') FROM run_expectations WHERE run_id = r.id), 0)::bigint AS breaches
    FROM runs r JOIN all_spiders s ON s.id = r.spider_id JOIN all_projects p ON p.id = s.project_id
    WHERE r.id = $1`,
    [run],
  );
  if (row === undefined) throw notFound(`run "${run}"`);
  return row;
}

/** Moves a run, and writes it down as an event and for those who follow changes. @throws StoreError `conflict` */
export async function moveRun(
  query: Query,
  run: FleetRun,
  { to, reason, cause }: Move,
  time: number | null,
): Promise<void> {
  if (!mayFollow(run.state, to)) {
    throw new StoreError('conflict', `Run ${run.id} is ${run.state} and cannot become ${to}.`, hintFor(run));
  }
  const at = await nextTime(query, run.id, time);
  const goesOn = isUnderway(run.state) && isUnderway(to);
  const wasCutOff = run.state === 'interrupted';
  if (wasCutOff && (run.activeSince ?? run.waitingSince) !== null) {
    const message = goneReason(run.pid === null ? null : { pid: run.pid, lock: fleetOwner(run.id) });
    await addEvent(query, run.id, at, { kind: 'interrupted', message });
  }
  if (!goesOn) await endWait(query, run.id, at);
  const running = to === 'running';
  await query(
    `UPDATE all_runs SET state = $2, reason = $3, cause = $4, owner_pid = $5, owner_lock = $6,
      started_at = coalesce(started_at, $7), ended_at = $8,
      active_ms = active_ms + CASE WHEN $9 OR active_since IS NULL THEN 0 ELSE greatest(0, least($10, $11 - active_since)) END,
      active_since = CASE WHEN $9 THEN active_since WHEN $12 THEN $11 END,
      requested = CASE WHEN $13 THEN requested END
    WHERE id = $1`,
    [
      run.id,
      to,
      running ? null : reason,
      cause,
      isUnderway(to) ? process.pid : null,
      isUnderway(to) ? fleetOwner(run.id) : null,
      running ? at : null,
      isEnded(to) ? at : null,
      goesOn,
      2 * beatMs,
      at,
      running,
      isUnderway(to),
    ],
  );
  await tellChange(query, run, { to, reason, cause }, at);
  await addEvent(query, run.id, await nextTime(query, run.id, time), eventOf(run, to, reason));
}

/** A run waits for the network no longer. */
export async function endWait(query: Query, run: number, at: number): Promise<void> {
  await query(
    `UPDATE all_runs SET waited_ms = waited_ms + greatest(0, $2 - waiting_since), waiting_since = NULL
    WHERE id = $1 AND waiting_since IS NOT NULL`,
    [run, at],
  );
}

function eventOf({ startedAt }: FleetRun, to: RunState, reason: string | null) {
  // `failed` is the kind of event of a page that failed.
  if (to === 'failed') return { kind: 'run-failed', message: reason ?? 'The run is failed.' };
  if (to !== 'running') return { kind: to, message: reason ?? `The run is ${to}.` };
  return startedAt === null
    ? { kind: 'started', message: `The run started in process ${process.pid}.` }
    : { kind: 'resumed', message: `The run goes on in process ${process.pid}.` };
}

async function tellChange(query: Query, run: FleetRun, { to, reason, cause }: Move, at: number) {
  const { id, project, spider, kind, breaches } = run;
  const change: RunChange = {
    kind: 'run',
    subject: String(id),
    project,
    spider,
    what: 'moved',
    state: to,
    cause,
    reason,
    runKind: kind,
    ...(breaches === 0 ? {} : { breaches }),
  };
  await query(noteChange, [at, change.kind, change.subject, JSON.stringify(change)]);
}

function hintFor({ state }: FleetRun): string {
  return isEnded(state)
    ? 'It has ended; start a new run, or put its failed requests back in the queue.'
    : 'Resume it, or delete it.';
}
