import type { AnyNode } from 'domhandler';
import { cssString, escapeIdentifier, isStableId } from '../../extract/analyze/names.ts';
import { prepareSelect } from '../../extract/select-matches.ts';
import { XmlElement } from '../../extract/xml/xml-element.ts';
import { childrenOf, type DescribedTree, type ElementFacts, type ElementKind } from '../tree.ts';
import { filtersFor, placeOf } from './record-filters.ts';

/** A simple selector and what it holds for. */
interface Simple {
  readonly text: string;
  readonly test: (facts: ElementFacts) => boolean;
  /** The elements of the page that it holds for, in document order. */
  readonly matches: () => readonly ElementFacts[];
  /** Whether it names what a person named, so that it holds on the next page of the site. */
  readonly isNamed: boolean;
}

const maxLevels = 4;
const maxOptions = 5;
/** Simple selectors of an ancestor that are tried, and selectors of several levels that are made longer. */
const maxAbove = 3;
const maxPartial = 12;
const maxParents = 4;
/** Selectors that come near the records, and are tried with conditions. */
const maxNear = 3;

/** Attributes that name what an element is. */
const telling = ['itemprop', 'itemtype', 'role', 'data-testid', 'data-component-type'];

/**
 * Writes a CSS selector that matches exactly these elements on the page, by what a person named where it can. Null: none was found.
 */
export function recordSelector(tree: DescribedTree, heads: readonly ElementFacts[]): string | null {
  const own = oneSelector(tree, heads);
  if (own !== null) return own;
  const groups = [...Map.groupBy(heads, ({ parent }) => parent).values()];
  if (groups.length < 2 || groups.length > maxParents) return null;
  const parts = groups.map((group) => oneSelector(tree, group));
  if (!parts.every((part) => part !== null)) return null;
  const all = parts.join(', ');
  return selectsExactly(tree, all, heads) ? all : null;
}

function oneSelector(tree: DescribedTree, heads: readonly ElementFacts[]): string | null {
  const near: { chain: Chain; count: number }[] = [];
  for (const chain of chainsTo(tree, heads)) {
    const count = countOf(chain);
    if (count < heads.length) continue;
    if (count === heads.length && selectsExactly(tree, chain.text, heads)) return chain.text;
    near.push({ chain, count });
  }
  near.sort((a, b) => a.count - b.count || a.chain.cost - b.chain.cost);
  const wanted = new Set(heads);
  for (const { chain } of near.slice(0, maxNear)) {
    const { text } = chain;
    const extra = matchesOf(chain).filter((facts) => !wanted.has(facts));
    const filters = filtersFor(tree, heads, extra);
    if (filters !== null && selectsExactly(tree, `${text}${filters}`, heads)) return `${text}${filters}`;
  }
  return countedSelector(tree, heads);
}

/** Where nothing is named: the places from the nearest named ancestor down to the parent of the records. Null: there is none. */
function countedSelector(tree: DescribedTree, heads: readonly ElementFacts[]): string | null {
  const [first] = heads;
  const holder = first === undefined ? undefined : tree.elements[first.parent];
  const last = simplesFor(tree, heads).at(-1);
  if (holder === undefined || last === undefined || !heads.every(({ parent }) => parent === holder.at))
    return null;
  const steps: string[] = [];
  let above: ElementFacts | undefined = holder;
  while (above !== undefined && above.element.name !== 'body') {
    const named = aloneSelector(tree, above);
    if (named !== null) {
      steps.unshift(named);
      break;
    }
    steps.unshift(`${escapeIdentifier(above.element.name)}:nth-child(${placeOf(above)})`);
    above = tree.elements[above.parent];
  }
  if (above?.element.name === 'body') steps.unshift('body');
  const text = [...steps, last.text].join(' > ');
  const wanted = new Set(heads);
  const extra = childrenOf(tree, holder).filter((facts) => last.test(facts) && !wanted.has(facts));
  const filters = extra.length === 0 ? '' : filtersFor(tree, heads, extra);
  return filters !== null && selectsExactly(tree, `${text}${filters}`, heads) ? `${text}${filters}` : null;
}

/** The simple selector of what a person named that finds an element alone; null: there is none. */
function aloneSelector(tree: DescribedTree, facts: ElementFacts): string | null {
  const alone = simplesFor(tree, [facts]).find(({ isNamed, matches }) => isNamed && matches().length === 1);
  return alone?.text ?? null;
}

/** A selector of several levels, the record's last. */
interface Chain {
  readonly text: string;
  readonly cost: number;
  /** Number of ancestors that it tells of one by one. */
  readonly above: number;
  /** Whether one of its parts names what a person named. */
  readonly isNamed: boolean;
  /** Whether it begins with an ancestor that holds all records. */
  readonly isAnchored: boolean;
  readonly own: Own;
  /** The conditions of its other parts, as bits. */
  readonly needs: number;
}

