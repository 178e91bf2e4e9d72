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

export interface TrapSettings {
  /** Whether links into crawler traps are dropped. */
  trapDetection: boolean;
  /** Pages in a row that give no item and repeat pages of the run, before it pauses itself; null: no limit. */
  trapPages: number | null;
}

/** A page that has been written down. `items` are left out where its extraction failed, `page` is null where it is no HTML. */
type WrittenPage = Pick<UnfinishedPage, 'page'> & Partial<Pick<CompletedPage, 'items'>>;

/** What is known of a page that has been written down. */
export interface PageFacts extends Pick<PageStats, 'newDates'> {
  /** Of a page that gave no item, where it was wanted; else null. */
  likeness: Likeness | null;
  settled: SettledPage;
}

/** What a crawl does about traps: it drops the links that look like one, and pauses where it seems caught in one all the same. */
export class TrapWatch {
  readonly #ledger: Ledger;
  readonly #detector: TrapDetector | null;
  readonly #barren: BarrenPages | null;

  private constructor(ledger: Ledger, detector: TrapDetector | null, barren: BarrenPages | null) {
    this.#ledger = ledger;
    this.#detector = detector;
    this.#barren = barren;
  }

  /** Goes on with what an earlier session of the run has counted. */
  static async open(
    { trapDetection, trapPages }: TrapSettings,
    ledger: Ledger,
    clock: Clock,
  ): Promise<TrapWatch> {
    const detector = trapDetection ? new TrapDetector(() => clock.date()) : null;
    const barren = trapPages === null ? null : new BarrenPages(trapPages, await ledger.barrenPages());
    return new TrapWatch(ledger, detector, barren);
  }

  /** Whether the crawl is to pause. */
  reached(): CrawlEnd | null {
    const trap = this.#barren?.trap ?? null;
    return trap === null ? null : { kind: 'trapped', ...trap };
  }

  /** Whether the likeness of pages without an item is wanted. */
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
    { page, items }: WrittenPage,
    { newDates, likeness, settled }: PageFacts,
  ): Promise<void> {
    if (items !== undefined) this.#detector?.recordPage(url, { items, admitted: settled.admitted, newDates });
    if (this.#barren === null || settled.unchanged || page === null) return;
    this.#barren.recordPage(url, { gaveItem: items?.some(hasFilledField) ?? false, likeness });
    await this.#keep(false);
  }

  /** The session has come to this end. */
  async close(end: CrawlEnd): Promise<void> {
    const cut = this.#detector?.cut ?? 0;
    if (cut > 0) {
      const links = counted(cut, 'link was', 'links were');
      const message = `${links} not followed in all, because they lead into crawler traps. TRAP_DETECTION false follows them.`;
      await this.#ledger.record([{ kind: 'trap', url: null, message }]);
    }
    if (this.#barren === null) return;
    if (end.kind !== 'trapped') return this.#keep(true);
    const message = `${describeTrap(end)} The run pauses itself (TRAP_PAGES).`;
    await this.#ledger.record([{ kind: 'trapped', url: end.url, message }]);
    await this.#ledger.keepBarrenPages(this.#barren.forgiven());
  }

  async #keep(atEnd: boolean): Promise<void> {
    const state = this.#barren?.toKeep(atEnd) ?? null;
    if (state !== null) await this.#ledger.keepBarrenPages(state);
  }
}

/** What a crawl is caught in, in a sentence. */
export function describeTrap({ pages, url }: { pages: number; url: string }): string {
  const many = pages === 1 ? 'The last page' : `The last ${pages.toLocaleString('en')} pages`;
  const gave = pages === 1 ? 'gave no item and repeats' : 'gave no item and repeat';
  return `${many} ${gave} what other pages of this run say or link to, up to ${url}.`;
}
