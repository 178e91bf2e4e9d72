import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLostError } from '../../../engine/ports/lease.ts';
import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import { databaseAddress } from '../../../postgres/chosen-database.ts';
import { isEnded, isUnderway } from '../../../store/runs/run-states.ts';
import { requireRun } from '../../data/require-run.ts';
import { logFault } from '../../log.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { PlannedRun } from '../crawl/run-plan.ts';
import type { ExecutionOptions, RunOutcome } from '../crawl/run-session.ts';
import { classOf, takePart } from './shared-run.ts';

/** How often it is looked whether a run is over that other workers carry out, in milliseconds. */
const lookEveryMs = 250;

/** How workers of this process are called. */
export const workerName = (): string => `${hostname()}-${process.pid}`;

/**
 * Carries out a run over a database that workers share: it is offered to all of them, and this process is one. A pause that is asked of
 * this process is asked of the run.
 * @returns how the run has ended, whoever has ended it
 */
export async function executeShared(
  workspace: Workspace,
  planned: PlannedRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const { id } = planned;
  const askPause = (): void => void workspace.queries.runs.pause(id).catch(() => undefined);
  execution.pause.addEventListener('abort', askPause, { once: true });
  const found = await requireRun(workspace, id);
  // Who joins a run under way does not begin it once more.
  const sessions = isUnderway(found.state) ? found.sessions - 1 : found.sessions;
  try {
    if (execution.fleet === undefined)
      return await carryOutWithOthers(workspace, planned, execution, sessions);
    // A worker takes part in all runs that are offered.
    await execution.fleet.offer(id, classOf(planned));
    execution.onStart?.(id);
    return await outcomeElsewhere(workspace, id, execution, sessions);
  } finally {
    execution.pause.removeEventListener('abort', askPause);
  }
}

async function carryOutWithOthers(
  workspace: Workspace,
  planned: PlannedRun,
  execution: ExecutionOptions,
  sessions: number,
): Promise<RunOutcome> {
  const work = await openOwnWork(workspace, planned);
  try {
    await work.offer(planned.id, classOf(planned));
    for (;;) {
      try {
        const own = await takePart(workspace, work, planned, execution);
        return own ?? (await outcomeElsewhere(workspace, planned.id, execution, sessions));
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
      }
      // This process was cut off, or somebody ended the run before it took part.
      const outcome = await outcomeOf(workspace, planned.id, execution, sessions);
      if (outcome !== null) return outcome;
      await delay(lookEveryMs);
    }
  } finally {
    await work.close();
  }
}

/** The part in the fleet of a process that only carries out this run. */
async function openOwnWork({ dataDir }: Workspace, planned: PlannedRun): Promise<FleetWork> {
  const address = databaseAddress();
  if (address === null) throw new Error('A run on SQLite has no fleet.');
  // Loaded only where it is used.
  const { openFleetWork } = await import('../../../fleet/share/fleet-work.ts');
  return openFleetWork({
    address,
    worker: workerName(),
    slots: planned.settings.concurrency,
    classes: [classOf(planned)],
    onError: (error) => logFault(dataDir, 'The fleet', error),
  });
}

/** Waits for the end of a run that other workers carry out. @param before see `outcomeOf` */
async function outcomeElsewhere(
  workspace: Workspace,
  id: string,
  execution: ExecutionOptions,
  before: number,
): Promise<RunOutcome> {
  for (;;) {
    const outcome = await outcomeOf(workspace, id, execution, before);
    if (outcome !== null) return outcome;
    await delay(lookEveryMs);
  }
}

/**
 * How a run has ended; null: it goes on.
 * @param before how often the run had been begun before: until it is once more, it is as it was left
 */
async function outcomeOf(
  workspace: Workspace,
  id: string,
  execution: ExecutionOptions,
  before: number,
): Promise<RunOutcome | null> {
  const run = await requireRun(workspace, id);
  const { state, reason, cause, counters } = run;
  execution.onProgress?.(counters);
  const isOver = run.sessions > before || isEnded(state);
  if (!isOver || !(state === 'completed' || state === 'stopped' || state === 'failed' || state === 'paused'))
    return null;
  const isFailed = state === 'failed' || (state === 'paused' && cause !== 'paused');
  const end = { state, reason: reason ?? '', cause: cause ?? 'error', counters } as const;
  return { run: id, ...end, exitCode: isFailed ? 1 : 0 };
}