/** A simple selector of records with the conditions, as bits, that each of the elements that it finds meets. */
interface Own {
  readonly simple: Simple;
  readonly met: () => Int32Array;
}

/** Number of elements that a chain selects. */
function countOf({ own, needs }: Chain): number {
  if (needs === 0) return own.simple.matches().length;
  let count = 0;
  for (const met of own.met()) if ((met & needs) === needs) count += 1;
  return count;
}

/** The elements that a chain selects, in document order. */
function matchesOf({ own, needs }: Chain): readonly ElementFacts[] {
  const all = own.simple.matches();
  const met = own.met();
  return needs === 0 ? all : all.filter((_, at) => ((met[at] ?? 0) & needs) === needs);
}

/** Does something when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Chains of at least the elements of a list, those that are likely to last first. */
function chainsTo(tree: DescribedTree, heads: readonly ElementFacts[]): Chain[] {
  const [first = [], ...rest] = levelsOf(tree, heads);
  const outer = rest.map((level) => level.slice(0, maxAbove));
  const anchors = anchorsOf(tree, heads);
  const costOf = ({ isNamed }: Simple): number => (isNamed ? 1 : 4);
  let partial = first.map((simple): Chain => ({
    text: simple.text,
    cost: costOf(simple),
    above: 0,
    isNamed: simple.isNamed,
    isAnchored: false,
    own: { simple, met: once(() => conditionsOf(tree, simple.matches(), { outer, anchors })) },
    needs: 0,
  }));
  const chains: Chain[] = [...partial];
  for (const [at, anchor] of anchors.entries()) {
    for (const chain of partial) {
      const cost = chain.cost + (anchor.isParent || !loose.has(chain.text) ? 2 : 8);
      chains.push(anchored(chain, { ...anchor, at, cost }));
    }
  }
  for (const [depth, level] of outer.entries()) {
    partial = partial.flatMap((chain) =>
      level.map((simple, at): Chain => ({
        ...chain,
        text: `${simple.text} > ${chain.text}`,
        cost: chain.cost + costOf(simple),
        above: chain.above + 1,
        isNamed: chain.isNamed || simple.isNamed,
        needs: chain.needs | bitOf(depth, at),
      })),
    );
    chains.push(...partial);
    partial = partial.sort((a, b) => a.cost - b.cost).slice(0, maxPartial);
  }
  const long = chains.filter(({ above, isAnchored }) => above > 0 && !isAnchored).slice(0, maxPartial);
  for (const [at, anchor] of anchors.slice(0, 2).entries()) {
    for (const chain of long)
      chains.push(anchored(chain, { ...anchor, at, isParent: false, cost: chain.cost + 2 }));
  }
  return chains
    .map((chain) => ({ ...chain, cost: chain.cost + bareness(chain) }))
    .sort((a, b) => a.cost - b.cost);
}

/** The condition that the ancestor so many levels up has one of its simple selectors. */
const bitOf = (depth: number, at: number): number => 1 << (depth * maxAbove + at);
/** The conditions that an element is somewhere in an anchor, and right in it. */
const insideBit = (at: number): number => 1 << (maxLevels * maxAbove + at * 2);
const childBit = (at: number): number => insideBit(at) << 1;

/** For each of some elements, the conditions that it meets, as bits. */
function conditionsOf(
  tree: DescribedTree,
  elements: readonly ElementFacts[],
  { outer, anchors }: { outer: readonly (readonly Simple[])[]; anchors: readonly Anchor[] },
): Int32Array {
  const conditions = new Int32Array(elements.length);
  let index = 0;
  for (const facts of elements) {
    let met = 0;
    let around = tree.elements[facts.parent];
    for (let depth = 0; depth < outer.length && around !== undefined; depth += 1) {
      const level = outer[depth] ?? [];
      for (let at = 0; at < level.length; at += 1)
        if (level[at]?.test(around) === true) met |= bitOf(depth, at);
      around = tree.elements[around.parent];
    }
    for (let at = 0; at < anchors.length; at += 1) {
      const holder = anchors[at]?.holder;
      if (holder === undefined) break;
      if (facts.at > holder.at && facts.at <= holder.end) met |= insideBit(at);
      if (facts.parent === holder.at) met |= childBit(at);
    }
    conditions[index] = met;
    index += 1;
  }
  return conditions;
}

/** The simple selectors of the records, of their parents, and so on, as far as each record has an ancestor. */
function levelsOf(tree: DescribedTree, heads: readonly ElementFacts[]): Simple[][] {
  const levels: Simple[][] = [];
  let current: readonly ElementFacts[] = heads;
  for (let level = 0; level < maxLevels && current.length > 0; level += 1) {
    levels.push(simplesFor(tree, current));
    const parents = current.flatMap(({ parent }) => tree.elements[parent] ?? []);
    if (parents.length < current.length || parents.some(({ element }) => element.name === 'body')) break;
    current = [...new Set(parents)];
  }
  return levels;
}

