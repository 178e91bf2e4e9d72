import type { Clock } from './clock.ts';
import { AnswerLog, areBlocked, type CrawlEnd, type LimitSettings, type RunLimits } from './limits.ts';
import type { BudgetKind, BudgetPurpose, ShareBudgets } from './ports/run-share.ts';

/** Units that are reserved beyond what is needed now, as long as there are plenty: a call for each request would cost too much. */
const slice = 32;
/** Number of answers after which the other sessions are told of them. */
const tellAnswersEvery = 20;

/** What this session has reserved of a budget. */
interface Reserve {
  readonly limit: number | null;
  /** Units that neither others nor the ledger have. */
  held: number;
  /** Those of them that belong to items on their way to the ledger. */
  secured: number;
  /** Whether the budget runs short, so that nothing is reserved ahead. */
  isShort: boolean;
  /** Whether nothing was free; until something changes. */
  isRefused: boolean;
  isSpent: boolean;
  /** Units that are being reserved to begin with; null: none are. */
  asked: Promise<unknown> | null;
}

export interface SharedLimitsDependencies {
  share: ShareBudgets;
  clock: Pick<Clock, 'now'>;
  /** What is known of the limits has changed. */
  onChange(): void;
  /** A page is not written after it was processed. */
  onLoss(): void;
}

/**
 * The limits of a run that several sessions carry out together. Each request in flight has a unit of the pages and one of the
 * items; when a page has more items, units for all of them are reserved before they are written. Units are given back when the
 * request has ended: from then on the ledger counts what it has written.
 */
export class SharedLimits implements RunLimits {
  readonly #settings: LimitSettings;
  readonly #deps: SharedLimitsDependencies;
  readonly #reserves: Record<BudgetKind, Reserve>;
  readonly #answers = new AnswerLog();
  /** Requests in flight, and those of them whose items have units of their own. */
  #inHand = 0;
  #writing = 0;
  /** Pages that the ledger has counted and whose units are still held. */
  #countedPages = 0;
  #changes = 0;
  #hasFailed = false;
  #failed = 0;
  #answered = 0;

