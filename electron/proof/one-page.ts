import { readPattern } from '../../shared/patterns/read.ts';
import type { Rule, Spider } from '../../shared/spider/schema.ts';
import { fingerprintUrl } from '../engine/fingerprint.ts';
import { rowsTravel } from '../engine/follow-rows.ts';
import { resolveUrl } from '../engine/resolve.ts';

/**
 * The fingerprint of the one page that a crawl takes, whatever pages hold; null: it may take others too. Nothing but a start URL begins
 * the crawl, and every rule accepts this URL and no other, so that neither this page nor a later copy of it leads on.
 * @param spider as it is written, with its arguments
 */
export function onePageOf(spider: Spider): string | null {
  const { start_urls: starts, start_requests: requests, args, rules, settings } = spider;
  const [start] = starts;
  const page = start === undefined ? null : printOf(start);
  if (page === null || starts.length > 1 || hasAny(requests) || hasAny(Object.keys(args ?? {}))) return null;
  if (rowsTravel(spider) || mayShowMore(settings)) return null;
  return (rules ?? []).every((rule) => takesOnly(rule, page)) ? page : null;
}

const hasAny = (list: readonly unknown[] | null | undefined): boolean => (list ?? []).length > 0;

/** Whether settings begin a crawl elsewhere, or let a browser reach what the stored page does not show. */
function mayShowMore(settings: Spider['settings']): boolean {
  const { GENERATED_URLS, PAGINATED_LISTINGS, USE_SITEMAP, INFINITE_SCROLL, BROWSER_ACTIONS } =
    settings ?? {};
  return (
    [GENERATED_URLS, PAGINATED_LISTINGS, BROWSER_ACTIONS].some(hasAny) ||
    USE_SITEMAP === true ||
    INFINITE_SCROLL === true
  );
}

/** Whether a rule accepts the URL of a page and no other. */
function takesOnly({ allow, next_query: query }: Rule, page: string): boolean {
  if (!hasAny(allow) || (query ?? null) !== null) return false;
  return (allow ?? []).every((pattern) => {
    const url = onlyMatch(pattern);
    return url !== null && printOf(url) === page;
  });
}

/** The only text that a pattern matches; null: it matches others, or it cannot be told. */
function onlyMatch(source: string): string | null {
  const read = readPattern(source);
  if (!read.ok || read.pattern.node.kind !== 'sequence') return null;
  const { items } = read.pattern.node;
  const [first, last] = [items[0], items.at(-1)];
  const isWhole =
    first?.kind === 'place' &&
    first.place === 'start' &&
    last?.kind === 'place' &&
    (last.place === 'end' || last.place === 'text-end');
  if (!isWhole) return null;
  const codes = items
    .slice(1, -1)
    .map((node) => (node.kind === 'char' && node.fold === 'none' ? node.code : null));
  return codes.includes(null) ? null : String.fromCodePoint(...codes.filter((code) => code !== null));
}

function printOf(url: string): string | null {
  const resolved = resolveUrl(url, null);
  return resolved.ok ? fingerprintUrl(resolved.url) : null;
}
