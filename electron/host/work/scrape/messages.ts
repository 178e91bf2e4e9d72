/** Start data of the thread that takes single pages. */
export interface ScrapeWorkerData {
  dataDir: string;
  proxyChannel: string | null;
}

/** A page to take, and the stored spider that takes it. */
export interface ScrapeJob {
  project: string;
  /** Name of the spider, for errors. */
  name: string;
  text: string;
  /** What the project gives to its spiders. */
  defaults: Record<string, unknown>;
  args: Record<string, string>;
  allowPrivate: boolean;
  url: string;
  /** The callback that is to take it; null: that of a crawl. */
  callback: string | null;
}
