import type { PageKind } from '../../shared/page-kind.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import { parsePageAs, type Page } from '../extract/page.ts';
import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import { fingerprintRequest, fingerprintUrl } from './fingerprint.ts';
import { GeneratedSeeds } from './generated-seeds.ts';
import { listLinks, parseList, splitPages, takeFromList, type PageText } from './list-pages.ts';
import { planCrawl, takeFromPage } from './page.ts';
import type { PageOutput } from './page-types.ts';
import type { NewRequest } from './ports/ledger.ts';
import { resolveUrl } from './resolve.ts';
import { judge, type CompiledRule } from './rules.ts';
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
  /** What its request sent besides the URL; left out: nothing, or it is not known. */
  readonly message?: RequestMessage;
}

/** A stored page that has been parsed, for any number of spiders. */
export interface ReadPage extends Omit<KeptPage, 'text'> {
  /** Null: the text cannot be read, see `problem`. */
  readonly page: Page | null;
  /** Why the text cannot be read, in one sentence; null: it can. */
  readonly problem: string | null;
  /** The pages of a list, which `page` holds together; left out: it is none. */
  readonly list?: readonly PageText[] | null;
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
   * @param message what its request sent, which is part of its identity. Left out: unknown, and the first start of the URL decides.
   * Of a request that the spider does not make any more, those that ask for the URL in the same way decide, where they agree
   */
  callbackFor(url: string, message?: RequestMessage): TakenBy;
  /** Whether a crawl begins with this request, or with one like it, as `callbackFor` says. */
  startsWith(url: string, message: RequestMessage | undefined): boolean;
  /** @param callback its name, or null for none. Left out: that of `callbackFor` */
  extract(page: ReadPage, callback?: string | null): OfflineOutput;
}

/** Parses the text of a stored page. */
export function readKeptPage({ text, ...facts }: KeptPage): ReadPage {
  const list = splitPages(text);
  if (list !== null) return { ...facts, page: parseList(list), problem: null, list };
  const read = parsePageAs(facts.kind, text);
  if (read.ok) return { ...facts, page: read.page, problem: null };
  return { ...facts, page: null, problem: `The page ${read.problem}, so nothing can be extracted.` };
}

/** @param spider one that `validateSpider` accepts */
export function createOffline(spider: Spider): OfflineExtractor {
  const plan = planCrawl(spider, readSettings(spider.settings));
  const generated = new GeneratedSeeds(spider.settings);
  const starts = seedRequests(plan, generated);
  // By URL: most stored pages do not say what their request sent.
  const seeds = new Map(starts.map((seed) => [fingerprintUrl(seed.url), seed] as const).reverse());
  const exactSeed = (url: string, message: RequestMessage): NewRequest | undefined => {
    const print = fingerprintRequest(url, message);
    return starts.find(({ fingerprint }) => fingerprint === print) ?? generated.find(url, message)?.request;
  };
  const likeSeed = (url: string, message: RequestMessage): NewRequest | undefined => {
    const [first, ...others] = starts.filter(
      (seed) => fingerprintUrl(seed.url) === fingerprintUrl(url) && seed.message?.method === message.method,
    );
    return others.every(({ callback }) => callback === first?.callback) ? first : undefined;
  };
  /** Rules whose requests send something: the others take links. */
  const sending = new Set(
    (spider.rules ?? []).flatMap(({ next_query: query }, index) => (query?.in === 'body' ? [index] : [])),
  );
  const ruleFor = (url: string, isSent: boolean): CompiledRule | undefined =>
    plan.domains.allows(url)
      ? plan.rules.rules.find((each) => (!isSent || sending.has(each.index)) && judge(each, url).accepted)
      : undefined;
  const startOf = (url: string, message: RequestMessage | undefined): NewRequest | undefined => {
    if (message === undefined || isPlain(message))
      return exactSeed(url, {}) ?? seeds.get(fingerprintUrl(url));
    const exact = exactSeed(url, message);
    return exact ?? (ruleFor(url, true) === undefined ? likeSeed(url, message) : undefined);
  };
  const callbackFor = (written: string, message?: RequestMessage): TakenBy => {
    const resolved = resolveUrl(written, null);
    if (!resolved.ok) return { callback: null, rule: null };
    const { url } = resolved;
    const seed = startOf(url, message);
    if (seed !== undefined) return { callback: seed.callback, rule: seed.rule };
    const rule = ruleFor(url, !isPlain(message));
    return { callback: rule?.callback ?? null, rule: rule?.index ?? null };
  };
  return {
    callbackFor,
    startsWith: (url, message) => startOf(url, message) !== undefined,
    extract({ page, problem, url, contentType, fetchedAt, rendered, message, list = null }, given) {
      const callback = given === undefined ? callbackFor(url, message).callback : given;
      const none = { callback, items: [], rows: [], links: [], empty: null, events: [] };
      if (page === null) return { ...none, failure: callback === null ? null : problem };
      // The place of the page in a crawl: its values depend on none of it.
      const place = { id: '', depth: 0, priority: 0, follow: true };
      const sent = message === undefined ? {} : { message };
      const input = { ...place, ...sent, url, contentType, fetchedAt, callback };
      const taken =
        list === null
          ? takeFromPage(plan, rendered ? { ...input, browser: { kind: 'rendered' } } : input, page)
          : takeFromList(plan, { ...input, browser: { kind: 'rendered' } }, list, listLinks(spider, url));
      const { items, rows, links, failure, empty, events } = taken;
      return { callback, items, rows, links, failure, empty, events };
    },
  };
}
