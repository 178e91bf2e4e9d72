import { CronError } from '../../../shared/schedules/cron.ts';
import { decide, nextDue, type DecidedMoment, type TimedSchedule } from '../../../shared/schedules/decide.ts';
import type { MissedPolicy } from '../../../shared/schedules/policies.ts';
import { ZoneError } from '../../../shared/schedules/zone.ts';
import type { QueueState } from '../../../shared/queue-states.ts';
import type { RunCause } from '../../../shared/run-cause.ts';
import type { StoreContext } from '../database/context.ts';
import { readScheduleOptions } from '../database/json-columns.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { QueueRows } from '../queue/queue-rows.ts';
import type { RunState } from '../runs/run-states.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { hindranceBy, type LastEntry } from './hindrance.ts';
import {
  keptTicks,
  type DecidedDue,
  type ScheduleChoices,
  type ScheduleQueries,
  type ScheduleRow,
  type TickRow,
} from './schedule-queries.ts';

interface Stored extends SpiderName {
  id: number;
  spider_id: number;
  cron: string;
  zone: string;
  missed: MissedPolicy;
  priority: number;
  options_json: string;
  enabled: 0 | 1;
  created_at: number;
  decided_until: number;
}

interface StoredTick {
  due_at: number;
  decided_at: number;
  outcome: DecidedMoment['outcome'];
  reason: string | null;
  entry_id: number | null;
  run_id: number | null;
}

interface StoredLast {
  id: number;
  state: QueueState;
  scheduled_for: number;
  run_id: number | null;
  run_state: RunState | null;
  cause: RunCause | null;
}

