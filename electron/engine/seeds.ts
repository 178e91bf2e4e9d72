import { startRequestsOf, writeRequest } from '../../shared/spider/start-requests.ts';
import type { Spider, StartRequest } from '../../shared/spider/schema.ts';
import { fingerprintRequest, fingerprintUrl } from './fingerprint.ts';
import type { GeneratedSeeds } from './generated-seeds.ts';
import type { NewRequest } from './ports/ledger.ts';
import type { CrawlPlan } from './page.ts';
import { resolveUrl } from './resolve.ts';
import { originOf, ruleForStartUrl, type CompiledRules } from './rules.ts';

/**
 * Returns the first requests of a crawl: the start URLs and the start requests, each once. They are fetched, and their links
 * followed, regardless of the rules, which only decide what is extracted from them. A start URL that GENERATED_URLS makes too, and for which the rules have no
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
  const requests = startRequestsOf(spider).map((request) => seedOf(request, rules));
  const all = [...seeds, ...requests];
  const unique = new Map(all.map((seed) => [seed.fingerprint, seed] as const).reverse());
  return [...unique.values()].reverse();
}

/** The fingerprints of the URLs that a crawl begins with, whatever is sent there; without those that are generated. */
export function startPrints(spider: Pick<Spider, 'start_urls' | 'start_requests'>): Set<string> {
  const asked = startRequestsOf(spider).map((request) => writeRequest(request).url);
  return new Set([...spider.start_urls, ...asked].map(fingerprintUrl));
}

/** The request of an entry of `start_requests`. Without a callback of its own, the rules decide as for a start URL. */
function seedOf(request: StartRequest, rules: CompiledRules): NewRequest {
  const { url: written, message } = writeRequest(request);
  const resolved = resolveUrl(written, null);
  const url = resolved.ok ? resolved.url : written;
  const own = request.callback ?? null;
  const { rule, callback } = own === null ? ruleForStartUrl(rules, written) : { rule: null, callback: own };
  return {
    url,
    fingerprint: fingerprintRequest(url, message),
    origin: originOf(url),
    priority: rule === null ? 0 : (rules.rules[rule]?.priority ?? 0),
    depth: 0,
    rule,
    callback,
    follow: request.follow ?? true,
    parent: null,
    message,
  };
}
