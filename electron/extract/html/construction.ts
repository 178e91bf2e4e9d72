import { Document, isText, type ChildNode, type Element, type ParentNode } from 'domhandler';
import { shapeOf } from './attributes.ts';
import { unsupported } from './unsupported.ts';
import { append, appendText, createComment, createElement, createText } from './nodes.ts';
import { PageDocument } from './page-document.ts';
import { Reader } from './reader.ts';
import * as tags from './tags.ts';

/** Namespace URI of HTML. */
export const htmlNamespace = 'http://www.w3.org/1999/xhtml';
/** Namespace URI of SVG. */
export const svgNamespace = 'http://www.w3.org/2000/svg';

/** The insertion modes of the standard, without those for frames. */
export const mode = {
  initial: 0,
  beforeHtml: 1,
  beforeHead: 2,
  inHead: 3,
  afterHead: 4,
  inBody: 5,
  inTable: 6,
  inCaption: 7,
  inColumnGroup: 8,
  inTableBody: 9,
  inRow: 10,
  inCell: 11,
  inSelect: 12,
  inSelectInTable: 13,
  inTemplate: 14,
  afterBody: 15,
  afterAfterBody: 16,
} as const;

/** Number of an insertion mode. */
export type Mode = number;

/** Maximum nesting depth. Searches of the open elements are linear, so deeper pages are left to parse5. */
const depthLimit = 384;
/** Maximum number of nodes moved before tables, because each move searches the siblings. */
const fosterLimit = 2000;

/** An entry in the list of active formatting elements. In the list, null is a marker. */
export interface Formatting {
  element: Element;
  readonly name: string;
  readonly tag: number;
}

/**
 * The state of the tree construction: open elements, active formatting elements, and the insertion of nodes. The rules of
 * the insertion modes are in the other modules of this folder.
 */
export class Construction {
  readonly reader: Reader;
  readonly isFragment: boolean;
  private readonly parseNoscript: ((html: string) => ChildNode[]) | null;
  readonly document = new PageDocument([]);
  mode: Mode = mode.initial;
  readonly templateModes: Mode[] = [];
  head: Element | null = null;
  form: Element | null = null;
  quirks = false;
  /** Whether foster parenting applies: a token inside a table is processed with the rules for the body. */
  foster = false;
  /** Whether a line feed at the next position is skipped, as after `<pre>`. */
  skipNewline = false;
  /** Noscript elements inside a noscript, which are ordinary elements. */
  readonly innerNoscripts: Element[] = [];
  /** Whether elements were moved, so that text nodes may have become adjacent. */
  moved = false;

  readonly open: Element[] = [];
  readonly openTags = new Uint8Array(depthLimit + 1);
  /** Number of open elements by tag number. */
  readonly openCounts = new Uint16Array(tags.tagCount);
  top = -1;
  /** Tag number of the current element, and the parent of its children. */
  currentTag = tags.otherTag;
  current: ParentNode = this.document;

  readonly formatting: (Formatting | null)[] = [];
  private fostered = 0;

  /** @param parseNoscript parses the content of noscript elements; omitted for such content itself */
  constructor(html: string, parseNoscript: ((html: string) => ChildNode[]) | null) {
    this.reader = new Reader(html);
    this.parseNoscript = parseNoscript;
    this.isFragment = parseNoscript === null;
  }

  // Open elements

  push(element: Element, tag: number): void {
    if (this.top >= depthLimit - 1) unsupported();
    this.top++;
    this.open[this.top] = element;
    this.openTags[this.top] = tag;
    this.openCounts[tag] = (this.openCounts[tag] ?? 0) + 1;
    this.currentTag = tag;
    this.current = tag === tags.template ? contentOf(element) : element;
  }

  pop(): void {
    this.openCounts[this.currentTag] = (this.openCounts[this.currentTag] ?? 1) - 1;
    this.top--;
    this.open.pop();
    this.refresh();
  }

  /** Updates the current element after a change of the open elements. */
  refresh(): void {
    const element = this.open[this.top];
    if (element === undefined) {
      this.currentTag = tags.otherTag;
      this.current = this.document;
      return;
    }
    this.currentTag = this.openTags[this.top] ?? tags.otherTag;
    this.current = this.currentTag === tags.template ? contentOf(element) : element;
  }

