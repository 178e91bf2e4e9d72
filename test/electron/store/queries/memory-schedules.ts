import { decide, nextDue, type DecidedMoment } from '../../../../shared/schedules/decide.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import { hindranceBy, type LastEntry } from '../../../../electron/store/schedules/hindrance.ts';
import {
  keptTicks,
  type DecidedDue,
  type ScheduleQueries,
  type ScheduleRow,
  type TickRow,
} from '../../../../electron/store/schedules/schedule-queries.ts';
import { endOf, unbegun } from './memory-queue.ts';
import { isoTime, type KeptSchedule, type Tables } from './memory-tables.ts';

export function schedulesOf(tables: Tables): ScheduleQueries {
  const { schedules, queue } = tables;

  const find = (id: string): KeptSchedule => {
    const schedule = schedules.get(id);
    if (schedule === undefined) throw notFound(`schedule "${id}"`);
    return schedule;
  };

  /** Ticks with the runs of their entries, newest first. */
  const ticksOf = ({ ticks }: KeptSchedule): TickRow[] =>
    ticks
      .map((tick) => ({
        ...tick,
        run: queue.entries.find(({ row }) => row.id === tick.entry)?.row.run ?? null,
      }))
      .toSorted((a, b) => b.dueAt.localeCompare(a.dueAt));

  const rowOf = (schedule: KeptSchedule): ScheduleRow =>
    structuredClone({ ...schedule.row, last: ticksOf(schedule)[0] ?? null });

  function tell({ id, project, spider }: KeptSchedule['row'], what: 'added' | 'changed' | 'removed'): void {
    tables.tell({ kind: 'schedule', subject: id, project, spider, what, dueAt: null, reason: null });
  }

  function lastEntry(id: string): LastEntry | null {
    const own = queue.entries
      .map(({ row }) => row)
      .filter(({ schedule }) => schedule === id)
      .toSorted((a, b) => String(a.scheduledFor).localeCompare(String(b.scheduledFor)));
    const last = own.findLast(({ state }) => state === 'pending' || state === 'running') ?? own.at(-1);
    if (last === undefined) return null;
    const run = tables.runs().find(({ row }) => row.id === last.run)?.row ?? null;
    return { id: last.id, state: last.state, scheduledFor: Date.parse(last.scheduledFor ?? ''), run };
  }

  function enqueue({ id, project, spider, priority, options }: ScheduleRow, dueAt: number): string {
    const entry = tables.newId();
    queue.entries.push({
      row: {
        ...{ id: entry, project, spider, spiderExists: true, state: 'pending', priority },
        ...{ attempts: 0, maxAttempts: 3, reason: null, run: null, source: 'schedule', schedule: id },
        ...{ scheduledFor: isoTime(dueAt), batch: null, options: structuredClone(options), dueAt: null },
        ...{ addedAt: isoTime(tables.now), startedAt: null, endedAt: null, worker: null },
      },
      ...{ position: endOf(tables), dueAt: tables.now, cleared: false, ...unbegun },
    });
    return entry;
  }

  function record(schedule: KeptSchedule, moment: DecidedMoment, now: number): string | null {
    const { dueAt, outcome, reason } = moment;
    const { id, project, spider } = schedule.row;
    const due = isoTime(dueAt);
    const isDecided =
      schedule.ticks.some((tick) => tick.dueAt === due) ||
      queue.entries.some(({ row }) => row.schedule === id && row.scheduledFor === due);
    if (isDecided) return null;
    const entry = outcome === 'queued' ? enqueue(rowOf(schedule), dueAt) : null;
    schedule.ticks.push({ dueAt: due, decidedAt: isoTime(now), outcome, reason, entry });
    schedule.ticks = schedule.ticks.toSorted((a, b) => b.dueAt.localeCompare(a.dueAt)).slice(0, keptTicks);
    tables.tell({ kind: 'schedule', subject: id, project, spider, what: outcome, dueAt, reason });
    return entry;
  }

  function decideDue(now: number): DecidedDue {
    const due: DecidedDue = { changed: [], nextDue: null, unreadable: [] };
    for (const schedule of schedules.values()) {
      const { row } = schedule;
      if (!row.enabled) continue;
      const decision = decide(row, now, () => hindranceBy(lastEntry(row.id), row.zone));
      if (decision !== null) {
        row.decidedUntil = decision.decidedUntil;
        const entries = decision.moments.map((moment) => record(schedule, moment, now));
        const { id, project, spider } = row;
        const entry = entries.find((each) => each !== null) ?? null;
        if (entries.length > 0) due.changed.push({ schedule: id, project, spider, entry });
      }
      const next = nextDue(row, now);
      if (next !== null) due.nextDue = Math.min(next, due.nextDue ?? Infinity);
    }
    return due;
  }

  return {
    async add(of, choices) {
      if (tables.spider(of) === null) throw notFound(`spider "${of.spider}" in the project "${of.project}"`);
      const id = tables.newId();
      const begun = { createdAt: isoTime(tables.now), decidedUntil: tables.now };
      const schedule = { row: { id, ...of, ...structuredClone(choices), ...begun }, ticks: [] };
      schedules.set(id, schedule);
      tell(schedule.row, 'added');
      return rowOf(schedule);
    },
    async list({ project, spider } = {}) {
      return [...schedules.values()]
        .filter(
          ({ row }) => (project ?? row.project) === row.project && (spider ?? row.spider) === row.spider,
        )
        .map(rowOf)
        .toSorted((a, b) => a.project.localeCompare(b.project) || a.spider.localeCompare(b.spider));
    },
    async get(id) {
      return rowOf(find(id));
    },
    async update(id, changes) {
      const { row } = find(id);
      const before = { ...row };
      Object.assign(row, structuredClone(changes));
      const isAnother = row.cron !== before.cron || row.zone !== before.zone;
      if (isAnother || (row.enabled && !before.enabled)) row.decidedUntil = tables.now;
      tell(row, 'changed');
      return rowOf(find(id));
    },
    async remove(id) {
      const removed = rowOf(find(id));
      schedules.delete(id);
      for (const { row } of queue.entries) if (row.schedule === id) row.schedule = null;
      tell(removed, 'removed');
      return removed;
    },
    async ticks(id, { before, limit }) {
      const ticks = ticksOf(find(id));
      return ticks.filter(({ dueAt }) => before === null || Date.parse(dueAt) < before).slice(0, limit);
    },
    async decideDue(now) {
      return decideDue(now);
    },
  };
}
