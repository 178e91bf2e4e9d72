import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { normalizeSpace, trimmedLength } from '../../extract/text.ts';
import { unseenTags, walk } from '../../extract/walk.ts';
import { pairBase } from '../numbering.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Candidate } from './candidates.ts';

/** The amounts of one record. */
export interface RecordMass {
  readonly text: number;
  readonly link: number;
  readonly links: number;
}

/** What stands at one place of a record: a text, or an address. */
export interface Leaf {
  /** A number for the names of the elements from the record down to it. Equal numbers are equal places. */
  readonly path: number;
  readonly isText: boolean;
  /** Whether it is the first element of its record itself that has the address. */
  readonly isHead: boolean;
  readonly element: Element;
  readonly value: string;
}

/** Leaves of a record that are read. */
const maxLeaves = 60;
const maxNodes = 400;

/** The amounts of every record of a candidate. */
export function massesOf(tree: DescribedTree, { heads, nodes }: Candidate): readonly RecordMass[] {
  if (nodes === null) return heads;
  return nodes.map((run) => {
    const mass = { text: 0, link: 0, links: 0 };
    for (const node of run) {
      if (isText(node)) mass.text += trimmedLength(node.data);
      const facts = tree.factsOf(node);
      if (facts === undefined) continue;
      mass.text += facts.text;
      mass.link += facts.link;
      mass.links += facts.links;
    }
    return mass;
  });
}

/** The nodes of a record. */
export function nodesOf({ heads, nodes }: Candidate, at: number): readonly AnyNode[] {
  const head: ElementFacts | undefined = heads[at];
  return nodes?.[at] ?? (head === undefined ? [] : [head.element]);
}

const addressed: Readonly<Record<string, string>> = { a: 'href', img: 'src', time: 'datetime' };

/** What stands in a record, in document order; long records are read from their beginning. */
export function leavesOf({ numbered }: DescribedTree, nodes: readonly AnyNode[]): Leaf[] {
  const leaves: Leaf[] = [];
  const add = (place: number, leaf: Omit<Leaf, 'path'>): void => {
    leaves.push({ path: place * 2 + (leaf.isText ? 1 : 0), ...leaf });
  };
  let seen = 0;
  for (const [at, root] of nodes.entries()) {
    const open: { element: Element; place: number }[] = [];
    walk(root, {
      enter(node) {
        seen += 1;
        if (leaves.length >= maxLeaves || seen > maxNodes) return false;
        const holder = open.at(-1);
        if (isText(node)) {
          if (trimmedLength(node.data) === 0) return true;
          const element = holder?.element ?? parentOf(node);
          if (element === null) return true;
          const value = normalizeSpace(node.data);
          add(holder?.place ?? 0, { isText: true, isHead: false, element, value });
          return true;
        }
        if (!isTag(node)) return true;
        if (unseenTags.has(node.name)) return false;
        const isHead = holder === undefined && at === 0;
        const place = isHead ? headPlace : numbered((holder?.place ?? 0) * pairBase + numbered(node.name));
        open.push({ element: node, place });
        const value = node.attribs[addressed[node.name] ?? ''];
        if (value !== undefined) add(place, { isText: false, isHead, element: node, value });
        return true;
      },
      leave(node) {
        if (isTag(node)) open.pop();
      },
    });
  }
  return leaves;
}

/** The place of the first element of a record; no number of names is as high. */
const headPlace = pairBase - 1;

const parentOf = (node: AnyNode): Element | null =>
  node.parent !== null && isTag(node.parent) ? node.parent : null;
