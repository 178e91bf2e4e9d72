import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../shared/spider/settings.ts';
import { describeScriptMade, scriptMade } from '../extract/analyze/script-made.ts';
import { parsePage, type PageTree } from '../extract/tree.ts';
import { decodePage } from '../fetch/decode.ts';
import { isHtml } from '../fetch/page-kind.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { compressPage } from './stored-page.ts';
import { KnownLinks } from './known-links.ts';
import type { NewEvent, NewRequest } from './ports/ledger.ts';
import { extractItems } from './page-items.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import { likenessOf } from './likeness.ts';
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
  const { items, rows, failure: failed, empty, events, wantsBrowser } = extractItems(plan, input, tree);
  if (wantsBrowser !== undefined) return { ...nothing, wantsBrowser };
  const page = compressPage(html, encoding, input);
  const isFilled = items.some(hasFilledField) || rows.some(({ request }) => request !== null);
  const hint = hintOfBrowser(input, tree, isFilled);
  const failure = failed === null || hint === null ? failed : `${failed} ${hint}`;
  if (hint !== null) events.push({ kind: 'needs-browser', url: input.url, message: hint });
  const found = input.follow ? discoverLinks(plan, input, tree, known) : noLinks;
  const isBarren = input.wantsLikeness === true && !isFilled;
  return {
    page,
    items,
    rows,
    failure,
    empty,
    links: found.links,
    events: [...events, ...found.events],
    ...(isBarren ? { likeness: likenessOf(tree, input.url) } : {}),
  };
}

/** Output of a page without any result. */
const nothing: PageOutput = {
  page: null,
  items: [],
  rows: [],
  failure: null,
  empty: null,
  links: [],
  events: [],
};

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

/** Returns a hint for a page that gives no value and is empty until its scripts have run; null for others. */
function hintOfBrowser({ callback, browser }: PageInput, tree: PageTree, isFilled: boolean): string | null {
  if (callback === null || browser?.kind === 'rendered' || isFilled) return null;
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
