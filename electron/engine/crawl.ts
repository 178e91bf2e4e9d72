import type { FetchResult } from '../fetch/types.ts';
import type { ClaimedRequest, Ledger, NewEvent, NewRequest, UnfinishedPage } from './ledger.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { Origins, type Origin, type PolitenessSettings } from './origins.ts';
import type { PageInput, PageOutput } from './page.ts';
import { fetchRobots } from './robots-file.ts';
import { SitemapQueue, type SitemapPlan } from './sitemap-queue.ts';
import { TrapDetector } from './traps.ts';
import { visit, type VisitOutcome } from './visit.ts';

/** Why a crawl came to its end. The host turns it into the state of the run. */
export type CrawlEnd =
  | { kind: 'exhausted' }
  | { kind: 'item-limit'; limit: number }
  | { kind: 'page-limit'; limit: number }
  | { kind: 'time-limit'; limitMs: number }
  | { kind: 'error-limit'; limit: number }
  | { kind: 'paused' }
  | { kind: 'stopped' }
  | { kind: 'blocked'; blocked: number; of: number };

export interface CrawlSettingsForEngine extends PolitenessSettings {
  concurrency: number;
  obeyRobots: boolean;
  /** Whether links into crawler traps are dropped. */
  trapDetection: boolean;
  retryTimes: number;
  /** Statuses that are retried. */
  retryStatuses: readonly number[];
  /** Items of the whole run at most; null: no limit. */
  itemLimit: number | null;
  /** Pages of the whole run at most; null: no limit. */
  pageLimit: number | null;
  /** Milliseconds of work of the whole run at most; null: no limit. */
  timeLimitMs: number | null;
  /** Failed pages of the whole run at most; what is in flight then is still finished. null: no limit. */
  errorLimit: number | null;
  /** Milliseconds that earlier sessions of the run have worked. */
  spentMs: number;
}

export interface CrawlDependencies {
  ledger: Ledger;
  /**
   * Fetches a page; `refuseHop` judges every redirect before it is followed, or `replayed`. `headers` go beside the usual
   * ones; `tries` says how often the same was asked for before.
   */
  fetch(
    url: string,
    refuseHop: (url: string, replayed?: boolean) => string | null | Promise<string | null>,
    headers?: Record<string, string>,
    tries?: number,
  ): Promise<FetchResult>;
  /** The processing stage, wherever it runs. */
  process(input: PageInput): Promise<PageOutput>;
  /** Decides about the URLs of the sites' sitemaps; null or left out: sitemaps are not read. */
  sitemaps?: SitemapPlan | null;
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
  const robotsAsked = new Map<string, Promise<boolean>>();
  const before = await ledger.counters();
  let items = before.items;
  let pages = before.done + before.failed;
  let errors = before.failed;
  const deadline = clock.now() + (settings.timeLimitMs ?? Infinity) - settings.spentMs;
  let end: CrawlEnd | null = null;
  const failures: unknown[] = [];
  let wake = new AbortController();
  const traps = settings.trapDetection ? new TrapDetector(() => clock.now()) : null;
  const sitemaps = sitemapQueue();
  const startOrigins = new Set(seeds.map(({ origin }) => origin));

  await ledger.admit(seeds);
  for (const queue of await ledger.origins()) {
    origins.expect(queue.origin, queue.priority, queue.depth, queue.notBefore);
  }
  for (const origin of sitemaps === null ? [] : startOrigins) {
    origins.expect(origin, 0, 0);
    if (!settings.obeyRobots) sitemaps?.askRobots(origin);
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
        await tellTraps();
        return end ?? { kind: 'exhausted' };
      } else {
        await clock.until(Math.min(next?.at ?? Infinity, end === null ? deadline : Infinity), wake.signal);
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
    const { timeLimitMs, errorLimit } = settings;
    if (errorLimit !== null && errors >= errorLimit) return { kind: 'error-limit', limit: errorLimit };
    if (timeLimitMs !== null && clock.now() >= deadline) return { kind: 'time-limit', limitMs: timeLimitMs };
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
    if (readSitemap(origin, true)) return;
    const [request] = await ledger.claim(origin.name, 1, clock.now());
    if (request === undefined) {
      if (!readSitemap(origin, false)) origins.ranDry(origin, clock.now());
      return;
    }
    origin.priority = request.priority;
    origin.depth = request.depth;
    const refusal = refusedByRobots(origin, request.url);
    if (refusal === null) {
      launch(origin, visitAndRecord(request, origin));
    } else {
      // Nothing is sent, so nobody waits for it.
      await record(request, origin, withId(refusal, request.id));
      deps.onChange();
    }
  }

