import type { EscalationState } from '../proxy-state.ts';

/** The knowledge of a run about routes to sites, stored between sessions. */
export interface RouteMemory {
  /** Returns the stored state; null if the run has used no proxies. */
  load(): Promise<EscalationState | null>;
  /** Stores the state. Resolves when it is written. */
  keep(state: EscalationState): Promise<void>;
}
