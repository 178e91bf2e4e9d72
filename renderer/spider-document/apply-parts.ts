import {
  applyPageRule,
  applyParts,
  callbackNames,
  type PageOfCallback,
  type SpiderParts,
} from '../../shared/spider/apply-parts.ts';
import { partEdits } from '../../shared/spider/part-edits.ts';
import { memberOf, membersOf } from '../../shared/spider/plain.ts';
import { applyEdits } from '../../shared/spider/text-edits.ts';
import type { Edits } from '../../shared/spider/json-edits.ts';
import { parseText, valueOf } from '../../shared/spider/json-path.ts';

/** Parts of a choice, as they are written into a text. */
export interface WrittenParts {
  edits: Edits;
  /** The names that the callbacks of the choice have in the text. */
  names: ReadonlyMap<string, string>;
  /** Callbacks of the choice that got another name, as the text had theirs for something else: the old and the new one. */
  renamed: readonly (readonly [string, string])[];
}

/**
 * Adds the parts of a choice to the text of a spider, as one edit that is undone in one step. Everything else stays byte
 * for byte as it is. Null: the text is broken, so that there is no place for them.
 */
export function writeParts(text: string, parts: SpiderParts): WrittenParts | null {
  const { root, brokenAt } = parseText(text);
  if (root?.type !== 'object' || brokenAt !== null) return null;
  const document = valueOf(root);
  const edits = partEdits(text, applyParts(document, parts));
  if (edits === null) return null;
  const names = callbackNames(document, parts);
  const known = new Set(membersOf(memberOf(document, 'callbacks')).map(([name]) => name));
  return { edits, names, renamed: [...names].filter(([from, to]) => from !== to && !known.has(to)) };
}

/**
 * The text with the rule by which a crawl runs a callback on a page, where it needs one; null where the text is broken.
 * The callback need not be there yet.
 */
export function withPageRule(text: string, page: PageOfCallback): string | null {
  const { root, brokenAt } = parseText(text);
  if (root?.type !== 'object' || brokenAt !== null) return null;
  const edits = partEdits(text, applyPageRule(valueOf(root), page));
  return edits === null ? null : applyEdits(text, edits);
}
