import { fingerprintRequest, fingerprintUrl } from './fingerprint.ts';
import type { GeneratedSeeds } from './generated-seeds.ts';
import type { NewRequest } from './ports/ledger.ts';
import type { CrawlPlan } from './page.ts';
import { resolveUrl } from './resolve.ts';
import { originOf, ruleForStartUrl, type CompiledRules } from './rules.ts';
import { startsOf, type Beginning, type Start } from './starts.ts';

/**
 * Returns the first requests of a crawl, each once. They are fetched, and their links
 * followed, regardless of the rules, which only decide what is extracted from them. A start URL that GENERATED_URLS makes too, and for which the rules have no
 * callback, has that of GENERATED_URLS.
 */
export function seedRequests(
  { spider, rules }: Pick<CrawlPlan, 'spider' | 'rules'>,
  generated: GeneratedSeeds | null = null,
): NewRequest[] {
  const seeds = startsOf(spider).map((start) => {
    const seed = seedOf(start, rules);
    const others = start.message === null ? generated?.find(seed.url)?.request.callback : null;
    return { ...seed, callback: seed.callback ?? others ?? null };
  });
  const unique = new Map(seeds.map((seed) => [seed.fingerprint, seed] as const).reverse());
  return [...unique.values()].reverse();
}

/** The fingerprints of the URLs that a crawl begins with, whatever is sent there; without those that are generated. */
export function startPrints(spider: Beginning): Set<string> {
  return new Set(startsOf(spider).map(({ url }) => fingerprintUrl(url)));
}

/** Which rule and callback are for the page of a start. From a list without rules for its links nothing is taken. */
export function takenFromStart(
  { url, callback, listing }: Start,
  rules: CompiledRules,
): { rule: number | null; callback: string | null } {
  if (callback !== null) return { rule: null, callback };
  if (listing !== null && rules.rules.length === 0) return { rule: null, callback: null };
  return ruleForStartUrl(rules, url);
}

function seedOf(start: Start, rules: CompiledRules): NewRequest {
  const { url: written, follow, message } = start;
  const resolved = resolveUrl(written, null);
  const url = resolved.ok ? resolved.url : written;
  const { rule, callback } = takenFromStart(start, rules);
  return {
    url,
    fingerprint: fingerprintRequest(url, message),
    origin: originOf(url),
    priority: rule === null ? 0 : (rules.rules[rule]?.priority ?? 0),
    depth: 0,
    rule,
    callback,
    follow,
    parent: null,
    ...(message === null ? {} : { message }),
  };
}
