import { longestRetryAfterMs } from '../fetch/retry.ts';
import type { CrawlDependencies } from './crawl-dependencies.ts';
import type { Origins } from './origins.ts';
import type { NewRequest } from './ports/ledger.ts';
import { SeedFeed } from './seed-feed.ts';
import type { SitemapQueue } from './sitemap-queue.ts';

export interface RunStartsDependencies {
  /** The start URLs that are not generated. */
  seeds: readonly NewRequest[];
  deps: Pick<CrawlDependencies, 'ledger' | 'generated' | 'clock' | 'onChange'>;
  origins: Pick<Origins, 'markPending'>;
  obeyRobots: boolean;
  /** Whether other sessions carry out the run as well. */
  isShared: boolean;
  /** Takes the sitemaps that this session reads; null: none are read, or by the lead of the run. */
  reader: SitemapQueue | null;
}

/** The start URLs of a run, and the sites whose sitemaps are read because of them. */
export class RunStarts {
  readonly #parts: RunStartsDependencies;
  /** Origins whose sitemaps this session reads. */
  readonly #origins = new Set<string>();
  /** Origins of which it is known without the ledger that they are start origins. */
  readonly #known: ReadonlySet<string>;
  #reader: SitemapQueue | null;
  #feed: SeedFeed | null = null;

  constructor(parts: RunStartsDependencies) {
    this.#parts = parts;
    this.#reader = parts.reader;
    this.#known = new Set(parts.seeds.map(({ origin }) => origin));
  }

  /** Generated start URLs that are admitted on the way; null: none, or by the lead of the run. */
  get feed(): SeedFeed | null {
    return this.#feed;
  }

  /** Whether the sitemaps that the robots.txt of an origin names are read. */
  has(origin: string): boolean {
    const { isShared, deps } = this.#parts;
    if (!isShared) return this.#origins.has(origin);
    // Only the lead knows which sites generated URLs are of.
    return this.#known.has(origin) || (deps.generated?.count ?? 0) > 0;
  }

  /** Takes in start URLs: their sites' sitemaps are read too. @param wereRead whether an earlier session may have read them */
  begin(seeds: readonly NewRequest[], wereRead: boolean): void {
    const { origins, obeyRobots } = this.#parts;
    const reader = this.#reader;
    for (const { origin, url } of seeds) {
      if (reader !== null && wereRead) reader.addStartUrl(url);
      if (this.#origins.has(origin)) continue;
      this.#origins.add(origin);
      if (reader === null) continue;
      origins.markPending(origin, 0, 0);
      if (!obeyRobots) reader.askRobots(origin);
    }
  }

  /** Opens the feed of generated start URLs. */
  async openFeed(): Promise<void> {
    const { seeds, deps, origins } = this.#parts;
    const { ledger, generated = null } = deps;
    if (generated === null || generated.count === 0) return;
    const startUrls = new Set(seeds.map(({ fingerprint }) => fingerprint));
    const feed = await SeedFeed.open(generated, startUrls, ledger, async (requests) => {
      const admitted = await ledger.admit(requests);
      this.begin(requests, false);
      for (const { origin, priority, depth } of requests) origins.markPending(origin, priority, depth);
      deps.onChange();
      return admitted;
    });
    if (feed.hasBegun) this.begin(generated.firsts, true);
    this.#feed = feed;
  }

  /**
   * Takes over the start URLs of a shared run, as a session that resumes it.
   * @param reader takes the sitemaps to read; null: none are read
   * @returns start origins whose robots.txt was perhaps read before anybody was told of its sitemaps
   */
  async lead(reader: SitemapQueue | null): Promise<string[]> {
    const { seeds, deps } = this.#parts;
    this.#reader = reader;
    this.#origins.clear();
    const isResumed = (await deps.ledger.admit(seeds)) < seeds.length;
    await deps.ledger.boundDelays(deps.clock.now() + longestRetryAfterMs);
    this.begin(seeds, isResumed);
    await this.openFeed();
    return isResumed ? [...this.#origins] : [];
  }

  /** Another session leads the run. */
  cease(): void {
    this.#reader = null;
    this.#feed = null;
  }
}
