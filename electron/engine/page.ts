import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { PageKind } from '../../shared/page-kind.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../shared/spider/settings.ts';
import { describeScriptMade, scriptMade } from '../extract/analyze/script-made.ts';
import type { Page } from '../extract/page.ts';
import type { PageTree } from '../extract/tree.ts';
import { decodePage } from '../fetch/decode.ts';
import { pageKindOf } from '../fetch/page-kind.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { compressPage } from './stored-page.ts';
import { loginWall } from './login-wall.ts';
import { createLoginCheck } from './login-watch.ts';
import { KnownLinks } from './known-links.ts';
import type { CompressedPage, NewEvent, NewRequest } from './ports/ledger.ts';
import { otherKind } from './other-kind.ts';
import { extractItems, type ReadInput } from './page-items.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import { likenessOf } from './likeness.ts';
import { readBody } from './read-body.ts';
import { requestFor } from './requests.ts';
import {
  claimLinks,
  compileRules,
  type ClaimOptions,
  type CompiledRules,
  type DroppedLink,
} from './rules.ts';
import { sitemapKindOf, unreadSitemap, type SitemapKind } from './sitemap-kind.ts';

/** The spider of a crawl and its compiled rules. */
export interface CrawlPlan {
  spider: Spider;
  rules: CompiledRules;
  domains: DomainMatcher;
  /** Maximum number of links from a start URL; 0: no limit. */
  depthLimit: number;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
  /** Looks for a sign that the login has expired; null or left out: the run has no login. */
  login?: ReturnType<typeof createLoginCheck> | null;
}

/** Compiles a spider for a crawl. @param spider one that `validateSpider` accepts */
export function planCrawl(
  spider: Spider,
  { depthLimit, depthPriority }: Pick<CrawlSettings, 'depthLimit' | 'depthPriority'>,
): CrawlPlan {
  const { session } = readSettings(spider.settings);
  return {
    spider,
    rules: compileRules(spider),
    domains: compileDomains(spider.allowed_domains),
    depthLimit,
    depthPriority,
    login: session === null ? null : createLoginCheck(session.signal),
  };
}

/**
 * Processes a page: decodes, parses, extracts and discovers links. A function of values that never throws because of a page.
 * @param known links that are left out because they are requested already; none by default
 */
export function processPage(plan: CrawlPlan, input: PageInput, known = new KnownLinks()): PageOutput {
  const { login = null } = plan;
  const seen = login === null ? null : readBody(input.body, input.contentType);
  const loginExpired = seen === null ? null : expiredLogin(plan, input, seen);
  if (loginExpired !== null) return { ...nothing, loginExpired };
  if (input.onlyLogin === true) return nothing;
  const sitemap = input.depth === 0 ? sitemapKindOf(input.body) : null;
  const idle = sitemap === null ? idleKindOf(plan, input) : null;
  if (idle !== null) return { ...nothing, page: keptUnread(input, idle) };
  const read = seen ?? readBody(input.body, input.contentType);
  if (!read.ok) return unreadable(input, sitemap, `The page ${read.problem}, so nothing can be extracted.`);
  const { page, kind, text, encoding } = read;
  if (sitemap !== null && kind === 'html') return unreadable(input, sitemap, null);
  const taken = takeFromPage(plan, input, page, { known });
  if (taken.wantsBrowser !== undefined) return { ...nothing, wantsBrowser: taken.wantsBrowser };
  const kept = compressPage(text, encoding, kind, input);
  const { isFilled, ...output } = taken;
  if (sitemap !== null && !isFilled && output.links.length === 0) {
    return { ...unreadable(input, sitemap, output.failure), page: kept };
  }
  const isBarren = input.wantsLikeness === true && !isFilled;
  return { ...output, page: kept, ...(isBarren ? { likeness: likenessOf(page, input.url) } : {}) };
}

/** Why a page tells that the login has expired; null: it does not. */
export function expiredLogin(
  { login }: CrawlPlan,
  { url, body, isRedirectedStart = false }: Pick<PageInput, 'url' | 'body' | 'isRedirectedStart'>,
  read: ReturnType<typeof readBody>,
): string | null {
  const text = read.ok ? read.text : Buffer.from(body).toString('utf8');
  return login?.({ url, text, page: read.ok ? read.page : null, isRedirectedStart }) ?? null;
}

/** What is taken from a page that has been read. */
export interface TakenFromPage extends Omit<PageOutput, 'page' | 'likeness'> {
  /** Whether an item has a value, or a row leads to a page. */
  isFilled: boolean;
}

/** How the links of a page are chosen. */
type LinkChoice = Pick<ClaimOptions, 'known' | 'within'>;

/**
 * Takes items or rows, and links, from a page that has been read. It never throws because of a page.
 * @param choice by default all links that the rules take
 */