  /** Closes elements until `length` are open. */
  shorten(length: number): void {
    while (this.top >= length) this.pop();
  }

  removeAt(index: number): void {
    if (index === this.top) {
      this.pop();
      return;
    }
    const tag = this.openTags[index] ?? tags.otherTag;
    this.openCounts[tag] = (this.openCounts[tag] ?? 1) - 1;
    this.open.splice(index, 1);
    this.openTags.copyWithin(index, index + 1, this.top + 1);
    this.top--;
  }

  insertAt(index: number, element: Element, tag: number): void {
    if (this.top >= depthLimit - 1) unsupported();
    this.open.splice(index, 0, element);
    this.openTags.copyWithin(index + 1, index, this.top + 1);
    this.openTags[index] = tag;
    this.openCounts[tag] = (this.openCounts[tag] ?? 0) + 1;
    this.top++;
    this.refresh();
  }

  isOpen(tag: number): boolean {
    return this.openCounts[tag] !== 0;
  }

  /** Index of the last open element with this tag, or -1. */
  indexOf(tag: number): number {
    if (this.currentTag === tag) return this.top;
    return this.openCounts[tag] === 0 ? -1 : this.openTags.lastIndexOf(tag, this.top);
  }

  indexOfElement(element: Element): number {
    return this.open[this.top] === element ? this.top : this.open.lastIndexOf(element);
  }

  /** Index of the last open element whose tag is in the set, or -1. */
  indexOfAny(set: Uint8Array): number {
    let at = this.top;
    while (at >= 0 && set[this.openTags[at] ?? 0] !== 1) at--;
    return at;
  }

  /** Whether an element with the tag is in the scope that the set delimits. */
  inScope(tag: number, scope: Uint8Array): boolean {
    if (this.openCounts[tag] === 0) return false;
    for (let at = this.top; at >= 0; at--) {
      const open = this.openTags[at] ?? 0;
      if (open === tag) return true;
      if (scope[open] === 1) return false;
    }
    return false;
  }

  anyInScope(set: Uint8Array, scope: Uint8Array): boolean {
    for (let at = this.top; at >= 0; at--) {
      const open = this.openTags[at] ?? 0;
      if (set[open] === 1) return true;
      if (scope[open] === 1) return false;
    }
    return false;
  }

  hasAbove(index: number, set: Uint8Array): boolean {
    for (let at = this.top; at > index; at--) if (set[this.openTags[at] ?? 0] === 1) return true;
    return false;
  }

  popUntil(tag: number): void {
    this.shorten(Math.max(this.indexOf(tag), 0));
  }

  closeImplied(): void {
    while (tags.impliedEnd[this.currentTag] === 1) this.pop();
  }

  closeImpliedBut(tag: number): void {
    while (this.currentTag !== tag && tags.impliedEndThorough[this.currentTag] === 1) this.pop();
  }

  closeImpliedThoroughly(): void {
    while (tags.impliedEndThorough[this.currentTag] === 1) this.pop();
  }

  closeParagraph(): void {
    this.closeImpliedBut(tags.p);
    this.popUntil(tags.p);
  }

  clearFormatting(): void {
    while (this.formatting.length > 0 && this.formatting.pop() !== null);
  }

  // Nodes

  /** Parses the content of a noscript. */
  fragment(html: string): ChildNode[] {
    return this.parseNoscript === null ? unsupported() : this.parseNoscript(html);
  }

  /** Creates an element with the attributes of the last tag. */
  create(name: string, foreign = false): Element {
    const { attributeCount, attributeIndexes, attributeNames, attributeValues } = this.reader;
    const shape = shapeOf(attributeIndexes, attributeNames, attributeCount, foreign);
    const attributes = noAttributes();
    for (let at = 0; at < attributeCount; at++) attributes[shape.names[at] ?? ''] = attributeValues[at] ?? '';
    return createElement(name, attributes, foreign ? svgNamespace : htmlNamespace, shape);
  }

  /** Inserts and opens an element with the attributes of the last tag. */
  insert(name: string, tag: number): Element {
    const element = this.create(name);
    this.place(element);
    this.push(element, tag);
    return element;
  }

