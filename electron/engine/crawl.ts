import type { FetchResult } from '../fetch/types.ts';
import type { ClaimedRequest, Ledger, NewEvent, NewRequest } from './ledger.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { Origins, type Origin, type PolitenessSettings } from './origins.ts';
import type { PageInput, PageOutput } from './page.ts';
import { fetchRobots } from './robots-file.ts';
import { visit, type VisitOutcome } from './visit.ts';

/** Why a crawl came to its end. The host turns it into the state of the run. */
export type CrawlEnd =
  | { kind: 'exhausted' }
  | { kind: 'item-limit'; limit: number }
  | { kind: 'page-limit'; limit: number }
  | { kind: 'paused' }
  | { kind: 'stopped' }
  | { kind: 'blocked'; blocked: number; of: number };

export interface CrawlSettingsForEngine extends PolitenessSettings {
  concurrency: number;
  obeyRobots: boolean;
  retryTimes: number;
  /** Statuses that are retried. */
  retryStatuses: readonly number[];
  /** Items of the whole run at most; null: no limit. */
  itemLimit: number | null;
  /** Pages of the whole run at most; null: no limit. */
  pageLimit: number | null;
}

export interface CrawlDependencies {
  ledger: Ledger;
  /** Fetches a page; `refuseHop` judges every redirect before it is followed. */
  fetch(
    url: string,
    refuseHop: (url: string) => string | null | Promise<string | null>,
  ): Promise<FetchResult>;
  /** The processing stage, wherever it runs. */
  process(input: PageInput): Promise<PageOutput>;
  /** Why a redirect to this URL may not be followed, or null: the spider's allowed domains. */
  refuseHop(url: string): string | null;
  /** Aborted: no new request; what is in flight is finished. */
  pause: AbortSignal;
  /** Aborted: no new request; what is in flight is dropped and goes back to the queue. */
  stop: AbortSignal;
  /** Called after every change to the ledger. */
  onChange(): void;
  clock: Clock;
  /** Gives numbers from 0 up to 1. */
  random: () => number;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves at the given time, or when the signal is aborted; never rejects. */
  until(time: number, signal: AbortSignal): Promise<void>;
}

/** Answers that mean "go away" rather than "not here": a site that gives mostly these has blocked us. */
const blockedStatuses = new Set([403, 429, 503]);
/** How many answers are looked at, and how many of them are too many. */
const blockWindow = { of: 100, blocked: 60 };

/**
 * Runs a crawl until nothing is left to do or it is told to end. The only place with concurrency: everything
 * else is a function of values, and everything that is remembered is in the ledger.
 *
 * Rejects only when the ledger does (a full disk, for example): then what was in flight is abandoned, and the
 * ledger still holds all of it.
 */
