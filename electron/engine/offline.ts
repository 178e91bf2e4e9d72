import type { PageKind } from '../../shared/page-kind.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import { parsePageAs, type Page } from '../extract/page.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { GeneratedSeeds } from './generated-seeds.ts';
import { planCrawl, takeFromPage } from './page.ts';
import type { PageOutput } from './page-types.ts';
import { resolveUrl } from './resolve.ts';
import { judge } from './rules.ts';
import { seedRequests } from './seeds.ts';

/** The text of a page that was stored, and what is known of it. */
export interface KeptPage {
  /** URL after redirects. */
  readonly url: string;
  readonly text: string;
  readonly kind: PageKind;
  readonly contentType: string | null;
  /** When it was received from the site, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Whether a browser has rendered it. */
  readonly rendered: boolean;
}

/** A stored page that has been parsed, for any number of spiders. */
export interface ReadPage extends Omit<KeptPage, 'text'> {
  /** Null: the text cannot be read, see `problem`. */
  readonly page: Page | null;
  /** Why the text cannot be read, in one sentence; null: it can. */
  readonly problem: string | null;
}

/** What a crawl would take from a page: as `PageOutput`, without the copy for the store. */
export interface OfflineOutput extends Pick<
  PageOutput,
  'items' | 'rows' | 'links' | 'failure' | 'empty' | 'events'
> {
  /** The callback that took it; null: none. */
  callback: string | null;
}

/** Who takes a page: a callback and the number of the rule that names it, from 0. Null: none. */
export interface TakenBy {
  callback: string | null;
  rule: number | null;
}

/** Extracts from stored pages with the code of a crawl, without a network, a store or a clock. */
export interface OfflineExtractor {
  /**
   * Who takes the page of a URL in a crawl: that of a start URL, else the first rule that accepts the URL. The regions of rules are
   * not asked, because they are on other pages; rows that lead to a URL name their callback themselves.
   */
  callbackFor(url: string): TakenBy;
  /** @param callback its name, or null for none. Left out: that of `callbackFor` */
  extract(page: ReadPage, callback?: string | null): OfflineOutput;
}

/** Parses the text of a stored page. */
export function readKeptPage({ text, ...facts }: KeptPage): ReadPage {
  const read = parsePageAs(facts.kind, text);
  if (read.ok) return { ...facts, page: read.page, problem: null };
  return { ...facts, page: null, problem: `The page ${read.problem}, so nothing can be extracted.` };
}

/** @param spider one that `validateSpider` accepts */
export function createOffline(spider: Spider): OfflineExtractor {
  const plan = planCrawl(spider, readSettings(spider.settings));
  const generated = new GeneratedSeeds(spider.settings);
  // By URL: a stored page does not say what its request sent.
  const all = seedRequests(plan, generated).map((seed) => [fingerprintUrl(seed.url), seed] as const);
  const seeds = new Map(all.reverse());
  const callbackFor = (written: string): TakenBy => {
    const resolved = resolveUrl(written, null);
    if (!resolved.ok) return { callback: null, rule: null };
    const { url } = resolved;
    const seed = seeds.get(fingerprintUrl(url)) ?? generated.find(url)?.request;
    if (seed !== undefined) return { callback: seed.callback, rule: seed.rule };
    if (!plan.domains.allows(url)) return { callback: null, rule: null };
    const rule = plan.rules.rules.find((each) => judge(each, url).accepted);
    return { callback: rule?.callback ?? null, rule: rule?.index ?? null };
  };
  return {
    callbackFor,
    extract({ page, problem, url, contentType, fetchedAt, rendered }, given) {
      const callback = given === undefined ? callbackFor(url).callback : given;
      const none = { callback, items: [], rows: [], links: [], empty: null, events: [] };
      if (page === null) return { ...none, failure: callback === null ? null : problem };
      // The place of the page in a crawl: its values depend on none of it.
      const place = { id: '', depth: 0, priority: 0, follow: true };
      const input = { ...place, url, contentType, fetchedAt, callback };
      const taken = takeFromPage(plan, rendered ? { ...input, browser: { kind: 'rendered' } } : input, page);
      const { items, rows, links, failure, empty, events } = taken;
      return { callback, items, rows, links, failure, empty, events };
    },
  };
}
