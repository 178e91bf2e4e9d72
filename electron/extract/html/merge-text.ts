import { isText, type AnyNode, type ChildNode, type Document, type ParentNode } from 'domhandler';

/** Returns the node after `node` in document order below `root`, or null at the end. */
export function following(node: AnyNode, root: AnyNode): AnyNode | null {
  if ('children' in node && node.children[0] !== undefined) return node.children[0];
  let current: AnyNode | null = node;
  while (current !== null && current !== root) {
    if (current.next !== null) return current.next;
    current = current.parent;
  }
  return null;
}

/** Merges adjacent text nodes in the whole document. Iterative, because pages can be nested very deeply. */
export function mergeTexts(document: Document): void {
  for (let node: AnyNode | null = document; node !== null; node = following(node, document)) {
    if ('children' in node) mergeChildTexts(node);
  }
}

/** Merges adjacent text nodes among the children of `parent`. */
export function mergeChildTexts(parent: ParentNode): void {
  let adjacent = false;
  for (const child of parent.children) {
    if (isText(child) && child.next !== null && isText(child.next)) adjacent = true;
  }
  if (!adjacent) return;
  const kept: ChildNode[] = [];
  for (const child of parent.children) {
    const last = kept.at(-1);
    if (last !== undefined && isText(last) && isText(child)) last.data += child.data;
    else kept.push(child);
  }
  setChildren(parent, kept);
}

/** Replaces the children of `parent`, and updates their `parent`, `prev` and `next`. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  children.forEach((child, index) => {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  });
}
