import type { RunState } from './types.ts';

/** Whether a run is executed or waits for its start, by its state alone. */
export function isUnderWay({ state }: { readonly state: RunState }): boolean {
  return state === 'queued' || state === 'running' || state === 'pausing';
}

/** Whether a run has ended without failing, and something that its spider expects does not hold. */
export function isUnexpected({
  state,
  breaches,
}: {
  readonly state: RunState;
  readonly breaches: number;
}): boolean {
  return breaches > 0 && (state === 'completed' || state === 'stopped');
}
