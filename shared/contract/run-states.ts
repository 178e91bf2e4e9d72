import type { RunState } from './types.ts';

/** Whether a run is executed or waits for its start, by its state alone. */
export function isUnderWay({ state }: { readonly state: RunState }): boolean {
  return state === 'queued' || state === 'running' || state === 'pausing';
}
