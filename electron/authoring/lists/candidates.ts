import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { trimmedLength } from '../../extract/text.ts';
import { numbering, pairBase } from '../numbering.ts';
import { childrenOf, groupByKeys, type DescribedTree, type ElementFacts } from '../tree.ts';
import { alike, alternation, lookOf, shapeOf } from './likeness.ts';

/**
 * How the records of a candidate lie: under one parent; one or more siblings each, from one head to the next; under several
 * parents; inside one another.
 */
export type Making = 'siblings' | 'run' | 'cousins' | 'thread';

/** Elements that may be the records of a list, before anything is said of their worth. */
export interface Candidate {
  readonly making: Making;
  /** First element of each record, in document order. */
  readonly heads: readonly ElementFacts[];
  /** For a run: the nodes of each record. Otherwise a record is its head. */
  readonly nodes: readonly (readonly AnyNode[])[] | null;
}

/** Fewer are not a list. */
const minRecords = 3;
/** More records of one list are not looked at. */
const maxRecords = 2000;
/** Heads that are tried for the runs of one parent. */
const maxHeads = 12;
/** Levels between a record and the element that holds all cousins. */
const cousinLevels = [2, 3, 4, 5];

/** Elements that are never a record of their own. */
const never: ReadonlySet<string> = new Set(
  'html head body br hr wbr script style noscript template link meta option optgroup col colgroup source track param area path tbody thead tfoot caption legend svg g use'.split(
    ' ',
  ),
);

/** Finds everything on a page that could be a list. The work is linear in the elements, bounded for each. */
export function findCandidates(tree: DescribedTree): Candidate[] {
  const found = new Map<number, Candidate>();
  const add: Add = (making, heads, nodes = null) => {
    if (heads.length < minRecords) return;
    const kept = heads.length > maxRecords ? heads.slice(0, maxRecords) : heads;
    const key = keyOf(kept, nodes);
    if (!found.has(key)) found.set(key, { making, heads: kept, nodes: nodes?.slice(0, maxRecords) ?? null });
  };
  for (const facts of tree.elements) {
    if (facts.end - facts.at < minRecords) continue;
    const children = childrenOf(tree, facts, isPossible);
    if (children.length >= minRecords) addSiblings(tree, { parent: facts, children }, add);
  }
  addCousins(tree, add);
  return [...found.values()].filter(({ heads }) => !areParts(tree, heads));
}

const isPossible = ({ element }: ElementFacts): boolean => !never.has(element.name);

/** From here on elements are two or three kinds in turn. */
const inTurnFrom = 0.7;
/** Elements that are looked at for what stands before them. */
const maxBefore = 12;
/** How much text what stands before an element has where both are one record, as a multiple of its own. */
const before = { least: 0.2, most: 4 };

/** Elements around each record that are looked at where they hold nothing else. */
const maxWrappers = 3;

/**
 * Whether elements are parts of records that have several elements: kinds in turn, or the second kind, because one of another shape
 * and with text stands before each, also before the first.
 */
function areParts(tree: DescribedTree, heads: readonly ElementFacts[]): boolean {
  if (alternation(tree, heads) >= inTurnFrom) return true;
  let parts = heads;
  for (let level = 0; level < maxWrappers && !isUnderOneParent(parts); level += 1) {
    const wrappers = wrappersOf(tree, parts);
    if (wrappers === null) return false;
    parts = wrappers;
  }
  return isUnderOneParent(parts) && areSecond(tree, parts);
}

/** The parents of elements, where each has one of its own and all of its text; null: not so. */
function wrappersOf({ elements }: DescribedTree, heads: readonly ElementFacts[]): ElementFacts[] | null {
  const wrappers: ElementFacts[] = [];
  for (const { parent, text } of heads) {
    const wrapper = elements[parent];
    if (wrapper === undefined || wrapper === wrappers.at(-1) || wrapper.text !== text) return null;
    wrappers.push(wrapper);
  }
  return wrappers;
}

