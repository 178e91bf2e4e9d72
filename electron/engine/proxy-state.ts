import { Type } from 'typebox';
import { proxyTierNames, type ProxyTierName } from '../../shared/spider/settings-schema.ts';
import { ownCheck } from '../schemas/checker.ts';

/** The tiers of routes, cheapest first. */
export const proxyTiers = proxyTierNames;
/** A tier of routes. */
export type ProxyTier = ProxyTierName;

const Tier = Type.Union([Type.Literal('direct'), Type.Literal('datacenter'), Type.Literal('residential')]);
const Count = Type.Integer({ minimum: 0 });
const TierCountsSchema = Type.Object({ requests: Count, answered: Count, blocked: Count, failed: Count });

/** A host that has refused requests in this run. Times as in `Clock`. */
const HostSchema = Type.Object({
  tier: Tier,
  /** When it moved to this tier, or when a lower tier was last tested. */
  since: Type.Number(),
  /** Good responses since then. */
  answered: Count,
  /** Consecutive refusals at this tier. */
  blocks: Count,
  /** Factor on the time until the tier below is tested again. */
  patience: Type.Number({ minimum: 1 }),
  /** When it last moved down a tier; null: never. */
  loweredAt: Type.Union([Type.Number(), Type.Null()]),
});

const HealthSchema = Type.Object({
  /** Consecutive failures. */
  failures: Count,
  /** Consecutive failures that the site may have caused. */
  doubts: Count,
  restsUntil: Type.Number(),
  /** Reason of the last failure, a sentence; empty if there was none. */
  reason: Type.String(),
});

/** Schema of `EscalationState`. */
export const EscalationStateSchema = Type.Object({
  /** Hosts by name. */
  hosts: Type.Record(Type.String(), HostSchema),
  /** Health of proxies by proxy id. */
  proxies: Type.Record(Type.String(), HealthSchema),
  counts: Type.Object({
    direct: TierCountsSchema,
    datacenter: TierCountsSchema,
    residential: TierCountsSchema,
  }),
});

/** Number of requests by tier. */
export type TierCounts = Type.Static<typeof TierCountsSchema>;
/** A host that has refused requests. */
export type EscalatedHost = Type.Static<typeof HostSchema>;
/** Health of a proxy. */
export type ProxyHealth = Type.Static<typeof HealthSchema>;
/** Knowledge of a run about its routes to sites. Plain data without credentials. */
export type EscalationState = Type.Static<typeof EscalationStateSchema>;

const isEscalationState = ownCheck(EscalationStateSchema);

/** Reads a stored state; null if it is invalid. */
export function readEscalationState(value: unknown): EscalationState | null {
  return isEscalationState(value) ? value : null;
}

/** Returns a state without hosts and proxies. */
export function emptyEscalationState(): EscalationState {
  const none = { requests: 0, answered: 0, blocked: 0, failed: 0 };
  return {
    hosts: {},
    proxies: {},
    counts: { direct: { ...none }, datacenter: { ...none }, residential: { ...none } },
  };
}
