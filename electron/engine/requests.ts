import { builtInCallback } from '../../shared/spider/schema.ts';
import type { NewRequest } from './ports/ledger.ts';
import { originOf, type ClaimedUrl, type CompiledRules } from './rules.ts';

/** What requests take from the spider beside the link itself. */
export interface RequestPlan {
  rules: CompiledRules;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
}

/**
 * The request that a link becomes.
 *
 * @param depth links between it and a start URL
 * @param parent the request whose page held the link; null: it comes from a sitemap
 */
export function requestFor(
  { rules, depthPriority }: RequestPlan,
  { url, fingerprint, rule: index }: ClaimedUrl,
  depth: number,
  parent: string | null,
): NewRequest {
  const rule = index === null ? undefined : rules.rules[index];
  return {
    url,
    fingerprint,
    origin: originOf(url),
    priority: priorityAt(rule?.priority ?? 0, depth, depthPriority),
    depth,
    rule: index,
    callback: index === null ? builtInCallback : (rule?.callback ?? null),
    follow: index !== null && (rule?.follow ?? true),
    parent,
  };
}

/**
 * The priority of a rule's request at a depth, as Scrapy's DEPTH_PRIORITY has it: above 0, pages near the start go
 * first whatever their rules say; below 0, deep ones do. At 0 the priorities of the rules decide alone, and depth only
 * among equals.
 */
function priorityAt(priority: number, depth: number, depthPriority: number): number {
  return priority - depth * depthPriority;
}
