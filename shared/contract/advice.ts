import type { Action } from './actions.ts';

/** What to do about a failure: a plain sentence that fits every door, or null, and an action that a door words. */
export interface Advice {
  readonly hint: string | null;
  readonly action: Action | null;
}

/** A hint alone is advice without an action. */
export function adviceOf(advice: Advice | string | null): Advice {
  return typeof advice === 'string' || advice === null ? { hint: advice, action: null } : advice;
}