/** Whether one element of another shape, and with text, stands before each. */
function areSecond(tree: DescribedTree, heads: readonly ElementFacts[]): boolean {
  const [first] = heads;
  if (first === undefined) return false;
  let shape = 0;
  for (let at = 0; at < maxBefore; at += 1) {
    const facts = heads[at];
    if (facts === undefined) break;
    const { element, text } = facts;
    const other = tree.factsOf(elementBefore(element));
    if (other === undefined || other.text === 0) return false;
    if (other.text < text * before.least || other.text > text * before.most) return false;
    if (shape !== 0 && shapeOf(tree, other) !== shape) return false;
    shape = shapeOf(tree, other);
  }
  return shape !== shapeOf(tree, first);
}

function elementBefore({ prev }: Element): Element | null {
  let node = prev;
  while (node !== null && !isTag(node)) node = node.prev;
  return node;
}

type Add = (making: Making, heads: readonly ElementFacts[], nodes?: Candidate['nodes']) => void;

/** Tells candidates apart. */
function keyOf(heads: readonly ElementFacts[], nodes: Candidate['nodes']): number {
  let key = nodes === null ? 0 : 1;
  for (const { at } of heads) key = (Math.imul(key, 31) + at) | 0;
  if (nodes !== null) for (const group of nodes) key = (Math.imul(key, 31) + group.length) | 0;
  return heads.length * 2 ** 32 + (key >>> 0);
}

/** Adds the children of one parent that are alike, and the runs from one such child to the next. */
function addSiblings(
  tree: DescribedTree,
  { parent, children }: { parent: ElementFacts; children: readonly ElementFacts[] },
  add: Add,
): void {
  const heads: (readonly ElementFacts[])[] = [];
  const isLoose = hasLooseText(parent.element);
  /** Offers elements that are some of those that were offered before, or all of them again. */
  const offer = (group: readonly ElementFacts[], from: readonly ElementFacts[] | null): void => {
    if (group.length < minRecords) return;
    if (group.length !== from?.length) add('siblings', group);
    if (group.length < children.length || isLoose) heads.push(group);
  };
  for (const group of Map.groupBy(children, ({ kind }) => kind.tag).values()) {
    if (group.length < minRecords) continue;
    offer(group, null);
    for (const same of groupByKeys(group, ({ kind }) => kind.marks).values()) offer(same, group);
    // Elements that a person gave the same classes belong together, however different their contents.
    for (const named of Map.groupBy(group, ({ kind }) => kind.number).values()) {
      offer(named, group);
      if (named.length < minRecords || named[0]?.classes.length !== 0) continue;
      for (const same of Map.groupBy(named, (facts) => shapeOf(tree, facts)).values()) offer(same, named);
      for (const same of Map.groupBy(named, ({ element }) => lookOf(element)).values()) offer(same, named);
      offer(
        named.filter(({ links }) => links > 0),
        named,
      );
    }
    for (const same of alike(tree, group)) offer(same, group);
  }
  offer(
    children.filter(({ text }) => text > 0),
    null,
  );
  const tried = new Set<number>();
  for (const group of heads.sort((a, b) => b.length - a.length).slice(0, maxHeads)) {
    const key = keyOf(group, null);
    if (tried.has(key)) continue;
    tried.add(key);
    const runs = runsFrom(parent.element, group);
    if (runs !== null) add('run', group, runs);
  }
}

function hasLooseText(element: Element): boolean {
  return element.children.some((child) => isText(child) && trimmedLength(child.data) > 0);
}

/**
 * Cuts the children of a parent before each head. The last record ends where most others do, so that what follows the list is
 * not in it. Null when hardly a head is followed by anything.
 */
function runsFrom(parent: Element, heads: readonly ElementFacts[]): AnyNode[][] | null {
  const starts = new Set<AnyNode>(heads.map(({ element }) => element));
  const runs: AnyNode[][] = [];
  for (const child of parent.children) {
    if (starts.has(child)) runs.push([child]);
    else if (isTag(child) || isText(child)) runs.at(-1)?.push(child);
  }
  const lengths = runs.slice(0, -1).map(({ length }) => length);
  lengths.sort((a, b) => a - b);
  const usual = lengths[lengths.length >> 1] ?? 1;
  const longest = lengths.at(-1) ?? 1;
  runs.at(-1)?.splice(Math.max(usual, Math.min(longest, usual * 2)));
  const followed = runs.filter((run) => run.some((node, at) => at > 0 && isShown(node))).length;
  return followed * 2 < runs.length ? null : runs;
}

