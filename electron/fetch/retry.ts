/** Scrapy's default RETRY_HTTP_CODES. */
const retryableStatuses: readonly number[] = [500, 502, 503, 504, 522, 524, 408, 429];

/** First delay, doubled with every try, and the most that doubling may reach. Milliseconds. */
const firstDelayMs = 1000;
const longestBackoffMs = 60_000;

/** The longest that a server's Retry-After is obeyed for; beyond, a run would look dead. Milliseconds. */
export const longestRetryAfterMs = 15 * 60_000;

/**
 * Whether an answer of this status is worth another try.
 * @param statuses the list to go by; null: Scrapy's default RETRY_HTTP_CODES
 */
export function isRetryableStatus(status: number, statuses: readonly number[] | null = null): boolean {
  return (statuses ?? retryableStatuses).includes(status);
}

export interface RetryFacts {
  /** How often the request was tried before: 0 after the first try. */
  tries: number;
  /** Status of the answer; null when there was none. */
  status: number | null;
  /** Of the answer, names in lower case. */
  headers: Record<string, string>;
  /** What the machine's clock says, in milliseconds since 1970. */
  now: number;
  /** Numbers from 0 up to 1. */
  random: () => number;
}

/**
 * Milliseconds to wait before the next try: 1 s doubled with every try up to 60 s, of which a random half is taken off so
 * that requests that failed together do not come back together; never less than the server's Retry-After (up to 15 minutes).
 */
export function retryDelayMs(facts: RetryFacts): number {
  const full = Math.min(firstDelayMs * 2 ** facts.tries, longestBackoffMs);
  const backoff = full * (0.5 + facts.random() / 2);
  const asked = facts.status === null ? null : retryAfterMs(facts.headers, facts.now);
  return Math.round(Math.max(backoff, Math.min(asked ?? 0, longestRetryAfterMs)));
}

/**
 * Milliseconds that a Retry-After header asks for (RFC 9110, section 10.2.3: seconds or an HTTP date); null when it
 * is missing or unreadable, 0 for a time that has passed. A date is read by the server's own clock where it tells it (Date).
 * @param headers of the answer, names in lower case
 * @param now what the machine's clock says, in milliseconds since 1970
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = httpDate(text);
  return at === null ? null : Math.max(0, at - (httpDate(headers['date']?.trim() ?? '') ?? now));
}

/** Milliseconds since 1970 of an HTTP date (RFC 9110, section 5.6.7); null when it is none. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]+,? /.test(text)) return null;
  // The oldest of the three forms (asctime) leaves out that it is in GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : at;
}
