import { waitUntil } from './clock.ts';
import type { CrawlDependencies } from './crawl-dependencies.ts';
import { exclusionOf } from './exclusions.ts';
import type { HostTurns, Turn } from './host-turns.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { Origin, Origins } from './origins.ts';
import type { ClaimedRequest, Suspect } from './ports/ledger.ts';
import type { RequestWork } from './request-work.ts';
import type { RobotsPolicy } from './robots-policy.ts';
import type { RunStarts } from './run-starts.ts';
import type { SharePart } from './share-part.ts';
import type { SitemapQueue } from './sitemap-queue.ts';
import type { RequestTask, Slots } from './slots.ts';
import type { Suspects } from './suspects.ts';

/** By how much longer than its delay a host may rest after a turn that was given to another session, in milliseconds. */
const longestDetourMs = 1000;

/** The parts of a crawl that its hosts are served by. */
export interface ServiceParts {
  deps: Pick<CrawlDependencies, 'clock' | 'excluded' | 'ledger' | 'onChange' | 'pause' | 'stop'>;
  /** The part that the session has in its run; null: it has the run to itself. */
  part: SharePart | null;
  origins: Pick<Origins, 'burst' | 'gapAfter' | 'get' | 'markDrained' | 'reserve'>;
  turns: Pick<HostTurns, 'take' | 'wait'>;
  robots: Pick<RobotsPolicy, 'isClosed' | 'ask' | 'refusal'>;
  /** Null: sitemaps are not read. */
  sitemaps: Pick<SitemapQueue, 'take' | 'read'> | null;
  slots: Pick<Slots, 'launch' | 'drain' | 'reserve' | 'unreserve'>;
  leases: Pick<LeaseKeeper, 'hold'>;
  suspects: Pick<Suspects, 'take' | 'over'>;
  starts: Pick<RunStarts, 'feed'>;
  work: Pick<RequestWork, 'carryOut' | 'record'>;
  /** Whether the crawl has an end. */
  hasEnd: () => boolean;
}

/** Begins requests at hosts whose turn it is: for pages, robots.txt and sitemaps. */
export class HostService {
  readonly #parts: ServiceParts;
  #claimed = 0;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Number of requests claimed so far, without suspects. */
  get claimed(): number {
    return this.#claimed;
  }

  /** Begins as many requests at an origin as may be sent now. @param max number of requests that may start */
  async serve(origin: Origin, max: number): Promise<void> {
    const { robots, origins, slots, part, hasEnd } = this.#parts;
    const isClosed = robots.isClosed(origin);
    const most = slots.reserve(isClosed ? 1 : Math.min(max, origins.burst(origin)));
    try {
      if (part === null) await this.#serveTurns(origin, most, isClosed);
      else {
        // While a shared run only finishes files, no limit counts.
        const counted = isClosed || hasEnd() ? 0 : most;
        await part.serving(origin.host, counted, () => this.#serveTurns(origin, most, isClosed));
      }
    } finally {
      slots.unreserve();
    }
  }

  /** Fetches a suspect while nothing else is in flight and nothing else starts. */
  async fetchAlone(suspect: Suspect): Promise<void> {
    const { suspects, origins, part, slots, deps } = this.#parts;
    suspects.take(suspect);
    const origin = origins.get(suspect.origin);
    slots.reserve(1);
    if (part === null) await this.#claimAlone(suspect, origin);
    else await part.serving(origin.host, 1, () => this.#claimAlone(suspect, origin));
    slots.unreserve();
    await slots.drain();
    suspects.over(deps.clock.now());
  }

  /** @returns the number of requests that have begun */
  async #serveTurns(origin: Origin, most: number, isClosed: boolean): Promise<number> {
    const { robots } = this.#parts;
    const turns = await this.#parts.turns.take(origin, most);
    const [first] = turns;
    if (first === undefined) return 0;
    if (isClosed) {
      this.#launch(origin, first, () => robots.ask(origin));
      return 0;
    }
    const isSitemap = this.#readSitemap(origin, true, first);
    const begun = isSitemap ? 0 : await this.#servePages(origin, turns);
    for (const turn of turns.slice(isSitemap ? 1 : begun)) turn.giveBack();
    return begun;
  }

  /** @returns the number of requests that have begun */
  async #servePages(origin: Origin, turns: readonly Turn[]): Promise<number> {
    const { deps, part, origins, leases, starts, hasEnd } = this.#parts;
    const { clock, ledger } = deps;
    const { marks, nextAt } = origin;
    const asked = clock.now();
    const requests = await ledger.claim(origin.name, turns.length, asked, hasEnd());
    const lateMs = clock.now() - asked;
    const startAt = requests.length > 0 ? this.#startAt(origin, nextAt) : null;
    const [first] = turns;
    if (requests.length === 0 && first !== undefined) {
      if (this.#readSitemap(origin, false, first)) return 1;
      origins.markDrained(origin, clock.now(), marks);
    }
    this.#claimed += requests.length;
    for (const request of requests) {
      leases.hold(request.id);
      starts.feed?.claimed(request);
    }
    for (const [n, turn] of turns.slice(0, requests.length).entries()) {
      const request = requests[n];
      if (request === undefined) break;
      // The ledger of a shared run is far away and answers late; the host rests from the time at which it is contacted.
      if (part !== null && lateMs > 0 && startAt === null) turn.late(lateMs);
      origin.priority = request.priority;
      origin.depth = request.depth;
      await this.#begin(request, origin, turn, startAt);
    }
    return requests.length;
  }

  /**
   * Looks whether somebody got the next turn at a host while the ledger of a shared run was asked.
   * @param nextAt when it was
   * @returns when what was claimed may be sent; null: at once
   */
  #startAt(origin: Origin, nextAt: number): number | null {
    const { part, deps, origins } = this.#parts;
    const now = deps.clock.now();
    if (part === null || origin.nextAt === nextAt) return null;
    // A host that has asked for a long rest meanwhile did so after this turn was given.
    const isTurn = origin.nextAt - now < origins.gapAfter(origin) + longestDetourMs;
    return isTurn ? origins.reserve(origin, now) : null;
  }

