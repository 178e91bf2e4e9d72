import { isPlain } from '../../shared/request-message.ts';
import { hasFilledField } from '../../shared/filled.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { extractArticle } from '../extract/articles/chain.ts';
import { extractCallback } from '../extract/callback.ts';
import { itemFromArticle, itemFromCallback } from '../extract/item.ts';
import type { Page } from '../extract/page.ts';
import { PageContext } from '../extract/page-context.ts';
import { extractRows } from '../extract/rows.ts';
import { whyNotTaken } from '../extract/takes-page.ts';
import type { PageTree } from '../extract/tree.ts';
import type { StrategyResult } from '../extract/types.ts';
import { followRows, type RowPlan } from './follow-rows.ts';
import { addressOf, rowKey } from './item-address.ts';
import type { PageInput } from './page-types.ts';
import type { NewEvent, NewItem, NewRow } from './ports/ledger.ts';

/** What a page gives: items, or rows that lead to other pages. */
export interface PageItems {
  items: NewItem[];
  rows: NewRow[];
  /** Why a page that should have an item has none; null otherwise. */
  failure: string | null;
  /** Why a page has no rows; null otherwise. It has not failed: the last page of a listing may be empty. */
  empty: string | null;
  events: NewEvent[];
  /** See `PageOutput`. */
  wantsBrowser?: StrategyResult[];
}

/** A page that has been read: everything about it but its body. */
export type ReadInput = Omit<PageInput, 'body' | 'gzip'>;

/** What the extraction of a page needs from the crawl. */
export interface ExtractionPlan extends RowPlan {
  spider: Spider;
}

const nothing: PageItems = { items: [], rows: [], failure: null, empty: null, events: [] };

/** Extracts the items of a page, or its rows, with the callback of its request. */
export function extractItems(plan: ExtractionPlan, input: ReadInput, page: Page): PageItems {
  const { callback: name, url, fetchedAt } = input;
  if (name === null) return nothing;
  const callbacks = plan.spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  const refusal = whyNotTaken(page.kind, name, callback ?? null, input.contentType);
  if (refusal !== null) return { ...nothing, failure: refusal };
  if (callback === undefined) return page.kind === 'html' ? extractArticleItem(plan, input, page) : nothing;
  const context = new PageContext(page, { url, fetchedAt });
  const address = addressOf(url, input.message);
  const { extract, iterate } = callback;
  if (iterate === null || iterate === undefined) {
    const item = itemFromCallback(url, name, extractCallback(page, callback, context));
    return withItems(page, input, [isPlain(input.message) ? item : { ...item, key: address }]);
  }
  const { rows, reason } = extractRows(page, { extract, iterate }, context);
  const empty = reason === null ? null : `No rows: ${reason}`;
  if (iterate.follow === null || iterate.follow === undefined) {
    const items = rows.map(({ values, problems }, index) => ({
      ...itemFromCallback(url, name, { item: values, problems }),
      key: rowKey(address, index),
    }));
    return { ...withItems(page, input, items), empty };
  }
  const base = context.base ?? url;
  const { callback: next, method } = iterate.follow;
  const followed = followRows(plan, input, { rows, callback: next, base, method });
  return {
    ...nothing,
    rows: followed.rows,
    empty,
    events: [...fieldProblems(url, rows), ...followed.events],
  };
}

/** The items of a page. An item without any value from an XML page is none. */
function withItems({ kind }: Page, { url, callback }: ReadInput, all: NewItem[]): PageItems {
  const items = kind === 'xml' ? all.filter(hasFilledField) : all;
  const isLost = items.length === 0 && all.length > 0;
  const failure = isLost ? `No field of ${callback} has a value on this XML page.` : null;
  return { ...nothing, items, failure, events: fieldProblems(url, items) };
}

function extractArticleItem(
  { spider }: ExtractionPlan,
  { url, browser, earlier, message }: ReadInput,
  tree: PageTree,
): PageItems {
  const { article, strategies, wantsBrowser } = extractArticle(tree, {
    url,
    settings: spider.settings ?? {},
    ...(browser === undefined ? {} : { browser }),
    ...(earlier === undefined ? {} : { earlier }),
  });
  if (wantsBrowser) return { ...nothing, wantsBrowser: strategies };
  if (article !== null) {
    const item = itemFromArticle(url, article);
    return { ...nothing, items: [isPlain(message) ? item : { ...item, key: addressOf(url, message) }] };
  }
  const reasons = strategies.map(({ strategy, reason }) => `${strategy}: ${reason ?? 'nothing found'}`);
  return { ...nothing, failure: `No article was found. ${reasons.join(' · ')}` };
}

/** The problems of single fields, each told once for all rows of a page. */
function fieldProblems(url: string, rows: readonly Pick<NewItem, 'problems'>[]): NewEvent[] {
  const times = new Map<string, number>();
  for (const { problems } of rows) {
    for (const { field, message } of problems) {
      const text = `${field}: ${message}`;
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  return [...times].map(([text, count]) => ({
    kind: 'field-problem',
    url,
    message: rows.length === 1 ? text : `In ${count} of ${rows.length} rows: ${text}`,
  }));
}
