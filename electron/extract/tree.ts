import {
  type Document,
  Element,
  isTag,
  isText,
  type AnyNode,
  type ChildNode,
  type ParentNode,
} from 'domhandler';
import { parse, parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** A page as one tree: what a browser would build, as domhandler nodes. */
export interface PageTree {
  readonly document: Document;
}

const htmlNamespace = 'http://www.w3.org/1999/xhtml';

/**
 * Builds the tree that a browser builds: missing html, head, body and tbody are added, misplaced tags are moved.
 * Any text is accepted. Contents of `<noscript>` become nodes; no two text nodes are neighbours. The contents of
 * `<template>` stay in the tree (inside a nested document), but no selector looks there, as in a browser.
 */
export function parsePage(html: string): PageTree {
  // Parsed as with scripting on, a noscript in the head holds plain text and cannot end the head early.
  const document = parse(html, { treeAdapter: adapter, scriptingEnabled: true });
  if (/<noscript/i.test(html)) openNoscripts(document);
  return { document };
}

/** The node after `node` in document order below `root`, and null at the end. */
function following(node: AnyNode, root: AnyNode): AnyNode | null {
  if ('children' in node && node.children[0] !== undefined) return node.children[0];
  let current: AnyNode | null = node;
  while (current !== null && current !== root) {
    if (current.next !== null) return current.next;
    current = current.parent;
  }
  return null;
}

/** Opens every noscript. A loop, because pages may be nested very deeply. */
function openNoscripts(document: Document): void {
  for (let node: AnyNode | null = document; node !== null; node = following(node, document)) {
    if (isTag(node) && node.name === 'noscript') openNoscript(node);
  }
}

function openNoscript(noscript: Element): void {
  const [only] = noscript.children;
  if (
    only === undefined ||
    noscript.children.length > 1 ||
    !isText(only) ||
    noscript.namespace !== htmlNamespace
  ) {
    return;
  }
  if (!only.data.includes('<') && !only.data.includes('&')) return;
  const context = new Element('div', {});
  context.namespace = htmlNamespace;
  const fragment = parseFragment(context, only.data, { treeAdapter: adapter, scriptingEnabled: false });
  setChildren(noscript, fragment.children);
}

function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  children.forEach((child, index) => {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  });
}
