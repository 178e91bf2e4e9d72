import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { PageTree } from '../tree.ts';
import type { Article } from '../types.ts';
import type { PageMetadata } from './metadata.ts';
import type { NewsArticle } from './news/body.ts';
import type { MainText } from './text/main-text.ts';
import { minContentLength, minTitleLength } from './thresholds.ts';

/** Input of an article strategy, in addition to the tree of the page. */
export interface StrategyContext {
  /** URL of the page after redirects. */
  url: string;
  settings: Settings;
  /** Metadata of the page; read on the first call and shared by all strategies. */
  metadata(): PageMetadata;
  /** The news article of the page; read on the first call and shared by all strategies. */
  news(): NewsArticle;
  /** The main text of the page by the trained model; read on the first call and shared by all strategies. */
  mainText(): MainText;
}

/** An article, or null and the reason as a clause to follow the name of the strategy. */
export type StrategyOutcome = { article: Article; reason: null } | { article: null; reason: string };

/** Extracts the article of a page. May throw; the chain turns an exception into a reason. */
export type Strategy = (page: PageTree, context: StrategyContext) => StrategyOutcome;

/** Accepts an article with a title and enough content; otherwise returns what is missing. */
export function accept(article: Article): StrategyOutcome {
  const title = article.title?.trim() ?? '';
  const content = article.content?.trim() ?? '';
  const reasons = [
    tooShort('title', title.length, minTitleLength),
    tooShort('content', content.length, minContentLength),
  ];
  const reason = reasons.filter((text) => text !== null).join(' and ');
  return reason === ''
    ? { article: { ...article, title, content }, reason: null }
    : { article: null, reason };
}

function tooShort(what: string, length: number, needed: number): string | null {
  if (length >= needed) return null;
  return length === 0
    ? `no ${what} was found`
    : `the ${what} is too short (${length} of at least ${needed} characters)`;
}
