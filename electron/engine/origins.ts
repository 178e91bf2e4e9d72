import { detach } from '../extract/text.ts';
import { IndexedHeap } from './indexed-heap.ts';
import type { Robots } from './robots.ts';

/**
 * What the scheduler knows of one origin (scheme, host, port): the clock of its host, and a guess of what waits there.
 * The guess may be too hopeful, never too gloomy: the ledger's answer to `claim` is the truth.
 *
 * Politeness is owed to a host, whether it is spoken to by http or https: `active`, `delayMs` and `nextAt` are the same for
 * both of its origins, and change together (decision 0121).
 */
export interface Origin {
  readonly name: string;
  /** The origins of its host, itself among them: one, or two where the host is spoken to by http and by https. */
  readonly ofHost: readonly Origin[];
  /** Something may be waiting. */
  waiting: boolean;
  /** How often something was said to wait there. */
  marks: number;
  /** Best priority, and least depth at that priority, of what may be waiting. */
  priority: number;
  depth: number;
  /** Requests in flight to its host. */
  active: number;
  /** The delay between two requests to its host, in milliseconds; AutoThrottle moves it. */
  delayMs: number;
  /** No request to its host before this time, in milliseconds since 1970: delay, crawl-delay, Retry-After. */
  nextAt: number;
  /** Times at which requests that were put off are due. What waits besides them is due at once. */
  putOff: number[];
  /** Nothing that waits is due before this time, as far as is known. */
  dueAt: number;
  /**
   * `unknown` until asked for, `asking` while it is fetched; then its rules, or why they cannot be had, or why nobody waits as
   * long as they ask for.
   */
  robots: 'unknown' | 'asking' | { rules: Robots } | { problem: string } | { tooSlow: string };
  robotsTries: number;
  /** Turn at which it was last served, for fairness. */
  served: number;
}

export interface PolitenessSettings {
  /** Milliseconds between two requests to one host. */
  delayMs: number;
  /** Whether the delay varies between half and one and a half times its value. */
  randomize: boolean;
  /** Requests in flight to one host at once. */
  perOrigin: number;
  userAgent: string;
  /** Lets the delay follow the speed of the site; null: the delay stays as it is. */
  autoThrottle: AutoThrottle | null;
}

/** The clock of a host before and after a request left. */
export interface SlotReservation {
  before: number;
  after: number;
}

export interface AutoThrottle {
  /** The delay never grows beyond, in milliseconds. */
  maxDelayMs: number;
  /** How many requests the site is to work on at once, on average. */
  targetConcurrency: number;
}

/**
 * Chooses which origin is served next: priority, then depth, then the one that has waited longest.
 *
 * Origins that may be served stand in one of two heaps: `ready` by that order, `later` by the time at which they will be
 * ready. An origin whose fields have changed is moved when the next choice is made, so a choice costs as many steps as
 * origins have changed, times the logarithm of all: a thousand hosts are no slower to choose from than ten.
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

  /** @param random returns numbers from 0 to below 1, for the jitter of delays */
  constructor(settings: PolitenessSettings, random: () => number) {
    this.#settings = settings;
    this.#random = random;
  }

  get(of: string): Origin {
    let origin = this.#origins.get(of);
    if (origin === undefined) {
      // Cut from a link, and the link from its page: kept as it is, it would keep the page.
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

  /** Something may now be waiting at an origin, due at the given time (milliseconds since 1970; 0: at once). */
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
   * The origin to serve now; or, when none is ready, the time at which one will be (milliseconds since 1970);
   * or null when only what is in flight can make something ready.
   */
  next(now: number): { origin: Origin } | { at: number } | null {
    for (const origin of this.#changed) this.#sort(origin, now);
    this.#changed.clear();
    for (let first = this.#later.peek(); first !== undefined; first = this.#later.peek()) {
      if (readyAt(first) > now) break;
      this.#sort(first, now);
    }
    // A clock that was set back makes ready origins unready.
    for (let first = this.#ready.peek(); first !== undefined; first = this.#ready.peek()) {
      if (readyAt(first) <= now) return { origin: first };
      this.#sort(first, now);
    }
    const soonest = this.#later.peek();
    return soonest === undefined ? null : { at: readyAt(soonest) };
  }

  /** Puts an origin into the heap that it belongs to now, at its right place, or into none. */
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
   * The ledger had nothing due at the origin: only what was put off can be waiting.
   * @param marks of the origin when the ledger was asked: its answer may be older than what was said to wait since
   */
  markDrained(origin: Origin, now: number, marks = origin.marks): void {
    if (origin.marks !== marks) return;
    origin.putOff = origin.putOff.filter((time) => time > now);
    origin.waiting = origin.putOff.length > 0;
    // Not Math.min(...): there may be more of them than a call takes arguments.
    origin.dueAt = origin.waiting ? origin.putOff.reduce((a, b) => Math.min(a, b)) : 0;
  }

  /** Requests that may leave to the origin at once, when one may: one where they are to keep a distance. */
  burst(origin: Origin): number {
    const free = this.#settings.perOrigin - origin.active;
    return origin.delayMs > 0 || this.#longestCrawlDelay(origin) > 0 ? Math.min(1, free) : free;
  }

  /**
   * A request to the origin leaves now: the next one waits for its delay.
   * @returns what `cancelReservation` needs
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
   * A redirect is followed to the origin, by a request that is in flight already.
   * @returns when it may leave, in milliseconds since 1970
   */
  reserve(origin: Origin, now: number): number {
    const at = Math.max(now, origin.nextAt);
    origin.nextAt = at + this.#gap(origin);
    return at;
  }

  /** The site was not asked after all: nobody need wait for it, unless somebody else has moved the clock since. */
  cancelReservation(origin: Origin, { before, after }: SlotReservation): void {
    if (origin.nextAt === after) origin.nextAt = before;
  }

  /**
   * An answer came after `latencyMs`. The delay moves half-way to latency / target concurrency, never below
   * DOWNLOAD_DELAY; an answer that is not a good one may raise it but not lower it, because errors are quick.
   * This is the algorithm that Scrapy's documentation of AutoThrottle describes.
   */
  answered(origin: Origin, latencyMs: number, good: boolean): void {
    const { autoThrottle, delayMs } = this.#settings;
    if (autoThrottle === null) return;
    const target = latencyMs / autoThrottle.targetConcurrency;
    const moved = Math.max(target, (origin.delayMs + target) / 2);
    const delay = Math.min(Math.max(delayMs, moved), Math.max(autoThrottle.maxDelayMs, delayMs));
    if (good || delay > origin.delayMs) origin.delayMs = delay;
  }

  /** No request to the origin before the given time: it asked us to wait. */
  delay(origin: Origin, until: number): void {
    origin.nextAt = Math.max(origin.nextAt, until);
  }

  /** Milliseconds to the next request: the delay with its jitter, but never less than a crawl-delay of the host. */
  #gap(origin: Origin): number {
    const { randomize } = this.#settings;
    // Half to one and a half times the delay, as Scrapy's RANDOMIZE_DOWNLOAD_DELAY has it.
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

/** What the origins of one host share. */
interface HostClock {
  readonly origins: Origin[];
  active: number;
  delayMs: number;
  nextAt: number;
}

/**
 * Host and port of an origin. The default ports of http and https are not written, so they are one host; other ports are
 * other servers, as a rule.
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

  /** What holds for the host changes for all of its origins. */
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
