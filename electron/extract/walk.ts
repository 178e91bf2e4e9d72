import { isTag, isText, type AnyNode, type ChildNode, type Element } from 'domhandler';
import { collapseSpace } from './text.ts';

/**
 * Tree walks without recursion: pages can be nested 100,000 elements deep, but the call stack of Node ends at about 10,000
 * calls.
 */

export interface Visitor {
  /** Called before the children of a node. If it returns false, skips them and `leave`. */
  enter(node: AnyNode): boolean | void;
  leave?(node: AnyNode): void;
}

function firstChild(node: AnyNode): ChildNode | null {
  // Nearly every node is an element or a text, which cheaper checks recognize.
  if (isTag(node)) return node.children[0] ?? null;
  return !isText(node) && 'children' in node ? (node.children[0] ?? null) : null;
}

/** Visits a node and its descendants in document order. */
export function walk(root: AnyNode, visitor: Visitor): void {
  let node: AnyNode = root;
  for (;;) {
    const entered = visitor.enter(node) !== false;
    const child = entered ? firstChild(node) : null;
    if (child !== null) {
      node = child;
      continue;
    }
    if (entered) visitor.leave?.(node);
    while (node !== root && node.next === null) {
      const parent: AnyNode | null = node.parent;
      if (parent === null) return;
      node = parent;
      visitor.leave?.(node);
    }
    if (node === root || node.next === null) return;
    node = node.next;
  }
}

/** Returns the descendant elements of a node in document order. */
export function elementsBelow(root: AnyNode): Element[] {
  const elements: Element[] = [];
  walk(root, {
    enter(node) {
      if (node !== root && isTag(node)) elements.push(node);
    },
  });
  return elements;
}

/** Returns the first descendant element, in document order, of which something holds; null: there is none. */
export function findBelow(root: AnyNode, holds: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  walk(root, {
    enter(node) {
      if (found === null && node !== root && isTag(node) && holds(node)) found = node;
      return found === null;
    },
  });
  return found;
}

/** Elements whose text is not visible. */
export const unseenTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'math',
  'iframe',
  'object',
]);

/** Inline elements; all other elements are blocks. */
const inlineTags: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'nobr',
  'output',
  'q',
  'rb',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
  'img',
  'picture',
  'source',
]);

/** Whether an element is inline by default, so that it does not separate words. */
export function isInline(element: Element): boolean {
  return inlineTags.has(element.name);
}

/**
 * Returns the visible text of a node on one line. Inline elements do not separate words ("Spi<b>der</b>" is "Spider"); blocks
 * and line breaks become spaces. Scripts and styles are left out.
 * @param isSeen whether an element inside is part of it; left out: all but scripts and styles
 */
export function visibleText(
  root: AnyNode,
  limit = Number.POSITIVE_INFINITY,
  isSeen: (element: Element) => boolean = ({ name }) => !unseenTags.has(name),
): string {
  let text = '';
  walk(root, {
    enter(node) {
      if (text.length > limit) return false;
      if (isText(node)) text += node.data;
      else if (isTag(node)) {
        if (node !== root && !isSeen(node)) return false;
        if (!isInline(node)) text += ' ';
      }
      return true;
    },
    leave(node) {
      if (isTag(node) && !isInline(node)) text += ' ';
    },
  });
  return collapseSpace(hidden.test(text) ? text.replaceAll(allHidden, '') : text);
}

/** Characters without a width. */
const hidden = /[\u00AD\u200B\u2060\uFEFF]/;
const allHidden = /[\u00AD\u200B\u2060\uFEFF]/g;

/** Returns the text of all text nodes in a node, like `textContent` of the DOM. */
export function textContent(root: AnyNode): string {
  let text = '';
  walk(root, {
    enter(node) {
      if (isText(node)) text += node.data;
    },
  });
  return text;
}