/** Implements `ScheduleQueries` on SQLite. */
export function createSchedules(
  context: StoreContext,
  { spiders, queue }: { spiders: Pick<SpiderRows, 'requireId'>; queue: Pick<QueueRows, 'insert'> },
): ScheduleQueries {
  const { connection, now } = context;
  const outbox = createOutboxWriter(context);
  const statements = prepareStatements(context);
  const ticks = createTicks(context);

  function scheduleRow(stored: Stored): ScheduleRow {
    const { id, project, spider, cron, zone, missed, priority } = stored;
    const [last] = ticks.newest(id, null, 1);
    return {
      id: String(id),
      project,
      spider,
      cron,
      zone,
      missed,
      priority,
      enabled: stored.enabled === 1,
      options: readScheduleOptions(stored.options_json, id),
      createdAt: isoTime(stored.created_at),
      decidedUntil: stored.decided_until,
      last: last ?? null,
    };
  }

  function requireStored(id: string): Stored {
    const stored = statements.one.get(rowId(id, 'schedule'));
    if (stored === undefined) throw notFound(`schedule "${id}"`);
    return stored;
  }

  const require = (id: string): ScheduleRow => scheduleRow(requireStored(id));

  function tell(
    { id, project, spider }: Pick<Stored, 'id' | 'project' | 'spider'>,
    what: 'added' | 'changed' | 'removed',
  ): void {
    outbox.write({ kind: 'schedule', subject: String(id), project, spider, what, dueAt: null, reason: null });
  }

  function add(of: SpiderName, { options, enabled, ...choices }: ScheduleChoices): ScheduleRow {
    const row = statements.insert.get({
      ...choices,
      spider: spiders.requireId(of),
      options: JSON.stringify(options),
      enabled: enabled ? 1 : 0,
      now: now(),
    });
    const stored = requireStored(String(row?.id));
    tell(stored, 'added');
    return scheduleRow(stored);
  }

  function update(id: string, changes: Partial<ScheduleChoices>): ScheduleRow {
    const before = require(id);
    const { cron, zone, missed, enabled, priority, options } = { ...before, ...changes };
    const beginsAnew = cron !== before.cron || zone !== before.zone || (enabled && !before.enabled);
    statements.update.run({
      id: rowId(id, 'schedule'),
      cron,
      zone,
      missed,
      priority,
      options: JSON.stringify(options),
      enabled: enabled ? 1 : 0,
      decidedUntil: beginsAnew ? now() : before.decidedUntil,
    });
    const stored = requireStored(id);
    tell(stored, 'changed');
    return scheduleRow(stored);
  }

  function remove(id: string): ScheduleRow {
    const stored = requireStored(id);
    const row = scheduleRow(stored);
    statements.remove.run(stored.id);
    tell(stored, 'removed');
    return row;
  }

  /** Records a decision. @returns the queue entry; null: the moment was skipped, or had been decided before */
  function record(
    stored: Stored,
    { dueAt, outcome, reason }: DecidedMoment,
    decidedAt: number,
  ): string | null {
    const { id: schedule, project, spider } = stored;
    if (ticks.isDecided(schedule, dueAt)) return null;
    const entry =
      outcome === 'skipped'
        ? null
        : queue.insert({
            spider: stored.spider_id,
            priority: stored.priority,
            options: readScheduleOptions(stored.options_json, schedule),
            batch: null,
            scheduled: { schedule, dueAt },
          });
    ticks.add({ schedule, dueAt, decidedAt, outcome, reason, entry });
    outbox.write({
      kind: 'schedule',
      subject: String(schedule),
      project,
      spider,
      what: outcome,
      dueAt,
      reason,
    });
    return entry;
  }

  /** Decides what is due of one schedule, as it stands within this transaction. */
  const decideOne = connection.writing((id: number, at: number): DecidedDue['changed'] => {
    const stored = statements.one.get(id);
    if (stored?.enabled !== 1) return [];
    const decision = decide(timed(stored), at, () => hindranceBy(ticks.lastEntry(id), stored.zone));
    if (decision === null) return [];
    statements.decided.run({ id, until: decision.decidedUntil });
    const entries = decision.moments.map((moment) => record(stored, moment, at));
    const { project, spider } = stored;
    return decision.moments.length === 0
      ? []
      : [{ schedule: String(id), project, spider, entry: entries.find((entry) => entry !== null) ?? null }];
  });

  function decideDue(at: number): DecidedDue {
    const due: DecidedDue = { changed: [], nextDue: null, unreadable: [] };
    for (const stored of statements.enabled.all()) {
      const { id, project, spider } = stored;
      try {
        // Most schedules have nothing to decide, so they are looked at without a transaction first.
        const decision = decide(timed(stored), at, () => null);
        if (decision !== null) due.changed.push(...decideOne(id, at));
        const until = decision?.decidedUntil ?? stored.decided_until;
        const next = nextDue({ ...timed(stored), decidedUntil: until }, at);
        if (next !== null) due.nextDue = Math.min(next, due.nextDue ?? Infinity);
      } catch (error) {
        if (!(error instanceof CronError || error instanceof ZoneError)) throw error;
        due.unreadable.push({ schedule: String(id), project, spider, message: error.message });
      }
    }
    return due;
  }

  return {
    add: connection.change(add),
    list: connection.query(
      ({ project = null, spider = null }: { project?: string | null; spider?: string | null } = {}) =>
        statements.all.all({ project, spider }).map(scheduleRow),
    ),
    get: connection.query(require),
    update: connection.change(update),
    remove: connection.change(remove),
    ticks: connection.query((id: string, { before, limit }: { before: number | null; limit: number }) =>
      ticks.newest(requireStored(id).id, before, limit),
    ),
    decideDue: connection.query(decideDue),
  };

  function timed({ cron, zone, missed, decided_until }: Stored): TimedSchedule {
    return { cron, zone, missed, decidedUntil: decided_until };
  }
}

function prepareStatements({ connection: { db } }: StoreContext) {
  const select = `SELECT schedules.*, projects.name AS project, spiders.name AS spider
    FROM schedules JOIN spiders ON spiders.id = schedules.spider_id JOIN projects ON projects.id = spiders.project_id`;
  return {
    one: db.prepare<[number], Stored>(`${select} WHERE schedules.id = ?`),
    all: db.prepare<[{ project: string | null; spider: string | null }], Stored>(
      `${select} WHERE (@project IS NULL OR projects.name = @project) AND (@spider IS NULL OR spiders.name = @spider)
      ORDER BY projects.name, spiders.name, schedules.id`,
    ),
    enabled: db.prepare<[], Stored>(`${select} WHERE enabled = 1 ORDER BY schedules.id`),
    insert: db.prepare<
      [
        Pick<ScheduleChoices, 'cron' | 'zone' | 'missed' | 'priority'> & {
          spider: number;
          options: string;
          enabled: 0 | 1;
          now: number;
        },
      ],
      { id: number }
    >(
      `INSERT INTO schedules (spider_id, cron, zone, missed, priority, options_json, enabled, created_at, decided_until)
      VALUES (@spider, @cron, @zone, @missed, @priority, @options, @enabled, @now, @now) RETURNING id`,
    ),
    update: db.prepare<
      [
        Pick<ScheduleChoices, 'cron' | 'zone' | 'missed' | 'priority'> & {
          id: number;
          options: string;
          enabled: 0 | 1;
          decidedUntil: number;
        },
      ]
    >(
      `UPDATE schedules SET cron = @cron, zone = @zone, missed = @missed, priority = @priority, options_json = @options,
        enabled = @enabled, decided_until = @decidedUntil WHERE id = @id`,
    ),
    remove: db.prepare<[number]>('DELETE FROM schedules WHERE id = ?'),
    decided: db.prepare<[{ id: number; until: number }]>(
      'UPDATE schedules SET decided_until = @until WHERE id = @id',
    ),
  };
}

