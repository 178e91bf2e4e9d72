import type { EscalationState } from '../proxy-state.ts';

/** What a run knows about its routes to the sites, kept from session to session. */
export interface RouteMemory {
  /** null: the run has used no proxies. */
  load(): Promise<EscalationState | null>;
  /** Resolves when it is written. */
  keep(state: EscalationState): Promise<void>;
}
