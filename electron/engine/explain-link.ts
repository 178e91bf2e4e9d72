import type { NextQuery, Spider } from '../../shared/spider/schema.ts';
import { domainAllows } from './domains.ts';
import type { ExplainDecision, ExplainStep, Outcome } from './explain-types.ts';
import { ignoredExtension } from './link-extensions.ts';
import { defaultMaxUrlLength } from './links.ts';
import { judge, type CompiledRule, type CompiledRules, type Verdict } from './rules.ts';
import { slipIn, whyUnmatched } from './why-unmatched.ts';

/** Explains what a crawl does with a link to a URL, and adds the checks to `steps`. */
export function explainLink(
  spider: Spider,
  rules: CompiledRules,
  url: string,
  steps: ExplainStep[],
): Outcome {
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
  const {
    restrict_json: paths,
    next_query: query,
    link_header: relations,
    tags,
  } = spider.rules?.[index] ?? {};
  const step = (names: readonly string[], message: string): ExplainStep => ({
    rule: index,
    pattern: names.join(', '),
    kind: 'region',
    matched: true,
    message,
  });
  const steps: ExplainStep[] = [];
  if (paths !== null && paths !== undefined && paths.length > 0) {
    const places = paths.map(quote).join(' or ');
    const message =
      query === null || query === undefined
        ? `On a JSON page, rule ${index} takes it only from ${places}.`
        : nextQueryText(index, query, places);
    steps.push(step(paths, message));
  }
  if (relations !== null && relations !== undefined && relations.length > 0) {
    const named = relations.map(quote).join(' or ');
    steps.push(step(relations, `On a JSON page, rule ${index} takes it from ${named} of the Link header.`));
  }
  if (tags !== null && tags !== undefined && tags.length > 0) {
    const elements = tags.map((tag) => `<${tag}>`).join(', ');
    steps.push(step(tags, `On an HTML page, rule ${index} takes it only from these elements: ${elements}.`));
  }
  return steps;
}

/** How a rule makes the request for the next page. */
function nextQueryText(rule: number, { name, add, to, ...query }: NextQuery, places: string): string {
  const of = query.in === 'body' ? 'the request of the page, with its body' : 'the URL of the page';
  const made = `On a JSON page, rule ${rule} makes it from ${of}:`;
  if (add === null || add === undefined) return `${made} ${quote(name)} gets the value of ${places}.`;
  const end = typeof to === 'number' ? `, up to ${to}` : '';
  return `${made} ${quote(name)} is ${add} higher, as long as there is something at ${places}${end}.`;
}

function regionNames(spider: Spider, rule: CompiledRule): string[] {
  const written = spider.rules?.[rule.index];
  return [...(written?.restrict_xpaths ?? []), ...(written?.restrict_css ?? [])];
}

const quote = (text: string | null): string => (text === null ? 'a pattern' : `"${text}"`);

/** Adds which callbacks extract from a page that a row leads to, as far as that differs from what the rules decide. */
export function orByRow(spider: Spider, url: string, asLink: Outcome, steps: ExplainStep[]): Outcome {
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
