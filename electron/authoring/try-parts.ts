import type { SpiderParts } from '../../shared/contract/types.ts';
import type { RequestMessage } from '../../shared/request-message.ts';
import type { Rule, Spider } from '../../shared/spider/schema.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import {
  claimLinks,
  compileRules,
  ruleForStartUrl,
  type ClaimedLink,
  type CompiledRules,
} from '../engine/rules.ts';
import type { Page } from '../extract/page.ts';
import { whyNotTaken } from '../extract/takes-page.ts';

/** A page that rules are tried on. */
export interface TriedPage {
  page: Page;
  /** The start URL. */
  url: string;
  domains: readonly string[];
  /** What its request says besides its URL; left out: it is a plain GET. */
  message?: RequestMessage | undefined;
  /** The Link header of its answer; left out: none is known. */
  linkHeader?: string | undefined;
}

/**
 * The URLs that a crawl with these rules takes from a page, besides the page itself, found with the code of a crawl. Null:
 * the rules cannot be read, or hand the page to no callback.
 */
export function tryRules(rules: Rule[], tried: TriedPage): string[] | null {
  const compiled = rulesOf(rules);
  if (compiled === null || ruleForStartUrl(compiled, tried.url).callback === null) return null;
  return claimedBy(compiled, tried).map((link) => link.url);
}

/** The requests that rules make of a page, besides its own, found with the code of a crawl. Null: they cannot be read. */
export function tryRequests(rules: Rule[], tried: TriedPage): ClaimedLink[] | null {
  const compiled = rulesOf(rules);
  return compiled === null ? null : claimedBy(compiled, tried);
}

const claimedBy = (
  rules: CompiledRules,
  { page, url, domains, message, linkHeader }: TriedPage,
): ClaimedLink[] =>
  claimLinks(rules, page, url, domains, { message, linkHeader }).claimed.filter(
    (link) => link.url !== url || link.message?.body !== message?.body,
  );

function rulesOf(rules: Rule[]): CompiledRules | null {
  try {
    return compileRules({ rules });
  } catch {
    return null;
  }
}

/** Whether parts make a valid spider whose callback takes a page of this kind. */
export function arePartsValid(parts: SpiderParts, callback: string, kind: Page['kind']): boolean {
  const spider = spiderOf(parts);
  return spider !== null && whyNotTaken(kind, callback, spider.callbacks?.[callback] ?? null) === null;
}

/** A spider of nothing but these parts; null: it is not valid. */
export function spiderOf(parts: SpiderParts): Spider | null {
  return validateSpider({ name: 'proposed', ...parts }).spider;
}
