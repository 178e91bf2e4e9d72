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
  /** Its host and port, without the port if it is the default one. */
  readonly host: string;
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

/** Whether robots.txt has been read, so that there may be a Crawl-delay. */
const crawlsBy = (robots: Origin['robots']): boolean => typeof robots === 'object' && 'rules' in robots;

/** What is told about an origin. */
export interface OriginWatcher {
  /** Something that affects its selection has changed. */
  onChange(origin: Origin): void;
  /** The Crawl-delay of its host may have changed. */
  onTerms(host: string): void;
}

/** An origin that reports every change that affects its selection. */
export class WatchedOrigin implements Origin {
  readonly name: string;
  marks = 0;
  putOff: number[] = [];
  robotsTries = 0;
  readonly #watcher: OriginWatcher;
  readonly #host: HostClock;
  #waiting = false;
  #priority = 0;
  #depth = 0;
  #dueAt = 0;
  #robots: Origin['robots'] = 'unknown';
  #served = 0;

  constructor(name: string, host: HostClock, watcher: OriginWatcher) {
    this.name = name;
    this.#host = host;
    this.#watcher = watcher;
    host.origins.push(this);
  }

  get host(): string {
    return this.#host.host;
  }

  get ofHost(): readonly Origin[] {
    return this.#host.origins;
  }

  /** Reports a change of the host for all of its origins. */
  #emitAll(): void {
    for (const origin of this.#host.origins) this.#watcher.onChange(origin);
  }

  get waiting(): boolean {
    return this.#waiting;
  }

  set waiting(value: boolean) {
    this.#waiting = value;
    this.#watcher.onChange(this);
  }

  get priority(): number {
    return this.#priority;
  }

  set priority(value: number) {
    this.#priority = value;
    this.#watcher.onChange(this);
  }

  get depth(): number {
    return this.#depth;
  }

  set depth(value: number) {
    this.#depth = value;
    this.#watcher.onChange(this);
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
    this.#watcher.onChange(this);
  }

  get robots(): Origin['robots'] {
    return this.#robots;
  }

  set robots(value: Origin['robots']) {
    this.#robots = value;
    this.#watcher.onChange(this);
    if (crawlsBy(value)) this.#watcher.onTerms(this.host);
  }

  get served(): number {
    return this.#served;
  }

  set served(value: number) {
    this.#served = value;
    this.#watcher.onChange(this);
  }
}
