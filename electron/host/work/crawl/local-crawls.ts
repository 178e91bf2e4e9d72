import type { Problem } from '../../../../shared/spider/validate.ts';
import { HostError } from '../../errors.ts';
import type { RunObserver } from '../../data/call-context.ts';
import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Crawls } from './crawls.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';

/** No observer: the run is controlled through the database only. */
const nobody: RunObserver = {
  pause: new AbortController().signal,
  stop: new AbortController().signal,
};

/**
 * Executes runs on the calling thread, for programs that wait for their end.
 * @param fleet the part of this process in a fleet; left out: it has one for each run
 */
export function createLocalCrawls(workspace: () => Workspace, fleet?: FleetWork): Crawls {
  const outcomes = new Map<string, Promise<RunOutcome>>();
  const running = new Set<string>();
  const closing = new AbortController();

  function begin(
    execute: (execution: ExecutionOptions) => Promise<RunOutcome>,
    observer: RunObserver = nobody,
  ): Promise<{ run: string; problems: Problem[] }> {
    if (closing.signal.aborted) throw new HostError('closing', 'Spider Studio is being closed.');
    const problems: Problem[] = [];
    return new Promise((resolve, reject) => {
      let id: string | null = null;
      const outcome = execute({
        ...observer,
        pause: AbortSignal.any([observer.pause, closing.signal]),
        onWarning: (problem) => {
          problems.push(problem);
          observer.onWarning?.(problem);
        },
        onStart: (run) => {
          id = run;
          running.add(run);
          // Called before `execute` has returned its promise.
          queueMicrotask(() => {
            outcomes.set(run, outcome);
            resolve({ run, problems });
          });
        },
      });
      outcome
        .finally(() => {
          if (id !== null) running.delete(id);
        })
        .catch(reject);
    });
  }

  return {
    start: async (request, observer, entry) => {
      const { startRun } = await import('./execute-run.ts');
      return begin((execution) => startRun(workspace(), request, { ...execution, entry, fleet }), observer);
    },
    resume: async (run, observer, entry, workers) => {
      const { resumeRun } = await import('./execute-run.ts');
      return begin(
        (execution) => resumeRun(workspace(), run, { ...execution, entry, fleet, workers }),
        observer,
      );
    },
    reextract: async (run, observer) => {
      const { startReextraction } = await import('./reextract-run.ts');
      return begin((execution) => startReextraction(workspace(), run, execution), observer);
    },
    whenOver: async (run) => {
      await outcomes.get(run)?.catch(() => undefined);
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
