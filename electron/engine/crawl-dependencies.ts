import type { FetchResult } from '../fetch/types.ts';
import type { Clock } from './clock.ts';
import type { LimitSettings } from './limits.ts';
import type { NetworkHold } from './network-hold.ts';
import type { PolitenessSettings } from './origins.ts';
import type { PageInput, PageOutput } from './page.ts';
import type { Ledger } from './ports/ledger.ts';
import type { CrawlBrowser } from './rendered-page.ts';
import type { SitemapPlan } from './sitemap-queue.ts';
import type { TrapSettings } from './trap-watch.ts';

export interface EngineSettings extends PolitenessSettings, LimitSettings, TrapSettings {
  /** Requests that are being sent or answered at once. */
  concurrency: number;
  obeyRobots: boolean;
  /** The longest Crawl-delay that is kept, in milliseconds. */
  maxCrawlDelayMs: number;
  retryTimes: number;
  /** Statuses that are retried. */
  retryStatuses: readonly number[];
}

export interface CrawlDependencies {
  ledger: Ledger;
  /**
   * Fetches a page; `refuseHop` judges every redirect before it is followed, or `replayed`. `headers` go beside the usual
   * ones; `tries` says how often the same was asked for before; so many decoded bytes as `cutAt` are enough where it is given.
   */
  fetch(
    url: string,
    refuseHop: (url: string, replayed?: boolean) => string | null | Promise<string | null>,
    headers?: Record<string, string>,
    tries?: number,
    cutAt?: number,
  ): Promise<FetchResult>;
  /** Why nothing gets through any more, a sentence, or null: then the run pauses itself. Left out: it is never asked. */
  stuck?(): string | null;
  /** Says while this machine is without a network; left out: nobody looks. */
  network?: Pick<NetworkHold, 'isOn' | 'heldMs' | 'stuck' | 'whenOver'>;
  /** The processing stage, wherever it runs. */
  process(input: PageInput): Promise<PageOutput>;
  /** Shows pages as a browser does; null or left out: there is none in use. */
  browser?: CrawlBrowser | null;
  /** Decides about the URLs of the sites' sitemaps; null or left out: sitemaps are not read. */
  sitemaps?: SitemapPlan | null;
  /** Why a redirect to this URL may not be followed, or null: the spider's allowed domains. */
  refuseHop(url: string): string | null;
  /** Aborted: no new request; what is in flight is finished. */
  pause: AbortSignal;
  /** Aborted: no new request; what is in flight is dropped and goes back to the queue. */
  stop: AbortSignal;
  /** Called after every change to the ledger. */
  onChange(): void;
  clock: Clock;
  /** Gives numbers from 0 up to 1. */
  random: () => number;
}
