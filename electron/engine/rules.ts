import { readPattern } from '../../shared/patterns/read.ts';
import type { Rule, Spider } from '../../shared/spider/schema.ts';
import { builtInCallback } from '../../shared/spider/schema.ts';
import type { CompiledSelector } from '../extract/select.ts';
import { selectorFor } from '../extract/select.ts';
import type { PageTree } from '../extract/tree.ts';
import { compilePattern, PatternCostError, type CompiledPattern } from '../patterns/compile.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { factsOf, KnownLinks, type LinkProblem, type UrlFacts, type Verdict } from './known-links.ts';
import { linkAt, linkProblem, placeInside, scanAnchors, type FoundLink, type LinkOptions } from './links.ts';
import { resolveUrl } from './resolve.ts';

export type { Verdict } from './known-links.ts';
export { originOf } from './resolve.ts';

/** A rule ready to be asked about many links. */
export interface CompiledRule {
  /** Its place in the spider, from 0. */
  index: number;
  allow: readonly CompiledPattern[];
  deny: readonly CompiledPattern[];
  /** Which of the regions of `CompiledRules` it takes links from; null: the whole page. */
  regions: readonly number[] | null;
  callback: string | null;
  follow: boolean;
  priority: number;
}

export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** Every selector that some rule restricts itself to, each once. */
  readonly regions: readonly CompiledSelector[];
}

/** Links of one page on which a rule may take too long before its patterns are not tried on the others. */
const maxSlowLinks = 20;

export type DropCode = LinkProblem | 'offsite' | 'denied' | 'cost' | 'region' | 'no-rule' | 'unused';

const dropReasons: Record<DropCode, string> = {
  scheme: 'with a scheme other than http and https',
  invalid: 'with an invalid URL',
  'too-long': 'with a URL that is too long',
  extension: 'with an ignored file extension',
  offsite: 'outside allowed_domains',
  denied: 'denied by a rule',
  cost: 'with a pattern that takes too long on them',
  region: 'outside the regions of the rules',
  'no-rule': 'matched by no rule',
  unused: 'matched by a rule that neither extracts nor follows',
};

export interface ClaimedLink extends FoundLink {
  /** Index of the rule that took the link. */
  rule: number;
  fingerprint: string;
}

export interface DroppedLink {
  /** Absolute where it could be resolved, else as written. */
  url: string;
  code: DropCode;
  /** Says what these links are, to go behind a count: "outside allowed_domains". */
  reason: string;
  /** The rule and the pattern that decided, where one did. */
  rule: number | null;
  pattern: string | null;
}

export interface ClaimOptions extends Pick<LinkOptions, 'maxLinks' | 'maxUrlLength'> {
  /**
   * What earlier pages have taught about links, with the same rules, domains and limits; those that are requested already
   * are not put to the rules. Left out: nothing.
   */
  known?: KnownLinks;
}

export interface LinkClaims {
  /** In the order of the page, each request once, without fragments. */
  claimed: ClaimedLink[];
  dropped: DroppedLink[];
  /** What went wrong with the page as a whole, one sentence each. */
  problems: string[];
}

/**
 * @param spider one that `validateSpider` accepts
 * @throws Error with one sentence, naming the rule, when a pattern or a region cannot be read
 */
export function compileRules(spider: Pick<Spider, 'rules'>): CompiledRules {
  const regions: CompiledSelector[] = [];
  const known = new Map<string, number>();
  const regionIndex = (language: 'css' | 'xpath', source: string, rule: number): number => {
    const key = `${language} ${source}`;
    let index = known.get(key);
    if (index === undefined) {
      const read = selectorFor(language, source);
      if (!read.ok)
        throw new Error(`Rule ${rule}: the region "${source}" is no valid selector: ${read.problem.message}`);
      index = regions.push(read.selector) - 1;
      known.set(key, index);
    }
    return index;
  };
  const rules = (spider.rules ?? []).map((rule, index): CompiledRule => {
    const restricted = [
      ...(rule.restrict_xpaths ?? []).map((source) => regionIndex('xpath', source, index)),
      ...(rule.restrict_css ?? []).map((source) => regionIndex('css', source, index)),
    ];
    return {
      index,
      allow: compilePatterns(rule.allow, index),
      deny: compilePatterns(rule.deny, index),
      regions: restricted.length === 0 ? null : restricted,
      callback: rule.callback ?? null,
      follow: rule.follow ?? true,
      priority: rule.priority ?? 0,
    };
  });
  return { rules, regions };
}

