import { builtInCallback } from '../../shared/spider/schema.ts';
import type { NewRequest } from './ports/ledger.ts';
import { originOf, type ClaimedUrl, type CompiledRules } from './rules.ts';

/** The spider's settings that apply to requests. */
export interface RequestPlan {
  rules: CompiledRules;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
}

/**
 * Returns the request for a link.
 * @param depth number of links between it and a start URL
 * @param parent id of the request whose page contained the link; null if it comes from a sitemap
 */
export function requestFor(
  { rules, depthPriority }: RequestPlan,
  { url, fingerprint, rule: index, message }: ClaimedUrl,
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
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Returns the priority of a rule's request at a depth, as in Scrapy's DEPTH_PRIORITY: above 0, pages near the start come first
 * regardless of their rules; below 0, deep pages do. At 0 only the rules' priorities count, and depth decides among equals.
 */
function priorityAt(priority: number, depth: number, depthPriority: number): number {
  return priority - depth * depthPriority;
}
