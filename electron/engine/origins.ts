import type { Robots } from './robots.ts';

/**
 * What the scheduler knows of one origin (scheme, host, port): its clock, and a guess of what waits there.
 * The guess may be too hopeful, never too gloomy: the ledger's answer to `claim` is the truth.
 */
export interface Origin {
  readonly name: string;
  /** Something may be waiting. */
  waiting: boolean;
  /** Best priority, and least depth at that priority, of what may be waiting. */
  priority: number;
  depth: number;
  /** Requests in flight. */
  active: number;
  /** The delay between two requests, in milliseconds; AutoThrottle moves it. */
  delayMs: number;
  /** No request before this time, in milliseconds since 1970: delay, crawl-delay, Retry-After. */
  nextAt: number;
  /** Times at which requests that were put off are due. What waits besides them is due at once. */
  putOff: number[];
  /** Nothing that waits is due before this time, as far as is known. */
  dueAt: number;
  /** `unknown` until asked for, `asking` while it is fetched; then its rules, or why they cannot be had. */
  robots: 'unknown' | 'asking' | { rules: Robots } | { problem: string };
  robotsTries: number;
  /** Turn at which it was last served, for fairness. */
  served: number;
}

export interface PolitenessSettings {
  /** Milliseconds between two requests to one origin. */
  delayMs: number;
  /** Whether the delay varies between half and one and a half times its value. */
  randomize: boolean;
  /** Requests in flight to one origin at once. */
  perOrigin: number;
  userAgent: string;
  /** Lets the delay follow the speed of the site; null: the delay stays as it is. */
  autoThrottle: AutoThrottle | null;
}

export interface AutoThrottle {
  /** The delay never grows beyond, in milliseconds. */
  maxDelayMs: number;
  /** How many requests the site is to work on at once, on average. */
  targetConcurrency: number;
}

/** Chooses which origin is served next: priority, then depth, then the one that has waited longest. */
export class Origins {
  readonly #origins = new Map<string, Origin>();
  readonly #settings: PolitenessSettings;
  readonly #random: () => number;
  #turn = 0;

  /** @param random gives numbers from 0 up to 1, for the jitter of delays */
  constructor(settings: PolitenessSettings, random: () => number) {
    this.#settings = settings;
    this.#random = random;
  }

  get(name: string): Origin {
    let origin = this.#origins.get(name);
    if (origin === undefined) {
      origin = {
        name,
        waiting: false,
        priority: 0,
        depth: 0,
        active: 0,
        delayMs: this.#settings.delayMs,
        nextAt: 0,
        putOff: [],
        dueAt: 0,
        robots: 'unknown',
        robotsTries: 0,
        served: 0,
      };
      this.#origins.set(name, origin);
    }
    return origin;
  }

  /** Something may now be waiting at an origin, due at the given time (milliseconds since 1970; 0: at once). */
  expect(name: string, priority: number, depth: number, dueAt = 0): void {
    const origin = this.get(name);
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
    let best: Origin | null = null;
    let soonest = Infinity;
    for (const origin of this.#origins.values()) {
      if (!origin.waiting || origin.robots === 'asking' || origin.active >= this.#settings.perOrigin)
        continue;
      const readyAt = Math.max(origin.nextAt, origin.dueAt);
      if (readyAt > now) soonest = Math.min(soonest, readyAt);
      else if (best === null || goesBefore(origin, best)) best = origin;
    }
    if (best !== null) return { origin: best };
    return soonest === Infinity ? null : { at: soonest };
  }

  /** The ledger had nothing due at the origin: only what was put off can be waiting. */
  ranDry(origin: Origin, now: number): void {
    origin.putOff = origin.putOff.filter((time) => time > now);
    origin.waiting = origin.putOff.length > 0;
    origin.dueAt = origin.waiting ? Math.min(...origin.putOff) : 0;
  }

  /** A request to the origin leaves now: the next one waits for its delay. */
  started(origin: Origin, now: number): void {
    this.#turn += 1;
    origin.served = this.#turn;
    origin.active += 1;
    origin.nextAt = Math.max(origin.nextAt, now + this.#gap(origin));
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
  holdOff(origin: Origin, until: number): void {
    origin.nextAt = Math.max(origin.nextAt, until);
  }

  /** Milliseconds to the next request: the delay with its jitter, but never less than the site's crawl-delay. */
  #gap(origin: Origin): number {
    const { randomize, userAgent } = this.#settings;
    // Half to one and a half times the delay, as Scrapy's RANDOMIZE_DOWNLOAD_DELAY has it.
    const delay = randomize ? origin.delayMs * (0.5 + this.#random()) : origin.delayMs;
    const crawlDelay =
      typeof origin.robots === 'object' && 'rules' in origin.robots
        ? (origin.robots.rules.crawlDelay(userAgent) ?? 0) * 1000
        : 0;
    return Math.max(delay, crawlDelay);
  }
}

function goesBefore(a: Origin, b: Origin): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.depth !== b.depth) return a.depth < b.depth;
  return a.served < b.served;
}
