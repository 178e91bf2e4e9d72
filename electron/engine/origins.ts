import { detach } from '../extract/text.ts';
import { IndexedHeap } from './indexed-heap.ts';
import type { Robots } from './robots.ts';

/**
 * What the scheduler knows of one origin (scheme, host, port): the politeness of its host, and an estimate of its queue. The
 * estimate may be too high but never too low; the result of `claim` is authoritative.
 *
 * Politeness applies to a host, whether by http or https: `active`, `delayMs` and `nextAt` are shared by both origins (decision
 * 0121).
 */
export interface Origin {
  readonly name: string;
  /** The origins of its host, including itself: two if the host is requested by both http and https, else one. */
  readonly ofHost: readonly Origin[];
  /** Whether requests may be queued. */
  waiting: boolean;
  /** How often requests were added to its queue. */
  marks: number;
  /** Highest priority in the queue, and the least depth at that priority. */
  priority: number;
  depth: number;
  /** Number of requests in flight to its host. */
  active: number;
  /** Delay between two requests to its host, in milliseconds; adjusted by AutoThrottle. */
  delayMs: number;
  /** Earliest time of the next request to its host, in milliseconds since 1970: delay, Crawl-delay, Retry-After. */
  nextAt: number;
  /** Times at which delayed requests are due. Other queued requests are due at once. */
  putOff: number[];
  /** Earliest time at which a queued request is due, as far as is known. */
  dueAt: number;
  /**
   * `unknown` until requested, `asking` while it is fetched; then the rules, or why they are not available, or why the host is
   * not crawled because of its Crawl-delay.
   */
  robots: 'unknown' | 'asking' | { rules: Robots } | { problem: string } | { tooSlow: string };
  robotsTries: number;
  /** Sequence number of the last time it was served, for fairness. */
  served: number;
}

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
  #turn = 0;

  /** @param random returns numbers from 0 up to 1, for the jitter of delays */
  constructor(settings: PolitenessSettings, random: () => number) {
    this.#settings = settings;
    this.#random = random;
  }

  get(of: string): Origin {
    let origin = this.#origins.get(of);
    if (origin === undefined) {
      // Detached, because the name is a slice of its link and would keep the whole page in memory.
      const name = detach(of);
      origin = new WatchedOrigin(name, this.#clockOf(name), (changed) => this.#changed.add(changed));
      this.#origins.set(name, origin);
    }
    return origin;
  }

  #clockOf(origin: string): HostClock {
    const host = hostOf(origin);
    let clock = this.#hosts.get(host);
    if (clock === undefined) {
      clock = { origins: [], active: 0, delayMs: this.#settings.delayMs, nextAt: 0 };
      this.#hosts.set(host, clock);
    }
    return clock;
  }

  /** Records that a request of an origin may be queued. @param dueAt milliseconds since 1970; 0: at once */
  markPending(name: string, priority: number, depth: number, dueAt = 0): void {
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
    return origin.delayMs > 0 || this.#longestCrawlDelay(origin) > 0 ? Math.min(1, free) : free;
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
    origin.nextAt = Math.max(origin.nextAt, now + this.#gap(origin));
    return { before, after: origin.nextAt };
  }

  /**
   * Reserves the time of a redirect to the origin, made by a request that is already in flight.
   * @returns when it may be sent, in milliseconds since 1970
   */
  reserve(origin: Origin, now: number): number {
    const at = Math.max(now, origin.nextAt);
    origin.nextAt = at + this.#gap(origin);
    return at;
  }

  /** Takes a reservation back if the site was not contacted, unless the clock has moved on since. */
  cancelReservation(origin: Origin, { before, after }: SlotReservation): void {
    if (origin.nextAt === after) origin.nextAt = before;
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
    if (good || delay > origin.delayMs) origin.delayMs = delay;
  }

  /** Delays all requests to the origin until a time, as the host demanded. */
  delay(origin: Origin, until: number): void {
    origin.nextAt = Math.max(origin.nextAt, until);
  }

  /** Milliseconds to the next request: the delay with its jitter, but at least the Crawl-delay of the host. */
  #gap(origin: Origin): number {
    const { randomize } = this.#settings;
    // From 0.5 to 1.5 times the delay, like Scrapy's RANDOMIZE_DOWNLOAD_DELAY.
    const delay = randomize ? origin.delayMs * (0.5 + this.#random()) : origin.delayMs;
    return Math.max(delay, this.#longestCrawlDelay(origin));
  }

  #longestCrawlDelay(origin: Origin): number {
    const { userAgent } = this.#settings;
    let longest = 0;
    for (const { robots } of origin.ofHost) longest = Math.max(longest, crawlDelayMs(robots, userAgent));
    return longest;
  }
}

/** State shared by the origins of one host. */
interface HostClock {
  readonly origins: Origin[];
  active: number;
  delayMs: number;
  nextAt: number;
}

/**
 * Returns host and port of an origin. The default ports are not written, so http and https share a host; other ports usually are
 * other servers.
 */
const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);

function crawlDelayMs(robots: Origin['robots'], userAgent: string): number {
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

/** An origin that reports every change that affects its selection. */
class WatchedOrigin implements Origin {
  readonly name: string;
  marks = 0;
  putOff: number[] = [];
  robotsTries = 0;
  readonly #emitChange: (origin: Origin) => void;
  readonly #host: HostClock;
  #waiting = false;
  #priority = 0;
  #depth = 0;
  #dueAt = 0;
  #robots: Origin['robots'] = 'unknown';
  #served = 0;

  constructor(name: string, host: HostClock, emitChange: (origin: Origin) => void) {
    this.name = name;
    this.#host = host;
    this.#emitChange = emitChange;
    host.origins.push(this);
  }

  get ofHost(): readonly Origin[] {
    return this.#host.origins;
  }

  /** Reports a change of the host for all of its origins. */
  #emitAll(): void {
    for (const origin of this.#host.origins) this.#emitChange(origin);
  }

  get waiting(): boolean {
    return this.#waiting;
  }

  set waiting(value: boolean) {
    this.#waiting = value;
    this.#emitChange(this);
  }

  get priority(): number {
    return this.#priority;
  }

  set priority(value: number) {
    this.#priority = value;
    this.#emitChange(this);
  }

  get depth(): number {
    return this.#depth;
  }

  set depth(value: number) {
    this.#depth = value;
    this.#emitChange(this);
  }

  get active(): number {
    return this.#host.active;
  }

  set active(value: number) {
    this.#host.active = value;
    this.#emitAll();
  }

  get delayMs(): number {
    return this.#host.delayMs;
  }

  set delayMs(value: number) {
    this.#host.delayMs = value;
  }

  get nextAt(): number {
    return this.#host.nextAt;
  }

  set nextAt(value: number) {
    this.#host.nextAt = value;
    this.#emitAll();
  }

  get dueAt(): number {
    return this.#dueAt;
  }

  set dueAt(value: number) {
    this.#dueAt = value;
    this.#emitChange(this);
  }

  get robots(): Origin['robots'] {
    return this.#robots;
  }

  set robots(value: Origin['robots']) {
    this.#robots = value;
    this.#emitChange(this);
  }

  get served(): number {
    return this.#served;
  }

  set served(value: number) {
    this.#served = value;
    this.#emitChange(this);
  }
}
