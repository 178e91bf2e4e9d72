import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { trimmedLength } from '../extract/text.ts';
import { unseenTags, walk } from '../extract/walk.ts';
import type { PageTree } from '../extract/tree.ts';
import { numbering } from './numbering.ts';
import { stableClasses } from './stable-classes.ts';

/** What elements of one name with the same classes have in common. Its numbers are compared instead of texts. */
export interface ElementKind {
  readonly number: number;
  /** Number of the name. */
  readonly tag: number;
  /** Classes that a person chose, without generated ones and those of the layout. */
  readonly classes: readonly string[];
  /** Numbers of the name with each of the classes. */
  readonly marks: readonly number[];
}

/** An element with what proposals ask of it. */
export interface ElementFacts {
  readonly element: Element;
  /** Position among all elements in document order. */
  readonly at: number;
  /** Position of the last element inside it; its own when there is none. */
  end: number;
  /** Of its parent element; -1: none. */
  readonly parent: number;
  readonly depth: number;
  readonly kind: ElementKind;
  /** Those of its kind. */
  readonly classes: readonly string[];
  /** Characters of visible text, and those of them inside links. */
  text: number;
  link: number;
  /** Links with an address inside it, itself included. */
  links: number;
  /** What `likeness.ts` reads of it; 0 and null: nobody asked for it yet. */
  shape: number;
  paths: ReadonlySet<number> | null;
}

/** The elements of a page in document order, described once for all proposals. */
export interface DescribedTree {
  readonly page: PageTree;
  readonly elements: readonly ElementFacts[];
  /** Numbers what is compared often on this page; see `numbering`. */
  readonly numbered: (key: string | number) => number;
  /** Facts of an element; undefined for one of another page. */
  factsOf(node: AnyNode | null): ElementFacts | undefined;
  /** The elements of a name, in document order. */
  withName(name: string): readonly ElementFacts[];
  /** The elements that have one of their `classes`, in document order. */
  withClass(word: string): readonly ElementFacts[];
}

/** Describes the elements of a page in one walk. */
export function describeTree(page: PageTree): DescribedTree {
  const elements: ElementFacts[] = [];
  const known = new Map<AnyNode, ElementFacts>();
  const open: ElementFacts[] = [];
  const numbered = numbering();
  const kindOf = elementKinds(numbered);
  let hidden = 0;
  let inLink = 0;
  walk(page.document, {
    enter(node) {
      if (isText(node)) {
        const own = open.at(-1);
        const length = hidden > 0 ? 0 : trimmedLength(node.data);
        if (own === undefined || length === 0) return;
        own.text += length;
        if (inLink > 0) own.link += length;
      }
      if (!isTag(node)) return;
      const isLink = node.name === 'a' && node.attribs['href'] !== undefined;
      const kind = kindOf(node);
      const facts: ElementFacts = {
        element: node,
        at: elements.length,
        end: elements.length,
        parent: open.at(-1)?.at ?? -1,
        depth: open.length,
        kind,
        classes: kind.classes,
        text: 0,
        link: 0,
        links: isLink ? 1 : 0,
        shape: 0,
        paths: null,
      };
      if (isLink) inLink += 1;
      if (unseenTags.has(node.name)) hidden += 1;
      elements.push(facts);
      known.set(node, facts);
      open.push(facts);
    },
    leave(node) {
      if (!isTag(node)) return;
      const facts = open.pop();
      if (facts === undefined) return;
      facts.end = elements.length - 1;
      if (node.name === 'a' && node.attribs['href'] !== undefined) inLink -= 1;
      if (unseenTags.has(node.name)) hidden -= 1;
      const parent = open.at(-1);
      if (parent === undefined) return;
      parent.text += facts.text;
      parent.link += facts.link;
      parent.links += facts.links;
    },
  });
  return {
    page,
    elements,
    numbered,
    factsOf: (node) => (node === null ? undefined : known.get(node)),
    withName: indexBy(elements, ({ element }) => [element.name]),
    withClass: indexBy(elements, ({ classes }) => classes),
  };
}

/** Tells the kind of an element. Elements of one kind have the same object. */
function elementKinds(numbered: DescribedTree['numbered']): (element: Element) => ElementKind {
  const byName = new Map<string, Map<string, ElementKind>>();
  const byNumber = new Map<number, ElementKind>();
  const read = (element: Element): ElementKind => {
    const { name } = element;
    const classes = stableClasses(element);
    const number = numbered(`${name}.${classes.join('.')}`);
    const known = byNumber.get(number);
    if (known !== undefined) return known;
    const marks = classes.map((word) => numbered(`${name}.${word}`));
    const kind = { number, tag: numbered(name), classes, marks };
    byNumber.set(number, kind);
    return kind;
  };
  return (element) => {
    const written = element.attribs['class'] ?? '';
    const ofName = byName.get(element.name) ?? new Map<string, ElementKind>();
    if (ofName.size === 0) byName.set(element.name, ofName);
    const known = ofName.get(written);
    if (known !== undefined) return known;
    const kind = read(element);
    ofName.set(written, kind);
    return kind;
  };
}

/** The elements right inside another one, in document order. @param isWanted tells those that are wanted; left out: all are */
export function childrenOf(
  { elements }: DescribedTree,
  parent: ElementFacts,
  isWanted: (child: ElementFacts) => boolean = () => true,
): ElementFacts[] {
  const children: ElementFacts[] = [];
  for (let at = parent.at + 1; at <= parent.end;) {
    const child = elements[at];
    if (child === undefined) break;
    if (isWanted(child)) children.push(child);
    at = child.end + 1;
  }
  return children;
}

/** Finds elements by their keys. The index is made when it is first asked for. */
function indexBy(
  elements: readonly ElementFacts[],
  keysOf: (facts: ElementFacts) => readonly string[],
): (key: string) => readonly ElementFacts[] {
  let index: Map<string, ElementFacts[]> | null = null;
  return (key) => {
    index ??= groupByKeys(elements, keysOf);
    return index.get(key) ?? [];
  };
}

/** Groups items by all of their keys. */
export function groupByKeys<T, K>(items: readonly T[], keysOf: (item: T) => readonly K[]): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
