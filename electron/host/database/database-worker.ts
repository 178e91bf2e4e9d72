import type { Published } from '../data/call-context.ts';
import { notePool, serveHostJobs } from '../threads/serve-host-jobs.ts';
import { closeJob, type DatabaseJob, type DatabaseWorkerData } from './jobs.ts';
import { openDatabase } from './open-database.ts';

/** Entry of a database thread. `database-workers.ts`, which starts it, types its data and jobs. */
serveHostJobs((data: DatabaseWorkerData) => {
  const database = openDatabase(data, (topic, event) => notePool({ topic, event } satisfies Published));
  return async (name, job: DatabaseJob<never>) => ({
    value: name === closeJob ? database.close() : await database.work(name, job),
  });
});
