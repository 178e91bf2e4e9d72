import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import { CompareWork } from './compare-work.ts';

/** Entry of the thread that compares runs. `comparisons.ts`, which starts it, types its jobs. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  const work = new CompareWork(openWorkspaceReadOnly(dataDir));
  return async (name, args: never, job: Job) => {
    const waiting = { isCancelled: () => job.isCancelled, onShare: (share: number) => job.note(share) };
    return {
      value: await (name === 'compare' ? work.compare(args, waiting) : work.differences(args, waiting)),
    };
  };
});
