import { counted } from '../../shared/counted.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import { describeScriptMade, scriptMade } from '../extract/analyze/script-made.ts';
import { extractArticle, type BrowserState } from '../extract/articles/chain.ts';
import { extractCallback } from '../extract/callback.ts';
import { itemFromArticle, itemFromCallback } from '../extract/item.ts';
import { parsePage, type PageTree } from '../extract/tree.ts';
import type { StrategyResult } from '../extract/types.ts';
import { decodeHtml, isHtml } from '../fetch/decode.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { keepPage } from './kept-page.ts';
import type { KeptPage, NewEvent, NewItem, NewRequest } from './ledger.ts';
import { likenessOf, type Likeness } from './likeness.ts';
import { requestFor } from './requests.ts';
import { claimLinks, compileRules, type CompiledRules, type DroppedLink } from './rules.ts';
import { sitemapKindOf, unreadSitemap } from './sitemap-kind.ts';
import { hasValue } from './traps.ts';

/** What a crawl fixes before it begins: the spider and its rules, read once. */
export interface CrawlPlan {
  spider: Spider;
  rules: CompiledRules;
  domains: DomainMatcher;
  /** Links away from a start URL at most; 0: no limit. */
  depthLimit: number;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
  /**
   * Fingerprints of links that pages of this plan have handed out already: most links of a site stand on every page of
   * it, and the ledger would only drop them again. It starts anew when it is full, which costs nothing but time.
   */
  handedOut: Set<string>;
}

/** Fingerprints that a plan remembers at most: some 5 MB. */
const mostHandedOut = 50_000;

/** @param spider one that `validateSpider` accepts */
export function planCrawl(spider: Spider, depthLimit: number): CrawlPlan {
  return {
    spider,
    rules: compileRules(spider),
    domains: compileDomains(spider.allowed_domains),
    depthLimit,
    depthPriority: readSettings(spider.settings).depthPriority,
    handedOut: new Set(),
  };
}

/** A page as the network gave it, with what is to be done with it. Plain data: it may cross to a worker. */
export interface PageInput {
  /** Identity of the request in the ledger. */
  id: string;
  /** After redirects. */
  url: string;
  body: Uint8Array;
  /** The body as it came, where that was gzip. */
  gzip?: Uint8Array;
  contentType: string | null;
  depth: number;
  callback: string | null;
  follow: boolean;
  /** Whether this is the page as a browser shows it, and whether one can be asked. Left out: there is none. */
  browser?: BrowserState;
  /** Whether its likeness is wanted where it gives no item. */
  wantsLikeness?: boolean;
  /** What article strategies made of the page before it was rendered. */
  earlier?: readonly StrategyResult[];
}

/** What became of a page. Plain data. */
export interface PageOutput {
  /** The page, packed to be kept; null when it is not HTML. */
  page: KeptPage | null;
  item: NewItem | null;
  /** Why the page that should have given an item gave none; null when nothing is wrong. */
  failure: string | null;
  links: NewRequest[];
  events: NewEvent[];
  /** Of a page that gave no item, where it was wanted. */
  likeness?: Likeness;
  /** The page is to be rendered and read again: what the article strategies have made of it so far. Nothing else counts then. */
  wantsBrowser?: StrategyResult[];
}

/** The middle of the crawl as a function of values: decode, parse, extract, discover links. Never throws for a bad page. */
export function processPage(plan: CrawlPlan, input: PageInput): PageOutput {
  const sitemap = input.depth === 0 ? sitemapKindOf(input.body) : null;
  if (sitemap !== null) {
    const message = unreadSitemap(input.url, sitemap);
    const events = [{ kind: 'sitemap-unread', url: input.url, message }];
    return { page: null, item: null, failure: input.callback === null ? null : message, links: [], events };
  }
  if (!isHtml(input.contentType, input.body)) {
    const failure = `The page is not HTML (${input.contentType ?? 'no content type'}), so nothing can be extracted.`;
    return {
      page: null,
      item: null,
      failure: input.callback === null ? null : failure,
      links: [],
      events: [],
    };
  }
  const { html, encoding } = decodeHtml(input.body, input.contentType);
  const page = keepPage(html, encoding, input);
  const tree = parsePage(html);
  const { item, failure: failed, wantsBrowser } = extract(plan, input, tree);
  // Its links are left alone: they would count as handed out.
  if (wantsBrowser !== undefined)
    return { page: null, item: null, failure: null, links: [], events: [], wantsBrowser };
  const hint = hintOfBrowser(input, tree, item, failed);
  const failure = failed === null || hint === null ? failed : `${failed} ${hint}`;
  const events: NewEvent[] = (item?.problems ?? []).map(({ field, message }) => ({
    kind: 'field-problem',
    url: input.url,
    message: `${field}: ${message}`,
  }));
  if (hint !== null) events.push({ kind: 'needs-browser', url: input.url, message: hint });
  const links = input.follow ? discoverLinks(plan, input, tree, events) : [];
  const isBarren = input.wantsLikeness === true && (item === null || !hasValue(item));
  return {
    page,
    item,
    failure,
    links,
    events,
    ...(isBarren ? { likeness: likenessOf(tree, input.url) } : {}),
  };
}