function isShown(node: AnyNode): boolean {
  if (isText(node)) return trimmedLength(node.data) > 0;
  return isTag(node) && !never.has(node.name);
}

/** Adds elements that are alike under different parents: below one ancestor, or anywhere on the page. */
function addCousins(tree: DescribedTree, add: Add): void {
  const elements = tree.elements.filter(({ element, text }) => text > 0 && !never.has(element.name));
  const groups = [
    groupByKeys(elements, ({ kind }) => kind.marks),
    groupByKeys(
      elements.filter(({ kind }) => kind.marks.length > 1),
      ({ kind }) => [kind.number],
    ),
    ...placesOf(tree, elements).map((places) => groupByNumber(elements, places)),
  ];
  for (const group of groups.flatMap((byKey) => [...byKey.values()])) {
    if (group.length < minRecords || isUnderOneParent(group)) continue;
    const outer = outermost(group);
    const isNested = outer.length < group.length;
    add(isNested ? 'thread' : 'cousins', group);
    if (isNested) add(isUnderOneParent(outer) ? 'siblings' : 'cousins', outer);
    for (const same of alike(tree, outer)) if (same.length < outer.length) add('cousins', same);
  }
}

/** Groups items by their numbers, without those of less than a list; 0 is no number. */
function groupByNumber(items: readonly ElementFacts[], numbers: Int32Array): Map<number, ElementFacts[]> {
  const counts = new Int32Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1);
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1;
  const groups = new Map<number, ElementFacts[]>();
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const number = numbers[at] ?? 0;
    if (item === undefined || number === 0 || (counts[number] ?? 0) < minRecords) continue;
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [item]);
    else group.push(item);
  }
  return groups;
}

const isUnderOneParent = (group: readonly ElementFacts[]): boolean =>
  group.every(({ parent }) => parent === group[0]?.parent);

/** Those of a group that are in no other of it; the group itself where all are. */
export function outermost(group: readonly ElementFacts[]): readonly ElementFacts[] {
  if (group.every((facts, at) => facts.at > (group[at - 1]?.end ?? -1))) return group;
  let end = -1;
  return group.filter((facts) => {
    if (facts.at <= end) return false;
    end = facts.end;
    return true;
  });
}

/**
 * Numbers the places of elements for each of `cousinLevels`: the ancestor so many levels up, with the names and classes on the way
 * down. 0: the page is not so deep. Equal numbers are equal places.
 */
function placesOf({ elements }: DescribedTree, of: readonly ElementFacts[]): Int32Array[] {
  const wayOf = numbering();
  const placeOf = numbering();
  const places = cousinLevels.map(() => new Int32Array(of.length));
  /** The last child of each element that was numbered: the next one of its name has the same places. */
  const lastIn = new Int32Array(elements.length + 1).fill(-1);
  for (let index = 0; index < of.length; index += 1) {
    const facts = of[index];
    if (facts === undefined) break;
    const last = lastIn[facts.parent + 1] ?? -1;
    lastIn[facts.parent + 1] = index;
    if (of[last]?.kind.tag === facts.kind.tag) {
      for (const own of places) own[index] = own[last] ?? 0;
      continue;
    }
    let way = wayOf(facts.kind.tag);
    let parent = elements[facts.parent];
    for (let level = 1; level <= deepest; level += 1) {
      if (parent === undefined) break;
      const own = places[cousinLevels.indexOf(level)];
      if (own !== undefined) own[index] = placeOf(way * pairBase + parent.at);
      if (parent.element.name === 'body') break;
      if (level < deepest) way = wayOf(way * pairBase + parent.kind.number);
      parent = elements[parent.parent];
    }
  }
  return places;
}

const deepest = Math.max(...cousinLevels);
