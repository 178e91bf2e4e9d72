import { serveJobs, type JobWork } from '../../workers/serve.ts';
import { plainError } from './plain-error.ts';

export { notePool, type Job, type JobResult, type JobWork } from '../../workers/serve.ts';

/** Like `serveJobs`, but errors arrive as `HostError` with code, hint and action. */
export function serveHostJobs(start: (data: never) => JobWork): void {
  serveJobs(start, plainError);
}
