import type { ProposedNext, SpiderParts } from '../../shared/contract/types.ts';
import type { Rule } from '../../shared/spider/schema.ts';
import { startUrlOf } from '../../shared/spider/new-spider.ts';
import { resolveUrl } from '../engine/resolve.ts';
import type { Page } from '../extract/page.ts';
import { literal, urlPattern } from './url-pattern.ts';
import { tryParts } from './try-parts.ts';

/** How a crawl comes to the following pages of a list. */
export interface NextRules {
  rules: Rule[];
  /** URLs of other pages of the list that they take from this page. */
  links: readonly string[];
}

/** The parts of a spider that has one callback for a page. */
export type PartsFor = (rules: Rule[]) => SpiderParts;

/**
 * The rules that lead from a page to the next one and to no other page: by a pattern of URLs, else by the place of the
 * link. Each was tried on the page. Null: none works.
 *
 * @param known URLs of pages of the same list, which the rules may take as well
 */
export function nextRules(
  page: Page,
  { next, url, known }: { next: ProposedNext; url: string; known: ReadonlySet<string> },
  { callback, partsFor }: { callback: string; partsFor: PartsFor },
): NextRules | null {
  const { pattern, selector } = next;
  const target = next.url === null || next.kind !== 'link' ? null : sent(next.url);
  if (target === null) return null;
  const pages = new Set([...known].map(sent));
  const start = urlPattern(url);
  const first = { allow: [start], callback, follow: true };
  const candidates: Rule[][] = [];
  if (pattern !== null) {
    // Only below this page first, so that a pager elsewhere on the site is not taken.
    for (const allow of [pagesBelow(url, pattern), pattern]) {
      if (allow !== null) candidates.push([{ allow: [start, allow], callback, follow: true }]);
    }
  }
  if (selector !== null) {
    const place = selector.startsWith('$')
      ? { restrict_json: [selector] }
      : /^(?:\.?\/|\()/.test(selector)
        ? { restrict_xpaths: [selector] }
        : { restrict_css: [selector] };
    candidates.push([first, { ...place, callback, follow: true }]);
  }
  for (const rules of candidates) {
    const trial = tryParts(page, url, partsFor(rules));
    if (trial?.callback !== callback || !trial.links.includes(target)) continue;
    if (trial.links.every((link) => link === target || pages.has(link))) return { rules, links: trial.links };
  }
  return null;
}

/** A URL as a crawl sends it. */
function sent(url: string): string {
  const resolved = resolveUrl(url, null);
  return startUrlOf(resolved.ok ? resolved.url : url);
}

/** The pattern of following pages, for those at or below the path of a URL; null: it has its own beginning. */
function pagesBelow(url: string, pattern: string): string | null {
  const { origin, pathname } = new URL(url);
  const base = `^${literal(origin + pathname.replace(/\/$/, ''))}`;
  if (pattern.startsWith('[?&]')) return `${base}/?\\?(?:.*&)?${pattern.slice('[?&]'.length)}`;
  return pattern.startsWith('^') || pathname === '/' ? null : `${base}.*${pattern}`;
}
