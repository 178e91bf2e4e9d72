import type { Counters } from './ports/ledger.ts';

/** Why a crawl ended. The host converts it to the state of the run. */
export type CrawlEnd =
  | { kind: 'exhausted' }
  | { kind: 'item-limit'; limit: number }
  | { kind: 'page-limit'; limit: number }
  | { kind: 'time-limit'; limitMs: number }
  | { kind: 'error-limit'; limit: number }
  | { kind: 'paused' }
  | { kind: 'stopped' }
  /** An answer tells that the login of the run has expired. `message` is a sentence. */
  | { kind: 'login-expired'; login: string; message: string }
  | { kind: 'blocked'; blocked: number; of: number }
  /** Too many consecutive pages had no item and resembled pages of the run; `url` is the last of them. */
  | { kind: 'trapped'; pages: number; url: string }
  /** Something expected of the data does not hold, and the spider says what happens then. `message` is a sentence. */
  | { kind: 'breached'; action: 'pause' | 'fail'; message: string }
  /** No request gets through on any permitted route. `reason` is a sentence. */
  | { kind: 'stuck'; reason: string };

/** Limits of a run and what was used of them. */
export interface LimitSettings {
  /** Maximum number of items of the run; null: no limit. */
  itemLimit: number | null;
  /** Maximum number of pages of the run; null: no limit. */
  pageLimit: number | null;
  /** Maximum working time of the run in milliseconds; null: no limit. */
  timeLimitMs: number | null;
  /** Maximum number of failed pages of the run; requests in flight are still finished. null: no limit. */
  errorLimit: number | null;
  /** Working time of earlier sessions of the run in milliseconds. */
  spentMs: number;
}

/** Statuses that refuse access, unlike "not found". A site that sends mostly these has blocked the crawl. */
const blockedStatuses = new Set([403, 429, 503]);
/** Number of recent responses that are considered, and how many refusals among them count as a block. */
const blockWindow = { of: 100, blocked: 60 };

/** Checks the limits of a run, and whether sites have blocked it. */
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
   * Creates the limits of a session.
   * @param before counters of the run at the start of the session
   * @param now milliseconds since 1970
   * @param heldMs returns how long this session has waited for the network so far, which does not count as working time
   */
  constructor(settings: LimitSettings, before: Counters, now: number, heldMs: () => number = () => 0) {
    this.#settings = settings;
    this.#heldMs = heldMs;
    this.#items = before.items;
    this.#pages = before.done + before.failed;
    this.#errors = before.failed;
    this.#deadline = now + (settings.timeLimitMs ?? Infinity) - settings.spentMs;
  }

  /** End of the time limit in milliseconds since 1970; Infinity: no limit. */
  get deadline(): number {
    return this.#deadline + this.#heldMs();
  }

  /** Returns the limit that is reached, or null. */
  reached(now: number): CrawlEnd | null {
    const { itemLimit, pageLimit, timeLimitMs, errorLimit } = this.#settings;
    if (itemLimit !== null && this.#items >= itemLimit) return { kind: 'item-limit', limit: itemLimit };
    if (pageLimit !== null && this.#pages >= pageLimit) return { kind: 'page-limit', limit: pageLimit };
    if (errorLimit !== null && this.#errors >= errorLimit) return { kind: 'error-limit', limit: errorLimit };
    if (timeLimitMs !== null && now >= this.deadline) return { kind: 'time-limit', limitMs: timeLimitMs };
    if (this.#blocked < blockWindow.blocked) return null;
    return { kind: 'blocked', blocked: this.#blocked, of: this.#answers.length };
  }

  /** Number of further requests that may be in flight without exceeding a limit. */
  room(): number {
    const { itemLimit, pageLimit } = this.#settings;
    const forItems = itemLimit === null ? Infinity : itemLimit - this.#items;
    const forPages = pageLimit === null ? Infinity : pageLimit - this.#pages;
    return Math.min(forItems, forPages);
  }

  /** Number of further items; Infinity: no limit. */
  get itemRoom(): number {
    const { itemLimit } = this.#settings;
    return itemLimit === null ? Infinity : Math.max(0, itemLimit - this.#items);
  }

  /**
   * Corrects what `completed` has recorded: rows may add items to pages. Where the ledger wrote fewer than a page gave, the limit is
   * reached.
   */
  settled(given: number, written: number): void {
    const { itemLimit } = this.#settings;
    if (written < given && itemLimit !== null) this.#items = Math.max(this.#items, itemLimit);
    else this.#items += written - given;
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