  constructor(settings: LimitSettings, deps: SharedLimitsDependencies) {
    this.#settings = settings;
    this.#deps = deps;
    const none = { held: 0, secured: 0, isShort: false, isRefused: false, isSpent: false, asked: null };
    this.#reserves = {
      items: { limit: settings.itemLimit, ...none },
      pages: { limit: settings.pageLimit, ...none },
    };
  }

  get deadline(): number {
    const { timeLimitMs } = this.#settings;
    if (timeLimitMs === null) return Infinity;
    return this.#deps.clock.now() + timeLimitMs - this.#deps.share.spentMs();
  }

  reached(): CrawlEnd | null {
    const { items, pages } = this.#reserves;
    const { timeLimitMs, errorLimit } = this.#settings;
    if (items.isSpent && items.limit !== null) return { kind: 'item-limit', limit: items.limit };
    if (pages.isSpent && pages.limit !== null) return { kind: 'page-limit', limit: pages.limit };
    if (errorLimit !== null && this.#failed >= errorLimit) return { kind: 'error-limit', limit: errorLimit };
    if (timeLimitMs !== null && this.#deps.share.spentMs() >= timeLimitMs) {
      return { kind: 'time-limit', limitMs: timeLimitMs };
    }
    return this.#answers.isBlocked ? this.#block() : null;
  }

  /** The limit that the run has reached by what the ledger counts; null: none. */
  async reachedInAll(): Promise<CrawlEnd | null> {
    const { itemLimit, pageLimit } = this.#settings;
    if (itemLimit === null && pageLimit === null) return null;
    const { items, done, failed } = await this.#deps.share.counted();
    if (itemLimit !== null && items >= itemLimit) return { kind: 'item-limit', limit: itemLimit };
    return pageLimit !== null && done + failed >= pageLimit ? { kind: 'page-limit', limit: pageLimit } : null;
  }

  room(): number {
    return this.#inHand + Math.min(this.#spare('items'), this.#spare('pages'));
  }

  /** Whether requests could begin if more of a budget were reserved. */
  get mayAsk(): boolean {
    return this.#kinds.some(
      (kind) => this.#spare(kind) < 1 && !this.#reserves[kind].isRefused && !this.#reserves[kind].isSpent,
    );
  }

  /** Reserves units for requests to begin. @param wanted their number */
  async ask(wanted: number): Promise<void> {
    for (const kind of this.#kinds) {
      const reserve = this.#reserves[kind];
      const lacking = wanted - this.#spare(kind);
      if (lacking <= 0 || reserve.isSpent) continue;
      const asked = this.#reserve(kind, lacking + (reserve.isShort ? 0 : slice), 'begin');
      reserve.asked = asked;
      const before = this.#changes;
      // What has changed meanwhile may have come before the answer.
      if ((await asked) < lacking) reserve.isRefused = this.#changes === before;
    }
  }

  /** Something is free again, or may be. */
  changed(): void {
    this.#changes += 1;
    for (const reserve of Object.values(this.#reserves)) reserve.isRefused = false;
  }

  /** See `ShareMember.recall`. */
  recall(kind: BudgetKind, purpose: BudgetPurpose): number | Promise<number> {
    const { asked } = this.#reserves[kind];
    return purpose === 'write' && asked !== null
      ? asked.then(() => this.#giveUp(kind, purpose))
      : this.#giveUp(kind, purpose);
  }

  #giveUp(kind: BudgetKind, purpose: BudgetPurpose): number {
    const reserve = this.#reserves[kind];
    const { held, secured } = reserve;
    const isExpected = kind === 'items' && purpose === 'write';
    const given = Math.max(0, isExpected ? held - secured : this.#spare(kind));
    reserve.held -= given;
    reserve.isShort = true;
    return given;
  }

  /** Requests are about to be handed out to this session. @param most their number */
  began(most: number): void {
    this.#inHand += most;
  }

  /** Not all of them were. */
  unused(count: number): void {
    if (count === 0) return;
    this.#inHand -= count;
    this.#trim();
  }

  /** A request is no longer in the hands of this session. */
  ended(): void {
    this.#inHand -= 1;
    if (this.#settings.pageLimit !== null) this.#giveBack('pages', this.#countedPages);
    this.#countedPages = 0;
    this.#trim();
    if (!this.#hasFailed || this.#settings.errorLimit === null) return;
    this.#hasFailed = false;
    void this.#countFailures();
  }

  takeItems(found: number): number | Promise<number> {
    const { items } = this.#reserves;
    if (items.limit === null || found === 0) return found;
    if (items.held - items.secured < found) return this.#secure(found);
    items.secured += found;
    this.#writing += 1;
    return found;
  }

  completed(): void {}

  settled(given: number): void {
    this.#countedPages += 1;
    this.#written(given);
  }

  failed(): void {
    this.#countedPages += 1;
    this.#hasFailed = true;
  }

  lost(given: number): void {
    this.#deps.onLoss();
    this.#written(given);
  }

  answered(status: number): void {
    this.#answers.answered(status);
    this.#answered += 1;
    if (this.#answered % tellAnswersEvery === 0) this.#deps.share.answers(this.#answers.window);
  }

  /** Nothing that is not needed is kept while units are short, so that others may go on. */
  #trim(): void {
    for (const kind of this.#kinds) {
      if (this.#reserves[kind].isShort) this.#giveBack(kind, Math.max(0, this.#spare(kind)));
    }
  }

  /**
   * Reserves units for the items of a page that has come. What is held for others is given back first: who waits for units holds
   * none but those of items on their way.
   */
  async #secure(found: number): Promise<number> {
    const { items } = this.#reserves;
    this.#giveBack('items', Math.max(0, items.held - items.secured));
    const granted = await this.#reserve('items', found, 'write');
    items.secured += granted;
    if (granted === 0) this.#deps.onLoss();
    else this.#writing += 1;
    return granted;
  }

  #written(given: number): void {
    if (this.#settings.itemLimit === null || given === 0) return;
    this.#reserves.items.secured -= given;
    this.#writing -= 1;
    this.#giveBack('items', given);
  }

  async #reserve(kind: BudgetKind, wanted: number, purpose: BudgetPurpose): Promise<number> {
    const reserve = this.#reserves[kind];
    const { granted, isSpent } = await this.#deps.share.reserve(kind, wanted, purpose);
    reserve.held += granted;
    if (purpose === 'begin') reserve.asked = null;
    reserve.isSpent = isSpent;
    if (granted < wanted) reserve.isShort = true;
    return granted;
  }

  #giveBack(kind: BudgetKind, count: number): void {
    if (count === 0) return;
    this.#reserves[kind].held -= count;
    this.#deps.share.giveBack(kind, count);
  }

  /** Units that no request in flight has; Infinity: no limit. */
  #spare(kind: BudgetKind): number {
    const { limit, held, secured } = this.#reserves[kind];
    if (limit === null) return Infinity;
    return kind === 'pages' ? held - this.#inHand : held - secured - (this.#inHand - this.#writing);
  }

  get #kinds(): BudgetKind[] {
    return (['items', 'pages'] as const).filter((kind) => this.#reserves[kind].limit !== null);
  }

  #block(): CrawlEnd | null {
    const { window } = this.#answers;
    const windows = [window, ...this.#deps.share.answers(window)];
    if (!areBlocked(windows)) return null;
    return { kind: 'blocked', blocked: window.refused, of: window.of };
  }

  async #countFailures(): Promise<void> {
    try {
      this.#failed = (await this.#deps.share.counted()).failed;
      this.#deps.onChange();
    } catch {
      // A run that cannot be reached is found out by the next call that matters.
    }
  }
}
