import { isComment, isDirective, isDocument, isTag, isText, type AnyNode } from 'domhandler';
import type { Axis, NodeTest } from '../../../shared/selectors/xpath-ast.ts';
import { indexOfPage } from '../page-index.ts';
import { attributeReader } from '../xml/attribute-reader.ts';
import { isDeclaration, XmlElement } from '../xml/xml-element.ts';
import type { StepBudget } from '../budget.ts';
import {
  AttributeNode,
  childrenOf,
  firstChild,
  isAttribute,
  nameOf,
  nextAfter,
  nextNode,
  parentOf,
  rootOf,
  type XPathNode,
} from './nodes.ts';

/** Whether a node of the tree (not an attribute) passes a node test. */
export type TreeTest = (node: AnyNode) => boolean;

/** Reverse axes: their nodes come in reverse document order. */
export const reverseAxes: ReadonlySet<Axis> = new Set([
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'preceding-sibling',
]);

/** Compiles a node test for nodes of the tree. */
export function treeTest(test: NodeTest): TreeTest {
  if (test.type === 'name') {
    const { name, prefix } = test;
    if (name !== null) return (node) => isTag(node) && node.name === name;
    return prefix === undefined ? isTag : (node) => isTag(node) && node.name.startsWith(`${prefix}:`);
  }
  if (test.type === 'text') return isText;
  if (test.type === 'comment') return isComment;
  // The doctype is not a node of XPath.
  if (test.type === 'node') return (node) => !isDirective(node);
  // HTML has no processing instructions: `<?…>` is a comment.
  return () => false;
}

/** Appends the nodes of an axis for one context node to `out`, in axis order, until `out` has `limit` nodes. */
export type AxisWalk = (node: XPathNode, out: XPathNode[], limit: number) => void;

/** Combines an axis with a node test. */
export function axisWalk(axis: Axis, nodeTest: NodeTest, budget: StepBudget): AxisWalk {
  const test = treeTest(nodeTest);
  const walks: Record<Axis, () => AxisWalk> = {
    attribute: () => attributes(nodeTest, budget),
    child: () => (node, out, limit) => children(node, test, out, limit, budget),
    descendant: () => (node, out, limit) =>
      named(node, nodeTest, out, limit, budget) || descendants(node, test, out, limit, budget),
    'descendant-or-self': () => orSelf(nodeTest, test, axisWalk('descendant', nodeTest, budget)),
    ancestor: () => (node, out, limit) => ancestors(node, test, out, limit, budget),
    'ancestor-or-self': () => orSelf(nodeTest, test, axisWalk('ancestor', nodeTest, budget)),
    self: () => orSelf(nodeTest, test, () => {}),
    parent: () => (node, out) => {
      const parent = parentOf(node);
      if (parent !== null && test(parent)) out.push(parent);
    },
    'following-sibling': () => (node, out, limit) => siblings(node, true, test, out, limit, budget),
    'preceding-sibling': () => (node, out, limit) => siblings(node, false, test, out, limit, budget),
    following: () => (node, out, limit) => following(node, test, out, limit, budget),
    preceding: () => (node, out, limit) => preceding(node, test, out, limit, budget),
    // Web pages have no namespace nodes.
    namespace: () => () => {},
  };
  return walks[axis]();
}

/** The node itself, then the nodes of an axis. An attribute passes only `node()`. */
function orSelf(nodeTest: NodeTest, test: TreeTest, walk: AxisWalk): AxisWalk {
  const passesAny = nodeTest.type === 'node';
  return (node, out, limit) => {
    if (isAttribute(node) ? passesAny : test(node)) out.push(node);
    if (out.length < limit) walk(node, out, limit);
  };
}

