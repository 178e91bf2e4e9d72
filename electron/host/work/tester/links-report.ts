import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { PageLink } from '../../../../shared/contract/types.ts';
import { extractLinks } from '../../../engine/links.ts';
import { createResolver } from '../../../engine/resolve.ts';
import { claimLinks, compileRules, judge, type CompiledRules } from '../../../engine/rules.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { visibleText } from '../../../extract/walk.ts';
import { nearPatterns } from '../../../engine/near-patterns.ts';
import type { OpenPage } from './open-page.ts';

/** Maximum links in a report. */
const maxLinks = 5000;
const textLength = 200;

type Report = Omit<CallValue<'tester.links'>, 'parsed' | 'elapsedMs'>;

interface Places {
  element: number | null;
  text: string;
  order: number;
}

/**
 * Reports the links of a page and the decision of the rules on each, by the code of a crawl.
 *
 * @param followed the callback by the URL that a row of the page leads to; no rule is asked about these
 */
export function reportLinks(
  page: OpenPage,
  spider: Spider,
  followed: ReadonlyMap<string, string> = new Map(),
): Report {
  const url = page.url ?? firstUrls(spider)[0] ?? 'http://localhost/';
  const places = placesOf(page, url);
  const rules = compileRules(spider);
  const links =
    rules.rules.length === 0 ? withoutRules(page, url, places) : withRules(page, url, spider, rules, places);
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

function withoutRules(page: OpenPage, url: string, places: Map<string, Places>) {
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
  return { all, problems: [] as string[] };
}

function withRules(
  page: OpenPage,
  url: string,
  spider: Spider,
  rules: CompiledRules,
  places: Map<string, Places>,
): { all: PageLink[]; problems: string[] } {
  const { claimed, dropped, problems } = claimLinks(rules, page.content, url, spider.allowed_domains);
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

/** First occurrence of each URL on the page. */
function placesOf(page: OpenPage, pageUrl: string): Map<string, Places> {
  const places = new Map<string, Places>();
  const base = page.elements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
  const baseUrl = URL.parse(base?.attribs['href'] ?? '', pageUrl)?.href ?? pageUrl;
  const resolver = createResolver(baseUrl);
  for (const [number, element] of page.elements.entries()) {
    const { name, attribs } = element;
    const href = name === 'a' || name === 'area' ? attribs['href'] : undefined;
    if (href === undefined) continue;
    const resolved = resolver.resolve(href);
    const key = resolved.ok ? withoutFragment(resolved.url) : href;
    if (!places.has(key))
      places.set(key, { element: number, text: visibleText(element, textLength), order: places.size });
  }
  return places;
}

function orderOf(places: ReadonlyMap<string, Places>, { url }: PageLink): number {
  return places.get(withoutFragment(url))?.order ?? Infinity;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
