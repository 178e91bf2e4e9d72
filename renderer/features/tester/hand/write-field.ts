import type { SelectorLanguage } from '../../../../shared/selectors/language.ts';
import { offerForValues, offersOf } from '../../../../shared/spider/offers.ts';
import { applyEdits, editBetween } from '../../../../shared/spider/text-edits.ts';
import {
  getDocument,
  replaceText,
  revealPointer,
  type SpiderKey,
} from '../../../spider-document/document.ts';
import { removeAt, renameKey, setValue } from '../../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, pointerOf, valueOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import type { WithPageRule } from '../page-rule.ts';
import { withSelector, type Target } from '../targets.ts';
import { changeTester, getTester } from '../tester-store.ts';

/** A selector as it is written into a field. */
export interface Taken {
  readonly language: SelectorLanguage;
  readonly selector: string;
  /** The first value that it takes; null: none. It decides about the processors of a new field. */
  readonly value: string | null;
  /** Whether the field takes all matches; null: as it stands. */
  readonly all: boolean | null;
}

/**
 * The text with a field that takes what a selector matches.
 *
 * @param name of a new field
 * @returns null where the text has no place for it
 */
function withTaken(text: string, target: Target, taken: Taken, name: string): string | null {
  const after = withSelector(text, target, taken.language, taken.selector, name);
  if (after === null) return null;
  const path = target.kind === 'new' ? [...target.path, name] : target.path;
  const clean = target.kind === 'new' ? withProcessors(after, path, taken.value) : after;
  return taken.all === null ? clean : withAll(clean, path, taken.all);
}

function withAll(text: string, path: JsonPath, all: boolean): string | null {
  const at = [...path, 'get_all'];
  const has = nodeAt(parseText(text).root, at) !== undefined;
  const edits = all ? setValue(text, at, true) : has ? removeAt(text, at) : [];
  return edits === null ? null : applyEdits(text, edits);
}

/** The text with the processors that the value of a new field asks for: links become absolute, numbers numbers. */
function withProcessors(text: string, path: JsonPath, value: string | null): string {
  const document = valueOf(parseText(text).root ?? undefined);
  const pointer = pointerOf(path);
  const field = valueOf(nodeAt(parseText(text).root, path));
  const offer =
    offersOf(document).find((each) => pointerOf(each.path) === pointer) ??
    offerForValues(field, path, [value]);
  return offer === null
    ? text
    : applyEdits(text, setValue(text, offer.change.path, offer.change.value) ?? []);
}

/**
 * Writes a field as one step that can be undone, and puts the caret there. @returns its pointer; null: it was not written
 *
 * @param withRule adds the rule by which a crawl takes the field from its page
 * @param join steps in a row with the same name are undone as one
 */
export function writeTaken(
  key: SpiderKey,
  target: Target,
  taken: Taken,
  { name, withRule, join }: { name: string; withRule: WithPageRule; join: string | null },
): string | null {
  const text = getDocument(key)?.text;
  const after = text === undefined ? null : withTaken(withRule(text), target, taken, name);
  if (text === undefined || after === null) return null;
  const pointer = pointerOf(target.kind === 'new' ? [...target.path, name] : target.path);
  if (after !== text) replaceText(key, [editBetween(text, after)], 'Take it from the page', join);
  revealPointer(key, pointer, { focus: false });
  return pointer;
}

/** Why a field cannot have a name; null: it can. */
export function whyNotNamed(text: string, path: JsonPath, name: string): string | null {
  if (name.trim() === '') return 'The field needs a name.';
  return renameKey(text, path, name.trim()) === null ? `The field "${name.trim()}" already exists.` : null;
}

/** Renames a field in one step that can be undone. @returns whether it could have that name */
export function renameField(key: SpiderKey, path: JsonPath, name: string): boolean {
  const text = getDocument(key)?.text;
  const edits = text === undefined || name.trim() === '' ? null : renameKey(text, path, name.trim());
  if (edits === null) return false;
  const renamed = pointerOf([...path.slice(0, -1), name.trim()]);
  const { hand } = getTester(key);
  replaceText(key, edits, 'Rename the field');
  if (hand?.pointer === pointerOf(path)) changeTester(key, { hand: { ...hand, pointer: renamed } });
  revealPointer(key, renamed, { focus: false });
  return true;
}

/** Removes a field in one step that can be undone. */
export function removeField(key: SpiderKey, path: JsonPath): void {
  const text = getDocument(key)?.text;
  const edits = text === undefined ? null : removeAt(text, path);
  if (edits === null) return;
  replaceText(key, edits, 'Delete the field');
  changeTester(key, { hand: null });
  revealPointer(key, pointerOf(path.slice(0, -2)), { focus: false });
}
