import type { RunRow } from '../../store/runs/run-queries.ts';

/** The reason of a run that was stopped on request. */
export const stoppedByPerson = 'Stopped by a person.';

/** Whether a living process has the run. A queued one is about to be started by it. */
export function isCarriedOut({ state, owner }: Pick<RunRow, 'state' | 'owner'>): boolean {
  return state === 'running' || state === 'pausing' || (state === 'queued' && owner !== null);
}
