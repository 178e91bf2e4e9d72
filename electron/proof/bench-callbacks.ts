import type { WrittenRequest } from '../../shared/spider/start-requests.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { fingerprintRequest, fingerprintUrl } from '../engine/fingerprint.ts';
import type { OfflineExtractor, ReadPage } from '../engine/offline.ts';

/** A page whose callback is sought. */
export interface PlacedPage {
  id: string;
  /** Null: unknown. */
  url: string | null;
  /** The request that it answers; left out: a plain GET of its URL. */
  request?: WrittenRequest;
  read: ReadPage;
  /** The callback that took it when its values were locked; null: none, or nothing is locked. */
  known: string | null;
}

/** A spider and its extractor. */
export interface Trial {
  spider: Spider;
  offline: OfflineExtractor;
}

/**
 * The callback that takes each page, by its id; null: none. It is that of its URL, as in a crawl. A page that no rule takes may be one
 * that rows lead to: then the rows of the other pages decide, what was known when its values were locked, or the only such callback.
 */
export function callbacksOf(
  { spider, offline }: Trial,
  pages: readonly PlacedPage[],
): Map<string, string | null> {
  const names = Object.keys(spider.callbacks ?? {});
  const takenBy = ({ url, request }: PlacedPage) => {
    if (request !== undefined) return offline.callbackFor(request.url, request.message);
    return url === null ? null : offline.callbackFor(url);
  };
  const byUrl = new Map(pages.map((page) => [page.id, takenBy(page)]));
  const byRows = ledTo({ spider, offline }, pages, (id) => byUrl.get(id)?.callback ?? null);
  const targets = names.flatMap((name) => spider.callbacks?.[name]?.iterate?.follow?.callback ?? []);
  const callbackOf = ({ id, url, known, request }: PlacedPage): string | null => {
    const taken = byUrl.get(id) ?? null;
    if (taken !== null && taken.callback !== null) return taken.callback;
    const print =
      request === undefined
        ? url === null
          ? null
          : fingerprintUrl(url)
        : fingerprintRequest(request.url, request.message);
    const led = print === null ? undefined : byRows.get(print);
    if (led !== undefined) return led;
    // A page that is only followed has links, and nothing is extracted from it.
    const begins = url !== null && offline.startsWith(request?.url ?? url, request?.message);
    if (print !== null && (taken?.rule !== null || begins)) return null;
    const possible = [...new Set(url === null ? names : targets)];
    if (known !== null && possible.includes(known)) return known;
    return possible.length === 1 ? (possible[0] ?? null) : null;
  };
  return new Map(pages.map((page) => [page.id, callbackOf(page)]));
}

/** The callback by the fingerprint of each request that rows of the pages lead to. */
function ledTo(
  { spider, offline }: Trial,
  pages: readonly PlacedPage[],
  callbackOf: (id: string) => string | null,
): Map<string, string | null> {
  const led = new Map<string, string | null>();
  for (const { id, read } of pages) {
    const name = callbackOf(id);
    const follow = name === null ? null : spider.callbacks?.[name]?.iterate?.follow;
    if (follow === null || follow === undefined) continue;
    for (const { request } of offline.extract(read, name).rows) {
      if (request !== null) led.set(fingerprintRequest(request.url, request.message), request.callback);
    }
  }
  return led;
}
