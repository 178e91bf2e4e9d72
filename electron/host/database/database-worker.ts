import { workerData } from 'node:worker_threads';
import type { Published } from '../data/call-context.ts';
import { serveJobs, tell } from '../threads/serve.ts';
import type { DatabaseJob, DatabaseWorkerData } from './jobs.ts';
import { openDatabase } from './open-database.ts';

/** A thread at the database. The data and the jobs are typed by the one file that starts this one, `database-workers.ts`. */
function serve(data: DatabaseWorkerData): void {
  const database = openDatabase(data, (topic, event) => {
    const published: Published = { topic, event };
    tell({ kind: 'note', note: published });
  });
  serveJobs((name, job: DatabaseJob<never>) => ({ value: database.work(name, job) }));
}

serve(workerData);
