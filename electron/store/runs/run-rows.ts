import type { RunCause } from '../../../shared/run-cause.ts';
import type { Counters } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { notFound, StoreError } from '../errors.ts';
import { readRunOptions } from '../database/json-columns.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import { createAbandonment } from './abandonment.ts';
import { currentRunSql, replacedBySql } from './current-sql.ts';
import type { RunKind, RunList, RunOwner, RunRow } from './run-queries.ts';
import { isUnderway, type RunState } from './run-states.ts';

interface StoredRun {
  id: number;
  spider: string;
  project: string;
  version: number;
  version_id: number;
  state: RunState;
  reason: string | null;
  cause: RunCause | null;
  kind: RunKind;
  options: string;
  app_version: string;
  owner_pid: number | null;
  owner_lock: string | null;
  requested: 'pause' | 'stop' | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  active_since: number | null;
  active_ms: number;
  waiting_since: number | null;
  sessions: number;
  waited_ms: number;
  source_id: number | null;
  accepted_at: number | null;
  replaced_by: number | null;
  breaches: number;
}

/** Reads runs within a query or a change of a port. */
export interface RunReader {
  list(query: RunList): RunRow[];
  /** @throws StoreError `not-found` */
  require(id: string): RunRow;
  /**
   * A run that was read in a transaction, read again after it where it was found cut off: a transaction does not see that the
   * owner has ended it meanwhile.
   * @returns null: it stands as it was read
   */
  settled(run: Pick<RunRow, 'id' | 'state'>): RunRow | null;
  counters(run: number): Counters;
}

export function createRunReader(context: StoreContext): RunReader {
  const { connection, activeTime } = context;
  const { db } = connection;
  const isAbandoned = createAbandonment(context);
  const columns = `
    SELECT runs.*, spiders.name AS spider, projects.name AS project, v.number AS version, ${replacedBySql} AS replaced_by,
      coalesce((SELECT json_array_length(${connection.values.object('report')}, '$.breaches') FROM run_expectations WHERE run_id = runs.id), 0)
        AS breaches
    FROM runs JOIN spiders ON spiders.id = runs.spider_id
    JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.id = runs.version_id`;
  const one = db.prepare<[number], StoredRun>(`${columns} WHERE runs.id = ?`);
  const many = db.prepare<
    [{ project: string | null; spider: string | null; before: number; limit: number; current: 0 | 1 }],
    StoredRun
  >(
    `${columns}
      WHERE (@project IS NULL OR projects.name = @project) AND (@spider IS NULL OR spiders.name = @spider)
        AND runs.id < @before AND (@current = 0 OR ${currentRunSql})
      ORDER BY runs.id DESC LIMIT @limit`,
  );
  const sums = db.prepare<[number], Counters>(
    `SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active, coalesce(sum(done), 0) AS done,
      coalesce(sum(failed), 0) AS failed, coalesce(sum(skipped), 0) AS skipped,
      coalesce(sum(queued + active + done + failed + skipped), 0) AS seen, coalesce(sum(items), 0) AS items
    FROM origins WHERE run_id = ?`,
  );

  function counters(run: number): Counters {
    const row = sums.get(run);
    if (row === undefined) throw notFound(`run "${run}"`);
    return row;
  }

  /**
   * A run as it stands. Its owner may have ended it, and gone, after its row was read: only a row that still says the same
   * once the owner is known to be gone is that of an abandoned run.
   */
  function toRow(row: StoredRun): RunRow {
    if (!isAbandoned(row)) return rowOf(row, false);
    const later = one.get(row.id) ?? row;
    const isSame =
      later.state === row.state && later.owner_lock === row.owner_lock && later.sessions === row.sessions;
    return isSame ? rowOf(later, true) : toRow(later);
  }

  function rowOf(row: StoredRun, interrupted: boolean): RunRow {
    const owner = row.owner_pid === null ? null : { pid: row.owner_pid, lock: row.owner_lock };
    // How long it went on before it was cut off is known only when somebody takes it over; see `lastSign`.
    const running = interrupted ? 0 : activeTime.sinceWritten(row.id, row.active_since);
    return {
      id: String(row.id),
      spider: row.spider,
      project: row.project,
      version: row.version,
      versionId: String(row.version_id),
      state: interrupted ? 'interrupted' : row.state,
      reason: interrupted ? goneReason(owner) : row.reason,
      cause: interrupted ? null : row.cause,
      kind: row.kind,
      source: row.source_id === null ? null : String(row.source_id),
      acceptedAt: isoTimeOrNull(row.accepted_at),
      replacedBy: row.replaced_by === null ? null : String(row.replaced_by),
      breaches: row.breaches,
      options: readRunOptions(row.options, row.id),
      appVersion: row.app_version,
      owner,
      requested: row.requested,
      sessions: row.sessions,
      counters: counters(row.id),
      createdAt: isoTime(row.created_at),
      startedAt: isoTimeOrNull(row.started_at),
      endedAt: isoTimeOrNull(row.ended_at),
      activeMs: row.active_ms + running,
      waitingSince: interrupted ? null : isoTimeOrNull(row.waiting_since),
      waitedMs: row.waited_ms,
    };
  }

  return {
    list: ({ project, spider, before, limit, current = false }) =>
      many
        .all({
          project: project ?? null,
          spider: spider ?? null,
          before: before === undefined ? Number.MAX_SAFE_INTEGER : rowId(before, 'run'),
          limit: limit ?? Number.MAX_SAFE_INTEGER,
          current: current ? 1 : 0,
        })
        .map((row) => toRow(row)),
    require(id) {
      const row = one.get(rowId(id, 'run'));
      if (row === undefined) throw notFound(`run "${id}"`);
      return toRow(row);
    },
    settled(run) {
      const row = run.state === 'interrupted' ? one.get(rowId(run.id, 'run')) : undefined;
      return row === undefined ? null : toRow(row);
    },
    counters,
  };
}

/** Why a run is `interrupted`. */
export function goneReason(owner: RunOwner | null): string {
  return owner === null
    ? 'The process that carried it out is gone.'
    : `The process that carried it out (${owner.pid}) is gone.`;
}

/** @throws StoreError `conflict` while a living process carries the run out */
export function requireIdle(run: RunRow, action: string): void {
  if (!isUnderway(run.state)) return;
  throw new StoreError(
    'conflict',
    `Run ${run.id} is being carried out by process ${run.owner?.pid ?? 'unknown'} and cannot be ${action} now.`,
    'Pause or stop it first.',
  );
}
