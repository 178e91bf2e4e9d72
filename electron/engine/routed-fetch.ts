import { detectChallenge } from '../fetch/challenge.ts';
import { isRetryableStatus, longestRetryAfterMs, retryAfterMs } from '../fetch/retry.ts';
import type { FetchResult } from '../fetch/types.ts';
import type { CrawlDependencies } from './crawl.ts';
import type { NewEvent } from './ports/ledger.ts';
import { routeOutcome, type Escalation, type RouteChoice } from './proxy-escalation.ts';
import type { EscalationState } from './proxy-state.ts';

type Fetch = CrawlDependencies['fetch'];
type ClosedRoute = Extract<RouteChoice, { kind: 'closed' }>;

export interface RouteDependencies {
  escalation: Escalation;
  /** Fetches only through the proxy with this id; null: direct. */
  fetch(proxy: string | null, ...request: Parameters<Fetch>): Promise<FetchResult>;
  retryTimes: number;
  retryStatuses: readonly number[];
  record(events: readonly NewEvent[]): Promise<void>;
  /** Keeps what the run knows about its ways, to go on with it later. */
  keep(state: EscalationState): Promise<void>;
  /** See `Clock`. */
  now(): number;
  date(): number;
}

/** Another way is tried after this many milliseconds; the delay between two requests to the site holds beside it. */
const soonMs = 250;
/**
 * A run that has proxies to try, but gets nothing through for so long, pauses itself: four tries of a proxy that is out of
 * order, at the rests that it is given. Milliseconds.
 */
const longestWithoutAnswerMs = 5 * 60_000;
/** What is known is kept at once when a site has moved, else this often at most, in milliseconds. */
const keepEveryMs = 1000;

export interface RoutedFetch {
  fetch: Fetch;
  /** Why nothing gets through any more, a sentence; null as long as something does, or may. */
  stuck(): string | null;
}

/**
 * Sends every request of a crawl by the way that its site is at. An answer that calls for another way comes back as a
 * problem that is to be tried again; where no way is open, nothing is sent, the request waits, and the problem says why.
 */
export function routedFetch(deps: RouteDependencies): RoutedFetch {
  const { escalation, retryTimes, retryStatuses } = deps;
  let keptAt = -Infinity;
  /** When something last got through; at first, when it could have. */
  let throughAt = deps.now();
  /** Why something could not be sent, since then. */
  let closedBecause: string | null = null;

  function gotThrough(): void {
    throughAt = deps.now();
    closedBecause = null;
  }

  function stuck(): string | null {
    const isTooLong = deps.now() - throughAt >= longestWithoutAnswerMs;
    return isTooLong || escalation.isHopeless() ? closedBecause : null;
  }

  /** Nothing is sent. What waits for the same site would meet the same closed door, so all of it waits. */
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

  const fetch: Fetch = async (url, refuseHop, headers, tries = 0, cutAt) => {
    const choice = escalation.choose(new URL(url).host);
    if (choice.kind === 'closed') return closed(url, choice);
    const { ticket } = choice;
    let result: FetchResult;
    try {
      result = await deps.fetch(ticket.proxy, url, refuseHop, headers, tries, cutAt);
    } catch (error) {
      escalation.record(ticket, { kind: 'dropped' });
      throw error;
    }
    const triesAgain = result.ok && isRetryableStatus(result.page.status, retryStatuses);
    const retriesUsed = !triesAgain || tries >= retryTimes;
    const outcome = routeOutcome(result, { challenge: isChallenge(result), retriesUsed });
    const { again, moved, isOutage = false } = escalation.record(ticket, outcome);
    const isProxysFault = outcome.kind === 'proxy-failed';
    if (!isProxysFault && outcome.kind !== 'dropped') gotThrough();
    if (moved !== null) await deps.record([{ kind: 'proxy', url, message: moved }]);
    await keepWhatIsKnown(moved !== null || isProxysFault);
    if (isOutage) return anotherWay(result, deps.date(), true);
    // Where no other proxy is left, it waits for one: a page is not given up for what is wrong with a proxy.
    const goesOn = (again || isProxysFault) && tries + 1 < escalation.maxTries(retryTimes);
    return goesOn ? anotherWay(result, deps.date()) : result;
  };
  return { fetch, stuck };
}

/** A challenge with a good status never comes this far as a page. */
function isChallenge(result: FetchResult): boolean {
  return result.ok && result.page.status >= 300 && detectChallenge(result.page) !== null;
}

/** A site that says how long to wait is not asked sooner by another way. @param unsent see `FetchProblem` */
function anotherWay(result: FetchResult, date: number, unsent = false): FetchResult {
  if (!result.ok) {
    const retry = { afterMs: soonMs, always: true, wholeOrigin: false, ...(unsent ? { unsent } : {}) };
    return { ...result, problem: { ...result.problem, transient: true, retry } };
  }
  const { status, headers, hops } = result.page;
  const asked = retryAfterMs(headers, date);
  const afterMs = Math.max(soonMs, Math.min(asked ?? 0, longestRetryAfterMs));
  const message = `The server answered ${status}; it is asked another way.`;
  const retry = { afterMs, always: true, wholeOrigin: asked !== null };
  return { ok: false, problem: { code: 'proxy', message, transient: true, retry }, hops };
}
