import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { PageTree } from '../tree.ts';
import type { Article, StrategyResult } from '../types.ts';
import { agreementOf } from './agreement.ts';
import { custom } from './custom.ts';
import { readMetadata, type PageMetadata } from './metadata.ts';
import { readNews, type NewsArticle } from './news/body.ts';
import { newsparser } from './newsparser.ts';
import type { Strategy, StrategyContext } from './strategy.ts';
import { claimsArticle, collectSignals } from './text/page-signals.ts';
import { readMainText, type MainText } from './text/main-text.ts';
import { textparser } from './textparser.ts';
import { minContentLength } from './thresholds.ts';

/** Tried in this order when EXTRACTOR_ORDER is unset; then the browser, where there is one. */
const defaultOrder = ['newsparser', 'textparser'];

/** What the chain knows of a browser. Plain data. */
export type BrowserState =
  /** The page is as a browser shows it. */
  | { kind: 'rendered' }
  /** One can be asked: the chain stops at "browser" and says so. */
  | { kind: 'available' }
  /** There is none: why, in words that may follow the strategy's name. */
  | { kind: 'none'; reason: string };

const notRendered: BrowserState = { kind: 'none', reason: 'the page was not rendered in a browser' };

const strategies: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['newsparser', newsparser],
  ['textparser', textparser],
  ['custom', custom],
  // On a page that was rendered: `extractArticle` sees to that.
  ['browser', textparser],
]);

/** A strategy never costs the page: what it throws becomes its reason. */
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

/** Share of the main text's words that newsparser's article must hold, and share of its own that must be main text. */
const minHeld = 0.99;
const minPure = 0.95;
/** Below this the main text of a page whose JSON-LD says it is an article is less to be relied on than newsparser's. */
const minCertainty = 0.8;

/**
 * Newsparser reads news; on other pages it is often content with a part. Where textparser is yet to come, its article stands when it
 * is the page's main text: nothing left out, next to nothing put in; or when JSON-LD says that the page is an article, and the main
 * text is uncertain. Else it steps aside, and says why.
 */
function weigh(result: StrategyResult, context: StrategyContext): StrategyResult {
  if (result.article === null) return result;
  const main = mainTextOf(context);
  if (main === null || main.text.length < minContentLength) return result;
  const { ofFirst: pure, ofSecond: held } = agreementOf(result.article.content ?? '', main.text);
  if (held >= minHeld && pure >= minPure) return result;
  const isUncertain = main.certainty < minCertainty;
  if (isUncertain && claimsArticle(collectSignals(context.metadata(), context.url))) return result;
  const percent = (share: number): string => `${Math.max(1, Math.round((1 - share) * 100))} %`;
  const reason =
    held < minHeld
      ? `its content leaves out ${percent(held)} of the page's main text`
      : `${percent(pure)} of its content is not the page's main text`;
  return { ...result, article: null, reason: `${reason}; left to textparser` };
}

/** The main text; null where reading it fails: textparser will say why. */
function mainTextOf(context: StrategyContext): MainText | null {
  try {
    return context.mainText();
  } catch {
    return null;
  }
}

/** Input of the chain of article strategies besides the page. */
export interface ArticleInput {
  url: string;
  settings: Settings;
  browser?: BrowserState;
  earlier?: readonly StrategyResult[];
}

/**
 * Extracts the article of a page: the strategies of EXTRACTOR_ORDER are tried in order, the first that succeeds wins. Never
 * throws.
 *
 * @param input.earlier what the strategies before "browser" made of the page before it was rendered: they are not tried again
 * @returns the article or null, and what each strategy that was tried made of the page. `wantsBrowser`: all that were tried have
 *   failed, and "browser" is next.
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
