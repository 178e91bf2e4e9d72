import { serveJobs, type JobWork } from '../../workers/serve.ts';
import { plainError } from './plain-error.ts';

export { notePool, type Job, type JobResult, type JobWork } from '../../workers/serve.ts';

/** As `serveJobs`; what a job throws arrives as the `HostError` it is. */
export function serveHostJobs(start: (data: never) => JobWork): void {
  serveJobs(start, plainError);
}
