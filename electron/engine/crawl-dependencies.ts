import type { BodyPart, FetchResult, HopKind, RequestMessage } from '../fetch/types.ts';
import type { FileSettings } from '../../shared/spider/settings.ts';
import type { Clock } from './clock.ts';
import type { Excluded } from './exclusions.ts';
import type { ExpectationWatch } from './expectation-watch.ts';
import type { GeneratedSeeds } from './generated-seeds.ts';
import type { CrawlEnd, LimitSettings } from './limits.ts';
import type { FindListing } from './listings.ts';
import type { LoginWatch } from './login-watch.ts';
import type { NetworkHold } from './network-hold.ts';
import type { PolitenessSettings } from './origins.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { Ledger, NewEvent } from './ports/ledger.ts';
import type { SharedHosts } from './ports/shared-hosts.ts';
import type { CrawlBrowser } from './rendered-page.ts';
import type { SitemapPlan } from './sitemap-queue.ts';
import type { SlotShare } from './slot-pool.ts';
import type { TrapSettings } from './trap-watch.ts';

/** Settings of the crawl loop. */
export interface EngineSettings extends PolitenessSettings, LimitSettings, TrapSettings {
  /** Maximum number of requests in progress. */
  concurrency: number;
  obeyRobots: boolean;
  /** Maximum Crawl-delay that is respected, in milliseconds. */
  maxCrawlDelayMs: number;
  retryTimes: number;
  /** Whether items name files to download. Left out: they do not. */
  downloads?: boolean;
  /** What the files that items name may be. */
  files: FileSettings;
  /** Statuses that are retried. */
  retryStatuses: readonly number[];
}

/** What a crawl needs from its host. */
export interface CrawlDependencies {
  ledger: Ledger;
  /**
   * Fetches a page. `refuseHop` is called before every redirect, also for replayed ones. `message` is what the
   * request says, a plain GET if left out; `tries` is the number of earlier tries, and `part` is how much of the body is
   * wanted.
   */
  fetch(
    url: string,
    refuseHop: (url: string, hop?: HopKind) => string | null | Promise<string | null>,
    message?: RequestMessage,
    tries?: number,
    part?: BodyPart,
  ): Promise<FetchResult>;
  /**
   * Calls `listener` whenever a request is sent, also a redirect, with its URL. The delay between requests counts from then; left
   * out: from the start of the request.
   */
  whenSent?(listener: (url: URL) => void): void;
  /** The hosts shared with other runs; null or left out: no other run contacts the same hosts. */
  hosts?: SharedHosts | null;
  /** The slots that this process has for all of its runs; null or left out: they are not limited beside those of the run. */
  slots?: SlotShare | null;
  /** Returns why no request gets through, as a sentence, or null. If not null, the run pauses itself. */
  stuck?(): string | null;
  /** Reports when this machine has no network; left out: not checked. */
  network?: Pick<NetworkHold, 'isOn' | 'heldMs' | 'stuck' | 'whenOver'>;
  /** The login of the run; null or left out: it has none. `forget` drops a cached answer that is a login page. */
  login?:
    | (Pick<LoginWatch, 'met' | 'isLoginUrl' | 'meetsUrl' | 'reached'> & {
        forget(url: string, message: RequestMessage | undefined): Promise<void>;
      })
    | null;
  /** What the log of a shared run says at its beginning: its lead records it. Left out: nothing. */
  opening?: readonly NewEvent[];
  /** Judges the data of a shared run; called from time to time while this session leads it. Returns an end for the run, or null. */
  judge?: () => Promise<CrawlEnd | null>;
  /** Measures the items by what the spider expects; null or left out: it expects nothing. */
  expectations?: Pick<ExpectationWatch, 'recordPage' | 'recordFile' | 'reached'> | null;
  /** The processing stage, on this thread or in workers. */
  process(input: PageInput): Promise<PageOutput>;
  /** Renders pages; null or left out: no browser is used. */
  browser?: CrawlBrowser | null;
  /** Finds the listing that a request asks for; null or left out: the spider has none. */
  listings?: FindListing | null;
  /** Start URLs that are admitted as the crawl proceeds; left out: none. */
  generated?: GeneratedSeeds;
  /** Which URLs of sitemaps become requests; null or left out: sitemaps are not read. */
  sitemaps?: SitemapPlan | null;
  /** Returns why a redirect to this URL is refused by the spider's allowed domains, or null. */
  refuseHop(url: string): string | null;
  /**
   * Tells which pattern takes a URL out of the run, whatever the spider says; null: none does. Requests for it are skipped, and links and
   * redirects to it are not followed. Left out: nothing is taken out.
   */
  excluded?: Excluded;
  /** If aborted, no request is started; requests in progress are finished. */
  pause: AbortSignal;
  /** If aborted, no request is started; requests in progress return to the queue. */
  stop: AbortSignal;
  /** Called after every change to the ledger. */
  onChange(): void;
  clock: Clock;
  /** Returns a random number from 0 up to 1. */
  random: () => number;
}
