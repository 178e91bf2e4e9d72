import type { SpiderParts } from '../../shared/contract/types.ts';
import type { Rule, Spider } from '../../shared/spider/schema.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import { claimLinks, compileRules, ruleForStartUrl } from '../engine/rules.ts';
import type { Page } from '../extract/page.ts';
import { whyNotTaken } from '../extract/takes-page.ts';

/** A page that rules are tried on. */
export interface TriedPage {
  page: Page;
  /** The start URL. */
  url: string;
  domains: readonly string[];
}

/**
 * The URLs that a crawl with these rules takes from a page, besides the page itself, found with the code of a crawl. Null:
 * the rules cannot be read, or hand the page to no callback.
 */
export function tryRules(rules: Rule[], { page, url, domains }: TriedPage): string[] | null {
  try {
    const compiled = compileRules({ rules });
    if (ruleForStartUrl(compiled, url).callback === null) return null;
    const { claimed } = claimLinks(compiled, page, url, domains);
    return claimed.map((link) => link.url).filter((link) => link !== url);
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
