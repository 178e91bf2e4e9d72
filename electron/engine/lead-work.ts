import type { Clock } from './clock.ts';
import type { CrawlEnd } from './limits.ts';
import type { HostTurns, Turn } from './host-turns.ts';
import type { Origins } from './origins.ts';
import type { NewEvent } from './ports/ledger.ts';
import type { FoundSitemap, RunShare, ShareLead } from './ports/run-share.ts';
import type { RobotsPolicy } from './robots-policy.ts';
import type { RunStarts } from './run-starts.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { SitemapFile, SitemapQueue } from './sitemap-queue.ts';
import type { Slots } from './slots.ts';

export interface LeadWorkDependencies {
  share: ShareLead & Pick<RunShare, 'leads' | 'isDismissed' | 'verdict'>;
  limits: Pick<SharedLimits, 'reachedInAll'>;
  clock: Pick<Clock, 'now'>;
  stop: AbortSignal;
  slots: Pick<Slots, 'launch'>;
  origins: Pick<Origins, 'get'>;
  turns: Pick<HostTurns, 'pass'>;
  robots: Pick<RobotsPolicy, 'refusalOfHop'>;
  /** A new queue of sitemaps, because those that it has read are unknown; null: sitemaps are not read. */
  sitemaps: (() => SitemapQueue) | null;
  downloads: boolean;
  starts: Pick<RunStarts, 'lead' | 'cease' | 'feed'>;
  /** What the log of the run says at its beginning. */
  opening: readonly NewEvent[];
  /** Called from time to time while this session leads. Returns an end that the data of the run gives; null: nobody judges. */
  judge: (() => Promise<CrawlEnd | null>) | null;
  onChange: () => void;
}

/** How often the lead looks at what it is not told of, in milliseconds. */
const lookEveryMs = 1000;

/** No turn at a host: it is asked for when the task has begun. */
const noTurn: Turn = { free: () => undefined, late: () => undefined, giveBack: () => undefined };

/** What the lead of a shared run does beside its own hosts: start URLs, sitemaps, and the end of the run. */
export class LeadWork {
  readonly #deps: LeadWorkDependencies;
  readonly #reading = new Set<string>();
  #isLeading = false;
  #sitemaps: SitemapQueue | null = null;
  #found = 0;
  #lookedAt = -Infinity;
  #isToLook = true;
  #end: CrawlEnd | null = null;

  constructor(deps: LeadWorkDependencies) {
    this.#deps = deps;
  }

  /** The end that the data of the run gives, or null. */
  get end(): CrawlEnd | null {
    return this.#end;
  }

  /** When to look again, in milliseconds since 1970; Infinity: this session does not lead. */
  get wakeAt(): number {
    return this.#isLeading ? this.#lookedAt + lookEveryMs : Infinity;
  }

  /** Whether to see if the run is over. */
  get mayLook(): boolean {
    return this.#isLeading && this.#isToLook;
  }

  /** Does what has to be done at once. @param isNews whether something has changed. Rejects only if the ledger or the share does. */
  async attend(isNews: boolean): Promise<void> {
    const { share, clock, downloads } = this.#deps;
    if (!share.leads || share.isDismissed) return this.#cease();
    const { proposed, verdict } = share;
    if (verdict === null && proposed !== null) {
      const finishesFiles = downloads && proposed.kind === 'item-limit';
      return share.conclude({ end: proposed, finishesFiles });
    }
    if (!this.#isLeading && verdict === null) await this.#begin();
    this.#isLeading = true;
    const isDue = clock.now() >= this.#lookedAt + lookEveryMs;
    this.#isToLook ||= isNews || isDue;
    if (!isDue) return;
    this.#lookedAt = clock.now();
    await this.#look();
  }

  /** Begins to read a sitemap. @returns whether there was one to be read */
  readSitemap(): boolean {
    const { slots } = this.#deps;
    const sitemaps = this.#sitemaps;
    const next = sitemaps?.takeAny((origin) => this.#reading.has(origin)) ?? null;
    if (sitemaps === null || next === null) return false;
    if ('at' in next) return false;
    this.#reading.add(next.origin);
    slots.launch(noTurn, () => this.#read(sitemaps, next).finally(() => this.#reading.delete(next.origin)));
    return true;
  }

  /**
   * Ends the run if nothing is left in it, or if nothing that is left can be carried out.
   * @param end that it has while files are still fetched; null: none
   * @param goesOn whether files are still to be fetched
   */
  async finish(end: CrawlEnd | null, goesOn: boolean): Promise<void> {
    const { share, limits } = this.#deps;
    this.#isToLook = false;
    if (this.#sitemaps?.areLeft === true) return;
    const isCut = end !== null && !goesOn;
    if (!isCut && !(await share.isIdle(end !== null))) {
      const reason = await share.standstill();
      if (reason === null) return;
      return share.conclude({ end: end ?? { kind: 'stuck', reason }, finishesFiles: false });
    }
    if (end === null && (await this.#readFound())) return;
    const reached = end ?? (await limits.reachedInAll()) ?? { kind: 'exhausted' as const };
    await share.conclude({ end: reached, finishesFiles: false });
  }

  /** Goes on with the run as a session that resumes it. */
  async #begin(): Promise<void> {
    const { share, sitemaps, starts, opening } = this.#deps;
    if (opening.length > 0) await share.recordOnce(opening);
    const reader = sitemaps?.() ?? null;
    const origins = await starts.lead(reader);
    this.#sitemaps = reader;
    this.#found = 0;
    if (reader === null) return;
    const found = await share.foundSitemaps(0);
    const known = new Set(found.map(({ of }) => of));
    for (const origin of origins) if (!known.has(origin)) reader.askRobots(origin);
    this.#add(found);
  }

  #cease(): void {
    if (!this.#isLeading) return;
    this.#isLeading = false;
    this.#sitemaps = null;
    this.#deps.starts.cease();
  }

  /** Looks at what nobody tells. */
  async #look(): Promise<void> {
    const { share, starts, judge } = this.#deps;
    await this.#readFound();
    const { feed } = starts;
    if (feed?.isOver === false) feed.know(await share.waitingSeeds());
    if (judge !== null) this.#end ??= await judge();
  }

  /** @returns whether there are sitemaps that were not known */
  async #readFound(): Promise<boolean> {
    if (this.#sitemaps === null) return false;
    const found = await this.#deps.share.foundSitemaps(this.#found);
    this.#add(found);
    return found.length > 0;
  }

  #add(found: readonly FoundSitemap[]): void {
    this.#found += found.length;
    this.#sitemaps?.addFound(found);
  }

  /** Reads a sitemap in its turn, which its host gives. */
  async #read(sitemaps: SitemapQueue, file: SitemapFile): Promise<boolean> {
    const { origins, robots, turns, stop, onChange } = this.#deps;
    const origin = origins.get(file.origin);
    if (file.kind !== 'robots') await robots.refusalOfHop(origin, file.url);
    await turns.pass(origin, stop);
    await sitemaps.read(file);
    onChange();
    return true;
  }
}
