import type { Advice } from '../../../shared/contract/actions.ts';
import { runIs } from './run-words.ts';
import { StoreError } from '../../store/errors.ts';
import type { Counters } from '../../engine/ports/ledger.ts';
import type { RunRow } from '../../store/runs/runs.ts';
import { HostError } from '../errors.ts';
import { requireRun } from './run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The reason of a run that was stopped on request. */
export const stoppedByPerson = 'Stopped by a person.';

/** How a run stands after it was asked for something. */
export interface ControlledRun {
  run: string;
  state: string;
  reason: string | null;
  counters: Counters;
}

/** How often the state of a run in another process is looked at, in milliseconds. */
const lookEvery = 100;

/**
 * Asks the process that carries a run out to pause it, and waits until it has. What is in flight is finished first.
 * @param onWaiting called once when there is something to wait for
 * @throws HostError `unknown-run`, or `not-running` when nobody carries it out
 */
export async function pauseRun(
  workspace: Workspace,
  id: string,
  onWaiting: () => void,
): Promise<ControlledRun> {
  const run = requireRun(workspace, id);
  if (run.state === 'paused') return controlled(run);
  if (!isCarriedOut(run)) {
    const advice: Advice | null =
      run.state === 'interrupted' ? { hint: null, action: { action: 'resume-run', run: id } } : null;
    throw new HostError(
      'not-running',
      `Run ${id} ${runIs(run.state)}, so there is nothing to pause.`,
      advice,
    );
  }
  return askAndWait(workspace, id, 'pause', onWaiting);
}

/**
 * Ends a run and keeps its data. One that another process carries out is asked to stop, and waited for; one that nobody
 * carries out is ended here.
 * @throws HostError `unknown-run`, or `not-running` when it has ended in another way
 */
export async function stopRun(
  workspace: Workspace,
  id: string,
  onWaiting: () => void,
): Promise<ControlledRun> {
  const run = requireRun(workspace, id);
  if (run.state === 'stopped') return controlled(run);
  if (run.state === 'completed' || run.state === 'failed') {
    throw new HostError('not-running', `Run ${id} ${runIs(run.state)}, so there is nothing to stop.`);
  }
  if (isCarriedOut(run)) return askAndWait(workspace, id, 'stop', onWaiting);
  return controlled(workspace.store.runs.setState(id, 'stopped', stoppedByPerson));
}

/**
 * Puts the failed requests of a run back into its queue. A run that had ended is paused then, and can be resumed.
 * @throws HostError `unknown-run`; StoreError `conflict` while it is carried out
 */
export function requeueRun(workspace: Workspace, id: string): ControlledRun & { requeued: number } {
  requireRun(workspace, id);
  const requeued = workspace.store.requests.requeueFailed(id);
  return { ...controlled(workspace.store.runs.get(id)), requeued };
}

/** Whether a living process has the run. A queued one is about to be started by it. */
export function isCarriedOut({ state, owner }: RunRow): boolean {
  return state === 'running' || state === 'pausing' || (state === 'queued' && owner !== null);
}

async function askAndWait(
  { store }: Workspace,
  id: string,
  wish: 'pause' | 'stop',
  onWaiting: () => void,
): Promise<ControlledRun> {
  onWaiting();
  let asked = false;
  for (;;) {
    const run = store.runs.get(id);
    if (!isCarriedOut(run)) return controlled(run);
    if (!asked && run.state !== 'queued') asked = ask();
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }

  /** The run may have come to its end since it was looked at. */
  function ask(): boolean {
    try {
      store.runs.request(id, wish);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'conflict') return false;
      throw error;
    }
  }
}

function controlled({ id, state, reason, counters }: RunRow): ControlledRun {
  return { run: id, state, reason, counters };
}
