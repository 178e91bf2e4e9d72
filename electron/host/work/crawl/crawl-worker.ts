import { constants, setPriority } from 'node:os';
import type { Problem } from '../../../../shared/spider/validate.ts';
import { serveJobs, type Job } from '../../../workers/serve.ts';
import { plainError } from '../../threads/plain-error.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import { resumeRun, startRun, type RunWatch } from './execute-run.ts';
import type { CrawlJob, CrawlOutcome, StartedRun } from './messages.ts';

/** The thread of one run, with a connection to the database of its own. Typed by the one file that starts it, `crawls.ts`. */
serveJobs(() => {
  letTheWindowGoFirst();
  return async (_name, crawl: CrawlJob, job) => ({ value: await carryOut(crawl, job) });
});

async function carryOut(
  { dataDir, proxyChannel, finishMs, work }: CrawlJob,
  job: Job,
): Promise<CrawlOutcome> {
  const stop = new AbortController();
  const dropLater = (): void => void setTimeout(() => stop.abort(), finishMs).unref();
  job.signal.addEventListener('abort', dropLater, { once: true });
  const problems: Problem[] = [];
  const watch: RunWatch = {
    pause: job.signal,
    stop: stop.signal,
    onStart: (run) => job.note({ run, problems } satisfies StartedRun),
    onWarning: (problem) => void problems.push(problem),
    onProgress: () => undefined,
    proxyChannel,
  };
  try {
    const workspace = openWorkspace(dataDir);
    try {
      const { run, state, reason, exitCode } =
        work.kind === 'start'
          ? await startRun(workspace, work.request, watch)
          : await resumeRun(workspace, work.run, watch);
      return { kind: 'ended', run, state, reason, exitCode };
    } finally {
      workspace.close();
    }
  } catch (error) {
    return { kind: 'failed', error: plainError(error) };
  }
}

/**
 * Lets the window go first where both want the processor, for this thread and those it starts (decision 0215). Only Linux knows
 * a priority of one thread; elsewhere it would be that of the whole program, window included.
 */
function letTheWindowGoFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Who may not choose keeps what there is.
  }
}
