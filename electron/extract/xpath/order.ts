import type { AnyNode, Element } from 'domhandler';
import type { StepBudget } from './budget.ts';
import { isAttribute, nextNode, rootOf, type XPathNode } from './nodes.ts';

/** How often the nodes of a set are looked up by walking over the page before the page is numbered. */
const maxWalks = 3;

/** Puts nodes into document order. What it learns about a page is forgotten with the query. */
export class DocumentOrder {
  readonly #budget: StepBudget;
  #ranks: Map<AnyNode, number> | null = null;
  #walks = 0;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  reset(): void {
    this.#ranks = null;
    this.#walks = 0;
  }

  #rank(node: AnyNode): number {
    this.#ranks ??= new Map();
    const known = this.#ranks.get(node);
    if (known !== undefined) return known;
    const root = rootOf(node);
    let rank = this.#ranks.size;
    for (let current: AnyNode | null = root; current !== null; current = nextNode(current, root)) {
      this.#ranks.set(current, rank);
      rank += 1;
    }
    this.#budget.spend(rank);
    return this.#ranks.get(node) ?? rank;
  }

  /** Negative when `a` stands before `b`. An element's attributes stand between it and its children. */
  compare(a: XPathNode, b: XPathNode): number {
    const ownerA = isAttribute(a) ? a.owner : a;
    const ownerB = isAttribute(b) ? b.owner : b;
    if (ownerA !== ownerB) return this.#rank(ownerA) - this.#rank(ownerB);
    return attributeIndex(a) - attributeIndex(b);
  }

  /** The nodes in document order, each once. May give back the same array. */
  normalize(nodes: XPathNode[]): XPathNode[] {
    if (nodes.length < 2) return nodes;
    const unique = distinct(nodes);
    if (unique.length < 2) return unique;
    this.#budget.spend(unique.length);
    this.#walks += 1;
    if (this.#walks > maxWalks || unique.some(isAttribute)) return unique.sort((a, b) => this.compare(a, b));
    return this.#inWalkingOrder(unique);
  }

  /** Cheaper than numbering the page when it is done seldom. */
  #inWalkingOrder(nodes: XPathNode[]): XPathNode[] {
    const wanted = new Set<XPathNode>(nodes);
    const sorted: XPathNode[] = [];
    for (const first of nodes) {
      if (!wanted.has(first)) continue;
      // All are on one page, unless some were made by re:match.
      const root = rootOf(first);
      let steps = 1;
      for (let node: AnyNode | null = root; node !== null && wanted.size > 0; node = nextNode(node, root)) {
        steps += 1;
        if (wanted.delete(node)) sorted.push(node);
      }
      this.#budget.spend(steps);
    }
    return sorted;
  }
}

function attributeIndex(node: XPathNode): number {
  return isAttribute(node) ? Object.keys(node.owner.attribs).indexOf(node.name) : -1;
}

/** A set of nodes that knows the same attribute again although attribute nodes are made anew each time. */
export class NodeSet {
  readonly #nodes = new Set<AnyNode>();
  readonly #attributes = new Map<Element, Set<string>>();

  /** False when the node was there already. */
  add(node: XPathNode): boolean {
    if (this.has(node)) return false;
    if (!isAttribute(node)) {
      this.#nodes.add(node);
      return true;
    }
    const names = this.#attributes.get(node.owner);
    if (names === undefined) this.#attributes.set(node.owner, new Set([node.name]));
    else names.add(node.name);
    return true;
  }

  has(node: XPathNode): boolean {
    if (!isAttribute(node)) return this.#nodes.has(node);
    return this.#attributes.get(node.owner)?.has(node.name) ?? false;
  }
}

/** The nodes without repetitions, in the order of their first appearance. */
function distinct(nodes: XPathNode[]): XPathNode[] {
  const seen = new NodeSet();
  return nodes.filter((node) => seen.add(node));
}
