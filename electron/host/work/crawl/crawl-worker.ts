import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Problem } from '../../../../shared/spider/validate.ts';
import { resumeRun, startRun, type RunWatch } from './execute-run.ts';
import { plainError } from '../../threads/messages.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CrawlOrder, CrawlReport, CrawlWorkerData } from './messages.ts';

/** The thread of one run, with a connection to the database of its own. */
async function carryOut({ dataDir, proxyChannel, finishMs, over, work }: CrawlWorkerData): Promise<void> {
  const pause = new AbortController();
  const stop = new AbortController();
  parentPort?.on('message', (_order: CrawlOrder) => {
    pause.abort();
    setTimeout(() => stop.abort(), finishMs).unref();
  });
  const problems: Problem[] = [];
  const watch: RunWatch = {
    pause: pause.signal,
    stop: stop.signal,
    onStart: (run) => tell({ kind: 'started', run, problems }),
    onWarning: (problem) => void problems.push(problem),
    onProgress: () => undefined,
    proxyChannel,
  };
  const workspace = openWorkspace(dataDir);
  try {
    const { run, state, reason, exitCode } =
      work.kind === 'start'
        ? await startRun(workspace, work.request, watch)
        : await resumeRun(workspace, work.run, watch);
    tell({ kind: 'ended', run, state, reason, exitCode });
  } finally {
    workspace.close();
    Atomics.store(new Int32Array(over), 0, 1);
    Atomics.notify(new Int32Array(over), 0);
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

function tell(report: CrawlReport): void {
  parentPort?.postMessage(report);
}

letTheWindowGoFirst();
try {
  await carryOut(workerData);
} catch (error) {
  tell({ kind: 'failed', error: plainError(error) });
}
parentPort?.close();
