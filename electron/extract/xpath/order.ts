import type { AnyNode, Element } from 'domhandler';
import type { StepBudget } from '../budget.ts';
import { isAttribute, nextNode, rootOf, type XPathNode } from './nodes.ts';

/** Number of sorts by walking the page before its nodes are numbered. */
const maxWalks = 3;

/** Sorts nodes in document order. Its numbering of a page lasts for one query. */
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

  /** Compares two nodes; negative if `a` comes first. Attributes come between their element and its children. */
  compare(a: XPathNode, b: XPathNode): number {
    const ownerA = isAttribute(a) ? a.owner : a;
    const ownerB = isAttribute(b) ? b.owner : b;
    if (ownerA !== ownerB) return this.#rank(ownerA) - this.#rank(ownerB);
    return attributeIndex(a) - attributeIndex(b);
  }

  /** Returns the distinct nodes in document order, possibly in the same array. */
  normalize(nodes: XPathNode[]): XPathNode[] {
    if (nodes.length < 2) return nodes;
    const unique = distinct(nodes);
    if (unique.length < 2) return unique;
    this.#budget.spend(unique.length);
    this.#walks += 1;
    if (this.#walks > maxWalks || unique.some(isAttribute)) return unique.sort((a, b) => this.compare(a, b));
    return this.#inWalkingOrder(unique);
  }

  /** Sorts by a walk, which is cheaper than numbering if it is done rarely. */
  #inWalkingOrder(nodes: XPathNode[]): XPathNode[] {
    const wanted = new Set<XPathNode>(nodes);
    const sorted: XPathNode[] = [];
    for (const first of nodes) {
      if (!wanted.has(first)) continue;
      // All nodes are on one page, unless re:match created some.
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

/** A set of nodes. Recognizes equal attributes, although attribute nodes are created on demand. */
export class NodeSet {
  readonly #nodes = new Set<AnyNode>();
  readonly #attributes = new Map<Element, Set<string>>();

  /** Adds a node. @returns false if it was already in the set */
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

/** Removes duplicates and keeps the order of first occurrence. */
function distinct(nodes: XPathNode[]): XPathNode[] {
  const seen = new NodeSet();
  return nodes.filter((node) => seen.add(node));
}
