import type { ProposedNext } from '../../shared/contract/types.ts';
import { languageOfRows } from '../../shared/selectors/language.ts';
import type { Rule } from '../../shared/spider/schema.ts';
import { readPattern } from '../../shared/patterns/read.ts';
import { startUrlOf } from '../../shared/spider/new-spider.ts';
import { literal, urlPattern } from '../../shared/spider/page-rule.ts';
import { resolveUrl } from '../engine/resolve.ts';
import { compilePattern } from '../patterns/compile.ts';
import { tryRules, type TriedPage } from './try-parts.ts';

/**
 * The rules that lead from a page to the next one and to no other page: by a pattern of URLs, else by the place of the
 * link. Each was tried on the page. Null: none works.
 *
 * @param known URLs of pages of the same list, which the rules may take as well
 */
export function nextRules(
  next: ProposedNext,
  { known, callback }: { known: readonly string[]; callback: string },
  tried: TriedPage,
): Rule[] | null {
  const { url } = tried;
  const { pattern, selector } = next;
  const target = next.url === null || next.kind !== 'link' ? null : sent(next.url);
  if (target === null) return null;
  const pages = new Set(known.map(sent));
  const start = urlPattern(url);
  const candidates: Rule[][] = [];
  if (pattern !== null) {
    // Only below this page first, so that a pager elsewhere on the site is not taken.
    for (const allow of [pagesBelow(url, pattern), pattern]) {
      if (allow === null) continue;
      const rule = { allow: [start, allow], callback, follow: true };
      const deny = firstPage(allow, { url, next: target });
      candidates.push(...(deny === null ? [] : [[{ ...rule, deny: [deny] }]]), [rule]);
    }
  }
  if (selector !== null) {
    const first = { allow: [start], callback, follow: true };
    candidates.push([first, { ...placeOf(selector), callback, follow: true }]);
  }
  return (
    candidates.find((rules) => {
      const links = tryRules(rules, tried);
      return links?.includes(target) === true && links.every((link) => link === target || pages.has(link));
    }) ?? null
  );
}

/** The key by which a rule takes links from one place only. */
function placeOf(selector: string): Rule {
  const language = languageOfRows(selector);
  if (language === 'json') return { restrict_json: [selector] };
  return language === 'xpath' ? { restrict_xpaths: [selector] } : { restrict_css: [selector] };
}

/** A URL as a crawl sends it. */
function sent(url: string): string {
  const resolved = resolveUrl(url, null);
  return startUrlOf(resolved.ok ? resolved.url : url);
}

/**
 * The pattern of the first page under a number: `?page=1` shows what the start URL shows, and its rows would come twice.
 * Null: the start URL has a number itself, or the next page is not the second.
 */
function firstPage(pattern: string, { url, next }: { url: string; next: string }): string | null {
  const at = pattern.lastIndexOf(digits);
  if (at < 0 || searched(pattern, url) !== null) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + digits.length)];
  const number = Number(searched(`${before}(${digits})${after}`, next) ?? NaN);
  return number === 1 || number === 2 ? `${before}${number - 1}(?!\\d)${after}` : null;
}

const digits = String.raw`\d+`;

/** What the first group of a pattern matches in a text, or "" without a group; null: nothing. */
function searched(source: string, text: string): string | null {
  const read = readPattern(source);
  const found = read.ok ? compilePattern(read.pattern).search(text) : null;
  return found === null ? null : (found.groups[1] ?? '');
}

/** The pattern of following pages, for those at or below the path of a URL; null: it has its own beginning. */
function pagesBelow(url: string, pattern: string): string | null {
  const { origin, pathname } = new URL(url);
  const base = `^${literal(origin + pathname.replace(/\/$/, ''))}`;
  if (pattern.startsWith('[?&]')) return `${base}/?\\?(?:.*&)?${pattern.slice('[?&]'.length)}`;
  return pattern.startsWith('^') || pathname === '/' ? null : `${base}.*${pattern}`;
}
