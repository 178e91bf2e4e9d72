import type { Spider, StartRequest } from '../../shared/spider/schema.ts';
import { methodOf, startRequestsOf, writeRequest } from '../../shared/spider/start-requests.ts';
import { builtInCallback } from '../../shared/spider/schema.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import { domainAllows } from './domains.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { GeneratedSeeds, type GeneratedSeed } from './generated-seeds.ts';
import { ignoredExtension } from './link-extensions.ts';
import { defaultMaxUrlLength } from './links.ts';
import { resolveUrl } from './resolve.ts';
import {
  compileRules,
  judge,
  ruleForStartUrl,
  type CompiledRule,
  type CompiledRules,
  type Verdict,
} from './rules.ts';
import { looksLikeSitemap } from './sitemap-kind.ts';
import { slipIn, whyUnmatched } from './why-unmatched.ts';

/**
 * What a crawl does with a URL.
 * - `extract`: fetches it, and a callback extracts from it
 * - `follow`: fetches it for its links only
 * - `drop`: a rule matches it that neither extracts nor follows
 * - `reject`: no rule matches it
 * - `offsite`: outside `allowed_domains`
 * - `ignored`: an ignored file extension, a URL that is too long, or a start URL that is a sitemap when sitemaps are not read
 * - `invalid`: not an http(s) URL
 */
export type ExplainDecision = 'extract' | 'follow' | 'drop' | 'reject' | 'offsite' | 'ignored' | 'invalid';

/** One check of an explanation. */
export interface ExplainStep {
  /** Index of the rule, from 0; null for a check that applies to every link. */
  rule: number | null;
  /** The pattern or selector that was tested, or null. */
  pattern: string | null;
  kind:
    | 'url'
    | 'start-url'
    | 'domain'
    | 'extension'
    | 'length'
    | 'rules'
    | 'deny'
    | 'allow'
    | 'region'
    | 'callback'
    | 'memory';
  /** Whether the check succeeded: a pattern matched, the domain is allowed, the extension is ignored. */
  matched: boolean;
  message: string;
  /** For an allow pattern that does not match: one that does and differs little. Absent: none is known. */
  better?: string;
}

/** What a crawl does with a URL, and why. */
export interface Explanation {
  /** The URL as it is sent; as given if it is invalid. */
  url: string;
  decision: ExplainDecision;
  /** Index of the rule that decided, from 0; null if none did. */
  rule: number | null;
  /** The pattern that decided, or null. */
  pattern: string | null;
  /** Reason in one or two sentences. */
  reason: string;
  /** The checks, in order. */
  steps: ExplainStep[];
}

/**
 * Explains what a crawl does with a URL, without a page. If a rule is restricted to regions, only the page shows whether a link
 * is inside them, and the reason says so.
 * @param spider one that `validateSpider` accepts
 * @param url as a user typed it
 */
export function explainUrl(spider: Spider, url: string): Explanation {
  const steps: ExplainStep[] = [];
  const resolved = resolveUrl(url.trim(), null);
  if (!resolved.ok) {
    const message =
      resolved.problem === 'scheme'
        ? 'Only http and https URLs are crawled.'
        : 'This is not an absolute URL; it must start with http:// or https://.';
    steps.push({ rule: null, pattern: null, kind: 'url', matched: false, message });
    return { url, decision: 'invalid', rule: null, pattern: null, reason: message, steps };
  }
  const rules = compileRules(spider);
  const asLink = explainLink(spider, rules, resolved.url, steps);
  const fingerprint = fingerprintUrl(resolved.url);
  const seeds = new GeneratedSeeds(spider.settings);
  const generated = seeds.find(resolved.url);
  const isWritten = spider.start_urls.some((start) => fingerprintUrl(start) === fingerprint);
  const asked = requestsFor(spider, resolved.url);
  const [first] = asked;
  if (!isWritten && generated === null && first !== undefined) {
    const outcome = explainRequests(rules, first, asked);
    steps.unshift({
      rule: outcome.rule,
      pattern: null,
      kind: 'start-url',
      matched: true,
      message: outcome.reason,
    });
    return { url: resolved.url, ...outcome, steps };
  }
  if (!isWritten && generated === null) {
    return { url: resolved.url, ...orByRow(spider, resolved.url, asLink, steps), steps };
  }
  const asPage = startOf(rules, resolved.url, { isWritten, generated, count: seeds.count });
  const callback = asPage.rule === null ? generated?.request.callback : spider.rules?.[asPage.rule]?.callback;
  const start = looksLikeSitemap(resolved.url)
    ? explainSitemap(asPage, callback ?? null, readSettings(spider.settings).useSitemap)
    : asPage;
  steps.unshift({ rule: start.rule, pattern: null, kind: 'start-url', matched: true, message: start.reason });
  return { url: resolved.url, ...start, steps };
}

