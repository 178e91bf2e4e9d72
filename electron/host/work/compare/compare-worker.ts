import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import { CompareWork } from './compare-work.ts';

/** Entry of the thread that compares runs. `comparisons.ts`, which starts it, types its jobs. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  const work = new CompareWork(openWorkspaceReadOnly(dataDir));
  return async (name, args: never, job: Job) => ({
    value: name === 'compare' ? await work.compare(args, job) : await work.differences(args, job),
  });
});
