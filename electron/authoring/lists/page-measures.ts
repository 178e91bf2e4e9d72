import type { Element } from 'domhandler';
import { wordsOfName } from '../../extract/articles/blocks.ts';
import { pairBase } from '../numbering.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Candidate } from './candidates.ts';
import { contentsOf, type RecordContents } from './record-contents.ts';
import { leavesOf, nodesOf } from './records.ts';

/** What is the same for all candidates of a page, and what is read of it once. */
export interface PageMeasures {
  readonly tree: DescribedTree;
  /** Characters of text on the page, at least 1. */
  readonly text: number;
  /** How many elements have a mark, which is a name with a class. */
  readonly withMark: (mark: number) => number;
  /** How many children of the name of an element have text, below a parent. */
  readonly childrenLike: (facts: ElementFacts, parent: number) => number;
  /** What the classes and the id of an element name. */
  readonly namesOf: (facts: ElementFacts) => Names;
  /** What holds of an element or of one around it. */
  readonly around: (facts: ElementFacts) => Surroundings;
  /** What stands in a record of a candidate. */
  readonly contentsOf: (candidate: Candidate, at: number) => RecordContents;
}

/** Prepares the measures of a page. */
export function measurePage(tree: DescribedTree): PageMeasures {
  const body = tree.elements.find(({ element }) => element.name === 'body') ?? tree.elements[0];
  const marks = new Map<number, number>();
  const children = new Map<number, number>();
  const count = (counts: Map<number, number>, key: number): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { kind, parent, text } of tree.elements) {
    for (const mark of kind.marks) count(marks, mark);
    if (text > 0) count(children, (parent + 1) * pairBase + kind.tag);
  }
  const contents = once((element: Element) => contentsOf(leavesOf(tree, [element])));
  const text = Math.max(1, body?.text ?? 1);
  const namesOf = once(({ element }: ElementFacts) => readNames(element));
  return {
    tree,
    text,
    withMark: (mark) => marks.get(mark) ?? 0,
    childrenLike: ({ kind }, parent) => children.get((parent + 1) * pairBase + kind.tag) ?? 0,
    namesOf,
    around: surroundings(tree, namesOf, text),
    contentsOf(candidate, at) {
      const head = candidate.heads[at];
      if (candidate.nodes !== null || head === undefined)
        return contentsOf(leavesOf(tree, nodesOf(candidate, at)));
      return contents(head.element);
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

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words of names of what leads to other pages. */
const menuWords = words(
  'nav navigation navbar menu submenu breadcrumb breadcrumbs footer header topbar toolbar sitemap tabs tab share social pagination pager paging language languages lang dropdown skip',
);
/** Words of names of what stands beside the content. */
const sideWords = words(
  'sidebar side aside widget related recommended recommendations similar popular trending promo ad ads advert banner sponsored facet facets filter filters tags tagcloud categories archive archives cookie consent modal carousel slider newsletter hot linked',
);
const recordWords = words(
  'item items post posts entry entries result results product products article articles comment comments message card cards story news job jobs event events review reviews listing row record hit question questions answer answers topic thread reply hentry',
);
const commentWords = words('comment comments reply replies');
const partWords = words(
  'title name meta info price author date time image thumb img footer header content body text summary excerpt avatar user details actions buttons controls',
);
const menuTags = words('nav header footer');

/** What the classes and the id of an element name. */
export interface Names {
  readonly menu: boolean;
  readonly side: boolean;
  readonly record: boolean;
  readonly comment: boolean;
  readonly part: boolean;
}

const nameless: Names = { menu: false, side: false, record: false, comment: false, part: false };

function readNames({ attribs: { class: classes = '', id = '' } }: Element): Names {
  const ofClass = classes === '' ? nameless : namesIn(classes);
  if (id === '') return ofClass;
  const ofId = namesIn(id);
  if (ofId === nameless) return ofClass;
  return {
    menu: ofClass.menu || ofId.menu,
    side: ofClass.side || ofId.side,
    record: ofClass.record || ofId.record,
    comment: ofClass.comment || ofId.comment,
    part: ofClass.part || ofId.part,
  };
}

/** What was read of names. Few different ones stand on the pages of a site. */
const known = new Map<string, Names>();
const maxKnown = 10_000;

function namesIn(written: string): Names {
  const before = known.get(written);
  if (before !== undefined) return before;
  const named = wordsOfName(written);
  const meets = (of: ReadonlySet<string>): boolean => named.some((word) => of.has(word));
  const names = {
    menu: meets(menuWords),
    side: meets(sideWords),
    record: meets(recordWords),
    comment: meets(commentWords),
    part: meets(partWords),
  };
  const read = Object.values(names).includes(true) ? names : nameless;
  if (known.size >= maxKnown) known.clear();
  known.set(written, read);
  return read;
}

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
  namesOf: PageMeasures['namesOf'],
  pageText: number,
): PageMeasures['around'] {
  const before = new Map<ElementFacts, Surroundings>();
  const read = (facts: ElementFacts, outer: Surroundings): Surroundings => {
    const { name } = facts.element;
    if (name === 'body' || name === 'html') return outer;
    const named = namesOf(facts);
    const isPart = facts.text < pageText * wholeFrom;
    return {
      menu: outer.menu || (isPart && named.menu),
      side: outer.side || (isPart && named.side),
      menuTag: outer.menuTag || menuTags.has(name),
      aside: outer.aside || name === 'aside',
      main: outer.main || name === 'main' || name === 'article',
      form: outer.form || name === 'form',
    };
  };
  return (facts) => {
    const way: ElementFacts[] = [];
    let at: ElementFacts | undefined = facts;
    while (at !== undefined && !before.has(at)) {
      way.push(at);
      at = elements[at.parent];
    }
    let found = at === undefined ? nowhere : (before.get(at) ?? nowhere);
    for (const one of way.toReversed()) {
      found = read(one, found);
      before.set(one, found);
    }
    return found;
  };
}

/** Records that are read of a candidate. */
const maxSample = 12;

/** The places of a sample of some records, spread evenly. */
export function sampleOf(count: number): number[] {
  if (count <= maxSample) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: maxSample }, (_, at) => Math.floor((at * (count - 1)) / (maxSample - 1)));
}

/** A sample of some records, spread evenly. */
export function sampledOf<T>(items: readonly T[]): readonly T[] {
  return items.length <= maxSample ? items : sampleOf(items.length).flatMap((at) => items[at] ?? []);
}

/** Share of the items of which something holds; 0 without items. */
export function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let times = 0;
  for (const item of items) if (holds(item)) times += 1;
  return items.length === 0 ? 0 : times / items.length;
}

/** The mean of a number of some items; 0 without any. */
export function mean<T>(items: readonly T[], numberOf: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += numberOf(item);
  return items.length === 0 ? 0 : sum / items.length;
}
