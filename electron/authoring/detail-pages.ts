import type { ProposedField, ProposedList } from '../../shared/contract/types.ts';
import { domainAllows } from '../engine/domains.ts';
import { resolveUrl } from '../engine/resolve.ts';
import type { ExtractedRow } from '../extract/rows.ts';
import type { PageContext } from '../extract/page-context.ts';
import { domainOf } from '../../shared/spider/new-spider.ts';
import { commonPattern } from './url-pattern.ts';

/** The share of the records that must lead to pages of their own. */
const minShare = 0.6;
const maxExamples = 5;

/**
 * The pages that the records of a list lead to, by the field whose addresses are the most different pages of this site.
 * Null: they lead to none.
 */
export function detailPages(
  fields: readonly ProposedField[],
  rows: readonly ExtractedRow[],
  { url, base }: Pick<PageContext, 'url' | 'base'>,
): ProposedList['detail'] {
  if (url === null) return null;
  const domains = [domainOf(url)];
  const own = withoutFragment(url);
  let best: ProposedList['detail'] = null;
  for (const { name, type } of fields) {
    if (type !== 'url') continue;
    const addresses = new Set<string>();
    for (const { values } of rows) {
      const value = values[name];
      const resolved = typeof value === 'string' ? resolveUrl(value, base) : null;
      if (resolved?.ok !== true || !domainAllows(domains, resolved.url)) continue;
      const address = withoutFragment(resolved.url);
      if (address !== own) addresses.add(address);
    }
    const count = addresses.size;
    if (count < 2 || count < rows.length * minShare || count <= (best?.count ?? 0)) continue;
    const all = [...addresses];
    best = { field: name, pattern: commonPattern(all), count, examples: all.slice(0, maxExamples) };
  }
  return best;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
