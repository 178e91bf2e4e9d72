import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { PageLink } from '../../../../shared/contract/types.ts';
import { extractLinks } from '../../../engine/links.ts';
import { createResolver } from '../../../engine/resolve.ts';
import { claimLinks, compileRules, judge, type CompiledRules } from '../../../engine/rules.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { selectorFor } from '../../../extract/select.ts';
import { visibleText } from '../../../extract/walk.ts';
import { nearPatterns } from '../../../engine/near-patterns.ts';
import type { OpenPage } from './open-page.ts';

/** Maximum links in a report. */
const maxLinks = 5000;
const textLength = 200;

type Report = Omit<CallValue<'tester.links'>, 'parsed' | 'elapsedMs'>;

/** What decides about links besides the rules. */
interface LinkWishes {
  /** The callback by the URL that a row of the page leads to; no rule is asked about these. */
  followed?: ReadonlyMap<string, string>;
  /** CSS selector of the links of a list, or of what holds them; null: all. */
  within?: string | null;
}

interface Places {
  element: number | null;
  text: string;
  order: number;
}

/**
 * Reports the links of a page and the decision of the rules on each, by the code of a crawl.
 *
 * Of a list, the links of all its pages are reported.
 */
export function reportLinks(
  page: OpenPage,
  spider: Spider,
  { followed = new Map(), within = null }: LinkWishes = {},
): Report {
  const places = new Map<string, Places>();
  const rules = compileRules(spider);
  const links = mergeLinks(
    page.parts.map((part) => {
      const url = part.url ?? firstUrls(spider)[0] ?? 'http://localhost/';
      addPlaces(places, part, url);
      if (rules.rules.length === 0) return withoutRules(part, url, places);
      return withRules(part, url, { spider, rules, places, within });
    }),
  );
  const silent = whyNoLinks(page, spider);
  if (silent !== null) links.problems.push(silent);
  const unmatched = links.all.filter(({ code }) => code === 'no-rule').map((link) => link.url);
  const urls = links.all.map((link) => link.url);
  const near = nearPatterns(rules, urls, unmatched);
  links.all = links.all.map((link) => ofRow(link, followed));
  links.all.sort((a, b) => orderOf(places, a) - orderOf(places, b));
  const byRule = rules.rules.map(({ index, callback, follow }) => ({
    rule: index,
    callback,
    follow,
    links: links.all.filter(({ rule, decision }) => rule === index && decision !== 'dropped').length,
  }));
  const dropped = new Map<string, { code: string; reason: string; links: number }>();
  for (const { decision, code, reason } of links.all) {
    if (decision !== 'dropped' || code === null) continue;
    const known = dropped.get(code);
    if (known === undefined) dropped.set(code, { code, reason, links: 1 });
    else known.links += 1;
  }
  return {
    links: links.all.slice(0, maxLinks),
    total: links.all.length,
    byRule,
    dropped: [...dropped.values()].sort((a, b) => b.links - a.links),
    problems: links.problems,
    near,
  };
}

/** Why a page of JSON or XML gives no links, in one sentence: no rule names their places. Null for others. */
function whyNoLinks({ content: { kind } }: OpenPage, { rules }: Spider): string | null {
  if (kind === 'html') return null;
  const isNamed = (rules ?? []).some(({ restrict_json: json, restrict_css: css, restrict_xpaths: xpaths }) =>
    (kind === 'json' ? [json] : [css, xpaths]).some((places) => (places ?? []).length > 0),
  );
  if (isNamed) return null;
  return kind === 'json'
    ? 'A JSON page gives links only from places that a rule names in restrict_json.'
    : 'An XML page gives links only from places that a rule names in restrict_css or restrict_xpaths.';
}

/** A link that no rule takes, but that a row leads to, is followed all the same. */
function ofRow(link: PageLink, followed: ReadonlyMap<string, string>): PageLink {
  const callback = followed.get(withoutFragment(link.url));
  if (callback === undefined || link.decision === 'extract') return link;
  const reason = `A row leads to it; ${callback} extracts from it.`;
  return { ...link, decision: 'extract', rule: null, pattern: null, code: null, callback, reason };
}

