import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { PageTree } from '../tree.ts';
import type { Article, StrategyResult } from '../types.ts';
import { agreementOf } from './agreement.ts';
import { custom } from './custom.ts';
import { readMetadata, type PageMetadata } from './metadata.ts';
import { readNews, type NewsArticle } from './news/body.ts';
import { newsparser } from './newsparser.ts';
import type { Strategy, StrategyContext } from './strategy.ts';
import { readMainText, type MainText } from './text/main-text.ts';
import { textparser } from './textparser.ts';
import { minContentLength } from './thresholds.ts';

/** Default order if EXTRACTOR_ORDER is not set; the browser follows, if there is one. */
export const defaultOrder = ['newsparser', 'textparser'];

/** Whether a browser can render the page, as plain data. */
export type BrowserState =
  /** A browser has rendered the page. */
  | { kind: 'rendered' }
  /** A browser is available: the chain stops at "browser" and requests it. */
  | { kind: 'available' }
  /** There is no browser, with the reason as a clause to follow the name of the strategy. */
  | { kind: 'none'; reason: string };

const notRendered: BrowserState = { kind: 'none', reason: 'the page was not rendered in a browser' };

const strategies: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['newsparser', newsparser],
  ['textparser', textparser],
  ['custom', custom],
  // Only on rendered pages; `extractArticle` ensures that.
  ['browser', textparser],
]);

/** Runs a strategy. An exception becomes its reason and does not lose the page. */
function attempt(name: string, page: PageTree, context: StrategyContext): StrategyResult {
  const strategy = strategies.get(name);
  if (strategy === undefined) return { strategy: name, article: null, reason: 'there is no such strategy' };
  try {
    return { strategy: name, ...strategy(page, context) };
  } catch (error) {
    const reason =
      error instanceof RangeError
        ? 'the page is nested too deeply'
        : `it failed: ${error instanceof Error ? error.message : String(error)}`;
    return { strategy: name, article: null, reason };
  }
}

/** Minimum share of the main text in newsparser's article, and minimum share of its article in the main text. */
const minHeld = 0.995;
const minPure = 0.99;

/**
 * Decides whether newsparser's article is accepted if textparser follows: it is, if it equals the main text of the page, in which
 * the two are already weighed against each other block by block. Otherwise returns the reason.
 */
function weigh(result: StrategyResult, context: StrategyContext): StrategyResult {
  if (result.article === null) return result;
  const main = mainTextOf(context);
  if (main === null || main.text.length < minContentLength) return result;
  const { ofFirst: pure, ofSecond: held } = agreementOf(result.article.content ?? '', main.text);
  if (held >= minHeld && pure >= minPure) return result;
  const percent = (share: number): string => `${Math.max(1, Math.round((1 - share) * 100))} %`;
  const reason =
    held < minHeld
      ? `its content leaves out ${percent(held)} of the page's main text`
      : `${percent(pure)} of its content is not the page's main text`;
  return { ...result, article: null, reason: `${reason}; left to textparser` };
}

/** Returns the main text; null if reading it fails, which textparser reports. */
function mainTextOf(context: StrategyContext): MainText | null {
  try {
    return context.mainText();
  } catch {
    return null;
  }
}

/** Input of the chain of article strategies, in addition to the page. */
export interface ArticleInput {
  url: string;
  settings: Settings;
  browser?: BrowserState;
  earlier?: readonly StrategyResult[];
}

/**
 * Extracts the article of a page with the first strategy of EXTRACTOR_ORDER that succeeds. Never throws.
 *
 * @param input.earlier outcomes of the strategies before "browser" on the page before rendering; they are not tried again
 * @returns the article or null, and the outcome of each strategy that was tried. `wantsBrowser`: all of them failed, and
 *   "browser" is next
 */
export function extractArticle(
  page: PageTree,
  { url, settings, browser = notRendered, earlier = [] }: ArticleInput,
): { article: Article | null; strategies: StrategyResult[]; wantsBrowser: boolean } {
  const order = settings.EXTRACTOR_ORDER ?? [];
  let metadata: PageMetadata | null = null;
  let news: NewsArticle | null = null;
  let mainText: MainText | null = null;
  const context: StrategyContext = {
    url,
    settings,
    metadata: () => (metadata ??= readMetadata(page, url)),
    news: () => (news ??= readNews(page, context.metadata().language)),
    mainText: () => (mainText ??= readMainText(page, context.metadata(), context.news(), url)),
  };
  const results: StrategyResult[] = [...earlier];
  const withBrowser = browser.kind !== 'none' || earlier.length > 0;
  const names = order.length > 0 ? order : withBrowser ? [...defaultOrder, 'browser'] : defaultOrder;
  for (const [index, name] of names.entries()) {
    if (index < earlier.length) continue;
    if (name === 'browser' && browser.kind === 'available') {
      return { article: null, strategies: results, wantsBrowser: true };
    }
    if (name === 'browser' && browser.kind === 'none') {
      results.push({ strategy: name, article: null, reason: browser.reason });
      continue;
    }
    const isFollowed = name === 'newsparser' && names.slice(index + 1).includes('textparser');
    const result = isFollowed ? weigh(attempt(name, page, context), context) : attempt(name, page, context);
    results.push(result);
    if (result.article !== null) {
      return { article: result.article, strategies: results, wantsBrowser: false };
    }
  }
  return { article: null, strategies: results, wantsBrowser: false };
}
