import type { RunRow } from '../../store/runs/run-queries.ts';

/** Reason of a run stopped on request. */
export const stoppedByPerson = 'Stopped by a person.';

/** Whether a live process executes the run, or is about to start it (`queued`). */
export function isCarriedOut({ state, owner }: Pick<RunRow, 'state' | 'owner'>): boolean {
  return state === 'running' || state === 'pausing' || (state === 'queued' && owner !== null);
}