function createTicks({ connection: { db } }: StoreContext) {
  const newest = db.prepare<[{ schedule: number; before: number | null; limit: number }], StoredTick>(
    `SELECT ticks.*, (SELECT id FROM runs WHERE id = entries.run_id) AS run_id
    FROM schedule_ticks AS ticks LEFT JOIN queue_entries AS entries ON entries.id = ticks.entry_id
    WHERE ticks.schedule_id = @schedule AND (@before IS NULL OR ticks.due_at < @before)
    ORDER BY ticks.due_at DESC LIMIT @limit`,
  );
  const decided = db
    .prepare<[{ schedule: number; dueAt: number }], number>(
      `SELECT EXISTS (SELECT 1 FROM schedule_ticks WHERE schedule_id = @schedule AND due_at = @dueAt)
        OR EXISTS (SELECT 1 FROM queue_entries WHERE schedule_id = @schedule AND scheduled_for = @dueAt)`,
    )
    .pluck();
  const insert = db.prepare<[DecidedMoment & { schedule: number; decidedAt: number; entry: string | null }]>(
    `INSERT INTO schedule_ticks (schedule_id, due_at, decided_at, outcome, reason, entry_id)
    VALUES (@schedule, @dueAt, @decidedAt, @outcome, @reason, CAST(@entry AS INTEGER))`,
  );
  const removeOld = db.prepare<[{ schedule: number; kept: number }]>(
    `DELETE FROM schedule_ticks WHERE schedule_id = @schedule AND due_at <= (
      SELECT due_at FROM schedule_ticks WHERE schedule_id = @schedule ORDER BY due_at DESC LIMIT 1 OFFSET @kept)`,
  );
  // The plus keeps SQLite from walking all entries that the schedule ever had: few are pending or running.
  const unfinished = db.prepare<[number], StoredLast>(
    `SELECT entries.id, entries.state, scheduled_for, run_id, runs.state AS run_state, runs.cause
    FROM queue_entries AS entries LEFT JOIN runs ON runs.id = run_id
    WHERE entries.state IN ('pending', 'running') AND +schedule_id = ? ORDER BY scheduled_for DESC LIMIT 1`,
  );
  const last = db.prepare<[number], StoredLast>(
    `SELECT entries.id, entries.state, scheduled_for, run_id, runs.state AS run_state, runs.cause
    FROM queue_entries AS entries LEFT JOIN runs ON runs.id = run_id
    WHERE schedule_id = ? ORDER BY scheduled_for DESC LIMIT 1`,
  );

  return {
    newest: (schedule: number, before: number | null, limit: number): TickRow[] =>
      newest
        .all({ schedule, before, limit })
        .map(({ due_at, decided_at, outcome, reason, entry_id, run_id }) => ({
          dueAt: isoTime(due_at),
          decidedAt: isoTime(decided_at),
          outcome,
          reason,
          entry: entry_id === null ? null : String(entry_id),
          run: run_id === null ? null : String(run_id),
        })),
    isDecided: (schedule: number, dueAt: number): boolean => decided.get({ schedule, dueAt }) === 1,
    add(tick: DecidedMoment & { schedule: number; decidedAt: number; entry: string | null }): void {
      insert.run(tick);
      removeOld.run({ schedule: tick.schedule, kept: keptTicks });
    },
    /** The entry of the schedule that has not ended, or its newest one. */
    lastEntry(schedule: number): LastEntry | null {
      const found = unfinished.get(schedule) ?? last.get(schedule);
      if (found === undefined) return null;
      const { id, state, scheduled_for, run_id, run_state, cause } = found;
      const run =
        run_id === null || run_state === null ? null : { id: String(run_id), state: run_state, cause };
      return { id: String(id), state, scheduledFor: scheduled_for, run };
    },
  };
}
