import type { FetchResult } from '../fetch/types.ts';
import { emptyEscalationState, proxyTiers } from './proxy-state.ts';
import type { EscalatedHost, EscalationState, ProxyHealth, ProxyTier, TierCounts } from './proxy-state.ts';

/** Options of the escalation. */
export interface EscalationOptions {
  /** The tiers that this run may use; at least one. */
  allowed: readonly ProxyTier[];
  /** Ids of the configured proxies. */
  proxies: { datacenter: readonly string[]; residential: readonly string[] };
  /** Maximum share of residential proxies in all requests of the run, from 0 to 1. */
  residentialShare: number;
  /** See `Clock`. */
  now: () => number;
  /** Returns a random number from 0 up to 1. */
  random: () => number;
  /** State of an earlier session of the run. */
  state?: EscalationState | null;
}

/** The route assigned to one request; passed to `record` with its outcome. */
export interface RouteAssignment {
  host: string;
  tier: ProxyTier;
  /** Id of the proxy; null for a direct request. */
  proxy: string | null;
  /** Whether the request tests if a cheaper tier works again. */
  probe: boolean;
}

/** Result of `Escalation.choose`. */
export type RouteChoice =
  | { kind: 'go'; assignment: RouteAssignment }
  /** Nothing may be sent. `until`: when to ask again; null: not in this run. */
  | { kind: 'closed'; reason: string; until: number | null };

/** Outcome of a request on a route. */
export type RouteOutcome =
  /** A response that is not a refusal, whatever its status. */
  | { kind: 'answered' }
  /** Status 403, 429 or 503, or a challenge page (`status` null). `retriesUsed`: the ordinary retries are used up. */
  | { kind: 'blocked'; status: number | null; retriesUsed: boolean }
  /** The proxy failed; `reason` is a sentence. */
  | { kind: 'proxy-failed'; reason: string }
  /** No response; the site or the proxy may have failed. */
  | { kind: 'failed' }
  /** Nothing was sent, or the request was aborted. */
  | { kind: 'dropped' };

/** What to do after the outcome of a request. */
export interface RouteAdvice {
  /** Whether to repeat the request soon, regardless of its ordinary retries, because another route is available. */
  again: boolean;
  /** Sentence for the log if the host has moved to another tier; else null. */
  moved: string | null;
  /** Whether the proxy had failed before and has not worked since, so that this does not count as a try. */
  isOutage?: boolean;
}

/** The tier below is tested after this many good responses or this time, whichever comes first. */
const answersUntilProbe = 20;
const msUntilProbe = 10 * 60_000;
/** Maximum of `patience`, the factor on both while the tier below keeps refusing. */
const maxProbeBackoff = 8;

/** Time for which a failed proxy is not used, doubled with each consecutive failure. Milliseconds. */
const firstRestMs = 30_000;
const longestRestMs = 30 * 60_000;
/** Number of consecutive failures of unknown cause that count as one of the proxy. */
const doubtsPerFailure = 5;

/** Number of proxies of a tier that a host may refuse before the next tier is used. */
const refusalsPerTier = 3;

/** Minimum number of residential requests of a run, so that a small share still allows some. */
const residentialAtLeast = 50;
const shareRetryMs = 60_000;

const refusals = new Set([403, 429, 503]);
const nothingNew: RouteAdvice = { again: false, moved: null };

/**
 * Chooses the tier and the proxy for each host: from direct to datacenter to residential when the host refuses requests, and back
 * when it stops to. Pure: time and random numbers are passed in, and its state is plain data.
 */
export class Escalation {
  readonly #options: EscalationOptions;
  readonly #tiers: readonly ProxyTier[];
  readonly #state: EscalationState;
  readonly #turns: Record<'datacenter' | 'residential', number>;
  /** Hosts that are being tested on a cheaper tier. */
  readonly #probing = new Set<string>();

