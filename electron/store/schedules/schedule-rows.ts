import { CronError } from '../../../shared/schedules/cron.ts';
import { decide, type Decision } from '../../../shared/schedules/decide.ts';
import type { MissedPolicy } from '../../../shared/schedules/policies.ts';
import { ZoneError } from '../../../shared/schedules/zone.ts';
import type { StoreContext } from '../database/context.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';

/** Changes schedules within a transaction of its caller. */
export interface ScheduleRows {
  /** Tells of the schedules that a spider takes with it. To be called before it is deleted. */
  forgetSpider(spider: number): void;
  /**
   * Tells of the schedules that a spider brings back, and records moments that were due meanwhile as skipped: they are not caught up.
   * To be called when it is restored.
   */
  restoreSpider(spider: number): void;
}

interface Stored {
  id: number;
  project: string;
  spider: string;
  cron: string;
  zone: string;
  missed: MissedPolicy;
  enabled: 0 | 1;
  decided_until: number;
}

/** Why moments were skipped that were due while the spider was in the trash. */
const inTrash = 'Its spider was in the trash.';

export function createScheduleRows(context: StoreContext): ScheduleRows {
  const { now, connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const ofSpider = db.prepare<[number], Stored>(
    `SELECT schedules.id, projects.name AS project, spiders.name AS spider, cron, zone, missed, enabled, decided_until
    FROM schedules JOIN spiders ON spiders.id = schedules.spider_id JOIN projects ON projects.id = spiders.project_id
    WHERE spiders.id = ? ORDER BY schedules.id`,
  );
  const skip = db.prepare<[{ schedule: number; dueAt: number; now: number; reason: string }]>(
    `INSERT INTO schedule_ticks (schedule_id, due_at, decided_at, outcome, reason) VALUES (@schedule, @dueAt, @now, 'skipped', @reason)
      ON CONFLICT (schedule_id, due_at) DO NOTHING`,
  );
  const decided = db.prepare<[number, number]>('UPDATE schedules SET decided_until = ? WHERE id = ?');
  const tell = ({ id, project, spider }: Stored, what: 'added' | 'removed', reason: string | null): void =>
    outbox.write({ kind: 'schedule', subject: String(id), project, spider, what, dueAt: null, reason });

  return {
    forgetSpider(spider) {
      for (const stored of ofSpider.all(spider)) tell(stored, 'removed', 'Its spider was deleted.');
    },
    restoreSpider(spider) {
      const at = now();
      for (const stored of ofSpider.all(spider)) {
        const decision = stored.enabled === 1 ? dueOf(stored, at) : null;
        for (const { dueAt } of decision?.moments ?? [])
          skip.run({ schedule: stored.id, dueAt, now: at, reason: inTrash });
        if (decision !== null) decided.run(decision.decidedUntil, stored.id);
        tell(stored, 'added', null);
      }
    },
  };
}

/** What is due of a schedule; null: nothing, or it cannot be read any more. */
function dueOf({ cron, zone, missed, decided_until }: Stored, at: number): Decision | null {
  try {
    return decide({ cron, zone, missed, decidedUntil: decided_until }, at, () => inTrash);
  } catch (error) {
    if (error instanceof CronError || error instanceof ZoneError) return null;
    throw error;
  }
}
