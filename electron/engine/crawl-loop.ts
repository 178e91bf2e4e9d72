import { Sleeper } from './clock.ts';
import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { createHostTurns, createRobotsPolicy, createSitemapQueue } from './crawl-parts.ts';
import { refusalByExclusion } from './exclusions.ts';
import { HopPolicy } from './hop-policy.ts';
import { HostService } from './host-service.ts';
import type { HostTurns } from './host-turns.ts';
import { LeadWork } from './lead-work.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { CrawlEnd, RunLimits } from './limits.ts';
import { Origins, type Origin } from './origins.ts';
import type { NewRequest, OriginQueue, Suspect } from './ports/ledger.ts';
import { Recorder } from './recorder.ts';
import { RequestWork } from './request-work.ts';
import { RunStarts } from './run-starts.ts';
import type { SharePart } from './share-part.ts';
import type { SitemapQueue } from './sitemap-queue.ts';
import { Slots } from './slots.ts';
import { Suspects } from './suspects.ts';
import type { TrapWatch } from './trap-watch.ts';

/** What a session begins with. */
interface Opening {
  /** The start URLs that are not generated. */
  seeds: readonly NewRequest[];
  limits: RunLimits;
  traps: TrapWatch;
  /** The part that the session has in its run; null: it has the run to itself. */
  part: SharePart | null;
  /** State of the ledger. */
  waiting: { suspects: readonly Suspect[]; origins: readonly OriginQueue[] };
}

/** The loop of one session and its parts. */
export class CrawlLoop {
  /** The start URLs of the run. */
  readonly starts: RunStarts;
  readonly #settings: EngineSettings;
  readonly #deps: CrawlDependencies;
  readonly #limits: RunLimits;
  readonly #part: SharePart | null;
  readonly #traps: TrapWatch;
  readonly #origins: Origins;
  readonly #turns: HostTurns;
  readonly #suspects: Suspects;
  readonly #sitemaps: SitemapQueue | null;
  readonly #slots: Slots;
  readonly #leases: LeaseKeeper;
  readonly #recorder: Recorder;
  readonly #service: HostService;
  readonly #sleeper: Sleeper;
  readonly #wake = (): void => this.#sleeper.wake();
  #end: CrawlEnd | null = null;
  /** Number of requests claimed when the ledger was last asked for more. */
  #searchedAfter = -1;