  constructor(options: EscalationOptions) {
    this.#options = options;
    this.#tiers = proxyTiers.filter((tier) => options.allowed.includes(tier));
    this.#state = restored(options.state ?? emptyEscalationState(), options.now());
    const { datacenter, residential } = options.proxies;
    this.#turns = {
      datacenter: Math.floor(options.random() * datacenter.length),
      residential: Math.floor(options.random() * residential.length),
    };
  }

  /** Returns the route for the next request to a host. Its assignment must be passed to `record` exactly once. */
  choose(host: string): RouteChoice {
    const tier = this.tierOf(host);
    if (tier === null)
      return { kind: 'closed', reason: 'PROXY_TIERS allows no route to the site.', until: null };
    const below = this.#belowIfDue(host, tier);
    if (below !== null) {
      const probe = this.#through(host, below, true);
      if (probe.kind === 'go') {
        this.#probing.add(host);
        return probe;
      }
    }
    return this.#through(host, tier, false);
  }

  /** Records the outcome of a request, and returns what to do next. */
  record(assignment: RouteAssignment, outcome: RouteOutcome): RouteAdvice {
    const { host, tier, proxy, probe } = assignment;
    if (probe) this.#probing.delete(host);
    const counts = this.#state.counts[tier];
    switch (outcome.kind) {
      case 'answered':
        counts.answered += 1;
        this.#proxyWorks(proxy);
        return this.#afterAnswer(assignment);
      case 'blocked':
        counts.blocked += 1;
        this.#proxyWorks(proxy);
        return this.#afterRefusal(assignment, outcome);
      case 'proxy-failed': {
        counts.failed += 1;
        const isOutage = proxy !== null && (this.#healthOf(proxy)?.failures ?? 0) > 0;
        if (proxy !== null) this.#proxyFailed(proxy, outcome.reason);
        this.#postponeProbe(assignment);
        return { again: probe || this.#healthy(tier).length > 0, moved: null, isOutage };
      }
      case 'failed':
        counts.failed += 1;
        if (proxy !== null) this.#doubt(proxy);
        this.#postponeProbe(assignment);
        return { again: probe, moved: null };
      case 'dropped':
        counts.requests -= 1;
        return nothingNew;
      default:
        return outcome satisfies never;
    }
  }

  /** Returns the tier of a host; null if none is allowed. */
  tierOf(host: string): ProxyTier | null {
    const at = this.#hostOf(host)?.tier ?? 'direct';
    const rank = proxyTiers.indexOf(at);
    return this.#tiers.find((tier) => proxyTiers.indexOf(tier) >= rank) ?? this.#tiers.at(-1) ?? null;
  }

  /** Whether no request of this run can be sent: it requires proxies, and there are none. */
  isHopeless(): boolean {
    return this.#tiers.every((tier) => tier !== 'direct' && this.#options.proxies[tier].length === 0);
  }

  /** Returns the number of requests by tier. */
  counts(): Readonly<Record<ProxyTier, TierCounts>> {
    return structuredClone(this.#state.counts);
  }

  /** Returns the state to store for later sessions. */
  state(): EscalationState {
    return structuredClone(this.#state);
  }

  /** Returns the maximum number of tries of a request, including those that `again` adds to the ordinary retries. */
  maxTries(retryTimes: number): number {
    return retryTimes + 1 + 2 * refusalsPerTier * Math.max(1, this.#tiers.length);
  }

  #through(host: string, tier: ProxyTier, probe: boolean): RouteChoice {
    if (tier === 'direct') return this.#go({ host, tier, proxy: null, probe });
    const now = this.#options.now();
    if (tier === 'residential' && !this.#shareLeft()) {
      const percent = Math.round(this.#options.residentialShare * 100);
      const reason = `Residential proxies have used up their share of the requests (${percent} %). Raise PROXY_RESIDENTIAL_SHARE to allow more.`;
      return { kind: 'closed', reason, until: now + shareRetryMs };
    }
    const all = this.#options.proxies[tier];
    if (all.length === 0) {
      return {
        kind: 'closed',
        reason: `The project has no ${tier} proxy, and no request is sent without one.`,
        until: null,
      };
    }
    const [proxy] = this.#healthy(tier);
    if (proxy === undefined) return this.#allRest(tier, all);
    this.#turns[tier] = (all.indexOf(proxy) + 1) % all.length;
    return this.#go({ host, tier, proxy, probe });
  }

  #go(assignment: RouteAssignment): RouteChoice {
    this.#state.counts[assignment.tier].requests += 1;
    return { kind: 'go', assignment };
  }

  #allRest(tier: ProxyTier, all: readonly string[]): RouteChoice {
    const resting = all.map((proxy) => this.#healthOf(proxy)).filter((health) => health !== null);
    const next = resting.toSorted((a, b) => a.restsUntil - b.restsUntil)[0];
    const which =
      all.length === 1 ? `The only ${tier} proxy is paused` : `All ${all.length} ${tier} proxies are paused`;
    const reason = `${which} after failures, and no request is sent without one. Last failure: ${next?.reason ?? 'unknown.'}`;
    return { kind: 'closed', reason, until: next?.restsUntil ?? null };
  }

  /** Returns the available proxies of a tier, starting with the next in rotation. */
  #healthy(tier: ProxyTier): string[] {
    if (tier === 'direct') return [];
    const all = this.#options.proxies[tier];
    const turn = this.#turns[tier];
    const now = this.#options.now();
    return [...all.slice(turn), ...all.slice(0, turn)].filter(
      (proxy) => (this.#healthOf(proxy)?.restsUntil ?? 0) <= now,
    );
  }

  #shareLeft(): boolean {
    const { direct, datacenter, residential } = this.#state.counts;
    if (residential.requests < residentialAtLeast && this.#options.residentialShare > 0) return true;
    const total = direct.requests + datacenter.requests + residential.requests;
    return residential.requests + 1 <= this.#options.residentialShare * (total + 1);
  }

  /** Returns the tier below if it is due for a test that nobody carries out yet. */
  #belowIfDue(host: string, tier: ProxyTier): ProxyTier | null {
    const known = this.#hostOf(host);
    const below = this.#tiers[this.#tiers.indexOf(tier) - 1];
    if (known === null || below === undefined || this.#probing.has(host)) return null;
    const { answered, since, patience } = known;
    const due =
      answered >= answersUntilProbe * patience || this.#options.now() - since >= msUntilProbe * patience;
    return due ? below : null;
  }

  #afterAnswer({ host, tier, probe }: RouteAssignment): RouteAdvice {
    const known = this.#hostOf(host);
    if (known === null) return nothingNew;
    if (probe && this.#isBelow(tier, host)) {
      const now = this.#options.now();
      Object.assign(known, { tier, since: now, answered: 0, blocks: 0, loweredAt: now });
      return { again: false, moved: `${host} answers again ${wording[tier]}, so that is used from now on.` };
    }
    if (tier === this.tierOf(host)) {
      known.answered += 1;
      known.blocks = 0;
    }
    return nothingNew;
  }

  #afterRefusal(assignment: RouteAssignment, outcome: RouteOutcome & { kind: 'blocked' }): RouteAdvice {
    const { host, tier, probe } = assignment;
    if (this.#isBelow(tier, host)) {
      const known = this.#hostOf(host);
      if (probe && known !== null) {
        known.patience = Math.min(maxProbeBackoff, known.patience * 2);
        this.#postponeProbe(assignment);
      }
      return { again: true, moved: null };
    }
    if (tier !== this.tierOf(host)) return nothingNew;
    if (tier === 'direct' && !outcome.retriesUsed) return nothingNew;

    const known = this.#hostOf(host) ?? this.#remember(host, tier);
    known.blocks += 1;
    const proxies = tier === 'direct' ? 1 : this.#options.proxies[tier].length;
    if (known.blocks < Math.min(proxies, refusalsPerTier)) return { again: true, moved: null };
    const above = this.#tiers[this.#tiers.indexOf(tier) + 1];
    if (above === undefined) return nothingNew;
    const now = this.#options.now();
    const soon = known.loweredAt !== null && now - known.loweredAt < msUntilProbe;
    const patience = soon ? Math.min(maxProbeBackoff, known.patience * 2) : 1;
    Object.assign(known, { tier: above, since: now, answered: 0, blocks: 0, patience });
    const said = outcome.status === null ? 'asked for proof of a browser' : `answered ${outcome.status}`;
    return { again: true, moved: `${host} ${said} ${wording[tier]}; it is fetched ${wording[above]} now.` };
  }

  #isBelow(tier: ProxyTier, host: string): boolean {
    const current = this.tierOf(host) ?? tier;
    return proxyTiers.indexOf(tier) < proxyTiers.indexOf(current);
  }

  /** Schedules another test after one without a result. */
  #postponeProbe({ host, probe }: RouteAssignment): void {
    const known = this.#hostOf(host);
    if (probe && known !== null) Object.assign(known, { since: this.#options.now(), answered: 0 });
  }

  #hostOf(host: string): EscalatedHost | null {
    const { hosts } = this.#state;
    return Object.hasOwn(hosts, host) ? (hosts[host] ?? null) : null;
  }

  #remember(host: string, tier: ProxyTier): EscalatedHost {
    const since = this.#options.now();
    const known = { tier, since, answered: 0, blocks: 0, patience: 1, loweredAt: null };
    this.#state.hosts[host] = known;
    return known;
  }

  #healthOf(proxy: string): ProxyHealth | null {
    const { proxies } = this.#state;
    return Object.hasOwn(proxies, proxy) ? (proxies[proxy] ?? null) : null;
  }

  #proxyWorks(proxy: string | null): void {
    if (proxy !== null) delete this.#state.proxies[proxy];
  }

  #proxyFailed(proxy: string, reason: string): void {
    const now = this.#options.now();
    const failures = this.#healthOf(proxy)?.failures ?? 0;
    // Concurrent requests fail together: that is one failure.
    if ((this.#healthOf(proxy)?.restsUntil ?? 0) > now) return;
    const rest = Math.min(longestRestMs, firstRestMs * 2 ** failures);
    const jitter = 0.9 + this.#options.random() / 5;
    this.#state.proxies[proxy] = {
      failures: failures + 1,
      doubts: 0,
      restsUntil: now + Math.round(rest * jitter),
      reason,
    };
  }

  #doubt(proxy: string): void {
    const health = this.#healthOf(proxy) ?? { failures: 0, doubts: 0, restsUntil: 0, reason: '' };
    const doubts = health.doubts + 1;
    this.#state.proxies[proxy] = { ...health, doubts };
    if (doubts < doubtsPerFailure) return;
    this.#proxyFailed(proxy, `${doubtsPerFailure} requests in a row got no response through it.`);
  }
}

