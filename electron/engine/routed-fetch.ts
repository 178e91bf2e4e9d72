import { isRetryableStatus, longestRetryAfterMs, retryAfterMs } from '../fetch/retry.ts';
import type { FetchResult } from '../fetch/types.ts';
import type { CrawlDependencies } from './crawl.ts';
import type { NewEvent } from './ledger.ts';
import { routeOutcome, type Escalation, type RouteChoice } from './proxy-escalation.ts';
import type { EscalationState } from './proxy-state.ts';

type Fetch = CrawlDependencies['fetch'];

export interface RouteDependencies {
  escalation: Escalation;
  /** Fetches through the proxy of this id, and in no other way; null: straight. */
  fetch(proxy: string | null, ...request: Parameters<Fetch>): Promise<FetchResult>;
  retryTimes: number;
  retryStatuses: readonly number[];
  record(events: readonly NewEvent[]): Promise<void>;
  /** Keeps what the run knows about its ways, to go on with it later. */
  keep(state: EscalationState): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Another way is tried after this many milliseconds; the delay between two requests to the site holds beside it. */
const soonMs = 250;
/** What is known is kept at once when a site has moved, else this often at most, in milliseconds. */
const keepEveryMs = 1000;

/**
 * Sends every request of a crawl by the way that its site is at. An answer that calls for another way comes back as a
 * problem that is to be tried again; where no way is open, nothing is sent and the problem says why.
 */
export function routedFetch(deps: RouteDependencies): Fetch {
  const { escalation, retryTimes, retryStatuses } = deps;
  let keptAt = -Infinity;

  async function keepWhatIsKnown(atOnce: boolean): Promise<void> {
    if (!atOnce && deps.now() - keptAt < keepEveryMs) return;
    keptAt = deps.now();
    await deps.keep(escalation.state());
  }

  return async (url, refuseHop, headers, tries = 0) => {
    const choice = escalation.choose(new URL(url).host);
    if (choice.kind === 'closed') return closed(choice, deps.now());
    const { ticket } = choice;
    let result: FetchResult;
    try {
      result = await deps.fetch(ticket.proxy, url, refuseHop, headers);
    } catch (error) {
      escalation.record(ticket, { kind: 'dropped' });
      throw error;
    }
    const triesAgain = result.ok && isRetryableStatus(result.page.status, retryStatuses);
    const retriesUsed = !triesAgain || tries >= retryTimes;
    const outcome = routeOutcome(result, { challenge: false, retriesUsed });
    const { again, moved } = escalation.record(ticket, outcome);
    if (moved !== null) await deps.record([{ kind: 'proxy', url, message: moved }]);
    await keepWhatIsKnown(moved !== null || outcome.kind === 'proxy-failed');
    return again && tries + 1 < escalation.mostTries(retryTimes) ? anotherWay(result, deps.now()) : result;
  };
}

/** Nothing is sent. What waits for the same site would meet the same closed door, so all of it waits. */
function closed({ reason, until }: Extract<RouteChoice, { kind: 'closed' }>, now: number): FetchResult {
  const afterMs = until === null ? 0 : Math.max(0, until - now);
  const retry = { afterMs, always: false, wholeOrigin: true };
  return {
    ok: false,
    problem: { code: 'proxy', message: reason, transient: until !== null, retry },
    hops: [],
  };
}

/** A site that says how long to wait is not asked sooner by another way. */
function anotherWay(result: FetchResult, now: number): FetchResult {
  if (!result.ok) {
    const retry = { afterMs: soonMs, always: true, wholeOrigin: false };
    return { ...result, problem: { ...result.problem, transient: true, retry } };
  }
  const { status, headers, hops } = result.page;
  const asked = retryAfterMs(headers['retry-after'], now);
  const afterMs = Math.max(soonMs, Math.min(asked ?? 0, longestRetryAfterMs));
  const message = `The server answered ${status}; it is asked another way.`;
  const retry = { afterMs, always: true, wholeOrigin: asked !== null };
  return { ok: false, problem: { code: 'proxy', message, transient: true, retry }, hops };
}
