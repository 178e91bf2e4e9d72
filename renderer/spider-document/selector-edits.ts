import type { WhyEmpty } from '../../shared/contract/types.ts';
import type { SelectorLanguage } from '../../shared/selectors/language.ts';
import { applyEdits, type TextEdit } from '../../shared/spider/text-edits.ts';
import { getDocument, replaceText, type SpiderKey } from './document.ts';
import { removeAt, setValue } from '../../shared/spider/json-edits.ts';
import { nodeAt, parseText, propertyOf, type JsonPath } from '../../shared/spider/json-path.ts';

/** The key of a field that holds a selector of each language. */
export const sourceKeys: Readonly<Record<SelectorLanguage, string>> = {
  css: 'css',
  xpath: 'xpath',
  json: 'json_path',
};

/**
 * The text of a spider with another selector in a field, a nested list or `iterate`. Those of other languages go: a field has one
 * selector.
 * @param path the path of what holds the selector
 * @returns null where it does not exist
 */
export function withSelectorAt(
  text: string,
  path: JsonPath,
  language: SelectorLanguage,
  selector: string,
): string | null {
  const { root } = parseText(text);
  const has = (key: string) => nodeAt(root, [...path, key]) !== undefined;
  const isList = propertyOf(nodeAt(root, path), 'type')?.children?.[1]?.value === 'nested_list';
  if (isList || path.at(-1) === 'iterate')
    return edited(text, setValue(text, [...path, 'selector'], selector));
  let written = edited(text, setValue(text, [...path, sourceKeys[language]], selector));
  for (const key of replacedBy(language, has('css') || has('xpath'))) {
    if (written !== null && has(key)) written = edited(written, removeAt(written, [...path, key]));
  }
  return written;
}

/** The sources that a selector replaces. A path into JSON that a selector of elements finds stays beside another of these. */
function replacedBy(language: SelectorLanguage, hasElements: boolean): string[] {
  if (language === 'json') return ['css', 'xpath'];
  return [language === 'css' ? 'xpath' : 'css', ...(hasElements ? [] : ['json_path'])];
}

/** A text after edits; null: there are none. */
export const edited = (text: string, edits: readonly TextEdit[] | null): string | null =>
  edits === null ? null : applyEdits(text, edits);

/** The single edit that turns one text into another. */
export function differenceOf(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return {
    offset: start,
    length: before.length - start - end,
    text: after.slice(start, after.length - end),
  };
}

/** A selector in place of one that gives nothing; its label is that of a button and of the step that can be undone. */
export type SelectorFix = NonNullable<WhyEmpty['fix']>;

/** The edits that put a selector in place of another. None: what holds it does not exist. @param path what holds it */
export function fixEdits(text: string, path: JsonPath, { language, selector }: SelectorFix): TextEdit[] {
  const after = withSelectorAt(text, path, language, selector);
  return after === null || after === text ? [] : [differenceOf(text, after)];
}

/** Puts a selector in place of another in the document of a spider, as one step that can be undone. */
export function applyFix(key: SpiderKey, path: JsonPath, fix: SelectorFix): void {
  const text = getDocument(key)?.text;
  if (text !== undefined) replaceText(key, fixEdits(text, path, fix), fix.label);
}
