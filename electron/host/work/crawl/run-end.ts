import { LeaseLostError } from '../../../engine/ports/lease.ts';
import type { RunControl } from '../../../engine/ports/run-control.ts';
import { StoreError } from '../../../store/errors.ts';
import type { RunObserver } from '../../data/call-context.ts';
import { HostError } from '../../errors.ts';
import { logFault, logNote } from '../../log.ts';
import type { Conclusion } from './conclusion.ts';
import type { RunOutcome } from './run-session.ts';
import type { RunRoutes } from './run-routes.ts';

/** Records the end of a run. @throws LeaseLostError when another process has taken the run over */
export async function finish(
  dataDir: string,
  { id, control, routes }: { id: string; control: RunControl; routes: Pick<RunRoutes, 'totals'> | null },
  { state, reason, cause, exitCode }: Conclusion,
): Promise<RunOutcome> {
  if (!(await control.end(state, reason, cause))) throw new LeaseLostError(id);
  logNote(dataDir, `Run ${id} ${state}: ${reason}`);
  const tiers = routes === null ? {} : { tiers: routes.totals() };
  return { run: id, state, reason, cause, counters: await control.progress(), ...tiers, exitCode };
}

/**
 * Records a failed run. If that fails as well, for example on a full disk, the run counts as interrupted and can be resumed.
 * @returns the error for who started it: on a full disk it says how the run goes on
 */
export async function recordFailure(
  dataDir: string,
  id: string,
  control: Pick<RunControl, 'end'>,
  error: unknown,
): Promise<unknown> {
  logFault(dataDir, `Run ${id} was cut off`, error);
  try {
    const message = error instanceof Error ? error.message : String(error);
    await control.end('paused', `It was cut off: ${message}`, 'error');
  } catch {
    // The caller receives the original error.
  }
  if (!(error instanceof StoreError) || error.code !== 'disk-full') return error;
  const hint = 'Nothing that was stored is lost. Free some space on that disk.';
  return new HostError(error.code, error.message, { hint, action: { action: 'resume-run', run: id } });
}

/** Minimum interval between two reads of the progress, in milliseconds: of a run that several carry out, a server has to count. */
const progressEvery = { alone: 100, shared: 1000 };

/** Reports progress after changes, at limited intervals. Without a listener nothing is read. */
export function progressReporter(
  control: Pick<RunControl, 'progress'>,
  onProgress: RunObserver['onProgress'],
  carriedOut: keyof typeof progressEvery = 'alone',
): () => void {
  if (onProgress === undefined) return () => undefined;
  let last = 0;
  return () => {
    const now = performance.now();
    if (now - last < progressEvery[carriedOut]) return;
    last = now;
    // The crawl itself reports an unreadable ledger.
    control
      .progress()
      .then(onProgress)
      .catch(() => undefined);
  };
}
