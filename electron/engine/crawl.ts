import { longestRetryAfterMs } from '../fetch/retry.ts';
import type { FetchedPage, FetchResult } from '../fetch/types.ts';
import { Sleeper, waitUntil, type Clock } from './clock.ts';
import type { ClaimedRequest, Ledger, NewRequest, Suspect } from './ledger.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { Origins, type Origin, type PolitenessSettings } from './origins.ts';
import type { PageInput, PageOutput } from './page.ts';
import { Limits, type CrawlEnd, type LimitSettings } from './limits.ts';
import type { NetworkHold } from './network-hold.ts';
import { maxRobotsBytes } from './robots.ts';
import { RobotsGate } from './robots-gate.ts';
import type { CrawlBrowser } from './shown-page.ts';
import { SitemapQueue, type SitemapPlan } from './sitemap-queue.ts';
import { TrapWatch, type TrapSettings } from './trap-watch.ts';
import { giveBack } from './transfer.ts';
import { Suspects } from './suspects.ts';
import { isReplayed, visit, withRetryEvents, type VisitOutcome } from './visit.ts';

export type { CrawlEnd };

export interface CrawlSettingsForEngine extends PolitenessSettings, LimitSettings, TrapSettings {
  /** Requests that are being sent or answered at once. */
  concurrency: number;
  obeyRobots: boolean;
  /** The longest Crawl-delay that is kept, in milliseconds. */
  maxCrawlDelayMs: number;
  retryTimes: number;
  /** Statuses that are retried. */
  retryStatuses: readonly number[];
}

export interface CrawlDependencies {
  ledger: Ledger;
  /**
   * Fetches a page; `refuseHop` judges every redirect before it is followed, or `replayed`. `headers` go beside the usual
   * ones; `tries` says how often the same was asked for before; so many decoded bytes as `cutAt` are enough where it is given.
   */
  fetch(
    url: string,
    refuseHop: (url: string, replayed?: boolean) => string | null | Promise<string | null>,
    headers?: Record<string, string>,
    tries?: number,
    cutAt?: number,
  ): Promise<FetchResult>;
  /** Why nothing gets through any more, a sentence, or null: then the run pauses itself. Left out: it is never asked. */
  stuck?(): string | null;
  /** Says while this machine is without a network; left out: nobody looks. */
  network?: Pick<NetworkHold, 'isOn' | 'heldMs' | 'stuck' | 'whenOver'>;
  /** The processing stage, wherever it runs. */
  process(input: PageInput): Promise<PageOutput>;
  /** Shows pages as a browser does; null or left out: there is none in use. */
  browser?: CrawlBrowser | null;
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

/** Pages that may wait to be read or written, for each request that may be sent at once, and at least so many. */
const backlogPerRequest = 1;
const leastBacklog = 8;

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
  const { ledger, clock, network } = deps;
  const origins = new Origins(settings, deps.random);
  const inFlight = new Set<Promise<void>>();
  const heldMs = (): number => network?.heldMs ?? 0;
  const limits = new Limits(settings, await ledger.counters(), clock.now(), heldMs);
  const mostBacklog = Math.max(leastBacklog, settings.concurrency * backlogPerRequest);
  /** Tasks in flight that are still with the network; the others wait to be read or written. */
  let sending = 0;
  let isBacklogged = false;
  let end: CrawlEnd | null = null;
  const failures: unknown[] = [];
  const sleeper = new Sleeper(clock);
  const wakeUp = (): void => sleeper.wake();
  const traps = await TrapWatch.open(settings, ledger, clock);
  const startOrigins = new Set(seeds.map(({ origin }) => origin));
  const robots = robotsGate();
  const sitemaps = sitemapQueue();

  const isResumed = (await ledger.admit(seeds)) < seeds.length;
  // They were written by the clock of another session, which may have been set since.
  await ledger.boundDelays(clock.now() + longestRetryAfterMs);
  const suspects = new Suspects(await ledger.suspects(), {
    origins,
    isClosed: (origin) => robots.isClosed(origin),
  });
  for (const queue of await ledger.origins()) {
    origins.expect(queue.origin, queue.priority, queue.depth, queue.notBefore);
  }
  for (const origin of sitemaps === null ? [] : startOrigins) {
    origins.expect(origin, 0, 0);
    if (!settings.obeyRobots) sitemaps?.askRobots(origin);
  }
  for (const { url } of isResumed ? seeds : []) sitemaps?.addStartUrl(url);
  deps.onChange();
  deps.pause.addEventListener('abort', wakeUp);
  deps.stop.addEventListener('abort', wakeUp);
  network?.whenOver(wakeUp);

