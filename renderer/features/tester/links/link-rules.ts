import { literal } from '../../../../shared/spider/page-rule.ts';
import type { Rule } from '../../../../shared/spider/schema.ts';
import { entriesOf, isObject, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import {
  getDocument,
  replaceText,
  revealPointer,
  type SpiderKey,
} from '../../../spider-document/document.ts';
import { inTurn, insertItem, setValue, type Edits } from '../../../../shared/spider/json-edits.ts';
import { parseText, pointerOf, valueOf } from '../../../../shared/spider/json-path.ts';

/** What is to become of the links that match a pattern. */
export type LinkDecision = 'extract' | 'follow' | 'ignore';

/** What an extracted page gets where the spider has no callback for it. */
const firstCallback = { name: 'parse_page', value: { extract: { title: { css: 'h1::text' } } } };

/** A pattern for the addresses that differ from one in their numbers, or without any in the last part of their path. */
export function patternLike(url: string): string {
  const [address = ''] = url.split('#');
  const plain = literal(address);
  const host = /^\w+:\/\/[^/?#]*/u.exec(plain)?.[0] ?? '';
  const path = plain.slice(host.length);
  if (/\d/u.test(path)) return `^${host}${path.replaceAll(/\d+/gu, String.raw`\d+`)}$`;
  return `^${host}${path.replace(/[^/?]+(\/?)$/u, '[^/?#]+$1')}$`;
}

/**
 * The callback for the pages behind links: those with rows for pages like the one at hand, another for detail pages; null:
 * the spider has none.
 *
 * @param isLike whether the pages are like the one that the callback in hand takes
 */
function callbackFor(document: unknown, inHand: string | null, isLike: boolean): string | null {
  const callbacks = membersOf(memberOf(document, 'callbacks'));
  const hasRows = (callback: unknown) => isObject(memberOf(callback, 'iterate'));
  const own = callbacks.find(([name]) => name === inHand);
  if (own !== undefined && (isLike || !hasRows(own[1]))) return own[0];
  return callbacks.find(([, callback]) => !hasRows(callback))?.[0] ?? null;
}

/**
 * The edits that decide about the links of a pattern. Rules are tried in order, so theirs comes first; a rule for this very
 * pattern is changed instead. A rule without callback that is not followed drops its links.
 *
 * @returns null where the text has no place for it
 */
export function ruleEdits(
  text: string,
  pattern: string,
  decision: LinkDecision,
  { callback, isLike }: { callback: string | null; isLike: boolean },
): { edits: Edits; rule: number } | null {
  const document = valueOf(parseText(text).root ?? undefined);
  const rules = entriesOf(memberOf(document, 'rules'));
  const at = rules.findIndex((rule) => {
    const allow = entriesOf(memberOf(rule, 'allow'));
    return allow.length === 1 && allow[0] === pattern;
  });
  const name = callbackFor(document, callback, isLike) ?? firstCallback.name;
  const isNew = decision === 'extract' && memberOf(memberOf(document, 'callbacks'), name) === undefined;
  const known = rules[at];
  const kept = isObject(known)
    ? Object.fromEntries(Object.entries(known).filter(([key]) => key !== 'callback' && key !== 'follow'))
    : { allow: [pattern] };
  const rule: Rule = { ...kept, ...decided(decision, name, isLike) };
  const edits = inTurn(text, [
    (now) => (at === -1 ? insertItem(now, ['rules'], 0, rule) : setValue(now, ['rules', at], rule)),
    ...(isNew ? [(now: string) => setValue(now, ['callbacks', name], firstCallback.value)] : []),
  ]);
  return edits === null ? null : { edits, rule: Math.max(at, 0) };
}

function decided(
  decision: LinkDecision,
  callback: string,
  isLike: boolean,
): Pick<Rule, 'callback' | 'follow'> {
  if (decision === 'ignore') return { follow: false };
  if (decision === 'follow') return {};
  return isLike ? { callback } : { callback, follow: false };
}

/** Decides about the links of a pattern, as one step that can be undone. @returns whether the text could be written to */
export function decide(
  key: SpiderKey,
  pattern: string,
  decision: LinkDecision,
  of: { callback: string | null; isLike: boolean },
): boolean {
  const text = getDocument(key)?.text;
  const made = text === undefined ? null : ruleEdits(text, pattern, decision, of);
  if (made === null) return false;
  replaceText(key, made.edits, 'Decide about links');
  revealPointer(key, pointerOf(['rules', made.rule]), { focus: false });
  return true;
}
