import type { SpiderParts } from '../../shared/contract/types.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import { claimLinks, compileRules, ruleForStartUrl } from '../engine/rules.ts';
import type { Page } from '../extract/page.ts';
import { whyNotTaken } from '../extract/takes-page.ts';

/** What a crawl with the parts of a choice would do on the page they were made from. */
export interface Trial {
  /** The callback that a crawl runs on the page. */
  callback: string;
  /** URLs that the rules take from the page, besides the page itself. */
  links: readonly string[];
}

/**
 * Tries parts on their page with the code of a crawl. Null: they are not valid, or no callback takes the page.
 * @param url of the page, the start URL of the parts
 */
export function tryParts(page: Page, url: string, parts: SpiderParts): Trial | null {
  const spider = spiderOf(parts);
  if (spider === null) return null;
  const rules = compileRules(spider);
  const { callback } = ruleForStartUrl(rules, url);
  if (callback === null) return null;
  if (whyNotTaken(page.kind, callback, spider.callbacks?.[callback] ?? null) !== null) return null;
  const { claimed } = claimLinks(rules, page, url, spider.allowed_domains);
  return { callback, links: claimed.map((link) => link.url).filter((link) => link !== url) };
}

/** A spider of nothing but these parts; null: it is not valid. */
export function spiderOf(parts: SpiderParts): Spider | null {
  return validateSpider({ name: 'proposed', ...parts }).spider;
}
