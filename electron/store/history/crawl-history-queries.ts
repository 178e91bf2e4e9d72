/** A page in the crawl history: what full runs recorded of it for later runs. */
export interface HistoryPage {
  url: string;
  /** URL after redirects. */
  finalUrl: string;
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
  /** SHA-256 of the page's text, in hexadecimal; null when the page was not kept. */
  contentHash: string | null;
  /** The full run that read the page last. */
  fetchedRun: string;
  fetchedAt: string;
  /** The full run that extracted it last; null when none did, for example because the page is only for navigation. */
  extractedRun: string | null;
  extractedAt: string | null;
}

/** A spider as its project knows it. */
export interface SpiderName {
  project: string;
  spider: string;
}

export interface HistorySummary {
  /** How many pages full runs have read, and how many of them they have extracted. */
  pages: number;
  extracted: number;
  /** When the page was read that was not read for the longest time; null: no page was read. */
  since: string | null;
  /** Cached responses, and their bytes as stored. */
  cache: { answers: number; bytes: number };
}

/** A part of the pages: those that have `text` in their URL, upper and lower case alike. */
export interface HistoryPart {
  text: string;
  offset: number;
  limit: number;
}

/** The crawl history of spiders. A spider that does not exist has none. */
export interface CrawlHistoryQueries {
  summary(of: SpiderName): Promise<HistorySummary>;
  /** Pages read last come first, and by URL where they were read at once. `matching`: how many there are beyond the limit, too. */
  list(of: SpiderName, part: HistoryPart): Promise<{ pages: HistoryPage[]; matching: number }>;
  get(of: SpiderName, fingerprint: string): Promise<HistoryPage | null>;
  /** Removes all pages, or one, together with their cached responses. @returns number of each */
  clear(of: SpiderName, fingerprint: string | null): Promise<{ pages: number; answers: number }>;
}