function withoutRules(page: OpenPage, url: string, places: ReadonlyMap<string, Places>): FoundLinks {
  const reason = 'The spider has no rules, so it follows no links.';
  const found = page.content.kind === 'html' ? extractLinks(page.content, url) : [];
  const all = found.map(({ url: target, text }): PageLink => ({
    url: target,
    text,
    element: places.get(withoutFragment(target))?.element ?? null,
    decision: 'dropped',
    rule: null,
    callback: null,
    pattern: null,
    code: 'no-rules',
    reason,
  }));
  return { all, problems: [] };
}

interface FoundLinks {
  all: PageLink[];
  problems: string[];
}

/** The links of several pages, each once: as a rule takes it, where one does on any of them. */
function mergeLinks(pages: readonly FoundLinks[]): FoundLinks {
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const links = new Map<string, PageLink>();
  for (const link of pages.flatMap(({ all }) => all)) {
    const known = links.get(link.url);
    if (known === undefined || (known.decision === 'dropped' && link.decision !== 'dropped'))
      links.set(link.url, link);
  }
  return { all: [...links.values()], problems: [...new Set(pages.flatMap(({ problems }) => problems))] };
}

function withRules(
  page: OpenPage,
  url: string,
  {
    spider,
    rules,
    places,
    within,
  }: { spider: Spider; rules: CompiledRules; places: ReadonlyMap<string, Places>; within: string | null },
): FoundLinks {
  const read = within === null ? null : selectorFor('css', within);
  const choice = read?.ok === true ? { within: read.selector } : {};
  const { claimed, dropped, problems } = claimLinks(rules, page.content, url, spider.allowed_domains, choice);
  const taken = claimed.map(({ url: target, text, rule: index }): PageLink => {
    const rule = rules.rules[index];
    const callback = rule?.callback ?? null;
    const pattern = rule === undefined ? null : judge(rule, target).pattern;
    const how = pattern === null ? 'it has no allow patterns' : `"${pattern}" matches`;
    const use = callback === null ? 'its links are followed' : `${callback} extracts from it`;
    return {
      url: target,
      text,
      element: places.get(target)?.element ?? null,
      decision: callback === null ? 'follow' : 'extract',
      rule: index,
      callback,
      pattern,
      code: null,
      reason: `Rule ${index} takes it: ${how}; ${use}.`,
    };
  });
  const left = dropped.map(({ url: target, code, reason, rule, pattern }): PageLink => {
    const place = places.get(withoutFragment(target));
    return {
      url: target,
      text: place?.text ?? '',
      element: place?.element ?? null,
      decision: 'dropped',
      rule,
      callback: null,
      pattern,
      code,
      reason: `It is ${reason}.`,
    };
  });
  return { all: [...taken, ...left], problems };
}

/** Adds the first occurrence of each URL on a page. */
function addPlaces(places: Map<string, Places>, page: OpenPage, pageUrl: string): void {
  const base = page.elements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
  const baseUrl = URL.parse(base?.attribs['href'] ?? '', pageUrl)?.href ?? pageUrl;
  const resolver = createResolver(baseUrl);
  for (const element of page.elements) {
    const { name, attribs } = element;
    const href = name === 'a' || name === 'area' ? attribs['href'] : undefined;
    if (href === undefined) continue;
    const resolved = resolver.resolve(href);
    const key = resolved.ok ? withoutFragment(resolved.url) : href;
    if (places.has(key)) continue;
    const number = page.numberOf(element);
    places.set(key, { element: number, text: visibleText(element, textLength), order: places.size });
  }
}

function orderOf(places: ReadonlyMap<string, Places>, { url }: PageLink): number {
  return places.get(withoutFragment(url))?.order ?? Infinity;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
