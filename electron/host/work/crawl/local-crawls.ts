import type { Problem } from '../../../../shared/spider/validate.ts';
import { HostError } from '../../errors.ts';
import type { RunObserver } from '../../data/call-context.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Crawls } from './crawls.ts';
import type { RunOutcome, RunWatch } from './execute-run.ts';

/** No observer: the run is controlled through the database only. */
const nobody: RunObserver = {
  pause: new AbortController().signal,
  stop: new AbortController().signal,
};

/** Executes runs on the calling thread, for programs that wait for their end. */
export function createLocalCrawls(workspace: () => Workspace): Crawls {
  const outcomes = new Map<string, Promise<RunOutcome>>();
  const running = new Set<string>();
  const closing = new AbortController();

  function begin(
    carryOut: (watch: RunWatch) => Promise<RunOutcome>,
    { pause, stop, onWarning, onProgress, onWaiting }: RunObserver = nobody,
  ): Promise<{ run: string; problems: Problem[] }> {
    if (closing.signal.aborted) throw new HostError('closing', 'Spider Studio is being closed.');
    const problems: Problem[] = [];
    return new Promise((resolve, reject) => {
      let id: string | null = null;
      const outcome = carryOut({
        pause: AbortSignal.any([pause, closing.signal]),
        stop,
        onWarning: (problem) => {
          problems.push(problem);
          onWarning?.(problem);
        },
        onStart: (run) => {
          id = run;
          running.add(run);
          // Called before `carryOut` has returned its promise.
          queueMicrotask(() => {
            outcomes.set(run, outcome);
            resolve({ run, problems });
          });
        },
        onProgress: (counters) => onProgress?.(counters),
        onWaiting: (reason) => onWaiting?.(reason),
      });
      outcome
        .finally(() => {
          if (id !== null) running.delete(id);
        })
        .catch(reject);
    });
  }

  return {
    start: async (request, observer) => {
      const { startRun } = await import('./execute-run.ts');
      return begin((watch) => startRun(workspace(), request, watch), observer);
    },
    resume: async (run, observer) => {
      const { resumeRun } = await import('./execute-run.ts');
      return begin((watch) => resumeRun(workspace(), run, watch), observer);
    },
    outcomeOf: (run) => outcomes.get(run) ?? null,
    get running() {
      return [...running];
    },
    async close() {
      closing.abort();
      await Promise.allSettled(outcomes.values());
    },
    pauseNow: () => closing.abort(),
  };
}