type Outcome = Omit<Explanation, 'url' | 'steps'>;

/** Adds which callbacks extract from a page that a row leads to, as far as that differs from what the rules decide. */
function orByRow(spider: Spider, url: string, asLink: Outcome, steps: ExplainStep[]): Outcome {
  const { decision, rule } = asLink;
  if (decision === 'offsite' || url.length > defaultMaxUrlLength) return asLink;
  const byRule = rule === null || decision !== 'extract' ? null : spider.rules?.[rule]?.callback;
  const byRow = Object.entries(spider.callbacks ?? {}).flatMap(([name, { iterate }]) => {
    const callback = iterate?.follow?.callback;
    return callback === undefined || callback === byRule ? [] : [{ name, callback }];
  });
  if (byRow.length === 0) return asLink;
  const each = byRow.map(({ name, callback }) => `a row of "${name}" leads to it for callback "${callback}"`);
  const message = `Rows ask no rule: whether ${each.join(', or ')}, only the pages with the rows show.`;
  steps.push({ rule: null, pattern: null, kind: 'callback', matched: true, message });
  return { ...asLink, reason: `${asLink.reason} ${message}` };
}

/**
 * Explains a start URL that looks like a sitemap or a feed; whether it is one is known only after it was fetched.
 * @param asPage what comes of it as a page, which it is for a callback of the spider
 */
function explainSitemap(asPage: Outcome, callback: string | null, useSitemap: boolean): Outcome {
  if (!useSitemap && callback !== null && callback !== builtInCallback) {
    const reason = `${asPage.reason} It looks like a sitemap or a feed: the URLs in it are read only where USE_SITEMAP is true.`;
    return { ...asPage, reason };
  }
  const looks =
    'This is a start URL, which is always fetched. It looks like a sitemap or a feed: if it is one,';
  return {
    decision: useSitemap ? 'follow' : 'ignored',
    rule: null,
    pattern: null,
    reason: useSitemap
      ? `${looks} the URLs in it go through the rules (USE_SITEMAP is true).`
      : `${looks} it is ignored unless USE_SITEMAP is true.`,
  };
}

/** An entry of `start_requests`, and its place there. */
interface Asked {
  index: number;
  request: StartRequest;
}

/** The start requests for a URL, whatever they send. */
function requestsFor(spider: Spider, url: string): Asked[] {
  const fingerprint = fingerprintUrl(url);
  return startRequestsOf(spider).flatMap((request, index) =>
    [request.url, writeRequest(request).url].some((each) => fingerprintUrl(each) === fingerprint)
      ? [{ index, request }]
      : [],
  );
}

/** Explains a URL that start requests ask for; the first says what comes of its page. */
function explainRequests(rules: CompiledRules, { request }: Asked, all: readonly Asked[]): Outcome {
  const names = all.map(({ index, request: each }) => `start_requests[${index}] (${methodOf(each)})`);
  const own = request.callback ?? null;
  const { rule, callback } =
    own === null ? ruleForStartUrl(rules, request.url) : { rule: null, callback: own };
  const always = `${names.join(' and ')} ${names.length === 1 ? 'asks' : 'ask'} for it, always`;
  const use =
    callback === null
      ? 'No rule with a callback accepts it, so nothing is extracted'
      : `Callback "${callback}" extracts from it`;
  const links = request.follow === false ? 'Its links are not followed' : 'Its links go through the rules';
  const decision = callback === null ? 'follow' : 'extract';
  return { decision, rule, pattern: null, reason: `${always}. ${use}. ${links}.` };
}

interface StartUse {
  /** Whether it is one of `start_urls`. */
  isWritten: boolean;
  /** Its place among the generated URLs; null: it is none of them. */
  generated: GeneratedSeed | null;
  /** Number of generated URLs. */
  count: number;
}

/** Explains a start URL. Of one that is generated too, the generated callback counts where the rules have none. */
function startOf(rules: CompiledRules, url: string, { isWritten, generated, count }: StartUse): Outcome {
  const written = isWritten ? explainStart(rules, url) : null;
  if (written !== null && (written.decision === 'extract' || generated === null)) return written;
  return generated === null ? explainStart(rules, url) : explainGenerated(generated, count, isWritten);
}

/** Explains a URL that GENERATED_URLS makes. */
function explainGenerated({ index, request }: GeneratedSeed, count: number, isWritten: boolean): Outcome {
  const { callback } = request;
  const place = `GENERATED_URLS makes it (${(index + 1).toLocaleString('en')} of ${count.toLocaleString('en')})`;
  const always = `${place}, so it is a start URL, which is always fetched`;
  const links = isWritten || request.follow ? 'Its links go through the rules' : 'Its links are not followed';
  const use = callback === null ? 'Nothing is extracted from it' : `Callback "${callback}" extracts from it`;
  const decision = callback === null ? 'follow' : 'extract';
  return { decision, rule: null, pattern: null, reason: `${always}. ${use}. ${links}.` };
}

