import { spiderNamed } from '../support.ts';
import type { SpiderName } from '../../../../electron/store/history/queries.ts';
import type { Queries } from '../../../../electron/store/queries.ts';

/** A page that a full run reads. */
export interface CrawledPage {
  /** Its URL is https://example.org/page/n. */
  n: number;
  extracted: boolean;
  /** Whether its response is kept in the HTTP cache. */
  cached?: boolean;
}

/** A database with the query ports on it, and what a test needs to fill it. Its clock stands still unless it is moved. */
export interface Studio {
  /** The ports that both implementations have. */
  queries: Pick<Queries, 'drafts' | 'history' | 'preferences' | 'projects' | 'savedPages' | 'spiders'>;
  /** Carries out a full run that reads these pages, one a second, of a spider that is added where it does not exist. @returns its id */
  crawl(of: SpiderName, pages: readonly CrawledPage[]): Promise<string>;
  /** Begins a run of a spider, which is added where it does not exist. @returns what ends the run */
  startRun(of: SpiderName): Promise<() => Promise<void>>;
  /** Moves the clock on. */
  pass(ms: number): void;
}

/** When the clock of a studio begins. */
export const startTime = Date.UTC(2026, 10, 20, 12);

/** Adds a spider with one version. */
export async function addSpider({ queries }: Studio, { project, spider: name }: SpiderName): Promise<void> {
  await queries.spiders.import({ project, name, text: JSON.stringify(spiderNamed(name)) }, { dryRun: false });
}
