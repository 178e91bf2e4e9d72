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

/** The limits of a run as the crawl keeps to them. */
export interface RunLimits {
  /** End of the time limit in milliseconds since 1970; Infinity: no limit. */
  readonly deadline: number;
  /** Returns the limit that is reached, or null. */
  reached(now: number): CrawlEnd | null;
  /** Number of further requests that may be in flight without exceeding a limit. */
  room(): number;
  /** Returns how many of the items of a page may be written. */
  takeItems(found: number): number | Promise<number>;
  /** A page is about to be written as done. @param items number of those that are written with it */
  completed(items: number): void;
  /**
   * A page was written as done.
   * @param given number of its items
   * @param written as the ledger counts them
   * @param dropped number of those that the run has already
   */
  settled(given: number, written: number, dropped: number): void;
  /** A page was written as failed. */
  failed(): void;
  /** A page was not written, because the lease of its request is lost. @param given number of its items */
  lost(given: number): void;
  /** A site has answered. */
  answered(status: number): void;
}

/** Statuses that refuse access, unlike "not found". A site that sends mostly these has blocked the crawl. */
const blockedStatuses = new Set([403, 429, 503]);
/** Number of recent responses that are considered, and how many refusals among them count as a block. */
const blockWindow = { of: 100, blocked: 60 };

/** The last answers of sites to a session. */
export interface AnswerWindow {
  /** How many of them refused access. */
  refused: number;
  of: number;
}

/** Whether the last answers of sites indicate a block. */
export class AnswerLog {
  readonly #answers: boolean[] = [];
  #refused = 0;

  answered(status: number): void {
    const isRefused = blockedStatuses.has(status);
    this.#answers.push(isRefused);
    if (isRefused) this.#refused += 1;
    if (this.#answers.length > blockWindow.of && this.#answers.shift() === true) this.#refused -= 1;
  }

  get window(): AnswerWindow {
    return { refused: this.#refused, of: this.#answers.length };
  }

  get isBlocked(): boolean {
    return this.#refused >= blockWindow.blocked;
  }
}

/** Whether so many sites refuse access to some sessions of a run that the run as a whole is blocked. */
export function areBlocked(windows: readonly AnswerWindow[]): boolean {
  const of = windows.reduce((sum, window) => sum + window.of, 0);
  const refused = windows.reduce((sum, window) => sum + window.refused, 0);
  return refused * blockWindow.of >= of * blockWindow.blocked;
}

/** Checks the limits of a run, and whether sites have blocked it. */
export class Limits implements RunLimits {
  readonly #settings: LimitSettings;
  readonly #heldMs: () => number;
  readonly #deadline: number;
  readonly #answers = new AnswerLog();
  #items: number;
  /** Items on their way to the ledger, which may have some of them already. */
  #onTheWay = 0;
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

  get deadline(): number {
    return this.#deadline + this.#heldMs();
  }

  reached(now: number): CrawlEnd | null {
    const { itemLimit, pageLimit, timeLimitMs, errorLimit } = this.#settings;
    if (itemLimit !== null && this.#items >= itemLimit) return { kind: 'item-limit', limit: itemLimit };
    if (pageLimit !== null && this.#pages >= pageLimit) return { kind: 'page-limit', limit: pageLimit };
    if (errorLimit !== null && this.#errors >= errorLimit) return { kind: 'error-limit', limit: errorLimit };
    if (timeLimitMs !== null && now >= this.deadline) return { kind: 'time-limit', limitMs: timeLimitMs };
    if (!this.#answers.isBlocked) return null;
    const { refused, of } = this.#answers.window;
    return { kind: 'blocked', blocked: refused, of };
  }

  room(): number {
    const { itemLimit, pageLimit } = this.#settings;
    const forItems = itemLimit === null ? Infinity : itemLimit - this.#items - this.#onTheWay;
    const forPages = pageLimit === null ? Infinity : pageLimit - this.#pages;
    return Math.min(forItems, forPages);
  }

  takeItems(found: number): number {
    const { itemLimit } = this.#settings;
    if (itemLimit === null) return found;
    return Math.min(found, Math.max(0, itemLimit - this.#items - this.#onTheWay));
  }

  completed(items: number): void {
    this.#onTheWay += items;
    this.#pages += 1;
  }

  /**
   * Rows may add items to pages, and duplicates may be dropped. Where the ledger wrote fewer than a page gave that are new to the
   * run, the limit is reached.
   */
  settled(given: number, written: number, dropped: number): void {
    const { itemLimit } = this.#settings;
    this.#onTheWay -= given;
    if (written + dropped < given && itemLimit !== null) this.#items = Math.max(this.#items, itemLimit);
    else this.#items += written;
  }

  failed(): void {
    this.#pages += 1;
    this.#errors += 1;
  }

  /** Nothing changes: the session ends with its lease. */
  lost(): void {}

  answered(status: number): void {
    this.#answers.answered(status);
  }
}
