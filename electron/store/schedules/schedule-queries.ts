import type { DecidedMoment } from '../../../shared/schedules/decide.ts';
import type { MissedPolicy } from '../../../shared/schedules/policies.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { RunOptions } from '../runs/run-queries.ts';

/** What is chosen for a schedule. */
export interface ScheduleChoices {
  /** An expression and a zone that can be read; see `shared/schedules/`. */
  cron: string;
  zone: string;
  missed: MissedPolicy;
  enabled: boolean;
  /** Of its queue entries. */
  priority: number;
  /** Of its runs. */
  options: RunOptions;
}

/** What was decided about a moment. Times are ISO 8601. */
export interface TickRow extends Pick<DecidedMoment, 'outcome' | 'reason'> {
  dueAt: string;
  decidedAt: string;
  /** The queue entry; null: it was skipped. */
  entry: string | null;
  /** The last run of the entry. */
  run: string | null;
}

/** A schedule as it stands. */
export interface ScheduleRow extends SpiderName, ScheduleChoices {
  id: string;
  createdAt: string;
  /** All moments up to this one are decided; milliseconds since 1970. */
  decidedUntil: number;
  /** What was decided last; null: nothing yet. */
  last: TickRow | null;
}

/** What `decideDue` has done. */
export interface DecidedDue {
  /** The schedules of which something was recorded. */
  changed: (SpiderName & { schedule: string; entry: string | null })[];
  /** When the next moment is due, in milliseconds since 1970; null: never. */
  nextDue: number | null;
  /** Schedules whose expression or zone cannot be read any more, and why. */
  unreadable: (SpiderName & { schedule: string; message: string })[];
}

/** Most decisions that are kept of one schedule, more than a year of nights; the oldest go first. */
export const keptTicks = 400;

/**
 * The port to schedules. They go with their spider, and no new name changes them. Each method is one transaction, `decideDue` one for
 * each schedule. Methods that take the id of a schedule throw StoreError `not-found` where there is none.
 */
export interface ScheduleQueries {
  /** Adds a schedule that begins now. @throws StoreError `not-found` for an unknown spider */
  add(of: SpiderName, choices: ScheduleChoices): Promise<ScheduleRow>;
  /** By project, spider and id. */
  list(query?: { project?: string; spider?: string }): Promise<ScheduleRow[]>;
  get(id: string): Promise<ScheduleRow>;
  /** With another expression or zone, or enabled again, it begins now: what was not decided before is not caught up. */
  update(id: string, changes: Partial<ScheduleChoices>): Promise<ScheduleRow>;
  /** Its queue entries stay. @returns the schedule as it was */
  remove(id: string): Promise<ScheduleRow>;
  /** Newest first. @param before only moments before this one, in milliseconds since 1970; null: all */
  ticks(id: string, query: { before: number | null; limit: number }): Promise<TickRow[]>;
  /**
   * Decides everything that is due by now: a moment, its queue entry and the change in the outbox are one transaction, and no moment is
   * queued twice. @param now milliseconds since 1970
   */
  decideDue(now: number): Promise<DecidedDue>;
}
