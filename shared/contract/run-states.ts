import type { RunDetails, RunState, RunSummary } from './types.ts';

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

/** Whether a run is over and has something that is always empty: it made no item of its pages, or no item has a value in a field. */
export function hasEmptyParts(
  { state, counters }: Pick<RunSummary, 'state' | 'counters'>,
  fields: RunDetails['fields'],
): boolean {
  if (isUnderWay({ state })) return false;
  return (counters.items === 0 && counters.done > 0) || fields.some(({ filled }) => filled === 0);
}
