import { fingerprintUrl } from './fingerprint.ts';
import type { GeneratedSeeds } from './generated-seeds.ts';
import type { NewRequest } from './ports/ledger.ts';
import type { CrawlPlan } from './page.ts';
import { resolveUrl } from './resolve.ts';
import { originOf, ruleForStartUrl } from './rules.ts';

/**
 * Returns the first requests of a crawl: the start URLs, each once. They are fetched, and their links followed, regardless of the
 * rules, which only decide what is extracted from them. A start URL that GENERATED_URLS makes too, and for which the rules have no
 * callback, has that of GENERATED_URLS.
 */
export function seedRequests(
  { spider, rules }: Pick<CrawlPlan, 'spider' | 'rules'>,
  generated: GeneratedSeeds | null = null,
): NewRequest[] {
  const seeds = spider.start_urls.map((written): NewRequest => {
    const resolved = resolveUrl(written, null);
    const url = resolved.ok ? resolved.url : written;
    const { rule, callback: ruled } = ruleForStartUrl(rules, written);
    const priority = rule === null ? 0 : (spider.rules?.[rule]?.priority ?? 0);
    const fingerprint = fingerprintUrl(url);
    return {
      url,
      fingerprint,
      origin: originOf(url),
      priority,
      depth: 0,
      rule,
      callback: ruled ?? generated?.find(url)?.request.callback ?? null,
      follow: true,
      parent: null,
    };
  });
  const unique = new Map(seeds.map((seed) => [seed.fingerprint, seed] as const).reverse());
  return [...unique.values()].reverse();
}
