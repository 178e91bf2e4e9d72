import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { PageTree } from '../tree.ts';
import type { Article } from '../types.ts';
import type { PageMetadata } from './metadata.ts';
import type { NewsArticle } from './news/body.ts';
import type { MainText } from './text/main-text.ts';
import { minContentLength, minTitleLength } from './thresholds.ts';

/** What an article strategy knows besides the page's tree. */
export interface StrategyContext {
  /** Address of the page, after redirects. */
  url: string;
  settings: Settings;
  /** What the page says about itself; read at the first call, shared by the strategies of a page. */
  metadata(): PageMetadata;
  /** What reads like a news article on the page; read at the first call, shared likewise. */
  news(): NewsArticle;
  /** The page's main text as a model finds it; read at the first call, shared likewise. */
  mainText(): MainText;
}

/** An article, or null and the reason in a few words that may follow the strategy's name. */
export type StrategyOutcome = { article: Article; reason: null } | { article: null; reason: string };

/** A way to find the article of a page. May throw: the chain turns that into a reason. */
export type Strategy = (page: PageTree, context: StrategyContext) => StrategyOutcome;

/** Lets an article through that has a title and enough content; says what is missing otherwise. */
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