/** A chain with an ancestor of all records in front. */
function anchored(chain: Chain, { text, at, isParent, cost }: Anchor & { at: number; cost: number }): Chain {
  return {
    ...chain,
    text: `${text} ${isParent ? '> ' : ''}${chain.text}`,
    cost,
    isAnchored: true,
    needs: chain.needs | (isParent ? childBit(at) : insideBit(at)),
  };
}

/** What a selector costs that goes by tags alone: on the next page of the site they may have other uses. */
function bareness({ isNamed, above, isAnchored }: Chain): number {
  if (isAnchored || isNamed) return 0;
  return above === 0 ? 8 : 3;
}

/** Simple selectors that all of some elements have, the most telling first. */
function simplesFor(tree: DescribedTree, all: readonly ElementFacts[]): Simple[] {
  const [first] = all;
  if (first === undefined) return [];
  const { element, classes, kind } = first;
  const kinds = new Set(all.map((facts) => facts.kind));
  const shared = classes.filter((word) => [...kinds].every((other) => other.classes.includes(word)));
  const name = escapeIdentifier(element.name);
  const ofTag = ({ tag }: ElementKind): boolean => tag === kind.tag;
  const named = (): readonly ElementFacts[] => tree.withName(element.name);
  const classed = (text: string, among: string, holds: (other: ElementKind) => boolean): Simple => {
    const test = ofKind(holds);
    return { text, isNamed: true, test, matches: once(() => tree.withClass(among).filter(test)) };
  };
  const simples = shared.slice(0, 4).map((word): Simple => ({
    text: `.${escapeIdentifier(word)}`,
    isNamed: true,
    test: ofKind((other) => other.classes.includes(word)),
    matches: () => tree.withClass(word),
  }));
  const [a, b] = shared;
  if ([...kinds].every(ofTag)) {
    for (const attribute of telling) {
      const value = element.attribs[attribute];
      if (value === undefined || value.length > 80) continue;
      const test = (facts: ElementFacts): boolean =>
        ofTag(facts.kind) && facts.element.attribs[attribute] === value;
      if (!all.every(test)) continue;
      const text = `${element.name}[${attribute}=${cssString(value)}]`;
      simples.push({ text, isNamed: true, test, matches: once(() => named().filter(test)) });
    }
    if (a !== undefined)
      simples.push(
        classed(`${name}.${escapeIdentifier(a)}`, a, (other) => ofTag(other) && other.classes.includes(a)),
      );
    simples.push({
      text: name,
      test: (facts) => ofTag(facts.kind),
      matches: named,
      isNamed: element instanceof XmlElement || /^(?:article|main|dt)$/.test(element.name),
    });
  }
  if (a !== undefined && b !== undefined)
    simples.push(
      classed(
        `.${escapeIdentifier(a)}.${escapeIdentifier(b)}`,
        a,
        ({ classes: words }) => words.includes(a) && words.includes(b),
      ),
    );
  return simples.slice(0, maxOptions + 3);
}

/** A test of elements that is made once for each kind. */
function ofKind(holds: (kind: ElementKind) => boolean): (facts: ElementFacts) => boolean {
  const known = new Map<ElementKind, boolean>();
  return ({ kind }) => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const now = holds(kind);
    known.set(kind, now);
    return now;
  };
}

/** Tags that stand anywhere inside others: somewhere below is not where. */
const loose: ReadonlySet<string> = new Set(['div', 'span', 'a', 'p', 'td']);

interface Anchor {
  text: string;
  holder: ElementFacts;
  isParent: boolean;
}

/** Ancestors of all records that one simple selector finds alone. */
function anchorsOf(tree: DescribedTree, heads: readonly ElementFacts[]): Anchor[] {
  const [first] = heads;
  const end = heads.reduce((most, facts) => Math.max(most, facts.end), 0);
  const anchors: Anchor[] = [];
  for (
    let at = first === undefined ? undefined : tree.elements[first.parent];
    at !== undefined;
    at = tree.elements[at.parent]
  ) {
    const holder: ElementFacts = at;
    if (holder.end < end) continue;
    const isParent = heads.every(({ parent }) => parent === holder.at);
    if (holder.element.name === 'body' && isParent) anchors.push({ text: 'body', holder, isParent });
    if (anchors.length >= 3 || holder.element.name === 'body') break;
    const id = holder.element.attribs['id'];
    if (id !== undefined && isStableId(id)) {
      anchors.push({ text: `#${escapeIdentifier(id)}`, holder, isParent });
      continue;
    }
    const alone = aloneSelector(tree, holder);
    if (alone !== null) anchors.push({ text: alone, holder, isParent });
  }
  return anchors;
}

function selectsExactly({ page }: DescribedTree, selector: string, heads: readonly ElementFacts[]): boolean {
  const found = prepareSelect('css', selector)(page.document);
  if (!found.ok || found.matches.length !== heads.length) return false;
  const wanted = new Set<AnyNode>(heads.map(({ element }) => element));
  return found.matches.every(({ node }) => node !== null && wanted.has(node));
}