export async function crawl(
  seeds: readonly NewRequest[],
  settings: CrawlSettingsForEngine,
  deps: CrawlDependencies,
): Promise<CrawlEnd> {
  const { ledger, clock } = deps;
  const origins = new Origins(settings, deps.random);
  const inFlight = new Set<Promise<void>>();
  const answers: boolean[] = [];
  const robotsAsked = new Map<string, Promise<void>>();
  const before = await ledger.counters();
  let items = before.items;
  let pages = before.done + before.failed;
  let end: CrawlEnd | null = null;
  const failures: unknown[] = [];
  let wake = new AbortController();

  await ledger.admit(seeds);
  for (const queue of await ledger.origins()) {
    origins.expect(queue.origin, queue.priority, queue.depth, queue.notBefore);
  }
  deps.onChange();
  const onSignal = (): void => wake.abort();
  deps.pause.addEventListener('abort', onSignal);
  deps.stop.addEventListener('abort', onSignal);

  try {
    for (;;) {
      if (failures.length > 0) throw failures[0];
      end ??= limitReached();
      if (deps.stop.aborted) end ??= { kind: 'stopped' };
      if (deps.pause.aborted) end ??= { kind: 'paused' };
      wake = new AbortController();
      const next = end === null && inFlight.size < room() ? origins.next(clock.now()) : null;
      if (next !== null && 'origin' in next) {
        await serve(next.origin);
      } else if (inFlight.size === 0 && next === null) {
        return end ?? { kind: 'exhausted' };
      } else {
        await clock.until(next?.at ?? Infinity, wake.signal);
      }
    }
  } finally {
    deps.pause.removeEventListener('abort', onSignal);
    deps.stop.removeEventListener('abort', onSignal);
    await Promise.allSettled(inFlight);
    await ledger.flush();
  }

  function limitReached(): CrawlEnd | null {
    const { itemLimit, pageLimit } = settings;
    if (itemLimit !== null && items >= itemLimit) return { kind: 'item-limit', limit: itemLimit };
    if (pageLimit !== null && pages >= pageLimit) return { kind: 'page-limit', limit: pageLimit };
    const blocked = answers.filter(Boolean).length;
    return blocked >= blockWindow.blocked ? { kind: 'blocked', blocked, of: answers.length } : null;
  }

  /** Requests that may be in flight at once: never more than a limit still has room for. */
  function room(): number {
    const forItems = settings.itemLimit === null ? Infinity : settings.itemLimit - items;
    const forPages = settings.pageLimit === null ? Infinity : settings.pageLimit - pages;
    return Math.min(settings.concurrency, forItems, forPages);
  }

  async function serve(origin: Origin): Promise<void> {
    if (settings.obeyRobots && origin.robots === 'unknown') {
      launch(origin, robotsOf(origin));
      return;
    }
    const [request] = await ledger.claim(origin.name, 1, clock.now());
    if (request === undefined) {
      origins.ranDry(origin, clock.now());
      return;
    }
    origin.priority = request.priority;
    origin.depth = request.depth;
    launch(origin, visitAndRecord(request, origin));
  }

  function launch(origin: Origin, work: Promise<void>): void {
    origins.started(origin, clock.now());
    const task = work
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => {
        inFlight.delete(task);
        origin.active -= 1;
        wake.abort();
      });
    inFlight.add(task);
  }

  /** Resolves when robots.txt of an origin has been asked for; callers at the same time share one request. */
  function robotsOf(origin: Origin): Promise<void> {
    let asked = robotsAsked.get(origin.name);
    if (asked === undefined) {
      origin.robots = 'asking';
      asked = askRobots(origin).finally(() => robotsAsked.delete(origin.name));
      robotsAsked.set(origin.name, asked);
    }
    return asked;
  }

  /** Fetches robots.txt of an origin and keeps its rules, or the problem, in the origin. */
  async function askRobots(origin: Origin): Promise<void> {
    const answer = await fetchRobots(origin.name, (url) => deps.fetch(url, () => null));
    const tries = origin.robotsTries;
    origin.robotsTries += 1;
    if ('retryAfterMs' in answer && tries < settings.retryTimes && !deps.stop.aborted) {
      origins.holdOff(origin, clock.now() + answer.retryAfterMs(tries, deps.random));
      origin.robots = 'unknown';
      return;
    }
    const { rules } = answer;
    origin.robots = rules === null ? { problem: answer.message } : { rules };
    if (answer.message !== '') {
      await ledger.record([{ kind: 'robots', url: `${origin.name}/robots.txt`, message: answer.message }]);
    }
  }

  async function visitAndRecord(request: ClaimedRequest, origin: Origin): Promise<void> {
    const refusal = refusedByRobots(origin, request.url);
    const outcome: VisitOutcome = refusal ?? (await visit(request, visitDependencies()));
    await record(request, origin, withId(outcome, request.id));
    deps.onChange();
  }

  function visitDependencies() {
    return {
      fetch: (url: string) => deps.fetch(url, refuseHop),
      process: (input: PageInput) => deps.process(input),
      takeRedirect: (id: string, url: string) => ledger.takeRedirect(id, fingerprintUrl(url)),
      retryTimes: settings.retryTimes,
      retryStatuses: settings.retryStatuses,
      now: () => clock.now(),
      random: deps.random,
    };
  }

  async function refuseHop(url: string): Promise<string | null> {
    const offsite = deps.refuseHop(url);
    if (offsite !== null || !settings.obeyRobots) return offsite;
    const origin = origins.get(new URL(url).origin);
    if (typeof origin.robots === 'string') await robotsOf(origin);
    if (typeof origin.robots === 'string') return `robots.txt of ${origin.name} could not be read.`;
    return refusedByRobots(origin, url)?.page.reason ?? null;
  }

  function refusedByRobots(origin: Origin, url: string) {
    if (!settings.obeyRobots || typeof origin.robots !== 'object') return null;
    const nothing = { id: '', facts: null, events: [] as NewEvent[], page: null, links: [] };
    if ('problem' in origin.robots) {
      return { kind: 'fail', page: { ...nothing, reason: origin.robots.problem }, status: null } as const;
    }
    if (origin.robots.rules.allows(settings.userAgent, url)) return null;
    const reason = `The site's robots.txt does not allow it (ROBOTSTXT_OBEY is on).`;
    return { kind: 'skip', page: { ...nothing, reason }, status: null } as const;
  }

  /** Tells the ledger what became of a request, and the clocks what follows from it. */
  async function record(request: ClaimedRequest, origin: Origin, outcome: VisitOutcome): Promise<void> {
    const now = clock.now();
    if (outcome.kind !== 'release' && outcome.page.facts !== null) {
      origins.answered(origin, outcome.page.facts.durationMs, outcome.status === 200);
    }
    if (outcome.kind !== 'release' && outcome.status !== null) {
      answers.push(blockedStatuses.has(outcome.status));
      if (answers.length > blockWindow.of) answers.shift();
    }
    switch (outcome.kind) {
      case 'complete': {
        const { itemLimit } = settings;
        if (itemLimit !== null && items + outcome.page.items.length > itemLimit) return release(request);
        items += outcome.page.items.length;
        pages += 1;
        await ledger.complete(outcome.page);
        return expectLinks(outcome.page.links);
      }
      case 'fail':
        pages += 1;
        await ledger.fail(outcome.page);
        return expectLinks(outcome.page.links);
      case 'skip':
        return ledger.skip(outcome.page);
      case 'retry': {
        const due = now + outcome.delayMs;
        if (outcome.wholeOrigin) origins.holdOff(origin, due);
        await ledger.retry(outcome.page, due);
        return origins.expect(request.origin, request.priority, request.depth, due);
      }
      case 'release':
        return release(request);
      default:
        return outcome satisfies never;
    }
  }

  async function release(request: ClaimedRequest): Promise<void> {
    await ledger.release([request.id]);
    origins.expect(request.origin, request.priority, request.depth);
  }

  function expectLinks(links: readonly NewRequest[]): void {
    for (const link of links) origins.expect(link.origin, link.priority, link.depth);
  }
}

function withId(outcome: VisitOutcome, id: string): VisitOutcome {
  return outcome.kind === 'fail' || outcome.kind === 'skip'
    ? { ...outcome, page: { ...outcome.page, id } }
    : outcome;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  until(time, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      // 2^31 - 1 ms is the longest that a timer can wait.
      const timer = setTimeout(done, Math.min(Math.max(0, time - Date.now()), 2 ** 31 - 1));
      signal.addEventListener('abort', done);
    });
  },
};
