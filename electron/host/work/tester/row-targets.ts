import { compileDomains } from '../../../engine/domains.ts';
import { followRows } from '../../../engine/follow-rows.ts';
import { createResolver } from '../../../engine/resolve.ts';
import type { PageContext } from '../../../extract/page-context.ts';
import { extractRows, type ExtractedRow } from '../../../extract/rows.ts';
import type { OpenPage } from './open-page.ts';
import type { ReadCallback } from './parts.ts';

/** Where a row leads: its address, null if it has none, and why a crawl would not go there, null if it would. */
export interface ShownTarget {
  url: string | null;
  reason: string | null;
}

/** The callback by the URL that rows of a page lead to, where a crawl would follow them. @param callback that of the page */
export function rowLinks(
  page: OpenPage,
  { callback, iterate }: ReadCallback,
  domains: readonly string[],
): Map<string, string> {
  const read = iterate?.ok === true ? iterate.iterate : null;
  if (read === null || read.follow === null || read.follow === undefined) return new Map();
  const { follow } = read;
  const targets = page.parts.flatMap(({ content, context }) => {
    const { rows } = extractRows(content, { extract: callback?.extract ?? {}, iterate: read }, context);
    return rowTargets(context, rows, follow.callback, domains);
  });
  return new Map(
    targets.flatMap(({ url, reason }) => (url === null || reason !== null ? [] : [[url, follow.callback]])),
  );
}

/**
 * Where rows lead, by the code of a crawl. DEPTH_LIMIT is not considered: the depth of a saved page is not known.
 *
 * @param domains allowed_domains; null: not known
 */
export function rowTargets(
  page: PageContext,
  rows: readonly ExtractedRow[],
  callback: string,
  domains: readonly string[] | null,
): ShownTarget[] {
  const base = page.base ?? '';
  const plan = {
    domains: domains === null ? { allows: () => true } : compileDomains(domains),
    depthLimit: 0,
    depthPriority: 0,
  };
  const from = { id: '', url: page.url ?? '', depth: 0, priority: 0, follow: false };
  const resolver = createResolver(base);
  return followRows(plan, from, { rows, callback, base }).rows.map(({ request, reason }, index) => {
    const href = rows[index]?.follow?.href ?? null;
    const resolved = href === null ? null : resolver.resolve(href);
    return { url: request?.url ?? (resolved?.ok === true ? resolved.url : href), reason };
  });
}
