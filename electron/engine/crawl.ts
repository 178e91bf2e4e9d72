import type { HopKind } from '../fetch/types.ts';
import { longestRetryAfterMs } from '../fetch/retry.ts';
import { Sleeper } from './clock.ts';
import type { ClaimedRequest, NewRequest, OriginQueue, Suspect } from './ports/ledger.ts';
import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { HopPolicy } from './hop-policy.ts';
import { Origins, type Origin } from './origins.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { Limits, type CrawlEnd } from './limits.ts';
import { Recorder } from './recorder.ts';
import { RequestWork } from './request-work.ts';
import { maxRobotsBytes } from './robots.ts';
import { RobotsPolicy } from './robots-policy.ts';
import { SitemapQueue, type SitemapPlan } from './sitemap-queue.ts';
import { SeedFeed } from './seed-feed.ts';
import { Slots } from './slots.ts';
import { HostTurns, type Turn } from './host-turns.ts';
import { TrapWatch } from './trap-watch.ts';
import { Suspects } from './suspects.ts';

export type { CrawlEnd };

export type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';

/**
 * Runs a crawl until nothing is left to do or it is asked to end. Concurrency exists only here: everything else is a function of
 * values, and all state is in the ledger.
 *
 * Rejects only if the ledger does, for example because the disk is full. Requests in progress are then abandoned, and remain in
 * the ledger.
 */
export async function crawl(
  seeds: readonly NewRequest[],
  settings: EngineSettings,
  deps: CrawlDependencies,
): Promise<CrawlEnd> {
  const { ledger, clock } = deps;
  const counters = await ledger.counters();
  const limits = new Limits(settings, counters, clock.now(), () => deps.network?.heldMs ?? 0);
  const traps = await TrapWatch.open(settings, ledger, clock);
  const isResumed = (await ledger.admit(seeds)) < seeds.length;
  // They were written with the clock of another session, which may have been set since.
  await ledger.boundDelays(clock.now() + longestRetryAfterMs);
  const waiting = { suspects: await ledger.suspects(), origins: await ledger.origins() };
  const running = new Crawl(settings, deps, { limits, traps, waiting });
  running.begin(seeds, isResumed);
  return running.run(await running.openFeed(seeds));
}

/** State of the ledger at the start of the session. */
interface Opening {
  limits: Limits;
  traps: TrapWatch;
  waiting: { suspects: readonly Suspect[]; origins: readonly OriginQueue[] };
}

/** The loop of one session and its parts. */
class Crawl {
  readonly #settings: EngineSettings;
  readonly #deps: CrawlDependencies;
  readonly #limits: Limits;
  readonly #traps: TrapWatch;
  readonly #origins: Origins;
  readonly #turns: HostTurns;
  readonly #suspects: Suspects;
  readonly #robots: RobotsPolicy;
  readonly #sitemaps: SitemapQueue | null;
  readonly #slots: Slots;
  readonly #leases: LeaseKeeper;
  readonly #hops: HopPolicy;
  readonly #recorder: Recorder;
  readonly #work: RequestWork;
  readonly #startOrigins = new Set<string>();
  readonly #sleeper: Sleeper;
  readonly #wake = (): void => this.#sleeper.wake();
  #feed: SeedFeed | null = null;
  #end: CrawlEnd | null = null;
  /** Number of requests claimed so far, and that number when the ledger was last asked for more. */
  #claimed = 0;
  #searchedAfter = -1;

