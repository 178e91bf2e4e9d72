import { serveHostJobs, type Job } from '../../../threads/serve-host-jobs.ts';
import { createStoredWork, type StoredWork } from './stored-work.ts';

/** Entry of the thread that works with stored backups. `stored-backups.ts`, which starts it, types its jobs. */
serveHostJobs((data: { dataDir: string; proxyChannel: string | null }) => {
  const work = createStoredWork(data);
  const isWork = (name: string): name is keyof StoredWork => Object.hasOwn(work, name);
  return async (name, args: never, job: Job) => {
    if (!isWork(name)) throw new Error(`There is no work "${name}".`);
    const onPercent = (percent: number): void => job.note(percent);
    return { value: await work[name](args, { signal: job.signal, onPercent }) };
  };
});
