import { readPattern } from '../../shared/patterns/read.ts';
import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import type { NextQuery, Rule, Spider } from '../../shared/spider/schema.ts';
import { builtInCallback } from '../../shared/spider/schema.ts';
import { jsonPathFor } from '../extract/json-path/select.ts';
import type { Page } from '../extract/page.ts';
import type { CompiledSelector } from '../extract/select.ts';
import { selectorFor } from '../extract/select.ts';
import { compilePattern, PatternCostError, type CompiledPattern } from '../patterns/compile.ts';
import { compileDomains, type DomainMatcher } from './domains.ts';
import { fingerprintOfMessage } from './fingerprint.ts';
import { factsOf, KnownLinks, type LinkProblem, type UrlFacts, type Verdict } from './known-links.ts';
import {
  defaultTags,
  linkAt,
  linkProblem,
  placeInside,
  scanAnchors,
  type Anchor,
  type AnchorScan,
  type FoundLink,
  type LinkOptions,
  type Place,
} from './links.ts';
import { scanJson, scanXml, type JsonAsked, type JsonPlaces } from './named-places.ts';
import { resolveUrl } from './resolve.ts';

export type { Verdict } from './known-links.ts';
export { originOf } from './resolve.ts';

/** A compiled rule. */
export interface CompiledRule {
  /** Position in the spider, from 0. */
  index: number;
  allow: readonly CompiledPattern[];
  deny: readonly CompiledPattern[];
  /** Indexes of the regions of `CompiledRules` that the rule is restricted to; null: the whole page. */
  regions: readonly number[] | null;
  /** Indexes of the places of `CompiledRules` that name the links of a JSON page; null: the rule takes none from it. */
  paths: readonly number[] | null;
  /** Names of the elements whose links the rule takes; null: the default ones, and no other rule names any. */
  tags: ReadonlySet<string> | null;
  callback: string | null;
  follow: boolean;
  priority: number;
}

/** The compiled rules of a spider. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** All selectors to which rules are restricted, each once. */
  readonly regions: readonly CompiledSelector[];
  /** All places that name the links of JSON pages, each once; a path once for each way in which rules use it. */
  readonly paths: readonly JsonPlaces[];
  /** Names of the elements whose links any rule takes; null: the default ones. */
  readonly tags: ReadonlySet<string> | null;
}

/** Number of links of a page on which a rule's patterns may take too long before they are skipped for the rest. */
const maxSlowLinks = 20;

/** Why a link was dropped. */
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

/** A link that a rule claimed. */
export interface ClaimedLink extends FoundLink {
  /** Index of that rule. */
  rule: number;
  fingerprint: string;
  /** What its request says besides its URL; left out: it is a plain GET. */
  message?: RequestMessage;
}

/** A link that was dropped. */
export interface DroppedLink {
  /** Absolute if it could be resolved, else as written. */
  url: string;
  code: DropCode;
  /** Phrase that follows a number of links: "outside allowed_domains". */
  reason: string;
  /** The rule and the pattern that decided, if any. */
  rule: number | null;
  pattern: string | null;
}

/** Options of `claimLinks`. */
export interface ClaimOptions extends Pick<LinkOptions, 'maxLinks' | 'maxUrlLength'>, JsonAsked {
  /** Known links of earlier pages, with the same rules, domains and limits; links that are already requested are skipped. */
  known?: KnownLinks;
  /** Only links that this selects, or that are in what it selects; null or left out: all. Of HTML pages only. */
  within?: CompiledSelector | null;
}

/** Result of `claimLinks`. */
export interface LinkClaims {
  /** In the order of the page, each request once, without fragments. */
  claimed: ClaimedLink[];
  dropped: DroppedLink[];
  /** Problems of the page as a whole, one sentence each. */
  problems: string[];
}

/**
 * Compiles the rules of a spider.
 * @param spider one that `validateSpider` accepts
 * @throws Error with one sentence that names the rule, if a pattern or a region is invalid
 */
export function compileRules(spider: Pick<Spider, 'rules'>): CompiledRules {
  const written = spider.rules ?? [];
  const regions = new Once<CompiledSelector>();
  const paths = new Once<JsonPlaces>();
  const region = (language: 'css' | 'xpath', source: string, rule: number): number =>
    regions.indexOf(`${language} ${source}`, () => {
      const read = selectorFor(language, source);
      if (read.ok) return read.selector;
      throw new Error(
        `Rule ${rule}: the region "${source}" is not a valid selector: ${read.problem.message}`,
      );
    });
  const path = (source: string, query: NextQuery | null, rule: number): number =>
    paths.indexOf(query === null ? source : `${source} ${JSON.stringify(query)}`, () => {
      const read = jsonPathFor(source);
      if (read.ok) return { path: read.selector, query };
      throw new Error(`Rule ${rule}: the path "${source}" is not valid: ${read.problem.message}`);
    });
  const tags = written.flatMap((rule) => rule.tags ?? []);
  const rules = written.map((rule, index): CompiledRule => {
    const restricted = [
      ...(rule.restrict_xpaths ?? []).map((source) => region('xpath', source, index)),
      ...(rule.restrict_css ?? []).map((source) => region('css', source, index)),
    ];
    const named = [
      ...(rule.restrict_json ?? []).map((source) => path(source, rule.next_query ?? null, index)),
      ...(rule.link_header ?? []).map((relation) =>
        paths.indexOf(`Link ${relation}`, () => ({ relation: relation.toLowerCase() })),
      ),
    ];
    return {
      index,
      allow: compilePatterns(rule.allow, index),
      deny: compilePatterns(rule.deny, index),
      regions: restricted.length === 0 ? null : restricted,
      paths: named.length === 0 ? null : named,
      tags: tags.length === 0 ? null : tagsOf(rule),
      callback: rule.callback ?? null,
      follow: rule.follow ?? true,
      priority: rule.priority ?? 0,
    };
  });
  const all = rules.flatMap((rule) => [...(rule.tags ?? [])]);
  return { rules, regions: regions.all, paths: paths.all, tags: all.length === 0 ? null : new Set(all) };
}

