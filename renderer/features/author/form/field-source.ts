import { isSet, memberOf } from '../../../../shared/spider/plain.ts';
import { inTurn, removeAt, renameKey, setValue, type Edits } from '../../../../shared/spider/json-edits.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';

type SourceKey = 'css' | 'xpath' | 'json_path';
const sourceKeys: readonly SourceKey[] = ['css', 'xpath', 'json_path'];

/** The keys of a field that say where its value comes from, for each source that the form offers. */
const keysOf = {
  css: ['css'],
  xpath: ['xpath'],
  json: ['json_path'],
  'json-in-css': ['css', 'json_path'],
  'json-in-xpath': ['xpath', 'json_path'],
} as const satisfies Record<string, readonly SourceKey[]>;

/** Where the value of a field comes from: a selector, a JSON page, or JSON in the text of what a selector matches. */
export type FieldSource = keyof typeof keysOf;

/** Where a field of any shape comes from. */
export function sourceOf(field: unknown): FieldSource {
  const isJson = isSet(memberOf(field, 'json_path'));
  if (isSet(memberOf(field, 'css'))) return isJson ? 'json-in-css' : 'css';
  if (isSet(memberOf(field, 'xpath'))) return isJson ? 'json-in-xpath' : 'xpath';
  return isJson ? 'json' : 'css';
}

/** Gives the field at a path another source. A selector keeps its text when only its language changes. */
export function changeSource(text: string, path: JsonPath, field: unknown, to: FieldSource): Edits | null {
  const wanted: readonly SourceKey[] = keysOf[to];
  const present = sourceKeys.filter((key) => isSet(memberOf(field, key)));
  const leaving = present.filter((key) => !wanted.includes(key));
  const coming = wanted.filter((key) => !present.includes(key));
  const steps = coming.flatMap((key, index) => {
    const place = [...path, key];
    const old = leaving[index];
    const set = (now: string) => setValue(now, place, firstValue(key, path, wanted.length > 1));
    if (old === undefined) return [set];
    const rename = (now: string) => renameKey(now, [...path, old], key);
    return key !== 'json_path' && old !== 'json_path' ? [rename] : [rename, set];
  });
  const removed = leaving.slice(coming.length).map((key) => (now: string) => removeAt(now, [...path, key]));
  return inTurn(text, [...steps, ...removed]);
}

/** What a source begins with. JSON in HTML is in a script, as a rule, and a value under the name of its field. */
function firstValue(key: SourceKey, path: JsonPath, isJson: boolean): string {
  if (key === 'css') return isJson ? "script[type='application/ld+json']::text" : 'h1::text';
  if (key === 'xpath') return isJson ? "//script[@type='application/ld+json']/text()" : '//h1/text()';
  const name = String(path.at(-1));
  return /^[A-Za-z_]\w*$/.test(name) ? `$.${name}` : '$';
}

/** What a field takes of the element that it selects. */
export type Taken = 'selected' | 'text' | 'markdown';

/** What a field of any shape takes of its element. */
export function takenBy(field: unknown): Taken {
  if (memberOf(field, 'to_text') === true) return 'text';
  return memberOf(field, 'to_markdown') === true ? 'markdown' : 'selected';
}

/** Makes the field at a path take something else of its element. */
export function changeTaken(text: string, path: JsonPath, field: unknown, to: Taken): Edits | null {
  const flag = { selected: null, text: 'to_text', markdown: 'to_markdown' }[to];
  const others = ['to_text', 'to_markdown'].filter(
    (key) => key !== flag && memberOf(field, key) !== undefined,
  );
  return inTurn(text, [
    ...others.map((key) => (now: string) => removeAt(now, [...path, key])),
    ...(flag === null ? [] : [(now: string) => setValue(now, [...path, flag], true)]),
  ]);
}
