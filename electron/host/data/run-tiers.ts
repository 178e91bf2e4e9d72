import type { ProxyTier, TierCounts } from '../../engine/proxy-state.ts';

/** Requests of a run by the way they took. */
export type TierTotals = Readonly<Record<ProxyTier, TierCounts>>;
