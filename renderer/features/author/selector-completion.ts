import { getLocation } from 'jsonc-parser';
import type { CallValue } from '../../../shared/contract/index.ts';
import { inside } from '../../../shared/selectors/inside.ts';
import { languageOfRows } from '../../../shared/selectors/language.ts';
import {
  nodeAt,
  parseText,
  propertyOf,
  type JsonPath,
  type ParsedText,
} from '../../../shared/spider/json-path.ts';
import type { Completion } from './completion.ts';

/** A place in a CSS selector of a spider's text. */
export interface SelectorPlace {
  /** The selector up to the place. */
  readonly before: string;
  /** Selector of the rows or items that it is evaluated in; null: the page. */
  readonly within: string | null;
}

/** The place in a CSS selector at an offset; null: there is none. The text need not be valid JSON elsewhere. */
export function selectorAt(text: string, offset: number): SelectorPlace | null {
  const { path, previousNode: token, isAtPropertyKey } = getLocation(text, offset);
  if (isAtPropertyKey || token?.type !== 'string' || offset <= token.offset) return null;
  if (offset > token.offset + token.length || !holdsCss(path)) return null;
  const before = decoded(text.slice(token.offset + 1, offset));
  if (before === null || (path.at(-1) === 'selector' && languageOfRows(before) !== 'css')) return null;
  return { before, within: withinOf(parseText(text), path) };
}

function holdsCss(path: JsonPath): boolean {
  const [part, ...rest] = path;
  const key = path.at(-1);
  if (part === 'callbacks') return key === 'css' || key === 'selector';
  if (part === 'rules') return path.at(-2) === 'restrict_css';
  return part === 'settings' && rest[0] === 'CUSTOM_SELECTORS' && rest.length === 2;
}

/** The value of the beginning of a JSON string; null: it ends within an escape. */
function decoded(raw: string): string | null {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The rows and the lists around a selector, as one selector. */
function withinOf({ root }: Pick<ParsedText, 'root'>, path: JsonPath): string | null {
  const [part, callback] = path;
  if (part !== 'callbacks' || callback === undefined) return null;
  // What says where the rows are is evaluated on the page.
  if (path[2] === 'iterate' && path[3] === 'selector') return null;
  let within = selectorIn(root, ['callbacks', callback, 'iterate']);
  for (let at = 2; path[at] === 'extract'; at += 2) {
    const isOwn = path.length === at + 3 && path.at(-1) === 'selector';
    const list = isOwn ? null : selectorIn(root, path.slice(0, at + 2));
    if (list !== null) within = inside(within, list);
  }
  return within;
}

function selectorIn(root: ParsedText['root'], path: JsonPath): string | null {
  const value: unknown = propertyOf(nodeAt(root, path), 'selector')?.children?.[1]?.value;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The completions for what a page has at a place of a selector, which ends at `offset` in the text. */
export function selectorCompletions(
  text: string,
  offset: number,
  before: string,
  { from, entries }: Pick<CallValue<'tester.complete'>, 'from' | 'entries'>,
): Completion[] {
  const typed = before.slice(from);
  // What has to be escaped in JSON is longer in the text than in the selector.
  if (text.slice(offset - typed.length, offset) !== typed) return [];
  return entries.map(({ text: label, kind, count }) => ({
    label,
    kind: 'value',
    detail: count === null ? kind : `${kind} · ${count}`,
    documentation: null,
    snippet: JSON.stringify(label)
      .slice(1, -1)
      .replaceAll(/[\\$}]/gu, String.raw`\$&`),
    offset: offset - typed.length,
    length: typed.length,
    more: false,
  }));
}
