import type { Counters } from './ports/ledger.ts';

/** Why a crawl came to its end. The host turns it into the state of the run. */
export type CrawlEnd =
  | { kind: 'exhausted' }
  | { kind: 'item-limit'; limit: number }
  | { kind: 'page-limit'; limit: number }
  | { kind: 'time-limit'; limitMs: number }
  | { kind: 'error-limit'; limit: number }
  | { kind: 'paused' }
  | { kind: 'stopped' }
  | { kind: 'blocked'; blocked: number; of: number }
  /** So many pages in a row gave no item and repeat pages of the run; `url` is the last of them. */
  | { kind: 'trapped'; pages: number; url: string }
  /** Nothing gets through by any way that may be used. `reason` is a sentence. */
  | { kind: 'stuck'; reason: string };

export interface LimitSettings {
  /** Items of the whole run at most; null: no limit. */
  itemLimit: number | null;
  /** Pages of the whole run at most; null: no limit. */
  pageLimit: number | null;
  /** Milliseconds of work of the whole run at most; null: no limit. */
  timeLimitMs: number | null;
  /** Failed pages of the whole run at most; what is in flight then is still finished. null: no limit. */
  errorLimit: number | null;
  /** Milliseconds that earlier sessions of the run have worked. */
  spentMs: number;
}

/** Answers that mean "go away" rather than "not here": a site that gives mostly these has blocked us. */
const blockedStatuses = new Set([403, 429, 503]);
/** How many answers are looked at, and how many of them are too many. */
const blockWindow = { of: 100, blocked: 60 };

/** What a run may still do: its limits, and whether the sites still talk to it. */
export class Limits {
  readonly #settings: LimitSettings;
  readonly #heldMs: () => number;
  readonly #deadline: number;
  readonly #answers: boolean[] = [];
  #blocked = 0;
  #items: number;
  #pages: number;
  #errors: number;

  /**
   * @param before the counters of the run as this session begins
   * @param now milliseconds since 1970
   * @param heldMs how long this session was held for want of a network, which is no work, up to now
   */
  constructor(settings: LimitSettings, before: Counters, now: number, heldMs: () => number = () => 0) {
    this.#settings = settings;
    this.#heldMs = heldMs;
    this.#items = before.items;
    this.#pages = before.done + before.failed;
    this.#errors = before.failed;
    this.#deadline = now + (settings.timeLimitMs ?? Infinity) - settings.spentMs;
  }

  /** Milliseconds since 1970; Infinity: no limit of time. */
  get deadline(): number {
    return this.#deadline + this.#heldMs();
  }

  /** The limit that is reached, or null. */
  reached(now: number): CrawlEnd | null {
    const { itemLimit, pageLimit, timeLimitMs, errorLimit } = this.#settings;
    if (itemLimit !== null && this.#items >= itemLimit) return { kind: 'item-limit', limit: itemLimit };
    if (pageLimit !== null && this.#pages >= pageLimit) return { kind: 'page-limit', limit: pageLimit };
    if (errorLimit !== null && this.#errors >= errorLimit) return { kind: 'error-limit', limit: errorLimit };
    if (timeLimitMs !== null && now >= this.deadline) return { kind: 'time-limit', limitMs: timeLimitMs };
    if (this.#blocked < blockWindow.blocked) return null;
    return { kind: 'blocked', blocked: this.#blocked, of: this.#answers.length };
  }

  /** Pages that may be on their way at once: never more than a limit still has room for. */
  room(): number {
    const { itemLimit, pageLimit } = this.#settings;
    const forItems = itemLimit === null ? Infinity : itemLimit - this.#items;
    const forPages = pageLimit === null ? Infinity : pageLimit - this.#pages;
    return Math.min(forItems, forPages);
  }

  /** Whether a page with so many items still fits in. */
  admits(items: number): boolean {
    const { itemLimit } = this.#settings;
    return itemLimit === null || this.#items + items <= itemLimit;
  }

  completed(items: number): void {
    this.#items += items;
    this.#pages += 1;
  }

  failed(): void {
    this.#pages += 1;
    this.#errors += 1;
  }

  answered(status: number): void {
    const blocked = blockedStatuses.has(status);
    this.#answers.push(blocked);
    if (blocked) this.#blocked += 1;
    if (this.#answers.length > blockWindow.of && this.#answers.shift() === true) this.#blocked -= 1;
  }
}
