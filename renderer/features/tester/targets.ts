import type { Node } from 'jsonc-parser';
import {
  getDocument,
  replaceText,
  revealPointer,
  type Place,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { inside } from '../../../shared/selectors/inside.ts';
import type { SelectorLanguage } from '../../../shared/selectors/language.ts';
import { setValue } from '../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, pointerOf, propertyOf, type JsonPath } from '../../../shared/spider/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { differenceOf, edited, sourceKeys, withSelectorAt } from '../../spider-document/selector-edits.ts';
import { changeTester } from './tester-store.ts';

/** Something in a spider's text that a selector can be written into. */
export interface Target {
  /** Its JSON pointer; of a new field that of the fields it is to stand among. */
  readonly id: string;
  readonly label: string;
  readonly kind: 'field' | 'list' | 'new' | 'setting';
  /** The field; of a new one the fields it is to stand among; of a setting its value. */
  readonly path: JsonPath;
  /** Selector of the items or rows that the selector is looked for in; null: the page. */
  readonly within: string | null;
  /** Of a new field: the names of the fields it is to stand among. */
  readonly taken: readonly string[];
}

/** The callback that a field, new or not, belongs to. */
export const callbackOf = ({ path }: Pick<Target, 'path'>): string => String(path[1]);

/** Where a chosen selector is written. */
export interface Destination {
  readonly target: Target;
  /** Of a new field. */
  readonly name: string;
}

/** The callback that a selector goes to where the text has none yet. */
const firstCallback = 'parse_item';

/** Everything of a callback that a selector can be written into, in the order of the text. */
export function targetsIn(text: string, callback: string | null, place: Place | null): Target[] {
  const name = callback ?? firstCallback;
  const { root } = parseText(text);
  const setting: Target[] =
    place?.kind === 'setting' && place.setting === 'CUSTOM_SELECTORS' && place.key !== null
      ? [
          {
            ...at(['settings', 'CUSTOM_SELECTORS', place.key]),
            kind: 'setting',
            label: `CUSTOM_SELECTORS: ${place.key}`,
            within: null,
            taken: [],
          },
        ]
      : [];
  return [...setting, ...fieldsOf(root, name, [], rowsOf(root, name))];
}

/** What the rows of a callback are; null: it makes none. */
function rowsOf(root: Node | null, callback: string): string | null {
  const iterate = nodeAt(root, [...fieldPath(callback, []), 'iterate']);
  const selector: unknown = propertyOf(iterate, 'selector')?.children?.[1]?.value;
  return typeof selector === 'string' && selector !== '' ? selector : null;
}

const at = (path: JsonPath) => ({ id: pointerOf(path), path });

function fieldsOf(
  root: Node | null,
  callback: string,
  owner: readonly string[],
  within: string | null,
): Target[] {
  const path: JsonPath = [...fieldPath(callback, owner), 'extract'];
  const fields = nodeAt(root, path);
  const properties = fields?.type === 'object' ? (fields.children ?? []) : [];
  const nameOf = (property: Node) => String(property.children?.[0]?.value ?? '');
  const known = properties.flatMap((property): Target[] => {
    const name = nameOf(property);
    const field = property.children?.[1];
    const names = [...owner, name];
    const selector = propertyOf(field, 'selector')?.children?.[1]?.value;
    const isList = propertyOf(field, 'type')?.children?.[1]?.value === 'nested_list';
    const label = names.join(' › ');
    if (!isList) return [{ ...at([...path, name]), kind: 'field', label, within, taken: [] }];
    const items = typeof selector === 'string' ? inside(within, selector) : within;
    return [
      { ...at([...path, name]), kind: 'list', label: `${label} (list)`, within, taken: [] },
      ...fieldsOf(root, callback, names, items),
    ];
  });
  const label = `New field in ${owner.length === 0 ? callback : owner.join(' › ')}`;
  return [...known, { ...at(path), kind: 'new', label, within, taken: properties.map(nameOf) }];
}

/**
 * The target that the caret is in; else the new field, for there is always one.
 *
 * @param made where the caret is because something was just made there: then the next one is a new field beside it
 */
export function targetAt(
  targets: readonly Target[],
  place: Place | null,
  made: Place | null = null,
): Target | null {
  if (place !== null && place === made) return newBeside(targets, place);
  const here = targets.find(({ id, kind }) => kind !== 'new' && id === place?.pointer);
  const setting = targets.find(({ kind }) => kind === 'setting');
  return here ?? setting ?? targets.findLast(({ kind }) => kind === 'new') ?? null;
}

function newBeside(targets: readonly Target[], place: Place): Target | null {
  const among =
    place.kind === 'callback'
      ? pointerOf([...fieldPath(place.callback, place.field.slice(0, -1)), 'extract'])
      : null;
  const news = targets.filter(({ kind }) => kind === 'new');
  return news.find(({ id }) => id === among) ?? news.at(-1) ?? null;
}

/** Why a selector of a language cannot be written there; null if it can. */
export function objection(target: Target, language: SelectorLanguage, name: string): string | null {
  if (target.kind === 'list' && language === 'xpath') return 'The items of a list need a CSS selector.';
  if (target.kind === 'setting' && language === 'json') return 'This setting takes no JSONPath.';
  if (target.kind === 'new' && name.trim() === '') return 'The field needs a name.';
  if (target.taken.includes(name.trim())) return `The field "${name.trim()}" already exists.`;
  return null;
}

/**
 * Writes a selector into its target, as one step that can be undone, and puts the caret there. Those of other languages go: a
 * field has one selector. @returns whether the text could be written to
 */
export function writeSelector(
  key: SpiderKey,
  target: Target,
  language: SelectorLanguage,
  selector: string,
  name: string,
): boolean {
  const text = getDocument(key)?.text;
  if (text === undefined) return false;
  const after = withSelector(text, target, language, selector, name.trim());
  if (after === null) return false;
  replaceText(key, [differenceOf(text, after)], 'Use a selector');
  if (target.kind === 'new') revealMade(key, [...target.path, name.trim()]);
  else revealPointer(key, target.id, { focus: false });
  return true;
}

/** Reveals what was just created, and records that the caret was not moved there by the user. */
function revealMade(key: SpiderKey, path: JsonPath): void {
  revealPointer(key, pointerOf(path), { focus: false });
  changeTester(key, { made: getDocument(key)?.place ?? null });
}

/** Writes a value at a path in the same way. */
export function writeAt(key: SpiderKey, path: JsonPath, value: unknown, label: string): boolean {
  const text = getDocument(key)?.text;
  const edits = text === undefined ? null : setValue(text, path, value);
  if (edits === null) return false;
  replaceText(key, edits, label);
  revealMade(key, path);
  return true;
}

/**
 * The text of a spider with a selector written into a target.
 * @returns null where the target does not exist
 */
export function withSelector(
  text: string,
  { kind, path }: Target,
  language: SelectorLanguage,
  selector: string,
  name: string,
): string | null {
  if (kind === 'new')
    return edited(text, setValue(text, [...path, name], { [sourceKeys[language]]: selector }));
  if (kind === 'list') return edited(text, setValue(text, [...path, 'selector'], selector));
  if (kind === 'setting') return edited(text, setValue(text, path, selector));
  return withSelectorAt(text, path, language, selector);
}

/** A name for a new field that fits what was picked and is not taken among the fields it is to stand among. */
export function nameFor(target: Pick<Target, 'taken'>, wishes: readonly string[]): string {
  const taken = new Set(target.taken);
  const fitting = wishes.map(asName).filter((word) => word.length > 1);
  const words = fitting.length === 0 ? ['field'] : fitting;
  const free = words.find((word) => !taken.has(word));
  if (free !== undefined) return free;
  const base = words[0] ?? 'field';
  for (let number = 2; ; number += 1) if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
}

const asName = (word: string) =>
  word
    .replace(/([a-z])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^[_\d]+|_+$/gu, '')
    .slice(0, 40);
