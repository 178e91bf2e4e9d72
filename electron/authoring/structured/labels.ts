import { isTag, isText, type Element } from 'domhandler';
import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree } from '../tree.ts';
import { isValueOf, type Identifier, type IdentifierPlace } from './id-form.ts';
import { labels } from './label-words.ts';

/** The most characters of an element that holds a label, and of one that holds a value. */
const longestLabel = 120;
const longestValue = 80;
const mostLabels = 200;

const kinds = ['gtin', 'mpn', 'sku', 'brand'] as const satisfies readonly Identifier[];

/** Finds labels of identifiers with the values beside them: in one text, in the next element, in the next cell. */
export function findLabels({ elements }: DescribedTree): IdentifierPlace[] {
  const found: IdentifierPlace[] = [];
  for (const { element, text } of elements) {
    if (text === 0 || text > longestLabel) continue;
    if (found.length >= mostLabels) break;
    const own = element.children.find((child) => isText(child) && child.data.trim() !== '');
    if (own === undefined || !isText(own)) continue;
    const line = normalizeSpace(own.data);
    for (const kind of kinds) {
      const label = labels[kind].exec(line)?.[0] ?? '';
      if (label === '') continue;
      const place = valueOf(kind, label, line, element);
      if (place !== null) found.push({ kind, by: 'label', weight: 2, attribute: null, ...place });
      break;
    }
  }
  return found;
}

type ValuePlace = Pick<IdentifierPlace, 'value' | 'element' | 'before'>;

/** The value of a label that begins a line: the rest of the line, or what stands beside the element. */
function valueOf(kind: Identifier, label: string, line: string, element: Element): ValuePlace | null {
  const rest = line.slice(label.length).trim();
  if (rest === '') return /\p{L}\p{L}|#/u.test(label) ? valueBeside(element, kind) : null;
  if (kind === 'brand' || !(/[:：#.–—-]\s*$/u.test(label) || /^[#№]/u.test(rest))) return null;
  const value = rest.replace(/^[#№:]\s*/u, '').replace(/[\s|,;)]+$/u, '');
  return isValueOf(kind, value) ? { value, element, before: label } : null;
}

/** The value of a label: the element in or after its own, that after its parent, or the text of its parent. */
function valueBeside(label: Element, kind: Identifier): ValuePlace | null {
  let from: Element | null = label;
  for (let up = 0; up < 3 && from !== null; up += 1) {
    const inner = up === 0 ? (from.children.find(isTag) ?? null) : null;
    for (let node = inner ?? nextElement(from); node !== null; node = nextElement(node)) {
      const text = withoutMark(normalizeSpace(textOf(node)));
      if (text === '') continue;
      if (text.length > longestValue || !isValueOf(kind, text)) return null;
      return { value: text, element: innermost(node, text), before: null };
    }
    const rest = up === 0 ? '' : withoutMark(ownText(from));
    if (isValueOf(kind, rest)) return { value: rest, element: from, before: normalizeSpace(textOf(label)) };
    from = from.parent !== null && isTag(from.parent) ? from.parent : null;
  }
  return null;
}

function nextElement(element: Element): Element | null {
  for (let node = element.next; node !== null; node = node.next) if (isTag(node)) return node;
  return null;
}

const withoutMark = (text: string): string => text.replace(/^[:：#–—-]\s*/u, '');

const ownText = (element: Element): string =>
  normalizeSpace(element.children.map((child) => (isText(child) ? child.data : '')).join(' '));

/** The innermost element with the same text. */
function innermost(element: Element, text: string): Element {
  let inner = element;
  for (;;) {
    const only = inner.children.filter(isTag).find((child) => normalizeSpace(textOf(child)) === text);
    if (only === undefined) return inner;
    inner = only;
  }
}