export function takeFromPage(
  plan: CrawlPlan,
  input: ReadInput,
  page: Page,
  choice: LinkChoice = {},
): TakenFromPage {
  const { items, rows, failure: failed, empty, events, wantsBrowser } = extractItems(plan, input, page);
  const isFilled = items.some(hasFilledField) || rows.some(({ request }) => request !== null);
  if (wantsBrowser !== undefined) return { ...nothing, isFilled, wantsBrowser };
  const hint = page.kind === 'html' ? hintOfBrowser(input, page, isFilled) : null;
  const failure = failed === null || hint === null ? failed : `${failed} ${hint}`;
  const needsBrowser = hint === null ? [] : [{ kind: 'needs-browser', url: input.url, message: hint }];
  const wall = page.kind === 'html' ? loginWall(input, page, { items, rows, isFilled }) : [];
  const other = isFilled || wall.length > 0 ? [] : kindEvents(plan, input, page);
  const found = input.follow ? discoverLinks(plan, input, page, choice) : noLinks;
  return {
    items,
    rows,
    failure,
    empty,
    links: found.links,
    events: [...events, ...needsBrowser, ...wall, ...other, ...found.events],
    isFilled,
  };
}

/** The kind of a page of XML or JSON from which nothing is taken, so that it need not be parsed; null for others. */
function idleKindOf({ rules }: CrawlPlan, { callback, contentType, body }: PageInput): 'xml' | 'json' | null {
  if (callback !== null) return null;
  const kind = pageKindOf(contentType, body);
  if (kind === 'html' || kind === null) return null;
  return (kind === 'json' ? rules.paths : rules.regions).length === 0 ? kind : null;
}

function keptUnread(input: PageInput, kind: PageKind): CompressedPage {
  const { text, encoding } = decodePage(input.body, input.contentType, kind);
  return compressPage(text, encoding, kind, input);
}

/** Output of a page without any result. */
export const nothing: PageOutput = {
  page: null,
  items: [],
  rows: [],
  failure: null,
  empty: null,
  links: [],
  events: [],
};

/**
 * Output of a page that is not read, or of a sitemap as start URL that gives nothing as a page. A page without a callback has not
 * failed.
 */
function unreadable(
  { callback, url }: PageInput,
  sitemap: SitemapKind | null,
  problem: string | null,
): PageOutput {
  if (sitemap === null) return { ...nothing, failure: callback === null ? null : problem };
  const message = unreadSitemap(url, sitemap);
  const events = [{ kind: 'sitemap-unread', url, message }];
  return { ...nothing, failure: callback === null ? null : message, events };
}

/** Returns a hint for a page that gives no value and is empty until its scripts have run; null for others. */
function hintOfBrowser(
  { callback, browser }: Pick<ReadInput, 'callback' | 'browser'>,
  tree: PageTree,
  isFilled: boolean,
): string | null {
  if (callback === null || browser?.kind === 'rendered' || isFilled) return null;
  const made = scriptMade(tree);
  return made === null ? null : `${describeScriptMade(made)} "browser" first in EXTRACTOR_ORDER does that.`;
}

/** An event about a page that is of another kind than its callback reads. */
function kindEvents({ spider }: CrawlPlan, { callback: name, url }: ReadInput, page: Page): NewEvent[] {
  if (name === null) return [];
  const own = spider.callbacks ?? {};
  const callback = Object.hasOwn(own, name) ? (own[name] ?? null) : null;
  const message = otherKind(page, { url, name, callback });
  return message === null ? [] : [{ kind: 'other-kind', url, message }];
}

interface DiscoveredLinks {
  links: NewRequest[];
  events: NewEvent[];
}

const noLinks: DiscoveredLinks = { links: [], events: [] };

/** The facts of a page that its links come from. */
type LinkSource = Pick<PageInput, 'id' | 'url' | 'depth' | 'message' | 'linkHeader'>;

/** Returns the requests for the links of a page. */
function discoverLinks(
  plan: CrawlPlan,
  { id, url, depth: pageDepth, message, linkHeader }: LinkSource,
  page: Page,
  choice: LinkChoice,
): DiscoveredLinks {
  const { rules, domains, depthLimit } = plan;
  if (rules.rules.length === 0) return noLinks;
  const depth = pageDepth + 1;
  const { claimed, dropped, problems } = claimLinks(rules, page, url, domains, {
    ...choice,
    message,
    linkHeader,
  });
  if (depthLimit > 0 && depth > depthLimit) {
    if (claimed.length === 0) return noLinks;
    const message = `${counted(claimed.length, 'link was', 'links were')} not followed: DEPTH_LIMIT is ${depthLimit}.`;
    return { links: [], events: [{ kind: 'links-dropped', url, message }] };
  }
  const events = problems.map((message) => ({ kind: 'links-problem', url, message }));
  const summary = summarizeDropped(dropped);
  if (summary !== null) events.push({ kind: 'links-dropped', url, message: summary });
  return { links: claimed.map((link) => requestFor(plan, link, depth, id)), events };
}

/**
 * Summarizes dropped links: "12 links were dropped: 9 outside allowed_domains, 3 matched by no rule." Links such as mailto: do
 * not count.
 */
function summarizeDropped(dropped: readonly DroppedLink[]): string | null {
  const links = dropped.filter(({ code }) => code !== 'scheme');
  if (links.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of links) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} ${reason}`);
  return `${counted(links.length, 'link was', 'links were')} dropped: ${parts.join(', ')}.`;
}
