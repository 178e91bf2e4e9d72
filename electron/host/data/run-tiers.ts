import type { ProxyTier, TierCounts } from '../../engine/proxy-state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Requests of a run by the way they took. */
export type TierTotals = Readonly<Record<ProxyTier, TierCounts>>;

/** Requests by tier as a part of what is told of a run; empty where the run has used no proxies. */
export function tiersOf({ store }: Workspace, run: string): { tiers?: TierTotals } {
  const state = store.routes.of(run);
  return state === null ? {} : { tiers: state.counts };
}