function attributes(test: NodeTest, budget: StepBudget): AxisWalk {
  if (test.type === 'name' && test.name !== null) {
    const { name } = test;
    const read = attributeReader(name);
    return (node, out) => {
      budget.spend(1);
      if (isAttribute(node) || !isTag(node)) return;
      const value = read(node);
      if (value !== undefined) out.push(new AttributeNode(node, name, value));
    };
  }
  if (test.type !== 'node' && test.type !== 'name') return () => {};
  const prefix = test.type === 'name' ? test.prefix : undefined;
  return (node, out, limit) => {
    if (isAttribute(node) || !isTag(node)) return;
    const isXml = node instanceof XmlElement;
    for (const [name, value] of Object.entries(node.attribs)) {
      budget.spend(1);
      if (isXml && isDeclaration(name)) continue;
      const attribute = new AttributeNode(node, name, value);
      if (prefix !== undefined && !nameOf(attribute).startsWith(`${prefix}:`)) continue;
      out.push(attribute);
      if (out.length >= limit) return;
    }
  };
}

function children(
  node: XPathNode,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  const all = childrenOf(node);
  budget.spend(all.length + 1);
  for (const child of all) {
    if (!test(child)) continue;
    out.push(child);
    if (out.length >= limit) return;
  }
}

/** Answers `//x` from the top of a page with the element index. @returns false if the page must be walked */
function named(
  start: XPathNode,
  test: NodeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): boolean {
  if (test.type !== 'name' || test.name === null || isAttribute(start) || !isDocument(start)) return false;
  const elements = indexOfPage(start)?.named(test.name);
  if (elements === undefined) return false;
  budget.spend(elements.length + 1);
  for (const element of elements) {
    if (out.length >= limit) break;
    out.push(element);
  }
  return true;
}

/** The loop of `//x`. Written out because a typical query spends most of its time here. */
function descendants(
  start: XPathNode,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  if (isAttribute(start)) return;
  let steps = 1;
  let node: AnyNode = start;
  for (;;) {
    const child = firstChild(node);
    if (child !== null) {
      node = child;
    } else {
      while (node !== start && node.next === null && node.parent !== null) node = node.parent;
      if (node === start || node.next === null) break;
      node = node.next;
    }
    steps += 1;
    if (!test(node)) continue;
    out.push(node);
    if (out.length >= limit) break;
  }
  budget.spend(steps);
}

function ancestors(
  node: XPathNode,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  let steps = 1;
  for (let current = parentOf(node); current !== null; current = current.parent) {
    steps += 1;
    if (!test(current)) continue;
    out.push(current);
    if (out.length >= limit) break;
  }
  budget.spend(steps);
}

function siblings(
  node: XPathNode,
  forward: boolean,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  if (isAttribute(node)) return;
  let steps = 1;
  let current: AnyNode | null = forward ? node.next : node.prev;
  for (; current !== null; current = forward ? current.next : current.prev) {
    steps += 1;
    if (!test(current)) continue;
    out.push(current);
    if (out.length >= limit) break;
  }
  budget.spend(steps);
}

/** For an attribute, starts at its owner and excludes the owner's descendants, like libxml2. */
const startOf = (node: XPathNode): AnyNode => (isAttribute(node) ? node.owner : node);

function following(
  node: XPathNode,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  const root = rootOf(node);
  let steps = 1;
  for (let current = nextAfter(startOf(node), root); current !== null; current = nextNode(current, root)) {
    steps += 1;
    if (!test(current)) continue;
    out.push(current);
    if (out.length >= limit) break;
  }
  budget.spend(steps);
}

function preceding(
  node: XPathNode,
  test: TreeTest,
  out: XPathNode[],
  limit: number,
  budget: StepBudget,
): void {
  let current: AnyNode = startOf(node);
  let ancestor: AnyNode | null = current.parent;
  let steps = 1;
  for (;;) {
    steps += 1;
    if (current.prev === null) {
      if (current.parent === null) break;
      current = current.parent;
      if (current === ancestor) {
        ancestor = current.parent;
        continue;
      }
    } else {
      current = current.prev;
      for (let last = childrenOf(current).at(-1); last !== undefined; last = childrenOf(current).at(-1)) {
        current = last;
      }
    }
    if (!test(current)) continue;
    out.push(current);
    if (out.length >= limit) break;
  }
  budget.spend(steps);
}
