import { isTag, type AnyNode, type Element } from 'domhandler';
import { StepBudget } from './budget.ts';
import { nextNode, rootOf, textOf, type XPathNode } from './nodes.ts';
import { DocumentOrder } from './order.ts';

/**
 * What the parts of one expression share while it is evaluated. Nothing is kept from one query to the next.
 *
 * What is remembered about a page is dropped as a whole, never emptied by `clear`: a Map that lives on keeps a chain of
 * its former tables until the next full collection, and with them every page that it has held nodes of.
 */
export class Run {
  readonly budget = new StepBudget();
  readonly order = new DocumentOrder(this.budget);
  /** What absolute paths have given in this query. */
  #found: Map<Evaluate<XPathNode[]>, XPathNode[]> | null = null;
  #root: AnyNode | null = null;
  #ids: Map<string, Element> | null = null;

  /** Called before each query. */
  start(context: AnyNode): void {
    this.#root = rootOf(context);
    this.#ids = null;
    this.#found = null;
    this.order.reset();
    this.budget.reset();
  }

  /** Drops the page, so that a cached expression does not keep it alive. */
  finish(): void {
    this.#root = null;
    this.#ids = null;
    this.#found = null;
    this.order.reset();
  }

  /** What an absolute path gives, found once in a query. */
  once(path: Evaluate<XPathNode[]>, find: () => XPathNode[]): XPathNode[] {
    this.#found ??= new Map();
    let found = this.#found.get(path);
    if (found === undefined) {
      found = find();
      this.#found.set(path, found);
    }
    return found;
  }

  rootFor(node: XPathNode): AnyNode {
    return this.#root ?? rootOf(node);
  }

  text(node: XPathNode): string {
    return textOf(node, this.budget);
  }

  /** The element with an id; also an `<a name>`, as in libxml2. The first one wins. */
  byId(id: string): Element | undefined {
    return (this.#ids ?? this.#collectIds()).get(id);
  }

  #collectIds(): Map<string, Element> {
    const ids = new Map<string, Element>();
    this.#ids = ids;
    const root = this.#root;
    if (root === null) return ids;
    for (let node: AnyNode | null = root; node !== null; node = nextNode(node, root)) {
      this.budget.spend(1);
      if (!isTag(node)) continue;
      for (const key of [node.attribs['id'], node.name === 'a' ? node.attribs['name'] : undefined]) {
        if (key !== undefined && !ids.has(key)) ids.set(key, node);
      }
    }
    return ids;
  }
}

/** A compiled expression: the context node with its position and the size of its list go in. */
export type Evaluate<T> = (node: XPathNode, position: number, size: number) => T;
