import { isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { nextNode } from './xpath/nodes.ts';

/**
 * Index of the elements of a page by name, class and id, in document order. Most selectors end with one of these, so the page
 * is walked once for all selectors instead of once for each. Excludes the contents of templates, which selectors do not see.
 */
export class ElementIndex {
  readonly #elements: Element[] = [];
  readonly #names = new Map<string, Element[]>();
  #classes: Map<string, Element[]> | null = null;
  #ids: Map<string, Element[]> | null = null;

  constructor(document: Document) {
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
    this.#classes ??= this.#collect('class', addWords);
    return this.#classes.get(word) ?? none;
  }

  withId(id: string): readonly Element[] {
    this.#ids ??= this.#collect('id', add);
    return this.#ids.get(id) ?? none;
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
