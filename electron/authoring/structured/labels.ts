import { isTag, isText, type Element } from 'domhandler';
import { normalizeSpace } from '../../extract/text.ts';
import type { DescribedTree } from '../tree.ts';
import { isValueOf, type Identifier, type IdentifierPlace } from './id-form.ts';
import { labels } from './label-words.ts';
import { shortTextOf } from './short-text.ts';

/** The most characters of an element that holds a label, and of one that holds a value. */
const longestLabel = 120;
const longestValue = 80;
const mostLabels = 200;

const kinds = ['gtin', 'mpn', 'sku', 'brand'] as const satisfies readonly Identifier[];

/** Finds labels of identifiers with the values beside them: in one text, in the next element, in the next cell. */
export function findLabels(tree: DescribedTree): IdentifierPlace[] {
  const found: IdentifierPlace[] = [];
  for (const { element, text } of tree.elements) {
    if (text === 0 || text > longestLabel) continue;
    if (found.length >= mostLabels) break;
    const own = element.children.find((child) => isText(child) && child.data.trim() !== '');
    if (own === undefined || !isText(own)) continue;
    const line = normalizeSpace(own.data);
    for (const kind of kinds) {
      const label = labels[kind].exec(line)?.[0] ?? '';
      if (label === '') continue;
      const place = valueOf(kind, label, line, element, tree);
      if (place !== null) found.push({ kind, by: 'label', weight: 2, attribute: null, ...place });
      break;
    }
  }
  return found;
}

type ValuePlace = Pick<IdentifierPlace, 'value' | 'element' | 'text' | 'before'>;

/** The value of a label that begins a line: the rest of the line, or what stands beside the element. */
function valueOf(
  kind: Identifier,
  label: string,
  line: string,
  element: Element,
  tree: DescribedTree,
): ValuePlace | null {
  const rest = line.slice(label.length).trim();
  if (rest === '') return /\p{L}\p{L}|#/u.test(label) ? valueBeside(element, kind, tree) : null;
  if (kind === 'brand' || !(/[:：#.–—-]\s*$/u.test(label) || /^[#№]/u.test(rest))) return null;
  const value = tidied(rest);
  return isValueOf(kind, value) ? { value, element, text: null, before: label } : null;
}

/** The value of a label: the element in or after its own or its parent, or the text after them. */
function valueBeside(label: Element, kind: Identifier, tree: DescribedTree): ValuePlace | null {
  let from: Element | null = label;
  for (let up = 0; up < 3 && from !== null; up += 1) {
    const inner = up === 0 ? (from.children.find(isTag) ?? null) : null;
    for (let node = inner ?? from.next; node !== null; node = node.next) {
      const written = tidied(shortTextOf(node, tree));
      if (written === '') continue;
      if (written.length > longestValue || !isValueOf(kind, written)) return null;
      if (isTag(node))
        return { value: written, element: innermost(node, written, tree), text: null, before: null };
      if (!isText(node) || node.parent === null || !isTag(node.parent)) return null;
      return { value: written, element: node.parent, text: node, before: '' };
    }
    from = from.parent !== null && isTag(from.parent) ? from.parent : null;
  }
  return null;
}

/** A value without the mark behind its label, and without what parts it from the next one. */
const tidied = (text: string): string => text.replace(/^[:：#№–—-]+\s*/u, '').replace(/[\s|,;)]+$/u, '');

/** The innermost element with the same text. */
function innermost(element: Element, text: string, tree: DescribedTree): Element {
  let inner = element;
  for (;;) {
    const only = inner.children.filter(isTag).find((child) => shortTextOf(child, tree) === text);
    if (only === undefined) return inner;
    inner = only;
  }
}
