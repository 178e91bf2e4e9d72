import type { FetchLimits } from './types.ts';

/**
 * Default limits.
 *
 * Redirects (20) and URL length (2083) are Scrapy's `REDIRECT_MAX_TIMES` and `URLLENGTH_LIMIT`. The longest HTML pages in wide
 * use (single-page standards) have about 13 MB, hence 16 MiB. gzip reaches at most about 1030:1 and honest markup stays below
 * 100:1, hence 200. Headers: four times Node's 16 KiB, which sites with long security policies exceed.
 */
export const defaultFetchLimits: FetchLimits = {
  maxBytes: 16 * 1024 * 1024,
  maxRatio: 200,
  timeoutMs: 60_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxRedirects: 20,
  maxUrlLength: 2083,
  maxHeaderBytes: 64 * 1024,
};
