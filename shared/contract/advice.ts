import type { Action } from './actions.ts';

/** What to do about a failure: a sentence that fits every client, and an action that each client words. Either may be null. */
export interface Advice {
  readonly hint: string | null;
  readonly action: Action | null;
}

/** A hint alone is advice without an action. */
export function adviceOf(advice: Advice | string | null): Advice {
  return typeof advice === 'string' || advice === null ? { hint: advice, action: null } : advice;
}
