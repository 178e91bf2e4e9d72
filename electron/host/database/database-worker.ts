import { workerData } from 'node:worker_threads';
import type { Published } from '../data/call-context.ts';
import { serveJobs, tell } from '../threads/serve.ts';
import type { DeskJob, DeskWorkerData } from './jobs.ts';
import { openDesk } from './open-database.ts';

/** A thread at the database. The data and the jobs are typed by the one file that starts this one, `desk.ts`. */
function serve(data: DeskWorkerData): void {
  const desk = openDesk(data, (topic, event) => {
    const published: Published = { topic, event };
    tell({ kind: 'note', note: published });
  });
  serveJobs((name, job: DeskJob<never>) => ({ value: desk.work(name, job) }));
}

serve(workerData);
