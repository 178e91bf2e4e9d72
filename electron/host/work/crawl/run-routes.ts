import { steadyNow } from '../../../engine/clock.ts';
import type { CrawlDependencies } from '../../../engine/crawl.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import type { RouteMemory } from '../../../engine/ports/route-memory.ts';
import type { EscalationState } from '../../../engine/proxy-state.ts';
import type { TierTotals } from '../../data/run-tiers.ts';
import { Escalation } from '../../../engine/proxy-escalation.ts';
import { routedFetch } from '../../../engine/routed-fetch.ts';
import type { ExtraFetchOptions, FetchThrough } from '../../../engine/challenge-fetch.ts';
import type { BodyPart, FetchProblem, RequestMessage } from '../../../fetch/types.ts';
import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import { proxyPlan, type ProxyPlan } from '../../data/proxies.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/**
 * Chooses the proxies of a run. @returns null when it has none and requests none
 * @throws HostError `no-proxy` when PROXY_TIERS names a tier that has no proxy
 */
export function planRoutes(
  workspace: Pick<Workspace, 'dataDir'>,
  project: string,
  { proxyTiers }: CrawlSettings,
): ProxyPlan | null {
  const plan = proxyPlan(workspace, project, proxyTiers);
  return proxyTiers === null && plan.allowed.every((tier) => tier === 'direct') ? null : plan;
}

/** Fetching with a choice of proxies; `keep` stores what the run has learnt about them. */
export interface RunRoutes {
  fetch: CrawlDependencies['fetch'];
  stuck(): string | null;
  keep(): Promise<void>;
  /** Requests by the tier of their route. */
  totals(): TierTotals;
  /** Proxy id for a site now: null means direct, a problem that there is no route. */
  proxyFor(url: string): string | null | FetchProblem;
}

/** Usable proxies of a run, what earlier sessions have learnt about them, and where that is stored. */
export interface RoutePlan {
  proxies: ProxyPlan;
  state: EscalationState | null;
  memory: Pick<RouteMemory, 'keep'>;
}

/** Opens the routes of a run. */
export function openRoutes(
  { proxies, state, memory }: RoutePlan,
  { residentialShare, retryTimes, retryStatuses }: CrawlSettings,
  {
    fetchThrough,
    record,
  }: { fetchThrough: FetchThrough; record: (events: readonly NewEvent[]) => Promise<void> },
): RunRoutes {
  const [now, date] = [steadyNow, Date.now];
  const escalation = new Escalation({ ...proxies, residentialShare, now, random: Math.random, state });
  const routed = routedFetch({
    escalation,
    fetch: (proxy, url, onHop, message, _tries, part) =>
      fetchThrough(proxy, url, onHop, extraOptions(message, part)),
    retryTimes,
    retryStatuses,
    record,
    keep: (known) => memory.keep(known),
    now,
    date,
  });
  return {
    ...routed,
    keep: () => memory.keep(escalation.state()),
    totals: () => escalation.state().counts,
    proxyFor: (url) => {
      const choice = escalation.choose(new URL(url).host);
      if (choice.kind === 'closed') return { code: 'proxy', message: choice.reason, transient: true };
      // The outcome says nothing about the route: the request belongs to a page that has already arrived.
      escalation.record(choice.assignment, { kind: 'dropped' });
      return choice.assignment.proxy;
    },
  };
}

/** Options of a fetch besides URL and route. */
export function extraOptions(
  message: RequestMessage | undefined,
  part: BodyPart | undefined,
): ExtraFetchOptions {
  return { ...(message === undefined ? {} : { message }), ...part };
}
