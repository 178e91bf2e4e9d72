import type { Counters } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { notFound, StoreError } from '../errors.ts';
import { createEventWriter } from '../events/events.ts';
import type { RunOptions } from '../database/json-columns.ts';
import type { RunOwner } from '../database/owner.ts';
import { createRecovery } from '../database/recovery.ts';
import { rowId } from '../database/rows.ts';
import { createRunRemoval, type RemovedCounts } from './run-removal.ts';
import { createRunReport, type FieldFill, type RunTimings } from './run-report.ts';
import { createRunReader, goneReason, type RunKind, type RunQuery, type RunRow } from './run-rows.ts';
import { isEnded, isUnderway, mayFollow, type RunState } from './run-states.ts';
import { createLastSign, createTimeIn } from './run-time.ts';
import { createRunStatistics, type Receipt, type RunStatistics } from './statistics.ts';

export type {
  RunKind,
  RunOptions,
  RunQuery,
  RunRow,
  RunState,
  RunStatistics,
  Receipt,
  RunTimings,
  FieldFill,
};

export interface NewRun {
  /** The spider's version to freeze, as `spiders.version` gives it. */
  versionId: string;
  /** A test run has a limit, and never counts for incremental crawling. */
  kind: RunKind;
  options: RunOptions;
  appVersion: string;
  /** Who will carry it out; this connection when left out, null for nobody yet. */
  owner?: RunOwner | null;
}

export interface RunRepository {
  /** Starts as `queued`. @throws StoreError `not-found` for an unknown version */
  create(run: NewRun): RunRow;
  /**
   * Begins or resumes: the run is `running` and belongs to this process; requests that were in flight when an earlier
   * process was cut off are queued again. @throws StoreError `conflict` when it has ended or somebody carries it out
   */
  start(id: string): { run: RunRow; requeued: number };
  /** @throws StoreError `conflict` when the state may not follow the present one */
  setState(id: string, state: RunState, reason?: string): RunRow;
  /** Writes down how long the run has been at work. For the process that carries it out, every `beatMs`. */
  beat(id: string): void;
  /**
   * The run waits for the network, which is no work; `reason` is a sentence. For the process that carries it out. Nothing
   * happens where it is not under way.
   */
  wait(id: string, reason: string): void;
  /** It waits no longer. */
  goOn(id: string): void;
  /**
   * The thread of this process that carried the run out has broken: the run is `paused`, with the reason, and what was in flight
   * is queued again; one that had not begun has failed. @throws StoreError `conflict` when it has come to its end
   */
  cutOff(id: string, reason: string): RunRow;
  /** Asks the process that carries the run out; it sees this in `requested`. @throws StoreError `conflict` when nobody does */
  request(id: string, wish: 'pause' | 'stop'): RunRow;
  /** What was asked of the process that carries the run out. Cheap: it looks several times a second. */
  requested(id: string): 'pause' | 'stop' | null;
  /**
   * Writes down which runs are interrupted; reading finds out without. @returns how many were new
   * @param reason why; that its process is gone unless given
   */
  markInterrupted(reason?: string): number;
  /** Newest first. */
  list(query?: RunQuery): RunRow[];
  /** @throws StoreError `not-found` */
  get(id: string): RunRow;
  latest(project: string, spider: string): RunRow | null;
  /** The newest run that has an item. */
  latestWithItems(project: string, spider: string): RunRow | null;
  counters(id: string): Counters;
  statistics(id: string): RunStatistics;
  receipt(id: string): Receipt;
  timings(id: string): RunTimings;
  fills(id: string): FieldFill[];
  /** With its requests, items, events and pages. @throws StoreError `conflict` while it is carried out */
  delete(id: string): RemovedCounts;
}