  constructor(settings: EngineSettings, deps: CrawlDependencies, { limits, traps, waiting }: Opening) {
    const { ledger, clock, stop } = deps;
    const now = (): number => clock.now();
    this.#settings = settings;
    this.#deps = deps;
    this.#limits = limits;
    this.#traps = traps;
    this.#sleeper = new Sleeper(clock);
    const origins = new Origins(settings, deps.random);
    for (const { origin, priority, depth, notBefore } of waiting.origins) {
      origins.markPending(origin, priority, depth, notBefore);
    }
    this.#origins = origins;
    this.#turns = this.#hostTurns();
    this.#leases = new LeaseKeeper(ledger, clock);
    const robots = this.#robotsPolicy();
    this.#robots = robots;
    const isClosed = (origin: Origin): boolean => robots.isClosed(origin);
    const suspects = new Suspects(waiting.suspects, { origins, isClosed });
    this.#suspects = suspects;
    this.#slots = new Slots({ concurrency: settings.concurrency, onFree: this.#wake });
    const refusedBySpider = (url: string): string | null => deps.refuseHop(url);
    this.#hops = new HopPolicy({ refusedBySpider, robots, ledger, origins, turns: this.#turns, stop });
    const isPatient = (): boolean => this.#isPatient();
    const { expectations = null } = deps;
    this.#recorder = new Recorder({ ledger, origins, limits, traps, expectations, suspects, now, isPatient });
    const { sitemaps: plan = null } = deps;
    const sitemaps = plan === null ? null : this.#sitemapQueue(plan);
    this.#sitemaps = sitemaps;
    const [hops, leases, recorder] = [this.#hops, this.#leases, this.#recorder];
    this.#work = new RequestWork({
      settings,
      deps,
      hops,
      leases,
      recorder,
      traps,
      sitemaps,
      isEnding: () => this.#end !== null || now() >= limits.deadline,
    });
  }

  /** Takes in start URLs: their sites' sitemaps are read too. @param wereRead whether an earlier session may have read them */
  begin(seeds: readonly NewRequest[], wereRead: boolean): void {
    const sitemaps = this.#sitemaps;
    for (const { origin, url } of seeds) {
      if (sitemaps !== null && wereRead) sitemaps.addStartUrl(url);
      if (this.#startOrigins.has(origin)) continue;
      this.#startOrigins.add(origin);
      if (sitemaps === null) continue;
      this.#origins.markPending(origin, 0, 0);
      if (!this.#settings.obeyRobots) sitemaps.askRobots(origin);
    }
  }

  /** @param seeds the start URLs that are not generated */
  async openFeed(seeds: readonly NewRequest[]): Promise<SeedFeed | null> {
    const { ledger, generated = null } = this.#deps;
    if (generated === null || generated.count === 0) return null;
    const startUrls = new Set(seeds.map(({ fingerprint }) => fingerprint));
    const feed = await SeedFeed.open(generated, startUrls, ledger, async (requests) => {
      const admitted = await ledger.admit(requests);
      this.begin(requests, false);
      this.#recorder.markPending(requests);
      this.#deps.onChange();
      return admitted;
    });
    if (feed.hasBegun) this.begin(generated.firsts, true);
    return feed;
  }

  /** @param feed start URLs to admit on the way; null: none */
  async run(feed: SeedFeed | null): Promise<CrawlEnd> {
    this.#feed = feed;
    const { pause, stop, network, ledger } = this.#deps;
    this.#deps.onChange();
    pause.addEventListener('abort', this.#wake);
    stop.addEventListener('abort', this.#wake);
    network?.whenOver(this.#wake);
    try {
      for (;;) {
        const end = await this.#step();
        if (end === null) continue;
        await this.#traps.close(end);
        return end;
      }
    } finally {
      pause.removeEventListener('abort', this.#wake);
      stop.removeEventListener('abort', this.#wake);
      await this.#slots.drain();
      this.#turns.leave();
      this.#leases.close();
      await ledger.flush();
    }
  }

  /** Starts what can be started, or waits for a change. @returns the end, once nothing is in flight */
  async #step(): Promise<CrawlEnd | null> {
    const slots = this.#slots;
    slots.throwFailure();
    const now = this.#deps.clock.now();
    this.#end ??= this.#reached(now);
    const onlyFiles = this.#finishesFiles(now);
    const isOpen = (this.#end === null || onlyFiles) && this.#deps.network?.isOn !== true;
    if (isOpen && !onlyFiles && this.#feed?.isLow === true) {
      await this.#feed.admit();
      return null;
    }
    const free = isOpen ? slots.free(onlyFiles ? Infinity : this.#limits.room()) : 0;
    const next = free > 0 ? this.#origins.next(now) : null;
    const ready = next !== null && 'origin' in next ? next.origin : null;
    const isIdle = ready === null && slots.inFlight === 0;
    const suspect = isOpen && !onlyFiles ? this.#suspects.next(now, isIdle) : null;
    if (suspect !== null && slots.inFlight === 0) {
      await this.#fetchAlone(suspect);
    } else if (suspect === null && ready !== null) {
      await this.#serve(ready, free);
    } else if (slots.inFlight === 0 && next === null && this.#isOver(isOpen)) {
      if (this.#end !== null) return this.#end;
      if (!(await this.#findMore())) return { kind: 'exhausted' };
    } else {
      const nextAt = next !== null && 'at' in next ? next.at : Infinity;
      const soonest = Math.min(nextAt, this.#suspects.wakeAt(now), this.#limits.deadline);
      if (isOpen && !onlyFiles && this.#feed?.helps(soonest - now) === true) await this.#feed.admit();
      else await this.#sleeper.until(isOpen ? soonest : Infinity);
    }
    return null;
  }

  /**
   * Asks the ledger for queued requests when none are known: requests of an earlier session may have been delayed behind others
   * of their origin.
   * @returns whether there are any; asks again only after another request was claimed
   */
  async #findMore(): Promise<boolean> {
    if (this.#searchedAfter === this.#claimed) return false;
    this.#searchedAfter = this.#claimed;
    const waiting = await this.#deps.ledger.origins();
    for (const { origin, priority, depth, notBefore } of waiting) {
      this.#origins.markPending(origin, priority, depth, notBefore);
    }
    return waiting.length > 0;
  }

  /** @param isOpen whether requests may start: a crawl that waits for the network is not over */
  #isOver(isOpen: boolean): boolean {
    return this.#end !== null || (isOpen && !this.#suspects.areLeft);
  }

  /** Whether the run has all the items that it may have, and only fetches the files that they name. */
  #finishesFiles(now: number): boolean {
    const { pause, stop } = this.#deps;
    if (this.#end?.kind !== 'item-limit' || this.#settings.downloads !== true) return false;
    return !stop.aborted && !pause.aborted && now < this.#limits.deadline;
  }

  /** Returns the limit that prevents new requests, or null. */
  #reached(now: number): CrawlEnd | null {
    const { network, stop, pause } = this.#deps;
    const expired = this.#deps.login?.reached() ?? null;
    if (expired !== null) return expired;
    const watched = this.#traps.reached() ?? this.#deps.expectations?.reached() ?? null;
    const reached = this.#limits.reached(now) ?? watched;
    if (reached !== null) return reached;
    const reason = network?.stuck() ?? this.#deps.stuck?.() ?? null;
    if (reason !== null) return { kind: 'stuck', reason };
    if (stop.aborted) return { kind: 'stopped' };
    return pause.aborted ? { kind: 'paused' } : null;
  }

  /** Whether enough requests are queued that the commit of a page may be delayed and batched with others. */
  #isPatient(): boolean {
    return this.#end === null && this.#settings.concurrency > 1 && this.#slots.areTaken;
  }

  /** @param max number of requests that may start */
  async #serve(origin: Origin, max: number): Promise<void> {
    const isClosed = this.#robots.isClosed(origin);
    const turns = await this.#turns.take(origin, isClosed ? 1 : Math.min(max, this.#origins.burst(origin)));
    const [first] = turns;
    if (first === undefined) return;
    if (isClosed) {
      this.#slots.launch(first, () => this.#robots.ask(origin));
      return;
    }
    const used = this.#readSitemap(origin, true, first) ? 1 : await this.#servePages(origin, turns);
    for (const turn of turns.slice(used)) turn.giveBack();
  }

  /** @returns the number of turns that were used */
  async #servePages(origin: Origin, turns: readonly Turn[]): Promise<number> {
    const { clock, ledger } = this.#deps;
    const { marks } = origin;
    const requests = await ledger.claim(origin.name, turns.length, clock.now(), this.#end !== null);
    const [first] = turns;
    if (requests.length === 0 && first !== undefined) {
      if (this.#readSitemap(origin, false, first)) return 1;
      this.#origins.markDrained(origin, clock.now(), marks);
    }
    this.#claimed += requests.length;
    for (const request of requests) {
      this.#leases.hold(request.id);
      this.#feed?.claimed(request);
    }
    for (const [n, turn] of turns.slice(0, requests.length).entries()) {
      const request = requests[n];
      if (request === undefined) break;
      origin.priority = request.priority;
      origin.depth = request.depth;
      await this.#begin(request, origin, turn);
    }
    return requests.length;
  }

  /** Starts to read a sitemap of an origin if it is its turn. Pages and sitemaps of an origin alternate. */
  #readSitemap(origin: Origin, pagesWait: boolean, turn: Turn): boolean {
    const sitemaps = this.#sitemaps;
    const file = sitemaps?.take(origin.name, pagesWait) ?? null;
    if (sitemaps === null || file === null) return false;
    this.#slots.launch(turn, () => sitemaps.read(file).then(() => this.#deps.onChange()));
    return true;
  }

  async #begin(request: ClaimedRequest, origin: Origin, turn: Turn): Promise<void> {
    const refusal = this.#robots.refusal(origin, request.url, request.id);
    if (refusal === null) {
      this.#slots.launch(turn, (sent) => this.#work.carryOut(request, origin, sent));
    } else {
      // Nothing is sent, so the delay of the host does not apply.
      turn.giveBack();
      await this.#work.record(request, origin, refusal);
    }
  }

  /** Fetches a suspect while nothing else is in flight and nothing else starts. */
  async #fetchAlone(suspect: Suspect): Promise<void> {
    this.#suspects.take(suspect);
    const { ledger, clock, pause, stop } = this.#deps;
    const origin = this.#origins.get(suspect.origin);
    const turn = await this.#turns.wait(origin, AbortSignal.any([pause, stop]));
    const request = turn === null ? null : await ledger.claimAlone(suspect.id);
    if (request === null) turn?.giveBack();
    else if (turn !== null) {
      this.#leases.hold(request.id);
      await this.#begin(request, origin, turn);
    }
    await this.#slots.drain();
    this.#suspects.over(clock.now());
  }

  #hostTurns(): HostTurns {
    const { hosts = null, clock, ledger } = this.#deps;
    const origins = this.#origins;
    this.#deps.whenSent?.(({ origin }) => origins.sent(origin, clock.now()));
    const onLost = (message: string): void => {
      void ledger.record([{ kind: 'hosts', url: null, message }]).catch(() => undefined);
    };
    return new HostTurns({ origins, hosts, clock, onLost });
  }

  #robotsPolicy(): RobotsPolicy {
    const { ledger, clock, random, stop } = this.#deps;
    const { obeyRobots, maxCrawlDelayMs, userAgent, retryTimes } = this.#settings;
    const pass = (origin: Origin): Promise<void> => this.#turns.pass(origin, stop);
    const passHop = async (url: string, hop?: HopKind): Promise<null> => {
      if (hop?.replayed !== true) await pass(this.#origins.get(new URL(url).origin));
      return null;
    };
    return new RobotsPolicy({
      obey: obeyRobots,
      maxCrawlDelayMs,
      userAgent,
      retryTimes,
      origins: this.#origins,
      fetch: (url, tries) => this.#deps.fetch(url, passHop, undefined, tries, { cutAt: maxRobotsBytes }),
      pass,
      record: (events) => ledger.record(events),
      found: (origin, files) => {
        if (this.#startOrigins.has(origin)) this.#sitemaps?.addFromRobots(origin, files);
      },
      stopping: () => stop.aborted,
      now: () => clock.now(),
      date: () => clock.date(),
      random,
    });
  }

  #sitemapQueue(plan: SitemapPlan): SitemapQueue {
    const { ledger, clock, random } = this.#deps;
    const { retryTimes, retryStatuses } = this.#settings;
    const refuseHop = (url: string, hop?: HopKind) => this.#hops.refusal(url, null, hop);
    const refusal = (url: string) => this.#robots.refusal(this.#origins.get(new URL(url).origin), url);
    return new SitemapQueue({
      plan,
      retryTimes,
      retryStatuses,
      fetch: (url, tries) => this.#deps.fetch(url, refuseHop, undefined, tries, { cutAt: Infinity }),
      refusedByRobots: (url) => refusal(url)?.page.reason ?? null,
      admit: async (requests) => {
        const admitted = await ledger.admit(requests);
        this.#recorder.markPending(requests);
        this.#wake();
        return admitted;
      },
      record: (events) => ledger.record(events),
      markPending: (origin, dueAt) => this.#origins.markPending(origin, 0, 0, dueAt),
      now: () => clock.now(),
      date: () => clock.date(),
      random,
    });
  }
}
