import type { QueueState } from '../../../shared/queue-states.ts';
import type { StoreContext } from '../database/context.ts';
import { readEntryOptions } from '../database/json-columns.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { RunOptions } from '../runs/run-queries.ts';
import type { QueueRow, WorkerKind } from './queue-queries.ts';

/** How often an entry is tried unless something else is asked for. */
const usualAttempts = 3;

/** An entry to insert. */
export interface NewEntry {
  /** Row id of the spider. */
  spider: number;
  priority: number;
  options: RunOptions;
  batch: string | null;
  /** Row id of the schedule, and the moment of it in milliseconds since 1970; null: a person queued it. */
  scheduled: { schedule: number; dueAt: number } | null;
}

/** Reads and adds entries within a transaction or query of its caller. */
export interface QueueRows {
  /** Adds a pending entry behind those of its priority. @returns its id */
  insert(entry: NewEntry): string;
  /** @throws StoreError `not-found` */
  require(id: string): QueueRow;
  /** The columns of an entry and what they are joined with, to be followed by conditions. */
  readonly select: string;
  toRow(stored: StoredEntry): QueueRow;
  /** To be called after each change of an entry, which it records. @returns the entry as it stands */
  changed(id: number): QueueRow;
  /** Ends the entries of a spider that is about to be deleted, and keeps its present names in all of them. */
  forgetSpider(spider: number, reason: string): void;
}

/** An entry as `select` reads it. */
export interface StoredEntry {
  id: number;
  /** Row id of its spider; null: it is gone, or in the trash. */
  there_spider: number | null;
  project_name: string;
  spider_name: string;
  state: QueueState;
  priority: number;
  position: number;
  options_json: string;
  batch: string | null;
  attempts: number;
  max_attempts: number;
  due_at: number;
  /** Its run; null: it has none, or that is gone or in the trash. */
  there_run: number | null;
  reason: string | null;
  owner_pid: number | null;
  owner_lock: string | null;
  lease: number;
  settled: number;
  losses: number;
  asked: 'pause' | 'stop' | null;
  schedule_id: number | null;
  scheduled_for: number | null;
  added_at: number;
  started_at: number | null;
  ended_at: number | null;
  worker_kind: WorkerKind | null;
}

/** The options of an entry as they are stored: equal options are equal texts. */
export function optionsText(options: RunOptions): string {
  const { limit, overrides, args = {}, allowPrivate, version, workers } = options;
  const given = { overrides: sorted(overrides), args: sorted(args) };
  return JSON.stringify({ limit, ...given, allowPrivate, version, workers });
}

const sorted = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export function createQueueRows(context: StoreContext): QueueRows {
  const { connection, now } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const select = `
    SELECT entries.*, coalesce(projects.name, entries.project) AS project_name,
      coalesce(spiders.name, entries.spider) AS spider_name, spiders.id AS there_spider,
      (SELECT id FROM runs WHERE id = entries.run_id) AS there_run, workers.kind AS worker_kind
    FROM queue_entries AS entries LEFT JOIN spiders ON spiders.id = entries.spider_id
    LEFT JOIN projects ON projects.id = spiders.project_id
    LEFT JOIN queue_workers AS workers ON workers.lock = entries.owner_lock`;
  const one = db.prepare<[number], StoredEntry>(`${select} WHERE entries.id = ?`);
  const insert = db.prepare<
    [
      {
        spider: number;
        priority: number;
        options: string;
        batch: string | null;
        attempts: number;
        schedule: number | null;
        scheduledFor: number | null;
        now: number;
      },
    ],
    { id: number }
  >(
    `INSERT INTO queue_entries (spider_id, project, spider, state, priority, position, options_json, batch, max_attempts, due_at,
        schedule_id, scheduled_for, added_at)
      SELECT spiders.id, projects.name, spiders.name, 'pending', @priority,
        (SELECT coalesce(max(position), 0) + 1 FROM queue_entries), @options, @batch, @attempts, @now, @schedule, @scheduledFor, @now
      FROM spiders JOIN projects ON projects.id = spiders.project_id WHERE spiders.id = @spider RETURNING id`,
  );
  const keepNames = db.prepare<[{ spider: number }]>(
    `UPDATE queue_entries SET
      spider = (SELECT name FROM spiders WHERE id = @spider),
      project = (SELECT projects.name FROM projects JOIN spiders ON spiders.project_id = projects.id WHERE spiders.id = @spider)
    WHERE spider_id = @spider`,
  );
  const endAll = db
    .prepare<[{ spider: number; reason: string; now: number }], number>(
      `UPDATE queue_entries SET state = 'cancelled', reason = @reason, ended_at = @now, owner_pid = NULL, owner_lock = NULL
      WHERE spider_id = @spider AND state IN ('pending', 'running') RETURNING id`,
    )
    .pluck();

  function toRow(stored: StoredEntry): QueueRow {
    const isPending = stored.state === 'pending';
    return {
      id: String(stored.id),
      project: stored.project_name,
      spider: stored.spider_name,
      spiderExists: stored.there_spider !== null,
      state: stored.state,
      priority: stored.priority,
      attempts: stored.attempts,
      maxAttempts: stored.max_attempts,
      reason: stored.reason,
      run: stored.there_run === null ? null : String(stored.there_run),
      source: stored.scheduled_for === null ? 'person' : 'schedule',
      schedule: stored.schedule_id === null ? null : String(stored.schedule_id),
      scheduledFor: isoTimeOrNull(stored.scheduled_for),
      batch: stored.batch,
      options: readEntryOptions(stored.options_json, stored.id),
      dueAt: isPending && stored.due_at > now() ? isoTime(stored.due_at) : null,
      addedAt: isoTime(stored.added_at),
      startedAt: isoTimeOrNull(stored.started_at),
      endedAt: isoTimeOrNull(stored.ended_at),
      worker:
        stored.owner_pid === null || stored.worker_kind === null
          ? null
          : { pid: stored.owner_pid, kind: stored.worker_kind },
    };
  }

  function require(id: number): QueueRow {
    const stored = one.get(id);
    if (stored === undefined) throw notFound(`queue entry "${id}"`);
    return toRow(stored);
  }

  function changed(id: number): QueueRow {
    const row = require(id);
    const { project, spider, state, reason, run, attempts } = row;
    outbox.write({ kind: 'queue', subject: row.id, project, spider, state, reason, run, attempts });
    return row;
  }

  return {
    select,
    toRow,
    changed,
    require: (id) => require(rowId(id, 'queue entry')),
    insert({ spider, priority, options, batch, scheduled }) {
      const row = insert.get({
        spider,
        priority,
        options: optionsText(options),
        batch,
        attempts: usualAttempts,
        schedule: scheduled?.schedule ?? null,
        scheduledFor: scheduled?.dueAt ?? null,
        now: now(),
      });
      if (row === undefined) throw notFound(`spider "${spider}"`);
      return changed(row.id).id;
    },
    forgetSpider(spider, reason) {
      keepNames.run({ spider });
      for (const id of endAll.all({ spider, reason, now: now() })) changed(id);
    },
  };
}