/** For what does the same as part of something larger, within a transaction of its own. */
export interface Runs extends RunRepository {
  removeWithin(id: number): RemovedCounts;
  startWithin: RunRepository['start'];
  setStateWithin: RunRepository['setState'];
  beatWithin: RunRepository['beat'];
  waitWithin: RunRepository['wait'];
  goOnWithin: RunRepository['goOn'];
}

export function createRuns(context: StoreContext): Runs {
  const { connection, now, activeTime, owners } = context;
  const { db } = connection;
  const reader = createRunReader(context);
  const remove = createRunRemoval(context, reader);
  const recover = createRecovery(context);
  const statistics = createRunStatistics(context);
  const report = createRunReport(context);
  const writeEvents = createEventWriter(context);

  const insert = db.prepare<
    [
      {
        version: number;
        kind: RunKind;
        options: string;
        app: string;
        pid: number | null;
        lock: string | null;
        now: number;
      },
    ],
    { id: number }
  >(
    `INSERT INTO runs (spider_id, version_id, state, kind, options, app_version, owner_pid, owner_lock, created_at)
      SELECT spider_id, id, 'queued', @kind, @options, @app, @pid, @lock, @now
      FROM spider_versions WHERE id = @version RETURNING id`,
  );
  const update = db.prepare<
    [
      {
        id: number;
        state: RunState;
        reason: string | null;
        pid: number | null;
        lock: string | null;
        startedAt: number | null;
        endedAt: number | null;
        activeSince: number | null;
        activeMs: number;
      },
    ]
  >(
    `UPDATE runs SET state = @state, reason = @reason, owner_pid = @pid, owner_lock = @lock,
      started_at = coalesce(started_at, @startedAt), ended_at = @endedAt, active_since = @activeSince,
      active_ms = @activeMs, requested = CASE WHEN @state IN ('running', 'pausing') THEN requested END
    WHERE id = @id`,
  );
  const clearRequest = db.prepare<[number]>('UPDATE runs SET requested = NULL WHERE id = ?');
  const setRequest = db.prepare<['pause' | 'stop', number]>('UPDATE runs SET requested = ? WHERE id = ?');
  const getRequest = db.prepare<[number], { requested: 'pause' | 'stop' | null }>(
    'SELECT requested FROM runs WHERE id = ?',
  );
  const getState = db.prepare<[number], { state: RunState }>('SELECT state FROM runs WHERE id = ?');
  const beginSession = db.prepare<[number]>('UPDATE runs SET sessions = sessions + 1 WHERE id = ?');
  const times = db.prepare<
    [number],
    { active_since: number | null; active_ms: number; waiting_since: number | null }
  >('SELECT active_since, active_ms, waiting_since FROM runs WHERE id = ?');
  const beginWait = db.prepare<[{ id: number; spent: number; now: number; reason: string }]>(
    `UPDATE runs SET active_ms = active_ms + @spent, active_since = NULL, waiting_since = @now, reason = @reason
    WHERE id = @id AND waiting_since IS NULL AND state = 'running'`,
  );
  const endWait = db.prepare<[{ id: number; until: number }]>(
    `UPDATE runs SET waited_ms = waited_ms + max(0, @until - waiting_since), waiting_since = NULL
    WHERE id = @id AND waiting_since IS NOT NULL`,
  );
  const workAgain = db.prepare<[{ id: number; now: number }]>(
    `UPDATE runs SET active_since = @now, reason = CASE state WHEN 'pausing' THEN reason END
    WHERE id = @id AND active_since IS NULL AND state IN ('running', 'pausing')`,
  );
  const addTime = db.prepare<[number, number, number]>(
    'UPDATE runs SET active_ms = active_ms + ?, active_since = ? WHERE id = ? AND active_since IS NOT NULL',
  );
  const stale = db.prepare<[], { id: number }>(
    `SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') ORDER BY id`,
  );
  const lastSign = createLastSign(context);
  const timeIn = createTimeIn(context);

  const newestWithItems = db
    .prepare<[string, string], number>(
      `SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id
        JOIN projects ON projects.id = spiders.project_id
      WHERE projects.name = ? AND spiders.name = ? AND EXISTS (SELECT 1 FROM items WHERE run_id = runs.id)
      ORDER BY runs.id DESC LIMIT 1`,
    )
    .pluck();

  function activeMs(run: RunRow): number {
    const id = Number(run.id);
    const row = times.get(id);
    if (row === undefined) return 0;
    const until = run.state === 'interrupted' ? lastSign(id) : undefined;
    return row.active_ms + activeTime.sinceWritten(id, row.active_since, until);
  }

  /** Moves a run to a state that may follow its present one. Within a transaction. */
  function move(run: RunRow, to: RunState, reason: string | null): void {
    if (!mayFollow(run.state, to)) {
      throw new StoreError(
        'conflict',
        `Run ${run.id} is ${run.state} and cannot become ${to}.`,
        stateHint(run),
      );
    }
    const goesOn = isUnderway(run.state) && isUnderway(to);
    const owner = goesOn ? run.owner : to === 'running' ? owners.self() : null;
    const spent = activeMs(run);
    const { active_since: since = null, waiting_since: waiting = null } = times.get(Number(run.id)) ?? {};
    // It was cut off, and this is the first to notice.
    if (run.state === 'interrupted' && (since ?? waiting) !== null)
      tell(run, 'interrupted', goneReason(run.owner));
    if (!goesOn) stopWaiting(run);
    update.run({
      id: Number(run.id),
      state: to,
      reason: to === 'running' ? null : reason,
      pid: owner?.pid ?? null,
      lock: owner?.lock ?? null,
      startedAt: to === 'running' ? now() : null,
      endedAt: isEnded(to) ? timeIn(Number(run.id)) : null,
      activeSince: goesOn ? since : to === 'running' ? now() : null,
      activeMs: goesOn ? (times.get(Number(run.id))?.active_ms ?? 0) : spent,
    });
    if (to === 'running' && !goesOn) activeTime.count(Number(run.id));
    else if (!goesOn) activeTime.forget(Number(run.id));
    // A page that failed is `failed`.
    if (to !== 'running') tell(run, to === 'failed' ? 'run-failed' : to, reason ?? `The run is ${to}.`);
    else if (run.startedAt === null) tell(run, 'started', `The run started in process ${process.pid}.`);
    else tell(run, 'resumed', `The run goes on in process ${process.pid}.`);
  }

  /** A run in the state that is written down, though its thread, and with it the lock, may be gone. */
  function asWritten(id: string): RunRow {
    const run = reader.require(id);
    return { ...run, state: getState.get(Number(run.id))?.state ?? run.state };
  }

  function stopWaiting({ id, state }: RunRow): void {
    endWait.run({ id: Number(id), until: state === 'interrupted' ? lastSign(Number(id)) : now() });
  }

  function tell(run: RunRow, kind: string, message: string): void {
    const id = Number(run.id);
    writeEvents(id, [{ kind, url: null, message }], timeIn(id));
  }

  function start(id: string): { run: RunRow; requeued: number } {
    const run = reader.require(id);
    requireStartable(run, context);
    move(run, 'running', null);
    clearRequest.run(Number(run.id));
    beginSession.run(Number(run.id));
    const died = run.state === 'interrupted';
    const requeued = recover(Number(run.id), { died, session: 'present' });
    return { run: reader.require(id), requeued };
  }

  function setState(id: string, state: RunState, reason?: string): RunRow {
    const run = reader.require(id);
    if (state === 'running' && run.state !== 'pausing') return start(id).run;
    move(run, state, reason ?? null);
    return reader.require(id);
  }

  function beat(id: string): void {
    const run = rowId(id, 'run');
    const since = times.get(run)?.active_since ?? null;
    addTime.run(activeTime.sinceWritten(run, since), now(), run);
    activeTime.count(run);
  }

  function wait(id: string, reason: string): void {
    const run = rowId(id, 'run');
    const spent = activeTime.sinceWritten(run, times.get(run)?.active_since ?? null);
    beginWait.run({ id: run, spent, now: now(), reason });
  }

  function goOn(id: string): void {
    const run = rowId(id, 'run');
    endWait.run({ id: run, until: now() });
    workAgain.run({ id: run, now: now() });
    activeTime.count(run);
  }

  return {
    create: connection.writing(({ versionId, kind, options, appVersion, owner }: NewRun) => {
      const by = owner === undefined ? owners.self() : owner;
      const row = insert.get({
        version: rowId(versionId, 'spider version'),
        kind,
        options: JSON.stringify(options),
        app: appVersion,
        pid: by?.pid ?? null,
        lock: by?.lock ?? null,
        now: now(),
      });
      if (row === undefined) throw notFound(`spider version "${versionId}"`);
      return reader.require(String(row.id));
    }),
    start: connection.writing(start),
    setState: connection.writing(setState),
    wait: connection.writing(wait),
    goOn: connection.writing(goOn),
    beat: connection.writing(beat),
    cutOff: connection.writing((id: string, reason: string) => {
      const run = asWritten(id);
      if (run.state === 'running') move(run, 'pausing', reason);
      move(asWritten(id), run.state === 'queued' ? 'failed' : 'paused', reason);
      recover(Number(run.id), { died: true, session: 'next' });
      return reader.require(id);
    }),
    request: connection.writing((id: string, wish: 'pause' | 'stop') => {
      const run = reader.require(id);
      if (!isUnderway(run.state)) {
        throw new StoreError(
          'conflict',
          `Run ${id} is ${run.state}; nobody is carrying it out.`,
          stateHint(run),
        );
      }
      // Who wants it stopped does not want it paused instead.
      if (run.requested !== 'stop') setRequest.run(wish, Number(id));
      return reader.require(id);
    }),
    requested: connection.reading((id: string) => getRequest.get(rowId(id, 'run'))?.requested ?? null),
    markInterrupted: connection.writing((given?: string) => {
      let marked = 0;
      for (const { id } of stale.all()) {
        const run = reader.require(String(id));
        if (run.state !== 'interrupted') continue;
        const spent = activeMs(run);
        stopWaiting(run);
        const reason = given ?? goneReason(run.owner);
        update.run({
          id,
          state: 'interrupted',
          reason,
          pid: run.owner?.pid ?? null,
          lock: run.owner?.lock ?? null,
          startedAt: null,
          endedAt: null,
          activeSince: null,
          activeMs: spent,
        });
        tell(run, 'interrupted', reason);
        marked += 1;
      }
      return marked;
    }),
    list: connection.reading((query: RunQuery = {}) => reader.list(query)),
    get: connection.reading((id: string) => reader.require(id)),
    latest: connection.reading(
      (project: string, spider: string) => reader.list({ project, spider, limit: 1 })[0] ?? null,
    ),
    latestWithItems: connection.reading((project: string, spider: string) => {
      const id = newestWithItems.get(project, spider);
      return id === undefined ? null : reader.require(String(id));
    }),
    counters: connection.reading((id: string) => reader.require(id).counters),
    statistics: connection.reading((id: string) => statistics.of(Number(reader.require(id).id))),
    receipt: connection.reading((id: string) => statistics.receipt(Number(reader.require(id).id))),
    timings: connection.reading((id: string) => report.timings(Number(id), activeMs(reader.require(id)))),
    fills: connection.reading((id: string) => report.fills(Number(reader.require(id).id))),
    delete: connection.writing((id: string) => remove(id)),
    removeWithin: (id) => remove(String(id)),
    startWithin: start,
    setStateWithin: setState,
    beatWithin: beat,
    waitWithin: wait,
    goOnWithin: goOn,
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
