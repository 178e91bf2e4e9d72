import { detach } from '../extract/text.ts';
import { IndexedHeap } from './indexed-heap.ts';
import { gapOf } from './decide-turns.ts';
import { Origin, type HostClock, type RobotsState } from './origin.ts';
import type { HostState, HostTerms } from './ports/shared-hosts.ts';

export type { Origin } from './origin.ts';

/** Politeness settings. */
export interface PolitenessSettings {
  /** Delay between two requests to one host, in milliseconds. */
  delayMs: number;
  /** Whether the delay varies between 0.5 and 1.5 times its value. */
  randomize: boolean;
  /** Maximum number of concurrent requests to one host. */
  perOrigin: number;
  userAgent: string;
  /** Adapts the delay to the speed of the site; null: the delay is fixed. */
  autoThrottle: AutoThrottle | null;
}

/** The clock of a host before and after a request was sent. */
export interface SlotReservation {
  before: number;
  after: number;
}

/** What happens at a host that concerns other runs, too. */
export interface HostListener {
  /** The host may not be contacted until a time, in milliseconds since 1970. */
  onRest(host: string, until: number): void;
  /** The delay, or the Crawl-delay, has changed. */
  onTerms(host: string): void;
}

const nobody: HostListener = { onRest: () => undefined, onTerms: () => undefined };

/** Settings of AutoThrottle. */
export interface AutoThrottle {
  /** Maximum delay in milliseconds. */
  maxDelayMs: number;
  /** Average number of requests that the site should process at a time. */
  targetConcurrency: number;
}

/**
 * Chooses the origin to serve next: by priority, then depth, then waiting time.
 *
 * Origins with requests are in one of two heaps: `ready`, in that order, and `later`, by the time at which they become ready. A
 * changed origin is moved when the next choice is made, so a choice takes as many steps as origins have changed, times the
 * logarithm of their number: choosing from a thousand hosts is as fast as from ten.
 */
export class Origins {
  readonly #origins = new Map<string, Origin>();
  readonly #hosts = new Map<string, HostClock>();
  readonly #changed = new Set<Origin>();
  readonly #ready = new IndexedHeap<Origin, Rank>(goesBefore);
  readonly #later = new IndexedHeap<Origin, number>((a, b) => a < b);
  readonly #settings: PolitenessSettings;
  readonly #random: () => number;
  #listener = nobody;
  #isHere: ((host: string) => boolean) | null = null;
  #turn = 0;

  /** @param random returns numbers from 0 up to 1, for the jitter of delays */
  constructor(settings: PolitenessSettings, random: () => number) {
    this.#settings = settings;
    this.#random = random;
  }

  /** Tells a listener what concerns other runs; it replaces the one before it. */
  listen(listener: HostListener): void {
    this.#listener = listener;
  }

  /** Only these hosts are served from now on; nothing waits at others. */
  serveOnly(isHere: (host: string) => boolean): void {
    this.#isHere = isHere;
  }

  /** Nothing waits at a host any more that is not served from now on. What is known of it is kept. */
  leave(host: string): void {
    for (const origin of this.ofHost(host)) {
      origin.putOff = [];
      origin.waiting = false;
    }
  }

  /** The known origins of a host. */
  ofHost(host: string): readonly Origin[] {
    return this.#clockOf(host).origins;
  }

  /** Whether requests may be queued at a host. */
  isWaiting(host: string): boolean {
    return this.ofHost(host).some(({ waiting }) => waiting);
  }

