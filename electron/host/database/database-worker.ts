import type { Published } from '../data/call-context.ts';
import { notePool, serveHostJobs } from '../threads/serve-host-jobs.ts';
import type { DatabaseJob, DatabaseWorkerData } from './jobs.ts';
import { openDatabase } from './open-database.ts';

/** A thread at the database. The data and the jobs are typed by the one file that starts this one, `database-workers.ts`. */
serveHostJobs((data: DatabaseWorkerData) => {
  const database = openDatabase(data, (topic, event) => notePool({ topic, event } satisfies Published));
  return async (name, job: DatabaseJob<never>) => ({ value: await database.work(name, job) });
});