  try {
    for (;;) {
      if (failures.length > 0) throw failures[0];
      end ??= limits.reached(clock.now()) ?? traps.reached() ?? stuck();
      if (deps.stop.aborted) end ??= { kind: 'stopped' };
      if (deps.pause.aborted) end ??= { kind: 'paused' };
      const now = clock.now();
      const isHeld = end === null && network?.isOn === true;
      const free = end === null && !isHeld ? freeSlots() : 0;
      const next = free > 0 ? origins.next(now) : null;
      const ready = next !== null && 'origin' in next ? next.origin : null;
      const suspect =
        end === null && !isHeld ? suspects.next(now, ready === null && inFlight.size === 0) : null;
      if (suspect !== null && inFlight.size === 0) {
        await fetchAlone(suspect);
      } else if (suspect === null && ready !== null) {
        await serve(ready, free);
      } else if (inFlight.size === 0 && next === null && !isHeld && (end !== null || !suspects.areLeft)) {
        end ??= { kind: 'exhausted' };
        await traps.close(end);
        return end;
      } else {
        const nextAt = next !== null && 'at' in next ? next.at : Infinity;
        const soonest = Math.min(nextAt, suspects.wakeAt(now), limits.deadline);
        await sleeper.until(end === null && !isHeld ? soonest : Infinity);
      }
    }
  } finally {
    deps.pause.removeEventListener('abort', wakeUp);
    deps.stop.removeEventListener('abort', wakeUp);
    await Promise.allSettled(inFlight);
    await ledger.flush();
  }

  function stuck(): CrawlEnd | null {
    const reason = network?.stuck() ?? deps.stuck?.() ?? null;
    return reason === null ? null : { kind: 'stuck', reason };
  }

  /**
   * Requests that may begin now. While many pages wait to be read or written, none may; and then several at once, which
   * is cheaper than one by one.
   */
  function freeSlots(): number {
    const backlog = inFlight.size - sending;
    if (backlog >= mostBacklog) isBacklogged = true;
    else if (backlog <= mostBacklog / 2) isBacklogged = false;
    if (isBacklogged) return 0;
    return Math.min(settings.concurrency - sending, limits.room() - inFlight.size);
  }

  /** @param most requests that may begin */
  async function serve(origin: Origin, most: number): Promise<void> {
    if (robots.isClosed(origin)) {
      launch(origin, () => robots.ask(origin));
      return;
    }
    if (readSitemap(origin, true)) return;
    const requests = await ledger.claim(origin.name, Math.min(most, origins.burst(origin)), clock.now());
    if (requests.length === 0 && !readSitemap(origin, false)) origins.ranDry(origin, clock.now());
    for (const request of requests) {
      origin.priority = request.priority;
      origin.depth = request.depth;
      await begin(request, origin);
    }
  }

  async function begin(request: ClaimedRequest, origin: Origin): Promise<void> {
    const refusal = robots.refusal(origin, request.url, request.id);
    if (refusal === null) {
      launch(origin, (sent) => visitAndRecord(request, origin, sent));
    } else {
      // Nothing is sent, so nobody waits for it.
      await record(request, origin, refusal);
      deps.onChange();
    }
  }

  /** While nothing else is in flight, and nothing else begins until it is over. */
  async function fetchAlone(suspect: Suspect): Promise<void> {
    suspects.take(suspect);
    const request = await ledger.claimAlone(suspect.id);
    if (request !== null) await begin(request, origins.get(suspect.origin));
    await Promise.all(inFlight);
    suspects.over(clock.now());
  }

