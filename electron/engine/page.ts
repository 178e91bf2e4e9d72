import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../shared/spider/settings.ts';
import { describeScriptMade, scriptMade } from '../extract/analyze/script-made.ts';
import { extractArticle, type BrowserState } from '../extract/articles/chain.ts';
import { extractCallback } from '../extract/callback.ts';
import { itemFromArticle, itemFromCallback } from '../extract/item.ts';
import { PageContext } from '../extract/page-context.ts';
import { parsePage, type PageTree } from '../extract/tree.ts';
import type { StrategyResult } from '../extract/types.ts';
import { decodePage } from '../fetch/decode.ts';
import { isHtml } from '../fetch/page-kind.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { compressPage } from './stored-page.ts';
import { KnownLinks } from './known-links.ts';
import type { CompressedPage, NewEvent, NewItem, NewRequest } from './ports/ledger.ts';
import { likenessOf, type Likeness } from './likeness.ts';
import { requestFor } from './requests.ts';
import { claimLinks, compileRules, type CompiledRules, type DroppedLink } from './rules.ts';
import { sitemapKindOf, unreadSitemap } from './sitemap-kind.ts';

/** The spider of a crawl and its compiled rules. */
export interface CrawlPlan {
  spider: Spider;
  rules: CompiledRules;
  domains: DomainMatcher;
  /** Maximum number of links from a start URL; 0: no limit. */
  depthLimit: number;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
}

/** Compiles a spider for a crawl. @param spider one that `validateSpider` accepts */
export function planCrawl(
  spider: Spider,
  { depthLimit, depthPriority }: Pick<CrawlSettings, 'depthLimit' | 'depthPriority'>,
): CrawlPlan {
  return {
    spider,
    rules: compileRules(spider),
    domains: compileDomains(spider.allowed_domains),
    depthLimit,
    depthPriority,
  };
}

/** A fetched page and how to process it. Plain data that can be sent to a worker. */
export interface PageInput {
  /** Id of the request in the ledger. */
  id: string;
  /** URL after redirects. */
  url: string;
  body: Uint8Array;
  /** The body as received, if it was gzip. */
  gzip?: Uint8Array;
  contentType: string | null;
  /** When the body was received from the site, in milliseconds since 1970. */
  fetchedAt: number;
  depth: number;
  callback: string | null;
  follow: boolean;
  /** Whether this page was rendered, and whether it can be. Left out: no browser is used. */
  browser?: BrowserState;
  /** Whether to compute the likeness of a page without an item. */
  wantsLikeness?: boolean;
  /** Results of the article strategies before the page was rendered. */
  earlier?: readonly StrategyResult[];
}

/** Result of a page. Plain data. */
export interface PageOutput {
  /** The compressed page to store; null if it is not HTML. */
  page: CompressedPage | null;
  item: NewItem | null;
  /** Why a page that should have an item has none; null otherwise. */
  failure: string | null;
  links: NewRequest[];
  events: NewEvent[];
  /** Likeness of a page without an item, if requested. */
  likeness?: Likeness;
  /**
   * Set if the page must be rendered and processed again: the results of the article strategies so far. The rest is ignored then.
   */
  wantsBrowser?: StrategyResult[];
}

/**
 * Creates the processing stage of one thread: `processPage` with a cache of links. It leaves out links that earlier pages of the
 * thread have passed on, because the ledger would drop them.
 */
export function createPageStage(spider: Spider, depthLimit: number): (input: PageInput) => PageOutput {
  const plan = planCrawl(spider, { ...readSettings(spider.settings), depthLimit });
  const known = new KnownLinks();
  return (input) => {
    const output = processPage(plan, input, known);
    known.add(output.links);
    return output;
  };
}

/**
 * Processes a page: decodes, parses, extracts and discovers links. A function of values that never throws because of a page.
 * @param known links that are left out because they are requested already; none by default
 */
