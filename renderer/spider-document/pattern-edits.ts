import { entriesOf, memberOf } from '../../shared/spider/plain.ts';
import { getDocument, replaceText, revealPointer, type SpiderKey } from './document.ts';
import { setValue, type Edits } from '../../shared/spider/json-edits.ts';
import { parseText, valueOf } from '../../shared/spider/json-path.ts';

/** An allow pattern of a rule, and the one to be put in its place. */
export interface PatternChange {
  /** The index of the rule, from 0. */
  rule: number;
  pattern: string;
  better: string;
}

/** The edits that put another pattern in the place of one. @returns null where the rule has no such pattern as it is written */
export function patternEdits(text: string, { rule, pattern, better }: PatternChange): Edits | null {
  const document = valueOf(parseText(text).root ?? undefined);
  const allow = entriesOf(memberOf(entriesOf(memberOf(document, 'rules'))[rule], 'allow'));
  const at = allow.indexOf(pattern);
  return at === -1 ? null : setValue(text, ['rules', rule, 'allow', at], better);
}

/**
 * Puts another allow pattern in the place of one, as one step that can be undone. A pattern that is written otherwise, for
 * example with an argument in it, is shown instead.
 */
export function applyPattern(key: SpiderKey, change: PatternChange): void {
  const text = getDocument(key)?.text;
  if (text === undefined) return;
  const edits = patternEdits(text, change);
  if (edits === null) return revealPointer(key, `/rules/${change.rule}/allow`);
  replaceText(key, edits, labelOf(change));
}

/** What the button of a change says, and the step that can be undone. */
export const labelOf = ({ better }: Pick<PatternChange, 'better'>): string => `Use “${better}”`;
