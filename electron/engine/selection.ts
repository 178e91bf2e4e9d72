import type { Rule, Spider } from '../../shared/spider/schema.ts';
import type { OfflineExtractor } from './offline.ts';
import type { SourceRequest, TakenRequest } from './ports/generation.ts';
import { compileDomains } from './domains.ts';
import { compileRules, judge } from './rules.ts';
import { seedRequests } from './seeds.ts';
import { fingerprintRequest } from './fingerprint.ts';

const noRule = 'No rule takes this page any longer.';
const offsite = 'It is outside allowed_domains now.';

/** The parts of a spider that decide which pages are requested, and by which callback they are taken. */
const selecting = (spider: Spider): string =>
  JSON.stringify([
    spider.start_urls,
    spider.allowed_domains,
    spider.rules ?? [],
    spider.start_requests ?? [],
    spider.settings?.GENERATED_URLS ?? null,
    spider.settings?.PAGINATED_LISTINGS ?? null,
  ]);

/** The part of a rule that decides which links it claims. */
const claiming = ({ callback: _callback, follow: _follow, priority: _priority, ...rest }: Rule): string =>
  JSON.stringify(rest);

/**
 * Returns a function that says who takes a page of an earlier run by the rules of a newer version of its spider. Links are not
 * looked for again: rules that are the same in both versions claim what they claimed and decline what they declined; rules that are
 * new or have changed are asked by the URL alone. A page to which rows led keeps their callback, unless such a rule takes it.
 * @param before the spider of that run
 * @param now the newer one
 * @param offline made of the newer one; asked about start URLs
 */
export function createSelection(
  before: Spider,
  now: Spider,
  offline: Pick<OfflineExtractor, 'callbackFor'>,
): (request: SourceRequest) => TakenRequest {
  if (selecting(before) === selecting(now)) {
    return ({ id, rule, callback }) => ({ source: id, rule, callback, reason: null });
  }
  const rules = compileRules(now);
  const domains = compileDomains(now.allowed_domains);
  const earlier = new Map(
    (before.rules ?? []).map((rule, index) => [claiming(rule), index] as const).reverse(),
  );
  const equals = (now.rules ?? []).map((rule) => earlier.get(claiming(rule)) ?? null);
  const seeds = new Map(seedRequests({ spider: now, rules }).map((seed) => [seed.fingerprint, seed]));

  function ruleFor({ url, rule: claimed, isOfRow }: SourceRequest): number | null {
    for (const rule of rules.rules) {
      const equal = equals[rule.index] ?? null;
      if (equal !== null) {
        if (equal === claimed) return rule.index;
        if (isOfRow || (claimed !== null && equal < claimed)) continue;
      }
      if (judge(rule, url).accepted) return rule.index;
    }
    return null;
  }

  return (request) => {
    const { id: source, url, callback: earlierCallback, isOfRow } = request;
    const taken = (rule: number | null, callback: string | null, why: string = noRule): TakenRequest => ({
      source,
      rule,
      callback,
      reason: callback === null && earlierCallback !== null ? why : null,
    });
    const seed = seeds.get(fingerprintRequest(url, request.message));
    if (!isOfRow && seed?.message !== undefined) return taken(seed.rule, seed.callback);
    if (!isOfRow && (request.rule === null || seed !== undefined)) {
      const { rule, callback } = offline.callbackFor(url);
      // Without rules, everything in a sitemap is an article.
      return taken(rule, rules.rules.length === 0 ? (callback ?? earlierCallback) : callback);
    }
    if (!domains.allows(url)) return taken(null, null, offsite);
    const rule = ruleFor(request);
    if (rule !== null) return taken(rule, rules.rules[rule]?.callback ?? null);
    return isOfRow ? taken(null, earlierCallback) : taken(null, null);
  };
}
