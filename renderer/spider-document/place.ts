import { memberOf } from '../../shared/spider/plain.ts';
import {
  nodeAt,
  pathAt,
  pointerOf,
  valueOf,
  type JsonPath,
  type ParsedText,
} from '../../shared/spider/json-path.ts';

/** The part of a spider that the caret is in. `pointer` is its JSON pointer. */
export type Place =
  | {
      readonly kind: 'callback';
      readonly callback: string;
      /** The names of nested fields, outermost first; empty: the callback itself. "reviews.author" is ["reviews", "author"]. */
      readonly field: readonly string[];
      readonly pointer: string;
    }
  | {
      readonly kind: 'rule';
      /** From 0. */
      readonly rule: number;
      /** The callback that the rule names, if it does. */
      readonly callback: string | null;
      readonly pointer: string;
    }
  | {
      readonly kind: 'setting';
      readonly setting: string;
      /** The key in the setting, for example in CUSTOM_SELECTORS. */
      readonly key: string | null;
      readonly pointer: string;
    };

/** The part of a spider at an offset; null elsewhere. The text need not be valid JSON. */
export function placeAt(parsed: ParsedText, offset: number): Place | null {
  return placeOf(parsed, pathAt(parsed, offset));
}

function placeOf({ root }: Pick<ParsedText, 'root'>, path: JsonPath): Place | null {
  const [part, name] = path;
  if (part === 'rules' && typeof name === 'number') {
    const callback = memberOf(valueOf(nodeAt(root, ['rules', name])), 'callback');
    return {
      kind: 'rule',
      rule: name,
      callback: typeof callback === 'string' ? callback : null,
      pointer: pointerOf(path.slice(0, 2)),
    };
  }
  if (part === 'settings' && typeof name === 'string') {
    const key = path[2];
    return {
      kind: 'setting',
      setting: name,
      key: typeof key === 'string' ? key : null,
      pointer: pointerOf(path.slice(0, 2)),
    };
  }
  if (part !== 'callbacks' || typeof name !== 'string') return null;
  const field: string[] = [];
  let length = 2;
  // Fields stand two levels apart: extract, name, extract, name.
  for (let at = 2; path[at] === 'extract'; at += 2) {
    const key = path[at + 1];
    if (typeof key !== 'string') break;
    field.push(key);
    length = at + 2;
  }
  return { kind: 'callback', callback: name, field, pointer: pointerOf(path.slice(0, length)) };
}

/** The path of a field in the document. */
export function fieldPath(callback: string, field: readonly string[]): JsonPath {
  return ['callbacks', callback, ...field.flatMap((name) => ['extract', name])];
}
