import type { ProxyTier, TierCounts } from '../../engine/proxy-state.ts';

/** Requests of a run by proxy tier. */
export type TierTotals = Readonly<Record<ProxyTier, TierCounts>>;
