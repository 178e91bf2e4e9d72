import { HostError } from '../../errors.ts';
import { serveHostJobs, type Job, type JobResult } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly, type Workspace } from '../../workspace/workspace.ts';
import { provePages, verifyCertificate, type ProofPlace } from './prove-pages.ts';

/** Entry of the thread of `proofs.ts`, which types its data and jobs. The database is opened where stored pages are needed. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  let opened: Workspace | null = null;
  const workspace = (): Workspace => (opened ??= openWorkspaceReadOnly(dataDir));
  return async (name, order: never, job: Job): Promise<JobResult> => {
    const place: ProofPlace = { workspace, job };
    if (name === 'prove') return { value: await provePages(order, place) };
    if (name === 'verify') return { value: await verifyCertificate(order, place) };
    throw new HostError('unknown-call', `The judge cannot do "${name}".`);
  };
});