function compilePatterns(sources: Rule['allow'], rule: number): CompiledPattern[] {
  return (sources ?? []).map((source) => {
    const read = readPattern(source);
    if (!read.ok)
      throw new Error(`Rule ${rule}: the pattern "${source}" cannot be used: ${read.problem.message}`);
    return compilePattern(read.pattern);
  });
}

/**
 * The patterns of one rule on an absolute URL: a `deny` that matches rejects; else an `allow` that matches accepts; else
 * a rule without `allow` accepts; else it rejects. A pattern that takes too long settles nothing, so it rejects.
 */
export function judge(rule: Pick<CompiledRule, 'allow' | 'deny'>, url: string): Verdict {
  let pattern: CompiledPattern | undefined;
  try {
    for (pattern of rule.deny) {
      if (pattern.test(url)) return { accepted: false, kind: 'deny', pattern: pattern.source };
    }
    for (pattern of rule.allow) {
      if (pattern.test(url)) return { accepted: true, kind: 'allow', pattern: pattern.source };
    }
  } catch (error) {
    if (!(error instanceof PatternCostError)) throw error;
    return { accepted: false, kind: 'cost', pattern: pattern?.source ?? null };
  }
  const open = rule.allow.length === 0;
  return { accepted: open, kind: open ? 'no-allow' : 'no-match', pattern: null };
}

/**
 * Which links of a page the rules take. Rules are tried in the order of the spider and the first that takes a link
 * claims it. Never throws for what stands in a page.
 *
 * @param pageUrl the URL of the page after redirects
 * @param domains `allowed_domains`, compiled or as they are
 */
export function claimLinks(
  rules: CompiledRules,
  page: PageTree,
  pageUrl: string,
  domains: DomainMatcher | readonly string[],
  options: ClaimOptions = {},
): LinkClaims {
  const result: LinkClaims = { claimed: [], dropped: [], problems: [] };
  if (rules.rules.length === 0) return result;
  const matcher = 'allows' in domains ? domains : compileDomains(domains);
  const { known = new KnownLinks(), ...limits } = options;
  const { anchors, site, problems } = scanAnchors(page, pageUrl, rules.regions, { ...limits, known });
  result.problems = problems;
  const taken = new Map<string, number>();
  const slow = new Map<number, number>();

  for (const anchor of anchors) {
    const { target } = anchor;
    const { url } = target;
    const drop = (code: DropCode, rule: number | null = null, pattern: string | null = null) =>
      result.dropped.push({ url: url ?? anchor.href, code, reason: dropReasons[code], rule, pattern });
    if (url === null || target.problem !== null) {
      drop(target.problem ?? 'invalid');
      continue;
    }
    if (target.facts === null && matcher.allows(url)) target.facts = known.factsOf(url);
    const { facts } = target;
    if (facts === null) {
      drop('offsite');
      continue;
    }
    if (known.isRequested(facts)) {
      site?.markRequested(anchor.href);
      continue;
    }
    const isInside = (regions: CompiledRule['regions']) => placeInside(anchor.places, regions) !== null;
    const decision = decide(rules, facts, url, isInside, slow);
    if (!decision.taken) {
      drop(decision.code, decision.rule, decision.pattern);
      continue;
    }
    const place = placeInside(anchor.places, decision.rule.regions);
    if (place === null) continue;
    const earlier = taken.get(facts.fingerprint);
    const link = { ...linkAt(facts.url, place), rule: decision.rule.index, fingerprint: facts.fingerprint };
    if (earlier === undefined) {
      taken.set(facts.fingerprint, result.claimed.push(link) - 1);
    } else if (link.rule < (result.claimed[earlier]?.rule ?? 0)) {
      // Another spelling of the same request: the rule that comes first in the spider still has precedence.
      result.claimed[earlier] = link;
    }
  }
  return result;
}

type Decision =
  | { taken: true; rule: CompiledRule }
  | { taken: false; code: DropCode; rule: number | null; pattern: string | null };

