import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import { BarrenPages } from './barren-pages.ts';
import type { Clock } from './clock.ts';
import type {
  CompletedPage,
  Ledger,
  NewEvent,
  NewRequest,
  SettledPage,
  UnfinishedPage,
} from './ports/ledger.ts';
import type { Likeness } from './likeness.ts';
import type { CrawlEnd } from './limits.ts';
import { TrapDetector, type PageStats, type FilterResult } from './traps.ts';

/** Settings of trap detection. */
export interface TrapSettings {
  /** Whether links into crawler traps are dropped. */
  trapDetection: boolean;
  /**
   * Number of consecutive pages without an item that resemble pages of the run, after which the run pauses itself; null: no
   * limit.
   */
  trapPages: number | null;
}

/** A page that was committed. `items` is left out if its extraction failed, `page` is null if it could not be read. */
type WrittenPage = Pick<UnfinishedPage, 'page'> & Partial<Pick<CompletedPage, 'items' | 'rows'>>;

/** Facts about a page that was committed. */
export interface PageFacts extends Pick<PageStats, 'newDates'> {
  /** Likeness of a page without an item, if requested; else null. */
  likeness: Likeness | null;
  settled: SettledPage;
}

type TrapLedger = Pick<Ledger, 'barrenPages' | 'keepBarrenPages' | 'record'>;

/** Protects a crawl against traps: drops links that look like one, and pauses the crawl if it seems caught in one anyway. */
export class TrapWatch {
  readonly #ledger: TrapLedger;
  readonly #detector: TrapDetector | null;
  readonly #barren: BarrenPages | null;
  readonly #itemsOfRun: (() => Promise<number>) | null;
  /** Number of items of the run when it was last asked for during a series of pages without. */
  #itemsBefore: number | null = null;
  #isConfirmed = false;

  private constructor(
    ledger: TrapLedger,
    detector: TrapDetector | null,
    barren: BarrenPages | null,
    itemsOfRun: (() => Promise<number>) | null,
  ) {
    this.#ledger = ledger;
    this.#detector = detector;
    this.#barren = barren;
    this.#itemsOfRun = itemsOfRun;
  }

  /**
   * Continues the count of an earlier session of the run.
   * @param itemsOfRun returns how many items all sessions of the run have, because an item of any of them ends a series; null: this
   *   session has the run to itself
   */
  static async open(
    { trapDetection, trapPages }: TrapSettings,
    ledger: TrapLedger,
    clock: Clock,
    itemsOfRun: (() => Promise<number>) | null = null,
  ): Promise<TrapWatch> {
    const detector = trapDetection ? new TrapDetector(() => clock.date()) : null;
    const barren = trapPages === null ? null : new BarrenPages(trapPages, await ledger.barrenPages());
    return new TrapWatch(ledger, detector, barren, itemsOfRun);
  }

  /** Returns why the crawl must pause, or null. */
  reached(): CrawlEnd | null {
    const trap = this.#barren?.trap ?? null;
    if (this.#itemsOfRun !== null && !this.#isConfirmed) return null;
    return trap === null ? null : { kind: 'trapped', ...trap };
  }

  /** Whether to compute the likeness of pages without items. */
  get wantsLikeness(): boolean {
    return this.#barren?.areSuspicious ?? false;
  }

  /** See `TrapDetector.filterLinks`. */
  filterLinks<P extends { links: readonly NewRequest[]; events: readonly NewEvent[] }>(
    url: string,
    page: P,
  ): FilterResult<P> {
    return this.#detector?.filterLinks(url, page) ?? { page, newDates: 0 };
  }

  async recordPage(
    url: string,
    { page, items, rows }: WrittenPage,
    { newDates, likeness, settled }: PageFacts,
  ): Promise<void> {
    if (items !== undefined) this.#detector?.recordPage(url, { items, admitted: settled.admitted, newDates });
    if (this.#barren === null || settled.unchanged || page === null) return;
    const leads = rows?.some(({ request }) => request !== null) ?? false;
    const gaveItem = leads || (items?.some(hasFilledField) ?? false);
    this.#barren.recordPage(url, { gaveItem, likeness });
    await this.#keep(false);
  }

  /** Ends the session and stores its state. */
  async close(end: CrawlEnd): Promise<void> {
    const cut = this.#detector?.cut ?? 0;
    if (cut > 0) {
      const links = counted(cut, 'link was', 'links were');
      const message = `${links} not followed in all, because they lead into crawler traps. Set TRAP_DETECTION to false to follow them.`;
      await this.#ledger.record([{ kind: 'trap', url: null, message }]);
    }
    if (this.#barren === null) return;
    if (end.kind !== 'trapped') return this.#keep(true);
    const message = `${describeTrap(end)} The run pauses itself (TRAP_PAGES).`;
    await this.#ledger.record([{ kind: 'trapped', url: end.url, message }]);
    await this.#ledger.keepBarrenPages(this.#barren.forgiven());
  }

  async #keep(atEnd: boolean): Promise<void> {
    const barren = this.#barren;
    if (barren === null) return;
    const state = barren.toKeep(atEnd);
    if (this.#itemsOfRun !== null && !atEnd && (state !== null || barren.trap !== null)) {
      await this.#lookElsewhere(barren, this.#itemsOfRun);
    }
    if (state !== null) await this.#ledger.keepBarrenPages(state);
  }

  /** A series counts only as long as no session of the run has items. */
  async #lookElsewhere(barren: BarrenPages, itemsOfRun: () => Promise<number>): Promise<void> {
    const items = await itemsOfRun();
    const hasMore = this.#itemsBefore === null ? barren.trap !== null : items > this.#itemsBefore;
    this.#itemsBefore = items;
    if (hasMore) barren.restart();
    else this.#isConfirmed ||= barren.trap !== null;
  }
}

/** Describes the trap that caught a crawl, in a sentence. */
export function describeTrap({ pages, url }: { pages: number; url: string }): string {
  const many = pages === 1 ? 'The last page' : `The last ${pages.toLocaleString('en')} pages`;
  const gave = pages === 1 ? 'gave no item and repeats' : 'gave no item and repeat';
  return `${many} ${gave} what other pages of this run say or link to, up to ${url}.`;
}
