import type { RowTarget } from '../../../extract/rows.ts';
import type { PageContext } from '../../../extract/page-context.ts';
import { domainAllows } from '../../../engine/domains.ts';
import { linkProblem } from '../../../engine/links.ts';
import { resolveUrl } from '../../../engine/resolve.ts';

/**
 * Where a row leads, and why a crawl would not go there.
 *
 * @param domains allowed_domains; null: not known
 */
export function rowTarget(
  { href, reason }: RowTarget,
  context: PageContext,
  domains: readonly string[] | null,
): { url: string | null; reason: string | null } {
  if (href === null) return { url: null, reason };
  const resolved = resolveUrl(href, context.base);
  if (!resolved.ok) {
    const problem =
      resolved.problem === 'scheme' ? 'Only http and https URLs are crawled.' : 'It is not a valid URL.';
    return { url: href, reason: problem };
  }
  const { url } = resolved;
  return { url, reason: problemOf(url, domains) };
}

function problemOf(url: string, domains: readonly string[] | null): string | null {
  const problem = linkProblem(url);
  if (problem === 'too-long') return 'The URL is too long.';
  if (problem === 'extension') return 'Its file extension is not crawled.';
  return domains === null || domainAllows(domains, url) ? null : 'It is outside allowed_domains.';
}
