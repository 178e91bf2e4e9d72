import { isTag, type AnyNode, type Element } from 'domhandler';
import { selectorFor } from '../../extract/select.ts';
import { escapeIdentifier } from '../../extract/analyze/names.ts';
import { classesOf } from './path.ts';
import { scopeIndex } from './scope-index.ts';

/** Something that can stand at a place of a selector. */
export interface Completion {
  readonly text: string;
  readonly kind: 'tag' | 'class' | 'id' | 'attribute' | 'value' | 'pseudo';
  /** Number of elements that the selector then matches; null: it depends on what follows. */
  readonly count: number | null;
}

const maxEntries = 200;
const longestValue = 80;

/** The beginning of a name at the end of a selector, after what says its kind. */
const ending = /(?:(::?)|(\.)|(#)|\[\s*([\w-]+)\s*[~|^$*]?=\s*["']?|(\[)\s*)?((?:[\w-]|[^\p{ASCII}]|\\.)*)$/u;

const textPseudos = ['text', 'attr('];

/**
 * What can follow at the end of an unfinished CSS selector: names and values that the elements of some pages or rows have at
 * this place. `from` is where the text of an entry begins.
 */
export function completeCss(
  before: string,
  roots: readonly AnyNode[],
): { from: number; entries: Completion[] } {
  const match = ending.exec(before);
  if (match === null) return { from: before.length, entries: [] };
  const [whole, colons, dot, hash, valueOf, bracket, name = ''] = match;
  const from = before.length - name.length;
  const head = before.slice(0, before.length - whole.length);
  const part = partAround(head);
  if (part === null) return { from, entries: [] };
  if (colons !== undefined) return { from, entries: colons === '::' ? pseudosOf(name) : [] };
  const kind =
    dot !== undefined
      ? 'class'
      : hash !== undefined
        ? 'id'
        : valueOf !== undefined
          ? 'value'
          : bracket !== undefined
            ? 'attribute'
            : 'tag';
  if (kind === 'tag' && !part.isStart) return { from, entries: [] };
  const elements = roots.flatMap((root) => elementsFor(root, part));
  const counts = new Map<string, number>();
  for (const element of elements) {
    for (const each of namesOf(element, kind, valueOf ?? '')) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const written = (text: string): string =>
    kind === 'value' ? text.replaceAll(/["\\]/g, '\\$&') : escapeIdentifier(text);
  const entries = [...counts]
    .map(([text, count]): Completion => ({ text: written(text), kind, count }))
    .filter(({ text }) => text.toLowerCase().startsWith(name.toLowerCase()))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.text < b.text ? -1 : 1))
    .slice(0, maxEntries);
  return { from, entries };
}

const pseudosOf = (name: string): Completion[] =>
  textPseudos.filter((text) => text.startsWith(name)).map((text) => ({ text, kind: 'pseudo', count: null }));

interface PartAround {
  /** A selector of the elements that the unfinished name is about. */
  readonly selector: string;
  /** Whether a compound begins here, so that an element name can stand. */
  readonly isStart: boolean;
}

/** The selector before a name, without the alternatives before it; null: the name stands inside a text or a function. */
function partAround(head: string): PartAround | null {
  let depth = 0;
  let quote = '';
  let begin = 0;
  for (let at = 0; at < head.length; at += 1) {
    const character = head[at] ?? '';
    if (character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) begin = at + 1;
  }
  if (quote !== '' || depth !== 0) return null;
  const rest = head.slice(begin).trimStart();
  const isStart = rest === '' || /[\s>+~]$/.test(rest);
  return { selector: isStart ? `${rest}*` : rest, isStart };
}

function elementsFor(root: AnyNode, { selector }: PartAround): readonly Element[] {
  if (selector === '*') return scopeIndex(root).elements;
  const read = selectorFor('css', selector);
  if (!read.ok) return [];
  try {
    return read.selector.select(root).flatMap(({ node }) => (node !== null && isTag(node) ? [node] : []));
  } catch {
    return [];
  }
}

function namesOf(element: Element, kind: Completion['kind'], attribute: string): readonly string[] {
  const { name, attribs } = element;
  if (kind === 'tag') return [name];
  if (kind === 'class') return classesOf(element);
  if (kind === 'attribute') return Object.keys(attribs);
  const value = attribs[kind === 'id' ? 'id' : attribute];
  return value === undefined || value === '' || value.length > longestValue ? [] : [value];
}
