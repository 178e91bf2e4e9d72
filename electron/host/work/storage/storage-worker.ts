import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { createStorageWork, type StorageWork } from './storage-work.ts';

/** Entry of the thread that measures what takes room. `storage-measures.ts`, which starts it, types its jobs. */
serveHostJobs((data: { dataDir: string }) => {
  const work = createStorageWork(data);
  const isWork = (name: string): name is keyof StorageWork => Object.hasOwn(work, name);
  return async (name, args: never, job: Job) => {
    if (!isWork(name)) throw new Error(`There is no work "${name}".`);
    const onPercent = (percent: number): void => job.note(percent);
    return { value: await work[name](args, { isCancelled: () => job.isCancelled, onPercent }) };
  };
});