function explainStart(rules: CompiledRules, url: string): Outcome {
  const { rule, callback } = ruleForStartUrl(rules, url);
  const always = 'This is a start URL, which is always fetched';
  if (rule === null) {
    const reason =
      callback === builtInCallback
        ? `${always}. The spider has no rules, so ${builtInCallback} extracts from it and no links are followed.`
        : `${always} and its links followed. No rule with a callback and without regions accepts it, so nothing is extracted.`;
    return { decision: callback === null ? 'follow' : 'extract', rule, pattern: null, reason };
  }
  const compiled = rules.rules[rule];
  const pattern = compiled === undefined ? null : judge(compiled, url).pattern;
  const reason = `${always} and its links followed. Rule ${rule} accepts it, so callback "${callback}" extracts from it.`;
  return { decision: 'extract', rule, pattern, reason };
}

function explainLink(spider: Spider, rules: CompiledRules, url: string, steps: ExplainStep[]): Outcome {
  const general = explainGeneral(spider, url, steps);
  if (general !== null) return general;
  if (rules.rules.length === 0) {
    const reason = 'The spider has no rules, so it follows no links: only its start URLs are fetched.';
    steps.push({ rule: null, pattern: null, kind: 'rules', matched: false, message: reason });
    return { decision: 'reject', rule: null, pattern: null, reason };
  }
  return explainRules(spider, rules, url, steps);
}

/** Carries out the checks that precede the rules; null if the link passes. */
function explainGeneral(spider: Spider, url: string, steps: ExplainStep[]): Outcome | null {
  const step = (kind: ExplainStep['kind'], matched: boolean, message: string) =>
    steps.push({ rule: null, pattern: null, kind, matched, message });
  const stop = (decision: ExplainDecision, reason: string): Outcome => ({
    decision,
    rule: null,
    pattern: null,
    reason,
  });

  step('url', true, `It is read as ${url}.`);
  if (url.length > defaultMaxUrlLength) {
    const reason = `The URL has ${url.length} characters; links of more than ${defaultMaxUrlLength} are not followed.`;
    step('length', true, reason);
    return stop('ignored', reason);
  }
  const extension = ignoredExtension(url);
  if (extension !== null) {
    const reason = `Links to files that end in ".${extension}" are not followed.`;
    step('extension', true, reason);
    return stop('ignored', reason);
  }
  const host = new URL(url).hostname;
  if (!domainAllows(spider.allowed_domains, url)) {
    const reason = `${host} is outside allowed_domains (${spider.allowed_domains.join(', ')}).`;
    step('domain', false, reason);
    return stop('offsite', reason);
  }
  step('domain', true, `${host} is inside allowed_domains.`);
  return null;
}

function explainRules(spider: Spider, rules: CompiledRules, url: string, steps: ExplainStep[]): Outcome {
  const conditional: Outcome[] = [];
  let denied: Outcome | null = null;
  for (const rule of rules.rules) {
    const verdict = judge(rule, url);
    steps.push(...patternSteps(rule, verdict, url));
    if (verdict.kind === 'cost') {
      return closing(conditional, {
        decision: 'reject',
        rule: rule.index,
        pattern: verdict.pattern,
        reason: `Pattern ${quote(verdict.pattern)} of rule ${rule.index} takes too long on this URL, so the link is dropped. Simplify the pattern.`,
      });
    }
    if (verdict.kind === 'deny') {
      const reason = `Rule ${rule.index} denies it by ${quote(verdict.pattern)}, and no other rule accepts it.`;
      denied ??= { decision: 'reject', rule: rule.index, pattern: verdict.pattern, reason };
    }
    if (!verdict.accepted) continue;
    const outcome = accepted(rule, verdict);
    steps.push({
      rule: rule.index,
      pattern: null,
      kind: 'callback',
      matched: rule.callback !== null,
      message: `${useOf(rule)}.`,
    });
    steps.push(...placeSteps(spider, rule));
    if (rule.regions === null) return closing(conditional, outcome);
    const regions = regionNames(spider, rule);
    steps.push({
      rule: rule.index,
      pattern: regions.join(', '),
      kind: 'region',
      matched: false,
      message: `Rule ${rule.index} only takes links inside ${regions.map(quote).join(' or ')}. The URL alone does not show whether the link is there.`,
    });
    conditional.push({ ...outcome, reason: `Inside ${regions.map(quote).join(' or ')}: ${outcome.reason}` });
  }
  const reason = `No rule accepts it: no allow pattern matches.${nearMiss(rules, url)}`;
  return closing(conditional, denied ?? { decision: 'reject', rule: null, pattern: null, reason });
}