/** Returns a stored state with valid times: whatever the clock was when it was stored, no proxy rests longer than the maximum. */
function restored(kept: EscalationState, now: number): EscalationState {
  const state = structuredClone(kept);
  for (const health of Object.values(state.proxies)) {
    health.restsUntil = Math.min(health.restsUntil, now + longestRestMs);
  }
  for (const host of Object.values(state.hosts)) {
    host.since = Math.min(host.since, now);
    if (host.loweredAt !== null) host.loweredAt = Math.min(host.loweredAt, now);
  }
  return state;
}

const wording: Record<ProxyTier, string> = {
  direct: 'without a proxy',
  datacenter: 'through datacenter proxies',
  residential: 'through residential proxies',
};

/**
 * Interprets the result of a fetch for its route.
 * @param challenge whether the page is a challenge
 * @param retriesUsed whether the ordinary retries of this request are used up, or do not apply to its status
 */
export function routeOutcome(
  result: FetchResult,
  { challenge, retriesUsed }: { challenge: boolean; retriesUsed: boolean },
): RouteOutcome {
  if (result.ok) {
    const { status } = result.page;
    if (challenge) return { kind: 'blocked', status: null, retriesUsed };
    return refusals.has(status) ? { kind: 'blocked', status, retriesUsed } : { kind: 'answered' };
  }
  const { code, message } = result.problem;
  switch (code) {
    case 'proxy':
      return { kind: 'proxy-failed', reason: message };
    case 'challenge':
      return { kind: 'blocked', status: null, retriesUsed: true };
    case 'timeout':
    case 'dns':
    case 'connection':
    case 'tls':
      return { kind: 'failed' };
    case 'aborted':
    case 'local':
    case 'offline':
    case 'browser':
    case 'blocked-address':
    case 'bad-url':
      return { kind: 'dropped' };
    case 'action':
    case 'blocked-hop':
    case 'bad-redirect':
    case 'too-many-redirects':
    case 'protocol':
    case 'too-large':
    case 'bomb':
    case 'decoding':
      return { kind: 'answered' };
    default:
      return code satisfies never;
  }
}
