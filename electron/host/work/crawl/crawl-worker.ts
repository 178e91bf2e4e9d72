import { constants, setPriority } from 'node:os';
import type { Problem } from '../../../../shared/spider/validate.ts';
import { serveJobs, type Job } from '../../../workers/serve.ts';
import { plainError } from '../../threads/plain-error.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import { resumeRun, startRun } from './execute-run.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';
import type { CrawlJob, CrawlOutcome, StartedRun } from './messages.ts';
import { startReextraction } from './reextract-run.ts';

/** Entry of a run's thread, with its own database connection. `crawls.ts`, which starts it, types its jobs. */
serveJobs(() => {
  lowerPriority();
  return async (_name, crawl: CrawlJob, job) => ({ value: await carryOut(crawl, job) });
});

async function carryOut(
  { dataDir, proxyChannel, finishMs, entry, work }: CrawlJob,
  job: Job,
): Promise<CrawlOutcome> {
  const stop = new AbortController();
  const dropLater = (): void => void setTimeout(() => stop.abort(), finishMs).unref();
  job.signal.addEventListener('abort', dropLater, { once: true });
  const problems: Problem[] = [];
  const execution: ExecutionOptions = {
    pause: job.signal,
    stop: stop.signal,
    onStart: (run) => job.note({ run, problems } satisfies StartedRun),
    onWarning: (problem) => void problems.push(problem),
    proxyChannel,
    entry: entry ?? undefined,
  };
  try {
    const workspace = openWorkspace(dataDir);
    try {
      const { run, state, reason, cause, exitCode } = await execute(workspace, work, execution);
      return { kind: 'ended', run, state, reason, cause, exitCode };
    } finally {
      workspace.close();
    }
  } catch (error) {
    return { kind: 'failed', error: plainError(error) };
  }
}

function execute(
  workspace: Workspace,
  work: CrawlJob['work'],
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  switch (work.kind) {
    case 'start':
      return startRun(workspace, work.request, execution);
    case 'resume':
      return resumeRun(workspace, work.run, { ...execution, workers: work.workers });
    case 'reextract':
      return startReextraction(workspace, work.run, execution);
    default:
      return work satisfies never;
  }
}

/**
 * Lowers the priority of this thread and those it starts, so that the window stays responsive (decision 0215). Only Linux has
 * priorities for single threads; elsewhere the window would be slowed, too.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without permission, the priority stays as it is.
  }
}