  /** Begins to read a sitemap if it is the turn of one. Pages and sitemaps of an origin take turns. */
  function readSitemap(origin: Origin, pagesWait: boolean): boolean {
    const file = sitemaps?.take(origin.name, pagesWait) ?? null;
    if (sitemaps === null || file === null) return false;
    launch(origin, () => sitemaps.read(file).then(() => deps.onChange()));
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
        deps.fetch(url, (hop, replayed) => refuseHop(hop, null, replayed), undefined, tries, Infinity),
      refusedByRobots: (url) => robots.refusal(origins.get(new URL(url).origin), url)?.page.reason ?? null,
      async admit(requests) {
        const admitted = await ledger.admit(requests);
        expectLinks(requests);
        wakeUp();
        return admitted;
      },
      record: (events) => ledger.record(events),
      expect: (origin, dueAt) => origins.expect(origin, 0, 0, dueAt),
      now: () => clock.now(),
      date: () => clock.date(),
      random: deps.random,
    });
  }

  /**
   * @param work resolves to false when the site was not asked after all: the next request need not wait for it. It may
   *   call `sent` when the network is done with, and another request may take its place.
   */
  function launch(origin: Origin, work: (sent: () => void) => Promise<boolean | void>): void {
    const turn = origins.started(origin, clock.now());
    sending += 1;
    let isSending = true;
    const sent = (): void => {
      if (!isSending) return;
      isSending = false;
      sending -= 1;
      origin.active -= 1;
      wakeUp();
    };
    // Who asks for one request at a time means one page: what it leads to is known before the next is chosen.
    const task = work(settings.concurrency === 1 ? () => {} : sent)
      .then((asked) => (asked === false ? origins.takeBack(origin, turn) : undefined))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => {
        sent();
        inFlight.delete(task);
        wakeUp();
      });
    inFlight.add(task);
  }

  function robotsGate(): RobotsGate {
    return new RobotsGate({
      obey: settings.obeyRobots,
      maxCrawlDelayMs: settings.maxCrawlDelayMs,
      userAgent: settings.userAgent,
      retryTimes: settings.retryTimes,
      origins,
      fetch: (url, tries) => deps.fetch(url, () => null, undefined, tries, maxRobotsBytes),
      record: (events) => ledger.record(events),
      found: (origin, files) => {
        if (startOrigins.has(origin)) sitemaps?.addFromRobots(origin, files);
      },
      stopping: () => deps.stop.aborted,
      now: () => clock.now(),
      date: () => clock.date(),
      random: deps.random,
    });
  }

  /** @returns whether the site was asked */
  async function visitAndRecord(request: ClaimedRequest, origin: Origin, sent: () => void): Promise<boolean> {
    const outcome = await visit(request, visitDependencies(request, sent));
    await record(request, origin, outcome);
    // Some hundred pages that are written would else wait for the collector: 20 MB.
    if (outcome.kind !== 'release') giveBack(outcome.page.page?.body);
    deps.onChange();
    return !isReplayed(outcome);
  }

  function visitDependencies(request: ClaimedRequest, sent: () => void) {
    return {
      fetch: (url: string, headers?: Record<string, string>) =>
        deps.fetch(url, (hop, replayed) => refuseHop(hop, request, replayed), headers, request.tries),
      recall: (id: string) => ledger.recall(id),
      alreadyExtracted: (url: string) => ledger.alreadyExtracted(fingerprintUrl(url)),
      process: (input: PageInput) => {
        sent();
        return deps.process(input);
      },
      browser: browserFor(request, sent),
      retryTimes: settings.retryTimes,
      retryStatuses: settings.retryStatuses,
      wantsLikeness: traps.wantsLikeness,
      readSitemap:
        sitemaps === null
          ? null
          : (page: FetchedPage) => {
              sent();
              return sitemaps.readStartUrl(request.url, page);
            },
      date: () => clock.date(),
      random: deps.random,
    };
  }

  function browserFor(request: ClaimedRequest, sent: () => void) {
    const { browser = null } = deps;
    if (browser === null) return null;
    return {
      when: browser.when,
      show: (page: FetchedPage) => {
        sent();
        return browser.show(page, (hop) => refuseHop(hop, request));
      },
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
    const refusal = deps.refuseHop(url) ?? (await robots.refusalOfHop(origin, url));
    if (refusal !== null) return refusal;
    if (request !== null && !(await ledger.takeRedirect(request.id, fingerprintUrl(url)))) {
      return `It redirects to ${url}, which is already part of this crawl.`;
    }
    if (!replayed) await waitUntil(clock, origins.takeTurn(origin, clock.now()), deps.stop);
    return null;
  }

  /** Tells the ledger what became of a request, and the clocks what follows from it. */
  async function record(request: ClaimedRequest, origin: Origin, outcome: VisitOutcome): Promise<void> {
    const now = clock.now();
    const replayed = isReplayed(outcome);
    if (outcome.kind !== 'release' && outcome.page.facts !== null && !replayed) {
      origins.answered(origin, outcome.page.facts.durationMs, outcome.status === 200);
    }
    if (outcome.kind !== 'release' && outcome.status !== null && !replayed) {
      limits.answered(outcome.status);
    }
    switch (outcome.kind) {
      case 'complete': {
        if (!limits.admits(outcome.page.items.length)) return release(request);
        limits.completed(outcome.page.items.length);
        const { page, newDates } = traps.sift(request.url, outcome.page);
        const settled = await ledger.complete(page, isPatient());
        await traps.visited(request.url, page, { newDates, likeness: outcome.likeness, settled });
        return expectLinks(page.links);
      }
      case 'fail': {
        limits.failed();
        const { page, newDates } = traps.sift(request.url, outcome.page);
        const settled = await ledger.fail(page);
        await traps.visited(request.url, page, { newDates, likeness: outcome.likeness ?? null, settled });
        return expectLinks(page.links);
      }
      case 'skip':
        return ledger.skip(outcome.page);
      case 'retry': {
        // Whole milliseconds, as the ledger keeps it: who comes a part of one early finds nothing there, and ends.
        const due = Math.ceil(now + outcome.delayMs);
        if (outcome.wholeOrigin) origins.holdOff(origin, due);
        await ledger.retry(withRetryEvents(outcome, request, origin.name), due);
        suspects.putBack(request.id, due);
        return origins.expect(request.origin, request.priority, request.depth, due);
      }
      case 'release':
        if (outcome.holdOffMs !== undefined) origins.holdOff(origin, now + outcome.holdOffMs);
        return release(request);
      default:
        return outcome satisfies never;
    }
  }

  /** Whether nobody waits for what a page has to say: there is enough to do. */
  function isPatient(): boolean {
    return end === null && settings.concurrency > 1 && (isBacklogged || sending >= settings.concurrency);
  }

  async function release(request: ClaimedRequest): Promise<void> {
    await ledger.release([request.id]);
    suspects.putBack(request.id, 0);
    origins.expect(request.origin, request.priority, request.depth);
  }

  function expectLinks(links: readonly NewRequest[]): void {
    for (const link of links) origins.expect(link.origin, link.priority, link.depth);
  }
}
