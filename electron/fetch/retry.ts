/** Scrapy's default RETRY_HTTP_CODES. */
const retryableStatuses: readonly number[] = [500, 502, 503, 504, 522, 524, 408, 429];

/** First delay, which doubles with each try, and the maximum, in milliseconds. */
const firstDelayMs = 1000;
const longestBackoffMs = 60_000;

/** Maximum Retry-After that is respected, in milliseconds; a run that waits longer would seem dead. */
export const longestRetryAfterMs = 15 * 60_000;

/**
 * Whether a response with this status is worth another try.
 * @param statuses statuses to retry; null for Scrapy's default RETRY_HTTP_CODES
 */
export function isRetryableStatus(status: number, statuses: readonly number[] | null = null): boolean {
  return (statuses ?? retryableStatuses).includes(status);
}

/** What the delay of a retry depends on. */
export interface RetryFacts {
  /** Number of earlier tries: 0 after the first. */
  tries: number;
  /** Status of the response; null if there was none. */
  status: number | null;
  /** Headers of the response, with lower-case names. */
  headers: Record<string, string>;
  /** Current time, in milliseconds since 1970. */
  now: number;
  /** Returns a random number from 0 up to 1. */
  random: () => number;
}

/**
 * Returns the delay before the next try in milliseconds: 1 s, doubled with each try up to 60 s, minus up to half at random, so
 * that requests that failed together are spread. Never less than the server's Retry-After, up to 15 minutes.
 */
export function retryDelayMs(facts: RetryFacts): number {
  const full = Math.min(firstDelayMs * 2 ** facts.tries, longestBackoffMs);
  const backoff = full * (0.5 + facts.random() / 2);
  const asked = facts.status === null ? null : retryAfterMs(facts.headers, facts.now);
  return Math.round(Math.max(backoff, Math.min(asked ?? 0, longestRetryAfterMs)));
}

/**
 * Returns the delay of a Retry-After header (RFC 9110, section 10.2.3: seconds or an HTTP date) in milliseconds; null if it is
 * missing or malformed, 0 for a time in the past. A date is relative to the server's clock if the response has a Date header.
 * @param headers of the response, with lower-case names
 * @param now current time, in milliseconds since 1970
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = httpDate(text);
  return at === null ? null : Math.max(0, at - (httpDate(headers['date']?.trim() ?? '') ?? now));
}

/** Parses an HTTP date (RFC 9110, section 5.6.7) to milliseconds since 1970; null if it is malformed. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]+,? /.test(text)) return null;
  // The asctime form does not state its time zone, GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : at;
}
