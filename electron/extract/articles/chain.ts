import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { PageTree } from '../tree.ts';
import type { Article, StrategyResult } from '../types.ts';
import { custom } from './custom.ts';
import { readMetadata, type PageMetadata } from './metadata.ts';
import { newsparser } from './newsparser.ts';
import type { Strategy, StrategyContext } from './strategy.ts';
import { textparser } from './textparser.ts';

/** Tried in this order when EXTRACTOR_ORDER is unset. */
const defaultOrder = ['newsparser', 'textparser'];

const strategies: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['newsparser', newsparser],
  ['textparser', textparser],
  ['custom', custom],
  ['browser', () => ({ article: null, reason: 'no browser is available in this version' })],
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

/**
 * Extracts the article of a page: the strategies of EXTRACTOR_ORDER are tried in order, the first that succeeds wins. Never
 * throws.
 *
 * @returns the article or null, and what each strategy that was tried made of the page.
 */
export function extractArticle(
  page: PageTree,
  { url, settings }: { url: string; settings: Settings },
): { article: Article | null; strategies: StrategyResult[] } {
  const order = settings.EXTRACTOR_ORDER ?? [];
  let metadata: PageMetadata | null = null;
  const context: StrategyContext = { url, settings, metadata: () => (metadata ??= readMetadata(page, url)) };
  const results: StrategyResult[] = [];
  for (const name of order.length > 0 ? order : defaultOrder) {
    const result = attempt(name, page, context);
    results.push(result);
    if (result.article !== null) return { article: result.article, strategies: results };
  }
  return { article: null, strategies: results };
}
