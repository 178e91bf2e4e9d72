import { isTag, type AnyNode, type Element } from 'domhandler';
import { StepBudget } from '../budget.ts';
import { nextNode, rootOf, textOf, type XPathNode } from './nodes.ts';
import { DocumentOrder } from './order.ts';

/**
 * State shared by the parts of an expression during one query.
 *
 * Caches are replaced and never emptied with `clear`: a long-lived Map keeps its former hash tables until the next full
 * garbage collection, and with them all pages whose nodes it has held.
 */
export class Run {
  readonly budget = new StepBudget();
  readonly order = new DocumentOrder(this.budget);
  /** Results of absolute paths in this query. */
  #found: Map<Evaluate<XPathNode[]>, XPathNode[]> | null = null;
  #root: AnyNode | null = null;
  #ids: Map<string, Element> | null = null;

  /** Starts a query. */
  start(context: AnyNode): void {
    this.#root = rootOf(context);
    this.#ids = null;
    this.#found = null;
    this.order.reset();
    this.budget.reset();
  }

  /** Ends a query and releases the page, so that a cached expression does not keep it in memory. */
  finish(): void {
    this.#root = null;
    this.#ids = null;
    this.#found = null;
    this.order.reset();
  }

  /** Returns the result of an absolute path, computed once per query. */
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

  /** Returns the first element with an id, or `<a>` with that name, as in libxml2. */
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

/** A compiled expression. Takes the context node, its position, and the size of its list. */
export type Evaluate<T> = (node: XPathNode, position: number, size: number) => T;