function extract(
  plan: CrawlPlan,
  input: PageInput,
  tree: PageTree,
): { item: NewItem | null; failure: string | null; wantsBrowser?: StrategyResult[] } {
  const { callback: name, url, browser, earlier } = input;
  if (name === null) return { item: null, failure: null };
  const callbacks = plan.spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback !== undefined) {
    return { item: itemFromCallback(url, name, extractCallback(tree, callback)), failure: null };
  }
  const { article, strategies, wantsBrowser } = extractArticle(tree, {
    url,
    settings: plan.spider.settings ?? {},
    ...(browser === undefined ? {} : { browser }),
    ...(earlier === undefined ? {} : { earlier }),
  });
  if (wantsBrowser) return { item: null, failure: null, wantsBrowser: strategies };
  if (article !== null) return { item: itemFromArticle(url, article), failure: null };
  const reasons = strategies.map(({ strategy, reason }) => `${strategy}: ${reason ?? 'nothing found'}`);
  return { item: null, failure: `No article was found. ${reasons.join(' · ')}` };
}

/** What to say of a page that gave nothing and is empty until its scripts have run; null for all others. */
function hintOfBrowser(
  { callback, browser }: PageInput,
  tree: PageTree,
  item: NewItem | null,
  failure: string | null,
): string | null {
  if (
    callback === null ||
    browser?.kind === 'rendered' ||
    (failure === null && (item === null || hasValue(item)))
  )
    return null;
  const made = scriptMade(tree);
  return made === null ? null : `${describeScriptMade(made)} "browser" first in EXTRACTOR_ORDER does that.`;
}

function discoverLinks(plan: CrawlPlan, input: PageInput, tree: PageTree, events: NewEvent[]): NewRequest[] {
  const { rules, domains, depthLimit, spider, handedOut } = plan;
  if ((spider.rules ?? []).length === 0) return [];
  const depth = input.depth + 1;
  const { claimed, dropped, problems } = claimLinks(rules, tree, input.url, domains, {
    known: (fingerprint) => handedOut.has(fingerprint),
  });
  if (depthLimit > 0 && depth > depthLimit) {
    if (claimed.length > 0) {
      const message = `${counted(claimed.length, 'link was', 'links were')} not followed: DEPTH_LIMIT is ${depthLimit}.`;
      events.push({ kind: 'links-dropped', url: input.url, message });
    }
    return [];
  }
  for (const message of problems) events.push({ kind: 'links-problem', url: input.url, message });
  const summary = summarizeDropped(dropped);
  if (summary !== null) events.push({ kind: 'links-dropped', url: input.url, message: summary });
  if (handedOut.size > mostHandedOut) handedOut.clear();
  for (const { fingerprint } of claimed) handedOut.add(fingerprint);
  return claimed.map((link) => requestFor(plan, link, depth, input.id));
}

/** "12 links were dropped: 9 outside allowed_domains, 3 matched by no rule." Links such as mailto: are no links to a crawl. */
function summarizeDropped(dropped: readonly DroppedLink[]): string | null {
  const links = dropped.filter(({ code }) => code !== 'scheme');
  if (links.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of links) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} ${reason}`);
  return `${counted(links.length, 'link was', 'links were')} dropped: ${parts.join(', ')}.`;
}
