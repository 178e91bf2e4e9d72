import type { ArticleStrategy } from '../../../../shared/contract/types.ts';
import { builtInCallback, extractorNames } from '../../../../shared/spider/schema.ts';
import { extractArticle } from '../../../extract/articles/chain.ts';
import { whyNotTaken } from '../../../extract/takes-page.ts';
import type { StrategyResult } from '../../../extract/types.ts';
import { cutValue } from './cut-value.ts';
import type { OpenPage } from './open-page.ts';
import { readArticleSettings } from './parts.ts';

/** Maximum characters of an article's content in a report. */
const maxContent = 200_000;

/** Runs every article strategy on a page. Those of EXTRACTOR_ORDER come first, in the order of a crawl. */
export function reportArticle(page: OpenPage, text: string): ArticleStrategy[] {
  const settings = readArticleSettings(text);
  const url = page.url ?? 'http://localhost/';
  const input = { url, settings, ...(page.rendered ? { browser: { kind: 'rendered' } as const } : {}) };
  const refusal = whyNotTaken(page.content.kind, builtInCallback, null);
  if (refusal !== null) {
    return extractorNames.map((strategy) => {
      const { EXTRACTOR_ORDER: order } = settings;
      const used = order === null || order === undefined || order.length === 0 || order.includes(strategy);
      return { strategy, used, wins: false, elapsedMs: 0, article: null, reason: refusal };
    });
  }
  const { strategies: tried } = extractArticle(page.tree, input);
  const order = settings.EXTRACTOR_ORDER ?? [];
  const used: readonly string[] = order.length > 0 ? order : tried.map(({ strategy }) => strategy);
  const winner = tried.find(({ article }) => article !== null)?.strategy ?? null;
  const others = extractorNames.filter((name) => !used.includes(name));
  return [...new Set([...used, ...others])].map((strategy) => {
    const name = extractorNames.find((known) => known === strategy);
    const begun = performance.now();
    const only = name === undefined ? {} : { EXTRACTOR_ORDER: [name] };
    const { strategies } = extractArticle(page.tree, { ...input, settings: { ...settings, ...only } });
    const elapsedMs = performance.now() - begun;
    const result = strategies.find((one) => one.strategy === strategy);
    return shown(strategy, result, { used: used.includes(strategy), wins: strategy === winner, elapsedMs });
  });
}

function shown(
  strategy: string,
  result: StrategyResult | undefined,
  rest: Pick<ArticleStrategy, 'used' | 'wins' | 'elapsedMs'>,
): ArticleStrategy {
  const article = result?.article ?? null;
  if (article === null)
    return { strategy, ...rest, article: null, reason: result?.reason ?? 'It was not tried.' };
  const { title, content, author, published_date, metadata } = article;
  const members = Object.entries(metadata).map(([key, value]) => [key, cutValue(value).value]);
  const shownContent = content === null ? null : content.slice(0, maxContent);
  return {
    strategy,
    ...rest,
    article: { title, content: shownContent, author, published_date, metadata: Object.fromEntries(members) },
    reason: null,
  };
}