  /** @returns the number of requests that have begun */
  async #claimAlone(suspect: Suspect, origin: Origin): Promise<number> {
    const { deps, turns, leases } = this.#parts;
    const { ledger, pause, stop } = deps;
    const turn = await turns.wait(origin, AbortSignal.any([pause, stop]));
    const { nextAt } = origin;
    const request = turn === null ? null : await ledger.claimAlone(suspect.id);
    if (request === null || turn === null) {
      turn?.giveBack();
      return 0;
    }
    leases.hold(request.id);
    await this.#begin(request, origin, turn, this.#startAt(origin, nextAt));
    return 1;
  }

  /** @param startAt when it may be sent; null: at once */
  async #begin(request: ClaimedRequest, origin: Origin, turn: Turn, startAt: number | null): Promise<void> {
    const { deps, robots, work, part, hasEnd } = this.#parts;
    const refusal = exclusionOf(request, deps.excluded) ?? robots.refusal(origin, request.url, request.id);
    if (refusal === null) {
      const task: RequestTask = async (sent) => {
        if (startAt !== null) await waitUntil(deps.clock, startAt, deps.stop);
        return work.carryOut(request, origin, sent);
      };
      const isCounted = part !== null && !hasEnd();
      this.#launch(origin, turn, isCounted ? part.counting(task) : task);
    } else {
      // Nothing is sent, so the delay of the host does not apply.
      turn.giveBack();
      await work.record(request, origin, refusal);
      if (!hasEnd()) part?.limits.ended();
    }
  }

  /** Starts to read a sitemap of an origin if it is its turn. Pages and sitemaps of an origin alternate. */
  #readSitemap(origin: Origin, pagesWait: boolean, turn: Turn): boolean {
    const { part, slots, deps } = this.#parts;
    // The sitemaps of a shared run are read by its lead, whoever has their host.
    const sitemaps = part === null ? this.#parts.sitemaps : null;
    const file = sitemaps?.take(origin.name, pagesWait) ?? null;
    if (sitemaps === null || file === null) return false;
    slots.launch(turn, () => sitemaps.read(file).then(() => deps.onChange()));
    return true;
  }

  /** Starts a task at a host. */
  #launch(origin: Origin, turn: Turn, task: RequestTask): void {
    const { part, slots } = this.#parts;
    slots.launch(turn, part === null ? task : part.at(origin.host, task));
  }
}
