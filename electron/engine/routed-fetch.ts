import { detectChallenge } from '../fetch/challenge.ts';
import { isRetryableStatus, longestRetryAfterMs, retryAfterMs } from '../fetch/retry.ts';
import type { FetchResult } from '../fetch/types.ts';
import type { CrawlDependencies } from './crawl.ts';
import type { NewEvent } from './ports/ledger.ts';
import { routeOutcome, type Escalation, type RouteChoice } from './proxy-escalation.ts';
import type { EscalationState } from './proxy-state.ts';

type Fetch = CrawlDependencies['fetch'];
type ClosedRoute = Extract<RouteChoice, { kind: 'closed' }>;

/** What routing needs from the crawl. */
export interface RouteDependencies {
  escalation: Escalation;
  /** Fetches through the proxy with this id; null: direct. */
  fetch(proxy: string | null, ...request: Parameters<Fetch>): Promise<FetchResult>;
  retryTimes: number;
  retryStatuses: readonly number[];
  record(events: readonly NewEvent[]): Promise<void>;
  /** Stores the knowledge of the run about its routes. */
  keep(state: EscalationState): Promise<void>;
  /** See `Clock`. */
  now(): number;
  date(): number;
}

/** Delay before another route is tried, in milliseconds; the delay between requests applies in addition. */
const soonMs = 250;
/**
 * A run that has proxies but gets no response for this long pauses itself: about four tries of a broken proxy with the rests
 * between them. Milliseconds.
 */
const longestWithoutAnswerMs = 5 * 60_000;
/** Minimum interval in milliseconds between writes of the state, unless a site has moved to another tier. */
const keepEveryMs = 1000;

/** Fetching over routes. */
export interface RoutedFetch {
  fetch: Fetch;
  /** Returns why no request gets through, as a sentence; null while some do, or may. */
  stuck(): string | null;
}

/**
 * Returns a function that sends each request of a crawl over the route of its site. A response that requires another route
 * becomes a problem to retry. If no route is available, nothing is sent, the request waits, and the problem states the reason.
 */
export function routedFetch(deps: RouteDependencies): RoutedFetch {
  const { escalation, retryTimes, retryStatuses } = deps;
  let keptAt = -Infinity;
  /** When a request last got through; initially the start of the session. */
  let throughAt = deps.now();
  /** Why a request could not be sent since then. */
  let closedBecause: string | null = null;

  function gotThrough(): void {
    throughAt = deps.now();
    closedBecause = null;
  }

  function stuck(): string | null {
    const isTooLong = deps.now() - throughAt >= longestWithoutAnswerMs;
    return isTooLong || escalation.isHopeless() ? closedBecause : null;
  }

  /** Delays all requests of a site for which no route is available. */
  async function closed(url: string, { reason, until }: ClosedRoute): Promise<FetchResult> {
    if (closedBecause === null) await deps.record([{ kind: 'proxy', url, message: reason }]);
    closedBecause = reason;
    const now = deps.now();
    const afterMs = Math.max(0, Math.min(until ?? now, throughAt + longestWithoutAnswerMs) - now);
    const retry = { afterMs, always: true, wholeOrigin: true, unsent: true };
    const transient = until !== null || escalation.isHopeless();
    const problem = { code: 'proxy' as const, message: reason, transient };
    return { ok: false, problem: transient ? { ...problem, retry } : problem, hops: [] };
  }

  async function keepWhatIsKnown(atOnce: boolean): Promise<void> {
    if (!atOnce && deps.now() - keptAt < keepEveryMs) return;
    keptAt = deps.now();
    await deps.keep(escalation.state());
  }

  const fetch: Fetch = async (url, refuseHop, message, tries = 0, part) => {
    const choice = escalation.choose(new URL(url).host);
    if (choice.kind === 'closed') return closed(url, choice);
    const { assignment } = choice;
    let result: FetchResult;
    try {
      result = await deps.fetch(assignment.proxy, url, refuseHop, message, tries, part);
    } catch (error) {
      escalation.record(assignment, { kind: 'dropped' });
      throw error;
    }
    const triesAgain = result.ok && isRetryableStatus(result.page.status, retryStatuses);
    const retriesUsed = !triesAgain || tries >= retryTimes;
    const outcome = routeOutcome(result, { challenge: isChallenge(result), retriesUsed });
    const { again, moved, isOutage = false } = escalation.record(assignment, outcome);
    const isProxysFault = outcome.kind === 'proxy-failed';
    if (!isProxysFault && outcome.kind !== 'dropped') gotThrough();
    if (moved !== null) await deps.record([{ kind: 'proxy', url, message: moved }]);
    await keepWhatIsKnown(moved !== null || isProxysFault);
    if (isOutage) return anotherWay(result, deps.date(), true);
    // If no other proxy is left, the request waits for one: a page does not fail because of a proxy.
    const goesOn = (again || isProxysFault) && tries + 1 < escalation.maxTries(retryTimes);
    return goesOn ? anotherWay(result, deps.date()) : result;
  };
  return { fetch, stuck };
}

/** Whether a result is a challenge. One with a successful status is a problem already. */
function isChallenge(result: FetchResult): boolean {
  return result.ok && result.page.status >= 300 && detectChallenge(result.page) !== null;
}

/** Makes a problem that retries over another route, but respects the site's Retry-After. @param unsent see `FetchProblem` */
function anotherWay(result: FetchResult, date: number, unsent = false): FetchResult {
  if (!result.ok) {
    const retry = { afterMs: soonMs, always: true, wholeOrigin: false, ...(unsent ? { unsent } : {}) };
    return { ...result, problem: { ...result.problem, transient: true, retry } };
  }
  const { status, headers, hops } = result.page;
  const asked = retryAfterMs(headers, date);
  const afterMs = Math.max(soonMs, Math.min(asked ?? 0, longestRetryAfterMs));
  const message = `The server answered ${status}; the request is sent by another route.`;
  const retry = { afterMs, always: true, wholeOrigin: asked !== null };
  return { ok: false, problem: { code: 'proxy', message, transient: true, retry }, hops };
}