/** @param slow by rule: how many links of the page its patterns took too long on */
function decide(
  rules: CompiledRules,
  facts: UrlFacts,
  url: string,
  isInside: (regions: CompiledRule['regions']) => boolean,
  slow: Map<number, number>,
): Decision {
  let outside = false;
  let denied: { rule: number; pattern: string | null } | null = null;
  for (const rule of rules.rules) {
    if (!isInside(rule.regions)) {
      outside = true;
      continue;
    }
    const known = facts.verdicts[rule.index];
    const slowLinks = slow.get(rule.index) ?? 0;
    if (known === undefined && slowLinks >= maxSlowLinks) {
      return { taken: false, code: 'cost', rule: rule.index, pattern: null };
    }
    const verdict = known ?? judge(rule, url);
    facts.verdicts[rule.index] = verdict;
    const by = { rule: rule.index, pattern: verdict.pattern };
    if (verdict.kind === 'cost') {
      if (known === undefined) slow.set(rule.index, slowLinks + 1);
      return { taken: false, code: 'cost', ...by };
    }
    if (verdict.accepted) {
      const unused = rule.callback === null && !rule.follow;
      return unused ? { taken: false, code: 'unused', ...by } : { taken: true, rule };
    }
    if (verdict.kind === 'deny') denied ??= by;
  }
  if (denied !== null) return { taken: false, code: 'denied', ...denied };
  return { taken: false, code: outside ? 'region' : 'no-rule', rule: null, pattern: null };
}

export interface ClaimedUrl {
  url: string;
  fingerprint: string;
  /** Index of the rule that took it; null: the spider has no rules. */
  rule: number | null;
}

/**
 * The same for URLs that stand on no page, those of a sitemap: the first rule without region restrictions whose
 * patterns accept a URL takes it. A spider without rules takes all of them, as it takes its start URLs.
 *
 * @param urls absolute, as written
 */
export function claimUrls(
  rules: CompiledRules,
  urls: readonly string[],
  domains: DomainMatcher,
): { claimed: ClaimedUrl[]; dropped: DroppedLink[] } {
  const claimed = new Map<string, ClaimedUrl>();
  const dropped: DroppedLink[] = [];
  const slow = new Map<number, number>();
  const nowhere = (regions: CompiledRule['regions']): boolean => regions === null;
  for (const written of urls) {
    const resolved = resolveUrl(written, null);
    const problem = resolved.ok ? linkProblem(resolved.url) : resolved.problem;
    const drop = (code: DropCode, rule: number | null = null, pattern: string | null = null) =>
      dropped.push({ url: written, code, reason: dropReasons[code], rule, pattern });
    if (!resolved.ok || problem !== null) {
      drop(problem ?? 'invalid');
    } else if (!domains.allows(resolved.url)) {
      drop('offsite');
    } else {
      const facts = factsOf(resolved.url);
      const { url, fingerprint } = facts;
      if (claimed.has(fingerprint)) continue;
      const decision: Decision | null =
        rules.rules.length === 0 ? null : decide(rules, facts, resolved.url, nowhere, slow);
      if (decision?.taken === false) drop(decision.code, decision.rule, decision.pattern);
      else claimed.set(fingerprint, { url, fingerprint, rule: decision?.rule.index ?? null });
    }
  }
  return { claimed: [...claimed.values()], dropped };
}

/**
 * What is extracted from a start URL: the callback of the first rule that has one, is not restricted to regions, and
 * accepts the URL. None: nothing, so that a listing gives no junk. A spider without rules hands its start URLs to
 * `parse_article`.
 *
 * @param url absolute; judged in the form in which it is sent
 */
export function ruleForStartUrl(
  rules: CompiledRules,
  url: string,
): { rule: number | null; callback: string | null } {
  if (rules.rules.length === 0) return { rule: null, callback: builtInCallback };
  const resolved = resolveUrl(url, null);
  const judged = resolved.ok ? resolved.url : url;
  for (const rule of rules.rules) {
    if (rule.callback === null || rule.regions !== null) continue;
    if (judge(rule, judged).accepted) return { rule: rule.index, callback: rule.callback };
  }
  return { rule: null, callback: null };
}