  /** Begins to read a sitemap if it is the turn of one. Pages and sitemaps of an origin take turns. */
  function readSitemap(origin: Origin, pagesWait: boolean): boolean {
    const file = sitemaps?.take(origin.name, pagesWait) ?? null;
    if (sitemaps === null || file === null) return false;
    launch(
      origin,
      sitemaps.read(file).then(() => deps.onChange()),
    );
    return true;
  }

  function sitemapQueue(): SitemapQueue | null {
    const { sitemaps: plan = null } = deps;
    if (plan === null) return null;
    const { retryTimes, retryStatuses } = settings;
    return new SitemapQueue({
      plan,
      retryTimes,
      retryStatuses,
      fetch: (url, tries) =>
        deps.fetch(url, (hop, replayed) => refuseHop(hop, null, replayed), undefined, tries),
      refusedByRobots: (url) => refusedByRobots(origins.get(new URL(url).origin), url)?.page.reason ?? null,
      async admit(requests) {
        const admitted = await ledger.admit(requests);
        expectLinks(requests);
        wake.abort();
        return admitted;
      },
      record: (events) => ledger.record(events),
      expect: (origin, dueAt) => origins.expect(origin, 0, 0, dueAt),
      now: () => clock.now(),
      random: deps.random,
    });
  }

  async function tellTraps(): Promise<void> {
    if (traps === null || traps.cut === 0) return;
    const links = traps.cut === 1 ? 'One link was' : `${traps.cut} links were`;
    const message = `${links} not followed in all, because they lead into crawler traps. TRAP_DETECTION false follows them.`;
    await ledger.record([{ kind: 'trap', url: null, message }]);
  }

