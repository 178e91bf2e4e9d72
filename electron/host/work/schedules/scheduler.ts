import type { AskedDatabase } from '../../data/internal.ts';
import type { BackgroundJob } from '../background-jobs.ts';

/** Options of `createScheduler`. */
export interface SchedulerOptions {
  database: AskedDatabase;
  /** Called once with each sentence about a schedule that cannot be carried out. */
  onProblem: (message: string) => void;
}

/** Creates the job that queues crawls at the moments of schedules. What is queued is carried out by whoever carries out the queue. */
export function createScheduler({ database, onProblem }: SchedulerOptions): BackgroundJob {
  const told = new Set<string>();
  return {
    name: 'schedules',
    async tick(now) {
      const { nextDue, problems } = await database.ask('write', 'decideSchedules', { now });
      for (const problem of problems) {
        if (!told.has(problem)) onProblem(problem);
        told.add(problem);
      }
      return nextDue;
    },
  };
}