  get(of: string): Origin {
    let origin = this.#origins.get(of);
    if (origin === undefined) {
      // Detached, because the name is a slice of its link and would keep the whole page in memory.
      const name = detach(of);
      origin = new Origin(name, this.#clockOf(hostOf(name)), {
        onChange: (changed) => this.#changed.add(changed),
        onTerms: (host) => this.#listener.onTerms(host),
      });
      this.#origins.set(name, origin);
    }
    return origin;
  }

  #clockOf(host: string): HostClock {
    let clock = this.#hosts.get(host);
    if (clock === undefined) {
      const { delayMs } = this.#settings;
      clock = { host, origins: [], active: 0, delayMs, nextAt: 0, gapMs: 0 };
      this.#hosts.set(host, clock);
    }
    return clock;
  }

  /** Returns what other runs have to know of a host. */
  stateOf(host: string, now: number): HostState {
    const { active, nextAt, delayMs, origins } = this.#clockOf(host);
    return { active, nextInMs: nextAt - now, terms: this.#terms(delayMs, origins) };
  }

  /** Records that a request of an origin may be queued. @param dueAt milliseconds since 1970; 0: at once */
  markPending(name: string, priority: number, depth: number, dueAt = 0): void {
    if (this.#isHere !== null && !this.#isHere(hostOf(name))) return;
    const origin = this.get(name);
    origin.marks += 1;
    if (dueAt > 0) origin.putOff.push(dueAt);
    if (!origin.waiting) {
      Object.assign(origin, { waiting: true, priority, depth, dueAt });
      return;
    }
    if (priority > origin.priority || (priority === origin.priority && depth < origin.depth)) {
      origin.priority = priority;
      origin.depth = depth;
    }
    origin.dueAt = Math.min(origin.dueAt, dueAt);
  }

  /**
   * Returns the origin to serve; or, if none is ready, the time at which one will be (milliseconds since 1970); or null if only
   * requests in flight can make one ready.
   */
  next(now: number): { origin: Origin } | { at: number } | null {
    for (const origin of this.#changed) this.#sort(origin, now);
    this.#changed.clear();
    for (let first = this.#later.peek(); first !== undefined; first = this.#later.peek()) {
      if (readyAt(first) > now) break;
      this.#sort(first, now);
    }
    // If the clock was set back, ready origins are no longer ready.
    for (let first = this.#ready.peek(); first !== undefined; first = this.#ready.peek()) {
      if (readyAt(first) <= now) return { origin: first };
      this.#sort(first, now);
    }
    const soonest = this.#later.peek();
    return soonest === undefined ? null : { at: readyAt(soonest) };
  }

  /** Puts an origin into the right heap at the right position, or removes it. */
  #sort(origin: Origin, now: number): void {
    const servable = origin.waiting && origin.robots !== 'asking' && origin.active < this.#settings.perOrigin;
    const at = readyAt(origin);
    if (!servable || at > now) this.#ready.remove(origin);
    if (!servable || at <= now) this.#later.remove(origin);
    if (!servable) return;
    const { priority, depth, served } = origin;
    if (at > now) this.#later.place(origin, at);
    else this.#ready.place(origin, { priority, depth, served });
  }

  /**
   * Records that the ledger has no due request of an origin: only delayed ones can be queued.
   * @param marks of the origin when the ledger was asked, because requests may have been added since
   */
  markDrained(origin: Origin, now: number, marks = origin.marks): void {
    if (origin.marks !== marks) return;
    origin.putOff = origin.putOff.filter((time) => time > now);
    origin.waiting = origin.putOff.length > 0;
    // Not Math.min(...): the array may exceed the maximum number of arguments.
    origin.dueAt = origin.waiting ? origin.putOff.reduce((a, b) => Math.min(a, b)) : 0;
  }

  /** Number of requests that may be sent at once when one may: one if there is a delay between them. */
  burst(origin: Origin): number {
    const free = this.#settings.perOrigin - origin.active;
    return origin.delayMs > 0 || this.#longestCrawlDelay(origin.ofHost) > 0 ? Math.min(1, free) : free;
  }

  /**
   * Records that a request to the origin is sent, so that the next one waits for the delay.
   * @returns a reservation for `cancelReservation`
   */
  started(origin: Origin, now: number): SlotReservation {
    const before = origin.nextAt;
    this.#turn += 1;
    origin.served = this.#turn;
    origin.active += 1;
    this.#rest(origin, now, this.gapAfter(origin));
    return { before, after: origin.nextAt };
  }

  /** Like `started`, where other runs are at the host, too. @param nextAt earliest time of the next request of any of them */
  startedAmongOthers(origin: Origin, now: number, nextAt: number): SlotReservation {
    this.#turn += 1;
    origin.served = this.#turn;
    origin.active += 1;
    return this.passedAmongOthers(origin, now, nextAt);
  }

  /** Like `startedAmongOthers`, for a redirect, which has a slot. */
  passedAmongOthers(origin: Origin, now: number, nextAt: number): SlotReservation {
    const before = origin.nextAt;
    this.#rest(origin, now, nextAt - now);
    return { before, after: origin.nextAt };
  }

  /** Puts off the next request to a host until a time: it is the turn of another run. */
  defer(origin: Origin, until: number): void {
    origin.nextAt = Math.max(origin.nextAt, until);
  }

  /** Like `defer`, for a host of which no origin may be known yet. */
  deferHost(host: string, until: number): void {
    const clock = this.#clockOf(host);
    const [origin] = clock.origins;
    if (origin === undefined) clock.nextAt = Math.max(clock.nextAt, until);
    else this.defer(origin, until);
  }

  /**
   * Records that a request has just been sent to a host, which may be later than it was started: a connection had to be opened.
   * The delay counts from here, because the host sees only this.
   */
  sent(name: string, now: number): void {
    const clock = this.#hosts.get(hostOf(name));
    const origin = clock?.origins[0];
    if (clock === undefined || origin === undefined || clock.gapMs === 0) return;
    const until = now + clock.gapMs;
    if (until > clock.nextAt) this.delay(origin, until);
  }

  #rest(origin: Origin, now: number, gapMs: number): void {
    this.#clockOf(origin.host).gapMs = gapMs;
    origin.nextAt = Math.max(origin.nextAt, now + gapMs);
  }

  /**
   * Reserves the time of a redirect to the origin, made by a request that is already in flight.
   * @returns when it may be sent, in milliseconds since 1970
   */
  reserve(origin: Origin, now: number): number {
    const at = Math.max(now, origin.nextAt);
    this.#rest(origin, at, this.gapAfter(origin));
    return at;
  }

  /** Takes a reservation back if the site was not contacted, unless the clock has moved on since. */
  cancelReservation(origin: Origin, { before, after }: SlotReservation): void {
    if (origin.nextAt === after) origin.nextAt = before;
  }

  /** Moves a reservation by some milliseconds, because the request is sent later. */
  postpone(origin: Origin, { before, after }: SlotReservation, ms: number): SlotReservation {
    const isLast = origin.nextAt === after;
    this.defer(origin, after + ms);
    return isLast ? { before, after: after + ms } : { before, after };
  }

  /**
   * Adjusts the delay after a response. It moves half-way to latency / target concurrency, but never below DOWNLOAD_DELAY. A bad
   * response may raise the delay but not lower it, because errors are fast. This is the algorithm in Scrapy's AutoThrottle
   * documentation.
   */
  answered(origin: Origin, latencyMs: number, good: boolean): void {
    const { autoThrottle, delayMs } = this.#settings;
    if (autoThrottle === null) return;
    const target = latencyMs / autoThrottle.targetConcurrency;
    const moved = Math.max(target, (origin.delayMs + target) / 2);
    const delay = Math.min(Math.max(delayMs, moved), Math.max(autoThrottle.maxDelayMs, delayMs));
    if (!good && delay <= origin.delayMs) return;
    origin.delayMs = delay;
    this.#listener.onTerms(origin.host);
  }

  /** Delays all requests to the origin until a time, as the host demanded. */
  delay(origin: Origin, until: number): void {
    origin.nextAt = Math.max(origin.nextAt, until);
    this.#listener.onRest(origin.host, until);
  }

  /** Returns a factor from 0.5 to 1.5 for delays that vary, like Scrapy's RANDOMIZE_DOWNLOAD_DELAY. */
  jitter(): number {
    return 0.5 + this.#random();
  }

  /** Milliseconds to the next request: the delay with its jitter, but at least the Crawl-delay of the host. */
  gapAfter({ delayMs, ofHost }: Origin): number {
    return gapOf(this.#terms(delayMs, ofHost), this.#settings.randomize ? this.jitter() : 1);
  }

  #terms(delayMs: number, ofHost: readonly Origin[]): HostTerms {
    const { randomize, perOrigin } = this.#settings;
    return { delayMs, randomize, crawlDelayMs: this.#longestCrawlDelay(ofHost), slots: perOrigin };
  }

  #longestCrawlDelay(ofHost: readonly Origin[]): number {
    const { userAgent } = this.#settings;
    let longest = 0;
    for (const { robots } of ofHost) longest = Math.max(longest, crawlDelayMs(robots, userAgent));
    return longest;
  }
}

/**
 * Returns host and port of an origin. The default ports are not written, so http and https share a host; other ports usually are
 * other servers.
 */
export const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);

function crawlDelayMs(robots: RobotsState, userAgent: string): number {
  const rules = typeof robots === 'object' && 'rules' in robots ? robots.rules : null;
  return (rules?.crawlDelay(userAgent) ?? 0) * 1000;
}

const readyAt = (origin: Origin): number => Math.max(origin.nextAt, origin.dueAt);

type Rank = Pick<Origin, 'priority' | 'depth' | 'served'>;

function goesBefore(a: Rank, b: Rank): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.depth !== b.depth) return a.depth < b.depth;
  return a.served < b.served;
}
