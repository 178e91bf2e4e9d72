import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../shared/spider/settings.ts';
import { describeScriptMade, scriptMade } from '../extract/analyze/script-made.ts';
import { extractArticle, type BrowserState } from '../extract/articles/chain.ts';
import { extractCallback } from '../extract/callback.ts';
import { itemFromArticle, itemFromCallback } from '../extract/item.ts';
import { parsePage, type PageTree } from '../extract/tree.ts';
import type { StrategyResult } from '../extract/types.ts';
import { decodeHtml, isHtml } from '../fetch/decode.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { compressPage } from './stored-page.ts';
import { KnownLinks } from './known-links.ts';
import type { CompressedPage, NewEvent, NewItem, NewRequest } from './ports/ledger.ts';
import { likenessOf, type Likeness } from './likeness.ts';
import { requestFor } from './requests.ts';
import { claimLinks, compileRules, type CompiledRules, type DroppedLink } from './rules.ts';
import { sitemapKindOf, unreadSitemap } from './sitemap-kind.ts';

/** What a crawl fixes before it begins: the spider and its rules, read once. */
export interface CrawlPlan {
  spider: Spider;
  rules: CompiledRules;
  domains: DomainMatcher;
  /** Links away from a start URL at most; 0: no limit. */
  depthLimit: number;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
}

/** @param spider one that `validateSpider` accepts */
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
  page: CompressedPage | null;
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

/**
 * Makes the processing stage of one thread: `processPage`, which passes over links that earlier pages of the thread have
 * passed on. Their requests are in the ledger already, which would only drop them again.
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
 * The middle of the crawl as a function of values: decode, parse, extract, discover links. Never throws for a bad page.
 * @param known links that are left out because they are requested already; none unless given
 */
export function processPage(plan: CrawlPlan, input: PageInput, known = new KnownLinks()): PageOutput {
  const read = decodePage(input);
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

/** A page that came to nothing. */
const nothing: PageOutput = { page: null, item: null, failure: null, links: [], events: [] };

/** A page that cannot be read: why, and what there is to report. */
interface UnreadablePage {
  failure: string;
  events: NewEvent[];
}

/** The text of a page, and the encoding that it came in. */
function decodePage({
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
  if (isHtml(contentType, body)) return decodeHtml(body, contentType);
  const type = contentType ?? 'no content type';
  return { failure: `The page is not HTML (${type}), so nothing can be extracted.`, events: [] };
}

/** A page that was to give nothing has not failed. */
function unreadable({ callback }: PageInput, { failure, events }: UnreadablePage): PageOutput {
  return { ...nothing, failure: callback === null ? null : failure, events };
}

interface ExtractedItem {
  item: NewItem | null;
  /** Why the page that should have given an item gave none; null when nothing is wrong. */
  failure: string | null;
  /** See `PageOutput`. */
  wantsBrowser?: StrategyResult[];
}

/** The item of a page, by the callback of its request. */
function extractItem(
  plan: Pick<CrawlPlan, 'spider'>,
  input: Pick<PageInput, 'callback' | 'url' | 'browser' | 'earlier'>,
  tree: PageTree,
): ExtractedItem {
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

/** The requests that the links of a page become. @param known links that are left out */
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

/** "12 links were dropped: 9 outside allowed_domains, 3 matched by no rule." Links such as mailto: are no links to a crawl. */
function summarizeDropped(dropped: readonly DroppedLink[]): string | null {
  const links = dropped.filter(({ code }) => code !== 'scheme');
  if (links.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of links) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} ${reason}`);
  return `${counted(links.length, 'link was', 'links were')} dropped: ${parts.join(', ')}.`;
}
