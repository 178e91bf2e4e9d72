import type { RunCause } from '../../../../shared/run-cause.ts';
import type { Counters } from '../../../../electron/engine/ports/ledger.ts';
import { notFound, StoreError } from '../../../../electron/store/errors.ts';
import type { EntryLease } from '../../../../electron/store/queue/entry-lease.ts';
import type { RunRow } from '../../../../electron/store/runs/run-queries.ts';
import { goneReason } from '../../../../electron/store/runs/run-rows.ts';
import { isEnded, isUnderway, mayFollow, type RunState } from '../../../../electron/store/runs/run-states.ts';
import { runChange } from './memory-outbox.ts';
import { isoTime, type NamedRun, type Run, type Tables } from './memory-tables.ts';

/** The owner of every run of the studio that another one is not named for. */
export const self = { pid: process.pid, lock: 'memory' };

function countersOf({ requests }: Run): Counters {
  const counters = { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, seen: 0, items: 0 };
  for (const { row } of requests) {
    counters[row.state] += 1;
    counters.seen += 1;
    counters.items += row.items;
  }
  return counters;
}

/** A run as it stands. */
export function rowOf(tables: Tables, run: NamedRun): RunRow {
  const { row, of, activeSince } = run;
  const read = {
    ...row,
    ...of,
    replacedBy: replacedBy(tables, run),
    breaches: run.expectations?.breaches.length ?? 0,
    counters: countersOf(run),
  };
  if (isAbandoned(tables, run))
    return { ...read, state: 'interrupted', reason: goneReason(row.owner), cause: null, waitingSince: null };
  return { ...read, activeMs: row.activeMs + (activeSince === null ? 0 : tables.now - activeSince) };
}

/** The accepted generation that takes the place of a run. */
function replacedBy(tables: Tables, { row }: Run): string | null {
  const accepted = tables.runs().find(({ row: { id, source, acceptedAt } }) => {
    if (acceptedAt === null || source === null) return false;
    return source === row.id || (source === row.source && id !== row.id && acceptedAt >= row.createdAt);
  });
  return accepted?.row.id ?? null;
}

function isAbandoned({ ownersAlive }: Tables, { row: { state, owner } }: Run): boolean {
  if (!isUnderway(state) && state !== 'queued') return false;
  return owner === null ? state !== 'queued' : !ownersAlive;
}

/** @throws StoreError `not-found` */
export function readRun(tables: Tables, id: string): RunRow {
  const run = tables.runs().find(({ row }) => row.id === id);
  if (run === undefined) throw notFound(`run "${id}"`);
  return rowOf(tables, run);
}

export function record(tables: Tables, run: Run, kind: string, message: string): void {
  run.events.push({ id: Number(tables.newId()), at: tables.now, kind, url: null, message });
}

/** Moves a run to a state, and records it. @throws StoreError `conflict` where it may not follow, `not-found` */
export function move(
  tables: Tables,
  id: string,
  to: RunState,
  { reason, cause = null }: { reason: string; cause?: RunCause | null },
): void {
  const before = readRun(tables, id);
  const run = tables.run(id);
  if (!mayFollow(before.state, to))
    throw new StoreError('conflict', `Run ${id} is ${before.state} and cannot become ${to}.`, 'Look at it.');
  if (before.state === 'interrupted') record(tables, run, 'interrupted', before.reason ?? '');
  const goesOn = isUnderway(before.state) && isUnderway(to);
  if (!goesOn) {
    endWait(tables, run);
    run.row.activeMs = before.activeMs;
    run.activeSince = to === 'running' ? tables.now : null;
    run.row.owner = to === 'running' ? self : null;
  }
  const isFirst = run.row.startedAt === null;
  if (to === 'running') run.row.startedAt ??= isoTime(tables.now);
  Object.assign(run.row, {
    state: to,
    reason: to === 'running' ? null : reason,
    cause,
    endedAt: isEnded(to) ? isoTime(tables.now) : null,
    requested: isUnderway(to) ? run.row.requested : null,
  });
  const kind = to === 'failed' ? 'run-failed' : to;
  record(tables, run, to === 'running' ? (isFirst ? 'started' : 'resumed') : kind, reason);
  const written = { state: to, reason: run.row.reason, cause };
  tables.tell(runChange({ ...readRun(tables, id), ...written }, 'moved'));
}

/** Writes down that a run is interrupted. */
export function interrupt(tables: Tables, id: string): void {
  const { reason } = readRun(tables, id);
  const run = tables.run(id);
  endWait(tables, run);
  run.activeSince = null;
  Object.assign(run.row, { state: 'interrupted', reason, cause: null, requested: null });
  record(tables, run, 'interrupted', reason ?? '');
  tables.tell(runChange(readRun(tables, id), 'moved'));
}

export function endWait({ now }: Tables, { row }: Run): void {
  if (row.waitingSince === null) return;
  row.waitedMs += now - Date.parse(row.waitingSince);
  row.waitingSince = null;
}

/** Queues again what was in flight. @param died whether its process ended without a word; @param session that claims it again */
export function recover(tables: Tables, run: Run, died: boolean, session: number): void {
  const active = run.requests.filter(({ row }) => row.state === 'active');
  const [first] = active;
  if (died && active.length === 1 && first !== undefined && first.deaths > 2) {
    const reason = 'This page ends the program.';
    Object.assign(first.row, { state: 'failed', reason, finishedAt: isoTime(tables.now) });
    return;
  }
  for (const request of active) {
    request.row.state = 'queued';
    request.recovered += 1;
    request.deaths += died ? 1 : 0;
    request.requeuedIn = session;
  }
  if (active.length > 0) record(tables, run, 'recovered', 'What was in flight will be fetched again.');
}

/** Records the run of an attempt. @throws StoreError `conflict` where it is not held */
export function linkRun({ queue }: Tables, { entry, number, lock }: EntryLease, run: string): void {
  const held = queue.entries.find(
    (each) => each.row.id === entry && each.lease === number && each.lock === lock,
  );
  if (held === undefined) throw new StoreError('conflict', `Queue entry ${entry} was lost.`, 'Look at it.');
  held.row.run = run;
}
