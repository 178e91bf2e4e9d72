import type { StoreContext } from '../database/context.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';

/** Changes schedules within a transaction of its caller. */
export interface ScheduleRows {
  /** Tells of the schedules that a spider takes with it. To be called before it is deleted. */
  forgetSpider(spider: number): void;
}

export function createScheduleRows(context: StoreContext): ScheduleRows {
  const outbox = createOutboxWriter(context);
  const ofSpider = context.connection.db.prepare<[number], { id: number; project: string; spider: string }>(
    `SELECT schedules.id, projects.name AS project, spiders.name AS spider
    FROM schedules JOIN spiders ON spiders.id = schedules.spider_id JOIN projects ON projects.id = spiders.project_id
    WHERE spiders.id = ? ORDER BY schedules.id`,
  );
  return {
    forgetSpider(spider) {
      for (const { id, ...of } of ofSpider.all(spider)) {
        const gone = { what: 'removed', dueAt: null, reason: 'Its spider was deleted.' } as const;
        outbox.write({ kind: 'schedule', subject: String(id), ...of, ...gone });
      }
    },
  };
}
