import type { Element } from 'domhandler';
import { nameWords } from '../../extract/articles/blocks.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Candidate } from './candidates.ts';
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
  /** What holds of an element or of one around it. */
  readonly around: (facts: ElementFacts) => Surroundings;
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
  const text = Math.max(1, body?.text ?? 1);
  const wordsOf = once(({ element }: ElementFacts): ReadonlySet<string> => new Set(nameWords(element)));
  return {
    tree,
    counts,
    text,
    wordsOf,
    around: surroundings(tree, wordsOf, text),
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

/** A set of words that are written between spaces. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Names of what leads to other pages, and of what stands beside the content. */
export const menuWords = words(
  'nav navigation navbar menu submenu breadcrumb breadcrumbs footer header topbar toolbar sitemap tabs tab share social pagination pager paging language languages lang dropdown skip',
);
export const sideWords = words(
  'sidebar side aside widget related recommended recommendations similar popular trending promo ad ads advert banner sponsored facet facets filter filters tags tagcloud categories archive archives cookie consent modal carousel slider newsletter hot linked',
);
const menuTags = words('nav header footer');

/** What an element is in, itself included. */
export interface Surroundings {
  readonly menu: boolean;
  readonly side: boolean;
  readonly menuTag: boolean;
  readonly aside: boolean;
  readonly main: boolean;
  readonly form: boolean;
}

const nowhere: Surroundings = {
  menu: false,
  side: false,
  menuTag: false,
  aside: false,
  main: false,
  form: false,
};

/** Share of the text of a page from which an element is the page, whatever its name. */
const wholeFrom = 0.6;

/** Reads what elements are in, each once, from the outside in. */
function surroundings(
  { elements }: DescribedTree,
  wordsOf: PageMeasures['wordsOf'],
  pageText: number,
): PageMeasures['around'] {
  const known = new Map<ElementFacts, Surroundings>();
  const read = (facts: ElementFacts, outer: Surroundings): Surroundings => {
    const { name } = facts.element;
    if (name === 'body' || name === 'html') return outer;
    const named = wordsOf(facts);
    const isPart = facts.text < pageText * wholeFrom;
    return {
      menu: outer.menu || (isPart && meets(named, menuWords)),
      side: outer.side || (isPart && meets(named, sideWords)),
      menuTag: outer.menuTag || menuTags.has(name),
      aside: outer.aside || name === 'aside',
      main: outer.main || name === 'main' || name === 'article',
      form: outer.form || name === 'form',
    };
  };
  return (facts) => {
    const way: ElementFacts[] = [];
    let at: ElementFacts | undefined = facts;
    while (at !== undefined && !known.has(at)) {
      way.push(at);
      at = elements[at.parent];
    }
    let found = at === undefined ? nowhere : (known.get(at) ?? nowhere);
    for (const one of way.toReversed()) {
      found = read(one, found);
      known.set(one, found);
    }
    return found;
  };
}

/** Whether two sets have a word in common. */
export const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  for (const word of a) if (b.has(word)) return true;
  return false;
};

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