export function processPage(plan: CrawlPlan, input: PageInput, known = new KnownLinks()): PageOutput {
  const read = decodeInput(input);
  if ('failure' in read) return unreadable(input, read);
  const { html, encoding } = read;
  const tree = parsePage(html);
  const { item, failure: failed, wantsBrowser } = extractItem(plan, input, tree);
  if (wantsBrowser !== undefined) return { ...nothing, wantsBrowser };
  const page = compressPage(html, encoding, input);
  const hint = hintOfBrowser(input, tree, item, failed);
  const failure = failed === null || hint === null ? failed : `${failed} ${hint}`;
  const events: NewEvent[] = (item?.problems ?? []).map(({ field, message }) => ({
    kind: 'field-problem',
    url: input.url,
    message: `${field}: ${message}`,
  }));
  if (hint !== null) events.push({ kind: 'needs-browser', url: input.url, message: hint });
  const found = input.follow ? discoverLinks(plan, input, tree, known) : noLinks;
  const isBarren = input.wantsLikeness === true && (item === null || !hasFilledField(item));
  return {
    page,
    item,
    failure,
    links: found.links,
    events: [...events, ...found.events],
    ...(isBarren ? { likeness: likenessOf(tree, input.url) } : {}),
  };
}

/** Output of a page without any result. */
const nothing: PageOutput = { page: null, item: null, failure: null, links: [], events: [] };

/** Why a page cannot be processed, and the events to report. */
interface UnreadablePage {
  failure: string;
  events: NewEvent[];
}

/** Decodes a page. Returns its text and encoding. */
function decodeInput({
  body,
  contentType,
  depth,
  url,
}: Pick<PageInput, 'body' | 'contentType' | 'depth' | 'url'>):
  { html: string; encoding: string } | UnreadablePage {
  const sitemap = depth === 0 ? sitemapKindOf(body) : null;
  if (sitemap !== null) {
    const message = unreadSitemap(url, sitemap);
    return { failure: message, events: [{ kind: 'sitemap-unread', url, message }] };
  }
  if (isHtml(contentType, body)) {
    const { text, encoding } = decodePage(body, contentType, 'html');
    return { html: text, encoding };
  }
  const type = contentType ?? 'no content type';
  return { failure: `The page is not HTML (${type}), so nothing can be extracted.`, events: [] };
}

/** A page without a callback has not failed. */
function unreadable({ callback }: PageInput, { failure, events }: UnreadablePage): PageOutput {
  return { ...nothing, failure: callback === null ? null : failure, events };
}

interface ExtractedItem {
  item: NewItem | null;
  /** Why a page that should have an item has none; null otherwise. */
  failure: string | null;
  /** See `PageOutput`. */
  wantsBrowser?: StrategyResult[];
}

/** Extracts the item of a page with the callback of its request. */
function extractItem(
  plan: Pick<CrawlPlan, 'spider'>,
  input: Pick<PageInput, 'callback' | 'url' | 'fetchedAt' | 'browser' | 'earlier'>,
  tree: PageTree,
): ExtractedItem {
  const { callback: name, url, fetchedAt, browser, earlier } = input;
  if (name === null) return { item: null, failure: null };
  const callbacks = plan.spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback !== undefined) {
    const context = new PageContext(tree, { url, fetchedAt });
    return { item: itemFromCallback(url, name, extractCallback(tree, callback, context)), failure: null };
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

/** Returns a hint for a page that has no item and is empty until its scripts have run; null for others. */
function hintOfBrowser(
  { callback, browser }: PageInput,
  tree: PageTree,
  item: NewItem | null,
  failure: string | null,
): string | null {
  if (
    callback === null ||
    browser?.kind === 'rendered' ||
    (failure === null && (item === null || hasFilledField(item)))
  )
    return null;
  const made = scriptMade(tree);
  return made === null ? null : `${describeScriptMade(made)} "browser" first in EXTRACTOR_ORDER does that.`;
}

interface DiscoveredLinks {
  links: NewRequest[];
  events: NewEvent[];
}

const noLinks: DiscoveredLinks = { links: [], events: [] };

/** Returns the requests for the links of a page. @param known links that are left out */
function discoverLinks(
  plan: CrawlPlan,
  { id, url, depth: pageDepth }: Pick<PageInput, 'id' | 'url' | 'depth'>,
  tree: PageTree,
  known: KnownLinks,
): DiscoveredLinks {
  const { rules, domains, depthLimit } = plan;
  if (rules.rules.length === 0) return noLinks;
  const depth = pageDepth + 1;
  const { claimed, dropped, problems } = claimLinks(rules, tree, url, domains, { known });
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