const tagsOf = ({ tags }: Rule): ReadonlySet<string> =>
  tags === null || tags === undefined || tags.length === 0 ? defaultTags : new Set(tags);

/** A list in which everything is once. */
class Once<T> {
  readonly all: T[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(key: string, make: () => T): number {
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.all.push(make()) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }
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
 * Applies the patterns of one rule to an absolute URL: a matching `deny` rejects; else a matching `allow` accepts; else a rule
 * without `allow` accepts; else it rejects. A pattern that takes too long rejects.
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
 * Returns the links of a page that the rules claim. Rules are tried in the order of the spider, and the first that accepts a link
 * claims it. Never throws because of a page.
 * @param pageUrl URL of the page after redirects
 * @param domains `allowed_domains`, compiled or as written
 */
export function claimLinks(
  rules: CompiledRules,
  page: Page,
  pageUrl: string,
  domains: DomainMatcher | readonly string[],
  options: ClaimOptions = {},
): LinkClaims {
  const result: LinkClaims = { claimed: [], dropped: [], problems: [] };
  if (rules.rules.length === 0) return result;
  const matcher = 'allows' in domains ? domains : compileDomains(domains);
  const { known = new KnownLinks(), within = null, ...limits } = options;
  const { anchors, site, problems } = scan(rules, page, pageUrl, { ...limits, known, within });
  result.problems = problems;
  const taken = new Map<string, number>();
  const slow = new Map<number, number>();

  for (const found of anchors) {
    const anchor = within === null ? found : chosenBy(found, rules.regions.length);
    if (anchor === null) continue;
    const { target, message } = anchor;
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
    // What is sent beside the URL is not known by it: the ledger tells whether it was asked for.
    if (isPlain(message) && known.isRequested(facts)) {
      site?.markRequested(anchor.href);
      continue;
    }
    const isInside = (rule: CompiledRule) => placeOf(page, anchor, rule) !== null;
    const decision = decide(rules, facts, url, isInside, slow);
    if (!decision.taken) {
      drop(decision.code, decision.rule, decision.pattern);
      continue;
    }
    const place = placeOf(page, anchor, decision.rule);
    if (place === null) continue;
    const fingerprint = fingerprintOfMessage(facts.fingerprint, message);
    const earlier = taken.get(fingerprint);
    const said = message === undefined ? {} : { message };
    const link = { ...linkAt(facts.url, place), rule: decision.rule.index, fingerprint, ...said };
    if (earlier === undefined) {
      taken.set(fingerprint, result.claimed.push(link) - 1);
    } else if (link.rule < (result.claimed[earlier]?.rule ?? 0)) {
      // Another spelling of the same request: the earlier rule in the spider takes precedence.
      result.claimed[earlier] = link;
    }
  }
  return result;
}

/** The places of an anchor inside a region; null: there are none. */
function chosenBy(anchor: Anchor, region: number): Anchor | null {
  const places = anchor.places.filter(({ inside }) => inside[region]);
  return places.length === 0 ? null : { ...anchor, places };
}

/** Finds the links of a page: all of an HTML page, and of others those in the places that rules name. */
function scan(
  rules: CompiledRules,
  page: Page,
  pageUrl: string,
  { within = null, ...options }: LinkOptions & JsonAsked & Pick<ClaimOptions, 'within'>,
): AnchorScan {
  if (page.kind === 'json') return scanJson(page, pageUrl, rules.paths, options);
  if (page.kind === 'xml') return scanXml(page, pageUrl, rules.regions, options);
  const regions = within === null ? rules.regions : [...rules.regions, within];
  return scanAnchors(page, pageUrl, regions, { ...options, tags: rules.tags });
}

/** The place from which a rule takes a link; null: it takes it from none. */
function placeOf({ kind }: Page, { places }: Anchor, { regions, paths, tags }: CompiledRule): Place | null {
  if (kind === 'html') return placeInside(places, regions, tags);
  const named = kind === 'json' ? paths : regions;
  return named === null ? null : placeInside(places, named);
}

type Decision =
  | { taken: true; rule: CompiledRule }
  | { taken: false; code: DropCode; rule: number | null; pattern: string | null };

/** @param slow number of links of the page on which a rule's patterns took too long, by rule */
function decide(
  rules: CompiledRules,
  facts: UrlFacts,
  url: string,
  isInside: (rule: CompiledRule) => boolean,
  slow: Map<number, number>,
): Decision {
  let outside = false;
  let denied: { rule: number; pattern: string | null } | null = null;
  for (const rule of rules.rules) {
    if (!isInside(rule)) {
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

/** A URL of a sitemap that was claimed. */
export interface ClaimedUrl {
  url: string;
  fingerprint: string;
  /** Index of the rule that claimed it; null if the spider has no rules. */
  rule: number | null;
  /** What its request says besides its URL; left out: it is a plain GET. */
  message?: RequestMessage;
}

/**
 * Claims URLs that are on no page, such as those of a sitemap: the first rule without region restrictions that accepts a URL
 * claims it. A spider without rules claims all of them, like its start URLs.
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
  const nowhere = ({ regions }: CompiledRule): boolean => regions === null;
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
 * Returns the rule whose callback extracts from a start URL: the first one that has a callback, is not restricted to regions, and
 * accepts the URL. Without one, nothing is extracted, so that listings yield no junk. A spider without rules uses `parse_article`
 * for its start URLs.
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