  /** Inserts and opens an element without a tag in the page. */
  insertImplied(name: string, tag: number): Element {
    const element = createElement(name, noAttributes(), htmlNamespace, shapeOf([], [], 0, false));
    this.place(element);
    this.push(element, tag);
    return element;
  }

  /** Inserts a node at the appropriate place (HTML standard, 13.2.6.1). */
  place(node: ChildNode): void {
    if (this.foster && tags.tableStructure[this.currentTag] === 1) this.placeBeforeTable(node);
    else append(this.current, node);
  }

  placeBeforeTable(node: ChildNode): void {
    const { parent, before } = this.fosterPlace();
    if (before === null) append(parent, node);
    else insertBefore(parent, node, before);
  }

  insertText(text: string): void {
    if (this.foster && tags.tableStructure[this.currentTag] === 1) {
      const { parent, before } = this.fosterPlace();
      if (before === null) appendText(parent, text);
      else if (before.prev !== null && isText(before.prev)) before.prev.data += text;
      else insertBefore(parent, createText(text), before);
    } else appendText(this.current, text);
  }

  insertComment(data: string, parent: ParentNode = this.current): void {
    append(parent, createComment(data));
  }

  private fosterPlace(): { parent: ParentNode; before: Element | null } {
    if (++this.fostered > fosterLimit) unsupported();
    const tableAt = this.indexOf(tags.table);
    const templateAt = this.indexOf(tags.template);
    const table = this.open[tableAt];
    const template = this.open[templateAt];
    if (template !== undefined && templateAt > tableAt) return { parent: contentOf(template), before: null };
    if (table === undefined) return { parent: this.open[0] ?? unsupported(), before: null };
    if (table.parent === null) return { parent: this.open[tableAt - 1] ?? unsupported(), before: null };
    return { parent: table.parent, before: table };
  }

  /** Adds the attributes of the last tag that an element does not have yet. */
  adoptAttributes(element: Element | undefined): void {
    const { reader } = this;
    if (element === undefined || reader.attributeCount === 0) return;
    const names = Object.keys(element.attribs);
    const before = names.length;
    for (let at = 0; at < reader.attributeCount; at++) {
      const name = reader.attributeNames[at] ?? '';
      if (element.attribs[name] !== undefined) continue;
      element.attribs[name] = reader.attributeValues[at] ?? '';
      names.push(name);
    }
    if (names.length === before) return;
    const none = names.map(() => -1);
    const shape = shapeOf(none, names, names.length, false);
    element['x-attribsNamespace'] = shape.namespaces;
    element['x-attribsPrefix'] = shape.prefixes;
  }
}

function noAttributes(): Record<string, string> {
  return Object.create(null);
}

/** Creates an element with the name and the attributes of another. */
export function copyOf(element: Element): Element {
  const attributes = noAttributes();
  for (const name of Object.keys(element.attribs)) attributes[name] = element.attribs[name] ?? '';
  return createElement(element.name, attributes, element.namespace ?? htmlNamespace, {
    namespaces: element['x-attribsNamespace'] ?? {},
    prefixes: element['x-attribsPrefix'] ?? {},
  });
}

/** Returns the content document of a template. */
export function contentOf(template: Element): Document {
  const [content] = template.children;
  return content instanceof Document ? content : unsupported();
}

function insertBefore(parent: ParentNode, node: ChildNode, before: ChildNode): void {
  const { children } = parent;
  const at = children[children.length - 1] === before ? children.length - 1 : children.indexOf(before);
  if (before.prev !== null) {
    before.prev.next = node;
    node.prev = before.prev;
  }
  before.prev = node;
  node.next = before;
  children.splice(at, 0, node);
  node.parent = parent;
}

/** Removes a node from its parent, if it has one. */
export function detach(node: ChildNode): void {
  if (node.parent === null) return;
  const { children } = node.parent;
  const at = children[children.length - 1] === node ? children.length - 1 : children.indexOf(node);
  if (node.prev !== null) node.prev.next = node.next;
  if (node.next !== null) node.next.prev = node.prev;
  node.prev = null;
  node.next = null;
  node.parent = null;
  children.splice(at, 1);
}
