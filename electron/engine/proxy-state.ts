import { Type } from 'typebox';
import { proxyTierNames, type ProxyTierName } from '../../shared/spider/settings-schema.ts';
import { ownCheck } from '../schemas/checker.ts';

/** The ways to a site, cheapest first. */
export const proxyTiers = proxyTierNames;
export type ProxyTier = ProxyTierName;

const Tier = Type.Union([Type.Literal('direct'), Type.Literal('datacenter'), Type.Literal('residential')]);
const Count = Type.Integer({ minimum: 0 });
const TierCountsSchema = Type.Object({ requests: Count, answered: Count, blocked: Count, failed: Count });

/** A host that was blocked in this run. Times as `Clock` counts them. */
const HostSchema = Type.Object({
  tier: Tier,
  /** When it came to this tier, or was last tried a tier lower. */
  since: Type.Number(),
  /** Good answers since then. */
  answered: Count,
  /** Refusals in a row at this tier. */
  blocks: Count,
  /** Factor on the time until the tier below is tried again. */
  patience: Type.Number({ minimum: 1 }),
  /** When it last came down a tier; null: never. */
  loweredAt: Type.Union([Type.Number(), Type.Null()]),
});

const HealthSchema = Type.Object({
  /** Failures in a row. */
  failures: Count,
  /** Failures in a row that may have been the site's as well. */
  doubts: Count,
  restsUntil: Type.Number(),
  /** What went wrong last, a sentence; empty: nothing. */
  reason: Type.String(),
});

export const EscalationStateSchema = Type.Object({
  /** By host. */
  hosts: Type.Record(Type.String(), HostSchema),
  /** By id of the proxy. */
  proxies: Type.Record(Type.String(), HealthSchema),
  counts: Type.Object({
    direct: TierCountsSchema,
    datacenter: TierCountsSchema,
    residential: TierCountsSchema,
  }),
});

export type TierCounts = Type.Static<typeof TierCountsSchema>;
export type EscalatedHost = Type.Static<typeof HostSchema>;
export type ProxyHealth = Type.Static<typeof HealthSchema>;
/** What a run remembers about its ways to the sites: plain data, no credentials. */
export type EscalationState = Type.Static<typeof EscalationStateSchema>;

const isEscalationState = ownCheck(EscalationStateSchema);

/** A state as it was kept; null when it is none. */
export function readEscalationState(value: unknown): EscalationState | null {
  return isEscalationState(value) ? value : null;
}

export function emptyEscalationState(): EscalationState {
  const none = { requests: 0, answered: 0, blocked: 0, failed: 0 };
  return {
    hosts: {},
    proxies: {},
    counts: { direct: { ...none }, datacenter: { ...none }, residential: { ...none } },
  };
}
