import { HostError } from '../../errors.ts';
import { serveHostJobs, type JobResult } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import { proposeRepair } from './propose-repair.ts';

/** Entry of the thread of `repairs.ts`, which types its data and jobs. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  const workspace = openWorkspaceReadOnly(dataDir);
  return async (name, args: never, job): Promise<JobResult> => {
    if (name !== 'propose') throw new HostError('unknown-call', `The repair cannot do "${name}".`);
    return { value: await proposeRepair(workspace, args, () => job.isCancelled) };
  };
});