  constructor(
    settings: EngineSettings,
    deps: CrawlDependencies,
    { seeds, limits, traps, waiting, part }: Opening,
  ) {
    const { ledger, clock, stop } = deps;
    const now = (): number => clock.now();
    this.#part = part;
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
    const turns = createHostTurns({ deps, origins }, part?.foreign(origins) ?? null);
    this.#turns = turns;
    this.#leases = new LeaseKeeper(ledger, clock);
    const common = { settings, deps, origins };
    const robots = createRobotsPolicy(common, turns, (origin, files) => {
      if (this.starts.has(origin)) return this.#sitemaps?.addFromRobots(origin, files);
    });
    const isClosed = (origin: Origin): boolean => robots.isClosed(origin);
    const suspects = new Suspects(waiting.suspects, { origins, isClosed });
    this.#suspects = suspects;
    this.#slots = new Slots({
      concurrency: settings.concurrency,
      onFree: this.#wake,
      share: deps.slots ?? null,
    });
    const refusedBySpider = (url: string): string | null => deps.refuseHop(url);
    const refusedByPerson = (url: string): string | null => refusalByExclusion(url, deps.excluded);
    const hops = new HopPolicy({ refusedBySpider, refusedByPerson, robots, ledger, origins, turns, stop });
    const isPatient = (): boolean => this.#isPatient();
    const { expectations = null } = deps;
    const { excluded } = deps;
    this.#recorder = new Recorder({
      ledger,
      origins,
      limits,
      traps,
      expectations,
      suspects,
      now,
      isPatient,
      ...(excluded === undefined ? {} : { excluded }),
    });
    const { sitemaps: plan = null } = deps;
    const offer = part === null ? null : part.found;
    const onAdmitted = (requests: readonly NewRequest[]): void => {
      this.#recorder.markPending(requests);
      this.#wake();
    };
    const queueOf =
      plan === null
        ? null
        : (): SitemapQueue => createSitemapQueue(common, { plan, hops, robots, onAdmitted, offer });
    const sitemaps = queueOf?.() ?? null;
    this.#sitemaps = sitemaps;
    const obeyRobots = settings.obeyRobots;
    const reader = part === null ? sitemaps : null;
    this.starts = new RunStarts({ seeds, deps, origins, obeyRobots, isShared: part !== null, reader });
    const [leases, recorder] = [this.#leases, this.#recorder];
    const work = new RequestWork({
      settings,
      deps,
      hops,
      leases,
      recorder,
      traps,
      sitemaps,
      isEnding: () => this.#end !== null || now() >= limits.deadline,
    });
    const { starts } = this;
    const [slots, hasEnd] = [this.#slots, (): boolean => this.#end !== null];
    this.#service = new HostService({
      deps,
      part,
      origins,
      turns,
      robots,
      sitemaps,
      slots,
      leases,
      suspects,
      starts,
      work,
      hasEnd,
    });
    if (part === null) return;
    const lead = new LeadWork({
      share: part.share,
      limits: part.limits,
      clock,
      stop,
      slots,
      origins,
      turns,
      robots,
      sitemaps: queueOf,
      downloads: settings.downloads === true,
      starts,
      opening: deps.opening ?? [],
      judge: deps.judge ?? null,
      onChange: () => deps.onChange(),
    });
    part.join({ origins, suspects, lead, wake: this.#wake });
  }

  async run(): Promise<CrawlEnd> {
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
      this.#slots.close();
      this.#turns.leave();
      this.#leases.close();
      await ledger.flush();
    }
  }

  /** Starts what can be started, or waits for a change. @returns the end, once nothing is in flight */
  async #step(): Promise<CrawlEnd | null> {
    const slots = this.#slots;
    slots.throwFailure();
    const part = this.#part;
    if (part !== null) await part.attend();
    const now = this.#deps.clock.now();
    this.#end ??= part === null ? this.#reached(now) : part.endOf(this.#reached(now));
    const onlyFiles = this.#finishesFiles(now);
    const mayStart = onlyFiles || (this.#end === null && part?.isOpen !== false);
    const isOpen = mayStart && this.#deps.network?.isOn !== true;
    const { feed } = this.starts;
    if (isOpen && !onlyFiles && feed?.isLow === true) {
      await feed.admit();
      return null;
    }
    if (part !== null && isOpen && !onlyFiles && (await this.#prepare(part, now))) return null;
    const free = isOpen ? slots.free(onlyFiles ? Infinity : this.#limits.room()) : 0;
    const next = free > 0 ? this.#origins.next(now) : null;
    const ready = next !== null && 'origin' in next ? next.origin : null;
    const isIdle = ready === null && slots.inFlight === 0;
    const mayBeAlone = isOpen && !onlyFiles && (part === null || free > 0);
    const suspect = mayBeAlone ? this.#suspects.next(now, isIdle) : null;
    if (suspect !== null && slots.inFlight === 0) {
      await this.#service.fetchAlone(suspect);
    } else if (suspect === null && ready !== null) {
      await this.#service.serve(ready, free);
    } else if (part === null && slots.inFlight === 0 && next === null && this.#isOver(isOpen)) {
      if (this.#end !== null) return this.#end;
      if (!(await this.#findMore())) return { kind: 'exhausted' };
    } else if (part !== null && slots.inFlight === 0 && part.end !== null) {
      return part.end;
    } else if (part !== null && slots.inFlight === 0 && next === null && this.#mayLook(part, isOpen)) {
      await part.lead.finish(this.#end, onlyFiles);
    } else {
      if (free > 0 || !isOpen) slots.pass();
      // Without units of a limit nothing can start now, but the next origin that is due can ask for some.
      const due = part !== null && free <= 0 && part.limits.mayAsk ? this.#origins.next(now) : next;
      const nextAt = due !== null && 'at' in due ? due.at : Infinity;
      const soonest = Math.min(nextAt, this.#suspects.wakeAt(now), this.#limits.deadline);
      if (isOpen && !onlyFiles && feed?.helps(soonest - now) === true) await feed.admit();
      else if (part === null) await this.#sleeper.until(isOpen ? soonest : Infinity);
      else if (!part.hasNews) await this.#sleeper.until(Math.min(isOpen ? soonest : Infinity, part.wakeAt));
    }
    return null;
  }

  /**
   * Makes ready what only a session of a shared run has to: units of its limits, and sitemaps that it reads for all.
   * @returns whether something has changed, so that the next choice is made anew
   */
  async #prepare({ limits, lead }: SharePart, now: number): Promise<boolean> {
    const free = this.#slots.free(Infinity);
    if (free <= 0) return false;
    const next = this.#origins.next(now);
    const isReady = (next !== null && 'origin' in next) || this.#suspects.next(now, false) !== null;
    if (isReady && limits.mayAsk) {
      await limits.ask(free);
      return true;
    }
    return lead.readSitemap();
  }

  /**
   * Asks the ledger for queued requests when none are known: requests of an earlier session may have been delayed behind others
   * of their origin.
   * @returns whether there are any; asks again only after another request was claimed
   */
  async #findMore(): Promise<boolean> {
    if (this.#searchedAfter === this.#service.claimed) return false;
    this.#searchedAfter = this.#service.claimed;
    const waiting = await this.#deps.ledger.origins();
    for (const { origin, priority, depth, notBefore } of waiting) {
      this.#origins.markPending(origin, priority, depth, notBefore);
    }
    return waiting.length > 0;
  }

  /** Whether the lead of a shared run is to see whether that is over. */
  #mayLook({ lead }: SharePart, isOpen: boolean): boolean {
    return lead.mayLook && (this.starts.feed?.isOver ?? true) && this.#isOver(isOpen);
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
}
