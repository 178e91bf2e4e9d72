import type { CrawlDependencies } from '../../../engine/crawl.ts';
import { fingerprintUrl } from '../../../engine/fingerprint.ts';
import { problem } from '../../../fetch/problem.ts';
import type { CachedResponse, HttpCache } from '../../../engine/ports/http-cache.ts';

type Fetch = CrawlDependencies['fetch'];

export interface CacheOptions {
  /** Answers older than this are asked for again, in milliseconds; null: none is too old. */
  expirationMs: number | null;
  /** Statuses that mean "not now": they are never kept. */
  passingStatuses: readonly number[];
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Cookies are for one session; they have no place in a file. */
const headersNotKept = new Set(['set-cookie', 'set-cookie2']);
const notModified = 304;

/**
 * Puts a cache before a way to fetch, as HTTPCACHE_ENABLED means it in Scrapy: what a site has answered is replayed
 * without asking again, whatever its headers say, robots.txt and error pages included; requests are told apart by URL.
 * Redirects are judged anew when they are replayed.
 */
export function withCache(fetch: Fetch, cache: HttpCache, options: CacheOptions): Fetch {
  const { expirationMs, passingStatuses, now } = options;
  return async (url, refuseHop, headers, tries, cutAt) => {
    const fingerprint = fingerprintUrl(url);
    const kept = await cache.get(fingerprint);
    if (kept !== null && (expirationMs === null || isFresh(kept.storedAt, now(), expirationMs))) {
      return replay(url, kept.response, refuseHop);
    }
    const result = await fetch(url, refuseHop, headers, tries, cutAt);
    // Half a file would be replayed as a whole one.
    if (!result.ok || result.page.wasCut === true) return result;
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

/** What was stored later than now has been stored by a clock that was set back since: nobody knows its age. */
function isFresh(storedAt: number, now: number, expirationMs: number): boolean {
  return storedAt <= now && now - storedAt <= expirationMs;
}

async function replay(
  url: string,
  answer: CachedResponse,
  refuseHop: Parameters<Fetch>[1],
): ReturnType<Fetch> {
  const { hops, finalUrl } = answer;
  const targets = hops.length === 0 ? [] : [...hops.slice(1).map((hop) => hop.url), finalUrl];
  for (const [index, target] of targets.entries()) {
    const refusal = await refuseHop(target, true);
    if (refusal !== null) {
      return { ok: false, problem: problem('blocked-hop', refusal), hops: hops.slice(0, index + 1) };
    }
  }
  return { ok: true, page: { ...answer, url, durationMs: 0, fromCache: true } };
}
