import { isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { countElement, orderOf } from './html/nodes.ts';
import { nextAfter, nextNode } from './xpath/nodes.ts';

/**
 * Index of the elements of a page by name, class and id, in document order. Most selectors end with one of these, so the page
 * is walked once for all selectors instead of once for each. Excludes the contents of templates, which selectors do not see.
 */
export class ElementIndex {
  readonly #document: Document;
  readonly #elements: Element[] = [];
  /** Whether the elements know their positions, which only selectors below elements need. */
  #isCounted = false;
  readonly #names = new Map<string, Element[]>();
  #classes: Map<string, Element[]> | null = null;
  #ids: Map<string, Element[]> | null = null;
  readonly #having = new Map<string, readonly Element[]>();

  constructor(document: Document) {
    this.#document = document;
    for (let node: AnyNode | null = document; node !== null; node = nextNode(node, document)) {
      if (!isTag(node)) continue;
      this.#elements.push(node);
      add(this.#names, node.name, node);
    }
  }

  /** Elements with a name as spelt in the tree: lower case, except for some inside svg. */
  named(name: string): readonly Element[] {
    return this.#names.get(name) ?? none;
  }

  withClass(word: string): readonly Element[] {
    return this.allClasses.get(word) ?? none;
  }

  withId(id: string): readonly Element[] {
    return this.allIds.get(id) ?? none;
  }

  /** All elements by name. */
  get allNames(): ReadonlyMap<string, readonly Element[]> {
    return this.#names;
  }

  /** The elements that have a class, by class. */
  get allClasses(): ReadonlyMap<string, readonly Element[]> {
    this.#classes ??= this.#collect('class', addWords);
    return this.#classes;
  }

  /** The elements that have an id, by id. */
  get allIds(): ReadonlyMap<string, readonly Element[]> {
    this.#ids ??= this.#collect('id', add);
    return this.#ids;
  }

  /** Elements that have an attribute. */
  withAttribute(name: string): readonly Element[] {
    const known = this.#having.get(name);
    if (known !== undefined) return known;
    const having = this.#elements.filter(({ attribs }) => attribs[name] !== undefined);
    this.#having.set(name, having);
    return having;
  }

  /**
   * Of elements of this index in document order, those in another one, itself included. Null: the positions of its elements are
   * not known.
   */
  within(elements: readonly Element[], scope: Element): readonly Element[] | null {
    const start = this.#positionOf(scope);
    if (start < 0) return null;
    const from = firstFrom(elements, start);
    const to = firstFrom(elements, this.#endOf(scope), from);
    return from === to ? none : elements.slice(from, to);
  }

  /**
   * Whether one of elements of this index in document order is inside another one and passes a test. Null: the positions of its
   * elements are not known.
   */
  hasWithin(
    elements: readonly Element[],
    scope: Element,
    test: (element: Element) => boolean,
  ): boolean | null {
    const start = this.#positionOf(scope);
    if (start < 0) return null;
    let at = firstFrom(elements, start + 1);
    if (at === elements.length) return false;
    const end = this.#endOf(scope);
    for (let element = elements[at]; element !== undefined; element = elements[at]) {
      if (orderOf(element) >= end) return false;
      if (test(element)) return true;
      at += 1;
    }
    return false;
  }

  /** The position of an element among all of the page; -1: it is not known. */
  #positionOf(element: Element): number {
    if (!this.#isCounted) for (const [at, each] of this.#elements.entries()) countElement(each, at);
    this.#isCounted = true;
    return orderOf(element);
  }

  /** The position of the first element after one and all that is in it. */
  #endOf(scope: Element): number {
    let next = nextAfter(scope, this.#document);
    while (next !== null && !isTag(next)) next = nextAfter(next, this.#document);
    return next === null ? Infinity : orderOf(next);
  }

  #collect(attribute: string, put: typeof add): Map<string, Element[]> {
    const lists = new Map<string, Element[]>();
    for (const element of this.#elements) {
      const value = element.attribs[attribute];
      if (value !== undefined) put(lists, value, element);
    }
    return lists;
  }
}

/** Index of the first element from a position on. */
function firstFrom(elements: readonly Element[], order: number, from = 0): number {
  let [low, high] = [from, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle];
    if (element !== undefined && orderOf(element) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

const none: readonly Element[] = [];

function add(lists: Map<string, Element[]>, key: string, element: Element): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [element]);
  else list.push(element);
}

const space = /[ \t\n\f\r]/;

function addWords(lists: Map<string, Element[]>, value: string, element: Element): void {
  if (!space.test(value)) {
    if (value !== '') add(lists, value, element);
    return;
  }
  for (const word of new Set(value.split(/[ \t\n\f\r]+/))) if (word !== '') add(lists, word, element);
}