/** The one allow pattern that nearly matches, and how; empty: none does, or several do. */
function nearMiss(rules: CompiledRules, url: string): string {
  const near = rules.rules.flatMap(({ index, allow }) =>
    allow.flatMap(({ source }) => {
      const slip = slipIn(source, url);
      return slip === null
        ? []
        : [` Rule ${index} nearly does: in ${quote(source)} ${slip.reason}; ${quote(slip.better)} matches.`];
    }),
  );
  return near.length === 1 ? near.join('') : '';
}

/** Returns the outcome of the first rule that may match. If that depends on a region, the reason also states the alternative. */
function closing(conditional: readonly Outcome[], otherwise: Outcome): Outcome {
  const first = conditional[0];
  if (first === undefined) return otherwise;
  const reasons = [...conditional.map(({ reason }) => reason), `Elsewhere: ${otherwise.reason}`];
  return { ...first, reason: reasons.join(' ') };
}

function accepted(rule: CompiledRule, verdict: Verdict): Outcome {
  const how = verdict.kind === 'allow' ? `by ${quote(verdict.pattern)}` : 'as it has no allow patterns';
  const decision = rule.callback !== null ? 'extract' : rule.follow ? 'follow' : 'drop';
  const reason = `Rule ${rule.index} accepts it ${how}. ${useOf(rule)}.`;
  return { decision, rule: rule.index, pattern: verdict.pattern, reason };
}

function useOf(rule: CompiledRule): string {
  if (rule.callback === null) {
    return rule.follow
      ? 'Its links are followed, nothing is extracted'
      : 'The rule neither extracts nor follows, so the link is dropped';
  }
  const extraction = `Callback "${rule.callback}" extracts from it`;
  return rule.follow
    ? `${extraction} and its links are followed`
    : `${extraction}, its links are not followed`;
}

/** Returns one step for each tested pattern, up to the one that decided. */
function patternSteps(rule: CompiledRule, verdict: Verdict, url: string): ExplainStep[] {
  const steps: ExplainStep[] = [];
  const { index } = rule;
  const add = (kind: 'deny' | 'allow', pattern: string | null, matched: boolean, message: string) =>
    steps.push({ rule: index, pattern, kind, matched, message });
  for (const kind of ['deny', 'allow'] as const) {
    for (const { source } of rule[kind]) {
      const decided = source === verdict.pattern;
      if (decided && verdict.kind === 'cost') {
        add(
          kind,
          source,
          false,
          `Rule ${index}: ${kind} pattern ${quote(source)} takes too long on this URL.`,
        );
        return steps;
      }
      if (decided && verdict.kind === kind) {
        const effect =
          kind === 'deny' ? 'matches, so the rule rejects the URL' : 'matches, so the rule accepts the URL';
        add(kind, source, true, `Rule ${index}: ${kind} pattern ${quote(source)} ${effect}.`);
        return steps;
      }
      if (kind === 'deny') {
        add(kind, source, false, `Rule ${index}: deny pattern ${quote(source)} does not match.`);
        continue;
      }
      const { reason, better } = whyUnmatched(source, url);
      const message = `Rule ${index}: allow pattern ${quote(source)} does not match: ${reason}.`;
      steps.push({
        rule: index,
        pattern: source,
        kind,
        matched: false,
        message,
        ...(better === null ? {} : { better }),
      });
    }
  }
  if (verdict.kind === 'no-allow')
    add('allow', null, true, `Rule ${index} has no allow patterns, so it accepts any URL.`);
  return steps;
}

/** What a rule says about the links of JSON pages and about elements, which the URL does not show. */
function placeSteps(spider: Spider, { index }: CompiledRule): ExplainStep[] {
  const { restrict_json: paths, tags } = spider.rules?.[index] ?? {};
  const step = (names: readonly string[], message: string): ExplainStep => ({
    rule: index,
    pattern: names.join(', '),
    kind: 'region',
    matched: true,
    message,
  });
  const steps: ExplainStep[] = [];
  if (paths !== null && paths !== undefined && paths.length > 0) {
    const message = `On a JSON page, rule ${index} takes it only from ${paths.map(quote).join(' or ')}.`;
    steps.push(step(paths, message));
  }
  if (tags !== null && tags !== undefined && tags.length > 0) {
    const elements = tags.map((tag) => `<${tag}>`).join(', ');
    steps.push(step(tags, `On an HTML page, rule ${index} takes it only from these elements: ${elements}.`));
  }
  return steps;
}

function regionNames(spider: Spider, rule: CompiledRule): string[] {
  const written = spider.rules?.[rule.index];
  return [...(written?.restrict_xpaths ?? []), ...(written?.restrict_css ?? [])];
}

const quote = (text: string | null): string => (text === null ? 'a pattern' : `"${text}"`);
