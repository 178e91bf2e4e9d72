import type { Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { callbackIn, isCallOf, lastName, textsIn } from './plain.ts';
import type { Call, Expression } from './syntax.ts';

const lists = new Set(['allow', 'deny', 'restrict_xpaths', 'restrict_css', 'tags']);
const positions = ['allow', 'deny', 'allow_domains', 'deny_domains'];
const extractorReasons: Readonly<Record<string, string>> = {
  allow_domains: 'allowed_domains of the spider limits links.',
  deny_domains: 'allowed_domains of the spider limits links.',
  deny_extensions: 'Links to files are known by their type.',
  attrs: 'Links are taken from href.',
  canonicalize: 'Addresses that mean the same are known as one.',
  unique: 'A page is asked for once in a run.',
  process_value: 'Links are not changed by code.',
  strip: 'Blanks around links are left out.',
  restrict_text: 'Links are chosen by their address and where they stand, not by their text.',
};
const ruleReasons: Readonly<Record<string, string>> = {
  process_links: 'Links are not changed by code.',
  process_request: 'Requests are not changed by code.',
  cb_kwargs: 'A callback gets the page only.',
  errback: 'What fails is listed with the requests of a run.',
};
const unknown = 'There is no equal of it.';
const reasonOf = (table: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(table, name) ? table[name] : undefined) ?? unknown;

/** A rule of a spider, with the method that it names. */
export interface ReadRule {
  rule: Record<string, unknown>;
  callback: string | null;
  place: string;
}

/** Reads `Rule(LinkExtractor(…), callback=…, follow=…)`. */
export function readRules(rules: readonly Expression[], notes: Notes): ReadRule[] {
  return rules.flatMap((call) => {
    const place = `line ${call.line} (rules)`;
    if (isCallOf(call, 'Rule')) return readRule(call, place, notes) ?? [];
    notes.lost(place, 'It is no Rule(…) that stands in the source.');
    return [];
  });
}

function readRule(call: Call, place: string, notes: Notes): ReadRule | null {
  const extractor = call.args[0] ?? call.named.link_extractor;
  const rule: Record<string, unknown> = {};
  if (extractor !== undefined) {
    if (extractor.kind !== 'call' || !lastName(extractor.of).endsWith('LinkExtractor')) {
      notes.lost(place, 'Its links are not those of a LinkExtractor(…).');
      return null;
    }
    if (!addLists(extractor, rule, place, notes)) return null;
  }
  const callback = callbackIn(call.named.callback ?? call.args[1]);
  const follow = call.named.follow ?? call.args[3];
  if (follow?.kind === 'value' && typeof follow.value === 'boolean') rule.follow = follow.value;
  else {
    rule.follow = callback === null;
    if (follow !== undefined && follow.kind !== 'value')
      notes.lost(`${place}.follow`, 'The value is computed.');
  }
  for (const name of Object.keys(call.named)) {
    if (['link_extractor', 'callback', 'follow'].includes(name)) continue;
    notes.lost(`${place}.${name}`, reasonOf(ruleReasons, name));
  }
  return { rule, callback, place };
}

/** @returns whether the rule takes no more links than it did: a list that is computed would leave it without a limit */
function addLists(
  { args, named }: Call,
  rule: Record<string, unknown>,
  place: string,
  notes: Notes,
): boolean {
  const byPosition = args.map((arg, index) => [positions[index] ?? `argument ${index + 1}`, arg] as const);
  for (const [name, value] of [...byPosition, ...Object.entries(named)]) {
    if (!lists.has(name)) {
      notes.lost(`${place}.${name}`, reasonOf(extractorReasons, name));
      continue;
    }
    const texts = textsIn(value);
    if (texts === null && name !== 'deny') {
      notes.lost(place, `Its ${name} is computed, so the rule is left out.`);
      return false;
    }
    if (texts === null) notes.lost(`${place}.deny`, 'It is computed, so more links are followed.');
    else if (texts.some((text) => text !== '')) rule[name] = texts.filter((text) => text !== '');
  }
  return true;
}

/** Puts rules into the document, with the names that callbacks have here. */
export function addRules(
  rules: readonly ReadRule[],
  names: ReadonlyMap<string, string>,
  { draft, notes }: { draft: Draft; notes: Notes },
): void {
  for (const { rule, callback, place } of rules) {
    const own = callback === null ? null : (names.get(callback) ?? null);
    notes.from(['rules', draft.rules.length], place);
    if (callback !== null && own === null)
      notes.lost(`${place}.callback`, `Nothing is taken from its pages by "${callback}".`);
    notes.kept(place, `rules[${draft.rules.length}]`);
    draft.rules.push({ ...rule, ...(own === null ? {} : { callback: own }) });
  }
}
