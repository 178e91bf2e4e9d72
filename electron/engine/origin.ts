import type { Robots } from './robots.ts';

/** State shared by the origins of one host. */
export interface HostClock {
  readonly host: string;
  readonly origins: Origin[];
  active: number;
  delayMs: number;
  nextAt: number;
  /** Milliseconds that the last request is followed by. */
  gapMs: number;
}

/** What is told about an origin. */
export interface OriginWatcher {
  /** Something that affects its selection has changed. */
  onChange(origin: Origin): void;
  /** The Crawl-delay of its host may have changed. */
  onTerms(host: string): void;
}

/**
 * What is known of the robots.txt of an origin: `unknown` until requested, `asking` while it is fetched; then the rules, or why they
 * are not available, or why the host is not crawled because of its Crawl-delay.
 */
export type RobotsState =
  'unknown' | 'asking' | { rules: Robots } | { problem: string } | { tooSlow: string };

/**
 * What the scheduler knows of one origin (scheme, host, port): the politeness of its host, and an estimate of its queue. The
 * estimate may be too high but never too low; the result of `claim` is authoritative. Every change that affects its selection is
 * told to a watcher.
 *
 * Politeness applies to a host, whether by http or https: `active`, `delayMs` and `nextAt` are shared by both origins (decision
 * 0121).
 */
export class Origin {
  readonly name: string;
  /** How often requests were added to its queue. */
  marks = 0;
  /** Times at which delayed requests are due. Other queued requests are due at once. */
  putOff: number[] = [];
  /** How often its robots.txt was asked for. */
  robotsTries = 0;
  readonly #watcher: OriginWatcher;
  readonly #host: HostClock;
  #waiting = false;
  #priority = 0;
  #depth = 0;
  #dueAt = 0;
  #robots: RobotsState = 'unknown';
  #served = 0;

  constructor(name: string, host: HostClock, watcher: OriginWatcher) {
    this.name = name;
    this.#host = host;
    this.#watcher = watcher;
    host.origins.push(this);
  }

  /** Its host and port, without the port if it is the default one. */
  get host(): string {
    return this.#host.host;
  }

  /** The origins of its host, including itself: two if the host is requested by both http and https, else one. */
  get ofHost(): readonly Origin[] {
    return this.#host.origins;
  }

  /** Whether requests may be queued. */
  get waiting(): boolean {
    return this.#waiting;
  }

  set waiting(value: boolean) {
    this.#waiting = value;
    this.#watcher.onChange(this);
  }

  /** Highest priority in the queue. */
  get priority(): number {
    return this.#priority;
  }

  set priority(value: number) {
    this.#priority = value;
    this.#watcher.onChange(this);
  }

  /** The least depth at that priority. */
  get depth(): number {
    return this.#depth;
  }

  set depth(value: number) {
    this.#depth = value;
    this.#watcher.onChange(this);
  }

  /** Number of requests in flight to its host. */
  get active(): number {
    return this.#host.active;
  }

  set active(value: number) {
    this.#host.active = value;
    this.#tellOfHost();
  }

  /** Delay between two requests to its host, in milliseconds; adjusted by AutoThrottle. */
  get delayMs(): number {
    return this.#host.delayMs;
  }

  set delayMs(value: number) {
    this.#host.delayMs = value;
  }

  /** Earliest time of the next request to its host, in milliseconds since 1970: delay, Crawl-delay, Retry-After. */
  get nextAt(): number {
    return this.#host.nextAt;
  }

  set nextAt(value: number) {
    this.#host.nextAt = value;
    this.#tellOfHost();
  }

  /** Earliest time at which a queued request is due, as far as is known. */
  get dueAt(): number {
    return this.#dueAt;
  }

  set dueAt(value: number) {
    this.#dueAt = value;
    this.#watcher.onChange(this);
  }

  get robots(): RobotsState {
    return this.#robots;
  }

  set robots(value: RobotsState) {
    this.#robots = value;
    this.#watcher.onChange(this);
    if (typeof value === 'object' && 'rules' in value) this.#watcher.onTerms(this.host);
  }

  /** Sequence number of the last time it was served, for fairness. */
  get served(): number {
    return this.#served;
  }

  set served(value: number) {
    this.#served = value;
    this.#watcher.onChange(this);
  }

  /** Tells of a change of the host, for all of its origins. */
  #tellOfHost(): void {
    for (const origin of this.#host.origins) this.#watcher.onChange(origin);
  }
}
