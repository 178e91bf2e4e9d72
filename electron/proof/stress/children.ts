import type { ChildNode, Element } from 'domhandler';

/** Puts nodes in the place of an element; none takes it away. */
export function replace(node: Element, by: readonly ChildNode[]): void {
  const { parent } = node;
  if (parent === null) return;
  const children = parent.children.flatMap((each) => (each === node ? by : [each]));
  setChildren(parent, children);
}

/** Gives a node its children, and them their places. */
export function setChildren(
  parent: { children: ChildNode[] } & NonNullable<ChildNode['parent']>,
  children: readonly ChildNode[],
): void {
  parent.children = [...children];
  for (const [at, child] of parent.children.entries()) {
    child.parent = parent;
    child.prev = parent.children[at - 1] ?? null;
    child.next = parent.children[at + 1] ?? null;
  }
}