  /** @param work resolves to false when the site was not asked after all: the next request need not wait for it */
  function launch(origin: Origin, work: Promise<boolean | void>): void {
    const turn = origins.started(origin, clock.now());
    const task = work
      .then((asked) => (asked === false ? origins.takeBack(origin, turn) : undefined))
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
  function robotsOf(origin: Origin): Promise<boolean> {
    let asked = robotsAsked.get(origin.name);
    if (asked === undefined) {
      origin.robots = 'asking';
      asked = askRobots(origin).finally(() => robotsAsked.delete(origin.name));
      robotsAsked.set(origin.name, asked);
    }
    return asked;
  }

  /** Fetches robots.txt of an origin and keeps its rules, or the problem, in the origin. @returns whether the site was asked */
  async function askRobots(origin: Origin): Promise<boolean> {
    let asked = true;
    const answer = await fetchRobots(origin.name, async (url) => {
      const result = await deps.fetch(url, () => null, undefined, origin.robotsTries);
      asked = !(result.ok && result.page.fromCache === true);
      return result;
    });
    const tries = origin.robotsTries;
    origin.robotsTries += 1;
    const again = 'retryAfterMs' in answer && (answer.always || tries < settings.retryTimes);
    if (again && !deps.stop.aborted) {
      origins.holdOff(origin, clock.now() + answer.retryAfterMs(tries, deps.random));
      origin.robots = 'unknown';
      return asked;
    }
    const { rules } = answer;
    origin.robots = rules === null ? { problem: answer.message } : { rules };
    if (rules !== null && startOrigins.has(origin.name)) sitemaps?.addFromRobots(origin.name, rules.sitemaps);
    if (answer.message !== '') {
      await ledger.record([{ kind: 'robots', url: `${origin.name}/robots.txt`, message: answer.message }]);
    }
    return asked;
  }

  /** @returns whether the site was asked */
  async function visitAndRecord(request: ClaimedRequest, origin: Origin): Promise<boolean> {
    const outcome = await visit(request, visitDependencies(request));
    await record(request, origin, outcome);
    deps.onChange();
    return !isReplayed(outcome);
  }

  function visitDependencies(request: ClaimedRequest) {
    return {
      fetch: (url: string, headers?: Record<string, string>) =>
        deps.fetch(url, (hop, replayed) => refuseHop(hop, request, replayed), headers, request.tries),
      recall: (id: string) => ledger.recall(id),
      alreadyExtracted: (url: string) => ledger.alreadyExtracted(fingerprintUrl(url)),
      process: (input: PageInput) => deps.process(input),
      retryTimes: settings.retryTimes,
      retryStatuses: settings.retryStatuses,
      now: () => clock.now(),
      random: deps.random,
    };
  }

  /**
   * Why a redirect is not to be followed, or null. One that may be followed is the request's from here on, and takes its
   * turn at the site: the delay between two requests holds for redirects too, but not where nobody asks the site.
   */
  async function refuseHop(
    url: string,
    request: ClaimedRequest | null = null,
    replayed = false,
  ): Promise<string | null> {
    const origin = origins.get(new URL(url).origin);
    const refusal = deps.refuseHop(url) ?? (await robotsRefusal(origin, url));
    if (refusal !== null) return refusal;
    if (request !== null && !(await ledger.takeRedirect(request.id, fingerprintUrl(url)))) {
      return `It redirects to ${url}, which is already part of this crawl.`;
    }
    if (!replayed) await clock.until(origins.takeTurn(origin, clock.now()), deps.stop);
    return null;
  }

  async function robotsRefusal(origin: Origin, url: string): Promise<string | null> {
    if (!settings.obeyRobots) return null;
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
    const replayed = isReplayed(outcome);
    if (outcome.kind !== 'release' && outcome.page.facts !== null && !replayed) {
      origins.answered(origin, outcome.page.facts.durationMs, outcome.status === 200);
    }
    if (outcome.kind !== 'release' && outcome.status !== null && !replayed) {
      answers.push(blockedStatuses.has(outcome.status));
      if (answers.length > blockWindow.of) answers.shift();
    }
    switch (outcome.kind) {
      case 'complete': {
        const { itemLimit } = settings;
        if (itemLimit !== null && items + outcome.page.items.length > itemLimit) return release(request);
        items += outcome.page.items.length;
        pages += 1;
        const { page, newDates } = traps?.sift(request.url, outcome.page) ?? {
          page: outcome.page,
          newDates: 0,
        };
        const { admitted } = await ledger.complete(page);
        traps?.visited(request.url, { items: page.items, admitted, newDates });
        return expectLinks(page.links);
      }
      case 'fail': {
        pages += 1;
        errors += 1;
        const { page } = traps?.sift(request.url, outcome.page) ?? outcome;
        await ledger.fail(page);
        return expectLinks(page.links);
      }
      case 'skip':
        return ledger.skip(outcome.page);
      case 'retry': {
        const due = now + outcome.delayMs;
        if (outcome.wholeOrigin) origins.holdOff(origin, due);
        await ledger.retry(withRetryEvents(outcome, request, origin.name), due);
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

/** What is said of a request that is tried again. Its end will be read off the request; this would be forgotten. */
function withRetryEvents(
  { page, status, delayMs, wholeOrigin }: Extract<VisitOutcome, { kind: 'retry' }>,
  { url, tries }: ClaimedRequest,
  origin: string,
): UnfinishedPage {
  const seconds = `${(delayMs / 1000).toFixed(1)} s`;
  const retried = { kind: 'retried', url, message: `${page.reason} Try ${tries + 2} follows in ${seconds}.` };
  const throttled = { kind: 'throttled', url, message: `${origin} asks to wait ${seconds} (Retry-After).` };
  return {
    ...page,
    events: [...page.events, retried, ...(wholeOrigin && status !== null ? [throttled] : [])],
  };
}

function isReplayed(outcome: VisitOutcome): boolean {
  return outcome.kind !== 'release' && outcome.page.facts?.answeredBy === 'cache';
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
