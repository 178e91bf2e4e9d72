import type { CrawlDependencies } from '../../../engine/crawl.ts';
import { fingerprintRequest, fingerprintWith } from '../../../engine/fingerprint.ts';
import { isPlain, type RequestMessage } from '../../../../shared/request-message.ts';
import { messageAfter } from '../../../fetch/redirect.ts';
import { problem } from '../../../fetch/problem.ts';
import type { CachedResponse, HttpCache } from '../../../engine/ports/http-cache.ts';

type Fetch = CrawlDependencies['fetch'];

/** Options of `withCache`. */
export interface CacheOptions {
  /** Age in milliseconds after which a response is fetched again; null: never. */
  expirationMs: number | null;
  /** Temporary statuses, whose responses are never cached. */
  passingStatuses: readonly number[];
  /** The current time in milliseconds since 1970. */
  now: () => number;
  /** Name of the login that the answers are for; null: none. */
  login: string | null;
}

/** Headers with cookies, which belong to one session and are not stored. */
const headersNotKept = new Set(['set-cookie', 'set-cookie2']);
const notModified = 304;

/**
 * Adds a cache to a fetch function, with the semantics of Scrapy's HTTPCACHE_ENABLED: responses are replayed whatever their headers
 * say, robots.txt and error pages included, keyed by URL, method and body. Replayed redirects pass the redirect checks again.
 */
export function withCache(fetch: Fetch, cache: HttpCache, options: CacheOptions): Fetch {
  const { expirationMs, passingStatuses, now, login } = options;
  return async (url, refuseHop, message, tries, part) => {
    const fingerprint = cacheKey(url, message, login);
    const kept = await cache.get(fingerprint);
    if (kept !== null && (expirationMs === null || isFresh(kept.storedAt, now(), expirationMs))) {
      return replay({ url, message }, kept, refuseHop);
    }
    const result = await fetch(url, refuseHop, message, tries, part);
    // A body that is not there as a whole would be replayed as a complete one.
    if (!result.ok || result.page.wasCut === true || result.page.sunkBytes !== undefined) return result;
    const { status, finalUrl, hops, body } = result.page;
    if (status !== notModified && !passingStatuses.includes(status)) {
      const lasting = Object.entries(result.page.headers).filter(([name]) => !headersNotKept.has(name));
      await cache.put(fingerprint, {
        url,
        status,
        finalUrl,
        hops,
        headers: Object.fromEntries(lasting),
        body,
      });
    }
    return result;
  };
}

/** The key of a response: a page may be another one for who is logged in. */
export function cacheKey(url: string, message: RequestMessage | undefined, login: string | null): string {
  const fingerprint = fingerprintRequest(url, message);
  return login === null ? fingerprint : fingerprintWith(fingerprint, `login ${login}`);
}

/** Whether a response may be replayed. One stored in the future is not: the clock was set back, so its age is unknown. */
function isFresh(storedAt: number, now: number, expirationMs: number): boolean {
  return storedAt <= now && now - storedAt <= expirationMs;
}

async function replay(
  { url, message }: { url: string; message: RequestMessage | undefined },
  { response, storedAt }: { response: CachedResponse; storedAt: number },
  refuseHop: Parameters<Fetch>[1],
): ReturnType<Fetch> {
  const { hops, finalUrl } = response;
  const targets = hops.length === 0 ? [] : [...hops.slice(1).map((hop) => hop.url), finalUrl];
  for (const [index, target] of targets.entries()) {
    const keepsMessage = !isPlain(messageAfter(message, hops.slice(0, index + 1)));
    const refusal = await refuseHop(target, { replayed: true, keepsMessage });
    if (refusal !== null) {
      return { ok: false, problem: problem('blocked-hop', refusal), hops: hops.slice(0, index + 1) };
    }
  }
  return { ok: true, page: { ...response, url, durationMs: 0, fromCache: true, cachedAt: storedAt } };
}
