import { isComment, isDocument, isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { StepBudget } from '../budget.ts';

/** An attribute as a node. The tree stores attributes as plain values, so these nodes are created on demand. */
export class AttributeNode {
  readonly type = 'attribute';
  readonly owner: Element;
  readonly name: string;
  readonly value: string;

  constructor(owner: Element, name: string, value: string) {
    this.owner = owner;
    this.name = name;
    this.value = value;
  }
}

/** A node of the XPath data model: a node of the tree, or an attribute. */
export type XPathNode = AnyNode | AttributeNode;

/** Whether a node is an attribute. */
export function isAttribute(node: XPathNode): node is AttributeNode {
  return node.type === 'attribute';
}

const none: AnyNode[] = [];

/** The children that selectors see. The contents of a template are excluded, as in a browser. */
export function childrenOf(node: XPathNode): AnyNode[] {
  if (isAttribute(node) || isText(node) || !('children' in node)) return none;
  const { children } = node;
  const first = children[0];
  return first !== undefined && isDocument(first) ? none : children;
}

/** Returns the first child of a node, or null. */
export function firstChild(node: AnyNode): AnyNode | null {
  if (isText(node) || !('children' in node)) return null;
  const first = node.children[0];
  return first === undefined || isDocument(first) ? null : first;
}

/** Returns the parent of a node; for an attribute, its element. */
export function parentOf(node: XPathNode): AnyNode | null {
  return isAttribute(node) ? node.owner : node.parent;
}

/** Returns the node after `node` in document order within `root`, without attributes; null at the end. */
export function nextNode(node: AnyNode, root: AnyNode): AnyNode | null {
  return firstChild(node) ?? nextAfter(node, root);
}

/** Returns the first node after `node` and its descendants within `root`, or null. */
export function nextAfter(node: AnyNode, root: AnyNode): AnyNode | null {
  let current: AnyNode | null = node;
  while (current !== null && current !== root) {
    if (current.next !== null) return current.next;
    current = current.parent;
  }
  return null;
}

/** Returns the root of the tree of a node. */
export function rootOf(node: XPathNode): AnyNode {
  let current: AnyNode = isAttribute(node) ? node.owner : node;
  while (current.parent !== null) current = current.parent;
  return current;
}

/** The string-value of XPath: all text inside an element or a document, or the node's own value. */
export function textOf(node: XPathNode, budget?: StepBudget): string {
  if (isAttribute(node)) return node.value;
  if (isText(node) || isComment(node)) return node.data;
  const first = firstChild(node);
  if (first === null) return '';
  if (first.next === null && isText(first)) return first.data;
  let text = '';
  let steps = 0;
  for (let current: AnyNode | null = first; current !== null; current = nextNode(current, node)) {
    if (isText(current)) text += current.data;
    steps += 1;
  }
  budget?.spend(steps);
  return text;
}

/** The qualified name of an element or attribute, such as `xlink:href`; empty for other nodes. */
export function nameOf(node: XPathNode): string {
  if (isAttribute(node)) {
    const prefix = node.owner['x-attribsPrefix']?.[node.name];
    return prefix ? `${prefix}:${node.name}` : node.name;
  }
  return isTag(node) ? node.name : '';
}
