import type { Element } from 'domhandler';
import { nameWords } from '../../extract/articles/blocks.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Candidate } from './candidates.ts';
import { shapeOf } from './likeness.ts';
import { leavesOf, nodesOf, type Leaf } from './records.ts';

/** What is the same for all candidates of a page, and what is read of it once. */
export interface PageMeasures {
  readonly tree: DescribedTree;
  /** Characters of text on the page, at least 1. */
  readonly text: number;
  /** How many elements have a name and a class, and how many children of a name with text a parent has. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words of the classes and the id of an element. */
  readonly wordsOf: (facts: ElementFacts) => ReadonlySet<string>;
  readonly shapeOf: (facts: ElementFacts) => string;
  /** What stands in a record of a candidate. */
  readonly leavesOf: (candidate: Candidate, at: number) => readonly Leaf[];
}

/** Prepares the measures of a page. */
export function measurePage(tree: DescribedTree): PageMeasures {
  const body = tree.elements.find(({ element }) => element.name === 'body') ?? tree.elements[0];
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { element, classes, parent, text } of tree.elements) {
    for (const word of classes) count(`${element.name}.${word}`);
    if (text > 0) count(`${parent} ${element.name}`);
  }
  const leaves = once((element: Element) => leavesOf([element]));
  return {
    tree,
    counts,
    text: Math.max(1, body?.text ?? 1),
    wordsOf: once(({ element }: ElementFacts): ReadonlySet<string> => new Set(nameWords(element))),
    shapeOf: once(({ element }: ElementFacts) => shapeOf(element)),
    leavesOf(candidate, at) {
      const head = candidate.heads[at];
      if (candidate.nodes !== null || head === undefined) return leavesOf(nodesOf(candidate, at));
      return leaves(head.element);
    },
  };
}

function once<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    known.set(key, value);
    return value;
  };
}

/** Records that are read of a candidate. */
const maxSample = 12;

/** The places of a sample of some records, spread evenly. */
export function sampleOf(count: number): number[] {
  if (count <= maxSample) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: maxSample }, (_, at) => Math.floor((at * (count - 1)) / (maxSample - 1)));
}

/** Share of the items of which something holds; 0 without items. */
export const share = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length;

/** The mean of some numbers; 0 without any. */
export const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** A set of words that are written between spaces. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
