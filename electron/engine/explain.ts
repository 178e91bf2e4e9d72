import type { Spider } from '../../shared/spider/schema.ts';
import type { WrittenRequest } from '../../shared/spider/start-requests.ts';
import { explainLink, orByRow } from './explain-link.ts';
import { explainSent, explainStart } from './explain-start.ts';
import type { Explanation, ExplainStep } from './explain-types.ts';
import { resolveUrl } from './resolve.ts';
import { compileRules } from './rules.ts';

export type { Explanation } from './explain-types.ts';

/** Says what comes of a request that sends something, in a sentence or two: start requests make such, and rows. */
export function explainRequest(spider: Spider, request: WrittenRequest): string {
  const asked = explainSent(spider, compileRules(spider), request);
  if (asked !== null) return asked.reason;
  const { method = 'GET' } = request.message;
  return `No start request of the spider sends this ${method}, and links send nothing.`;
}

/**
 * Explains what a crawl does with a URL, without a page. If a rule is restricted to regions, only the page shows whether a link
 * is inside them, and the reason says so.
 * @param spider one that `validateSpider` accepts
 * @param url as a user typed it
 */
export function explainUrl(spider: Spider, url: string): Explanation {
  const steps: ExplainStep[] = [];
  const resolved = resolveUrl(url.trim(), null);
  if (!resolved.ok) {
    const message =
      resolved.problem === 'scheme'
        ? 'Only http and https URLs are crawled.'
        : 'This is not an absolute URL; it must start with http:// or https://.';
    steps.push({ rule: null, pattern: null, kind: 'url', matched: false, message });
    return { url, decision: 'invalid', rule: null, pattern: null, reason: message, steps };
  }
  const rules = compileRules(spider);
  const asLink = explainLink(spider, rules, resolved.url, steps);
  const start = explainStart(spider, rules, resolved.url);
  if (start === null) return { url: resolved.url, ...orByRow(spider, resolved.url, asLink, steps), steps };
  steps.unshift({ rule: start.rule, pattern: null, kind: 'start-url', matched: true, message: start.reason });
  return { url: resolved.url, ...start, steps };
}
