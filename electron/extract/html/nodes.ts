import { Comment, DataNode, Element, isText, Text, type ChildNode, type ParentNode } from 'domhandler';
import type { Shape } from './attributes.ts';

/**
 * The nodes of domhandler, constructed in one step. domhandler's own classes set all fields in a shared base class, which
 * V8 cannot optimize; it takes a sixth of the time for a tree. Texts and comments share a class, so that a walk meets only
 * four hidden classes, the most that V8 handles polymorphically.
 */

const textType = new Text('').type;
const commentType = new Comment('').type;
const { type: tagType } = new Element('div', {});
const { type: scriptType } = new Element('script', {});
const { type: styleType } = new Element('style', {});

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- what the class has by its prototype; the constructor sets the rest
interface Leaf<N extends Text | Comment> extends DataNode {
  type: N['type'];
  nodeType: N['nodeType'];
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-extraneous-class -- see above
class Leaf<N extends Text | Comment> {
  constructor(type: N['type'], data: string) {
    this.parent = null;
    this.prev = null;
    this.next = null;
    this.data = data;
    this.type = type;
  }
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see above
interface PageElement extends Element {
  /** Position among the elements that selectors see, from 0 on; -1: nobody has counted them. */
  order: number;
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-extraneous-class -- see above
class PageElement {
  constructor(name: string, attributes: Record<string, string>, namespace: string, shape: Attached) {
    this.parent = null;
    this.prev = null;
    this.next = null;
    this.children = [];
    this.name = name;
    this.attribs = attributes;
    this.type = name === 'script' ? scriptType : name === 'style' ? styleType : tagType;
    this.namespace = namespace;
    this['x-attribsNamespace'] = shape.namespaces;
    this['x-attribsPrefix'] = shape.prefixes;
    this.order = -1;
  }
}

/** Namespaces or prefixes of the attributes of an element, by name. */
type Attached = Pick<Shape, 'namespaces' | 'prefixes'>;

Object.setPrototypeOf(Leaf.prototype, DataNode.prototype);
Object.defineProperty(Leaf.prototype, 'nodeType', {
  get(this: Leaf<Text | Comment>) {
    return this.type === textType ? 3 : 8;
  },
});
Object.setPrototypeOf(PageElement.prototype, Element.prototype);
// Source positions are not used; they would cost two fields in each node.
for (const kind of [Leaf, PageElement]) Object.assign(kind.prototype, { startIndex: null, endIndex: null });

/** Creates a text node. */
export function createText(data: string): Text {
  return new Leaf<Text>(textType, data);
}

/** Creates a comment node. */
export function createComment(data: string): Comment {
  return new Leaf<Comment>(commentType, data);
}

/** Creates an element without children. */
export function createElement(
  name: string,
  attributes: Record<string, string>,
  namespace: string,
  shape: Attached,
): Element {
  return new PageElement(name, attributes, namespace, shape);
}

/** Position of an element in document order, as it was counted; -1: it was not. */
export const orderOf = (element: Element): number => (element instanceof PageElement ? element.order : -1);

/** Keeps the position of an element, if it was made here. */
export function countElement(element: Element, order: number): void {
  if (element instanceof PageElement) element.order = order;
}

/** Appends a node to the children. */
export function append(parent: ParentNode, node: ChildNode): void {
  const { children } = parent;
  const { length } = children;
  node.parent = parent;
  if (length === 0) {
    // Most elements have one child, but an array that grows reserves space for 17.
    parent.children = [node];
    return;
  }
  // Read only if it exists: index -1 would be a lookup by property name.
  const last = children[length - 1];
  if (last !== undefined) {
    last.next = node;
    node.prev = last;
  }
  children.push(node);
}

/** Appends text to the children, or to the last child if that is a text node. */
export function appendText(parent: ParentNode, data: string): void {
  const { children } = parent;
  const { length } = children;
  const last = length === 0 ? undefined : children[length - 1];
  if (last !== undefined && isText(last)) last.data += data;
  else append(parent, createText(data));
}
