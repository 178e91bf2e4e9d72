import type { AnyNode } from 'domhandler';
import { cssString, escapeIdentifier, isStableId } from '../../extract/analyze/names.ts';
import { prepareSelect } from '../../extract/select-matches.ts';
import { XmlElement } from '../../extract/xml/xml-element.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { filtersFor, placeOf } from './record-filters.ts';

/** A simple selector and what it holds for. */
interface Simple {
  readonly text: string;
  readonly test: (facts: ElementFacts) => boolean;
  /** Elements of a page that it may hold for, in document order. */
  readonly among: (tree: DescribedTree) => readonly ElementFacts[];
  /** Whether it names what a person named, so that it holds on the next page of the site. */
  readonly isNamed: boolean;
}

const maxLevels = 4;
const maxOptions = 5;
const maxParents = 4;

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
  const wanted = new Set(heads);
  const near: { text: string; extra: ElementFacts[]; cost: number }[] = [];
  for (const chain of chainsTo(tree, heads)) {
    const found = matchesOf(tree, chain);
    if (found.length < wanted.size) continue;
    const extra = found.filter((facts) => !wanted.has(facts));
    if (found.length - extra.length < wanted.size) continue;
    if (extra.length === 0 && selectsExactly(tree, chain.text, heads)) return chain.text;
    near.push({ text: chain.text, extra, cost: chain.cost });
  }
  near.sort((a, b) => a.extra.length - b.extra.length || a.cost - b.cost);
  for (const { text, extra } of near.slice(0, 3)) {
    const filters = filtersFor(tree, heads, extra);
    if (filters !== null && selectsExactly(tree, `${text}${filters}`, heads)) return `${text}${filters}`;
  }
  return countedSelector(tree, heads);
}

/** Where nothing is named: the places from the nearest named ancestor down to the parent of the records. Null: there is none. */
function countedSelector(tree: DescribedTree, heads: readonly ElementFacts[]): string | null {
  const [first] = heads;
  const holder = first === undefined ? undefined : tree.elements[first.parent];
  const last = simplesFor(heads).at(-1);
  if (holder === undefined || last === undefined || !heads.every(({ parent }) => parent === holder.at))
    return null;
  const steps: string[] = [];
  let above: ElementFacts | undefined = holder;
  while (above !== undefined && above.element.name !== 'body') {
    const own: ElementFacts = above;
    const named = simplesFor([own]).find((simple) => simple.isNamed && matchesOnce(tree, simple));
    if (named !== undefined) {
      steps.unshift(named.text);
      break;
    }
    steps.unshift(`${escapeIdentifier(own.element.name)}:nth-child(${placeOf(own)})`);
    above = tree.elements[own.parent];
  }
  if (above?.element.name === 'body') steps.unshift('body');
  const text = [...steps, last.text].join(' > ');
  const anchor = { holder, isParent: true };
  const extra = matchesOf(tree, { text, cost: 0, last, above: [], anchor }).filter(
    (facts) => !heads.includes(facts),
  );
  const filters = extra.length === 0 ? '' : filtersFor(tree, heads, extra);
  return filters !== null && selectsExactly(tree, `${text}${filters}`, heads) ? `${text}${filters}` : null;
}

/** A selector of several levels, the record's last, and what it says of the ancestors. */
interface Chain {
  text: string;
  cost: number;
  last: Simple;
  /** From the parent of the record upwards. */
  above: readonly (Simple | null)[];
  /** An ancestor that holds all records. */
  anchor: { holder: ElementFacts; isParent: boolean } | null;
}

function chainsTo(tree: DescribedTree, heads: readonly ElementFacts[]): Chain[] {
  const levels: Simple[][] = [];
  let current: readonly ElementFacts[] = heads;
  for (let level = 0; level < maxLevels && current.length > 0; level += 1) {
    levels.push(simplesFor(current));
    const parents = current.flatMap(({ parent }) => tree.elements[parent] ?? []);
    if (parents.length < current.length || parents.some(({ element }) => element.name === 'body')) break;
    current = [...new Set(parents)];
  }
  const chains: Chain[] = [];
  const costOf = ({ isNamed }: Simple): number => (isNamed ? 1 : 4);
  let partial: Chain[] = (levels[0] ?? []).map((last) => ({
    text: last.text,
    cost: costOf(last),
    last,
    above: [],
    anchor: null,
  }));
  chains.push(...partial);
  const [first] = partial;
  if (first === undefined) return [];
  const anchors = anchorsOf(tree, heads);
  for (const anchor of anchors) {
    for (const last of levels[0] ?? []) {
      for (const isParent of anchor.isParent ? [true] : [false]) {
        const text = `${anchor.text} ${isParent ? '> ' : ''}${last.text}`;
        chains.push({
          text,
          cost: costOf(last) + (isParent || !loose.has(last.text) ? 2 : 8),
          last,
          above: [],
          anchor: { holder: anchor.holder, isParent },
        });
      }
    }
  }
  for (const level of levels.slice(1)) {
    partial = partial.flatMap((chain) =>
      level.slice(0, 3).map((simple) => ({
        ...chain,
        text: `${simple.text} > ${chain.text}`,
        cost: chain.cost + costOf(simple),
        above: [...chain.above, simple],
      })),
    );
    chains.push(...partial);
    partial = partial.sort((a, b) => a.cost - b.cost).slice(0, 12);
  }
  for (const anchor of anchors.slice(0, 2)) {
    for (const chain of chains
      .filter(({ above, anchor: has }) => above.length > 0 && has === null)
      .slice(0, 12)) {
      chains.push({
        ...chain,
        text: `${anchor.text} ${chain.text}`,
        cost: chain.cost + 2,
        anchor: { holder: anchor.holder, isParent: false },
      });
    }
  }
  return chains
    .map((chain) => ({ ...chain, cost: chain.cost + bareness(chain) }))
    .sort((a, b) => a.cost - b.cost);
}

/** What a selector costs that goes by tags alone: on the next page of the site they may have other uses. */
function bareness({ last, above, anchor }: Chain): number {
  if (anchor !== null || [last, ...above].some((simple) => simple?.isNamed)) return 0;
  return above.length === 0 ? 8 : 3;
}

/** Simple selectors that all of some elements have, the most telling first. */
function simplesFor(all: readonly ElementFacts[]): Simple[] {
  const [first] = all;
  if (first === undefined) return [];
  const { element, classes } = first;
  const shared = classes.filter((word) => all.every((facts) => facts.classes.includes(word)));
  const hasClass =
    (word: string) =>
    (facts: ElementFacts): boolean =>
      facts.classes.includes(word);
  const classed =
    (word: string): Simple['among'] =>
    (tree) =>
      tree.withClass(word);
  const simples: Simple[] = [];
  for (const word of shared.slice(0, 4))
    simples.push({
      text: `.${escapeIdentifier(word)}`,
      test: hasClass(word),
      among: classed(word),
      isNamed: true,
    });
  const sameName = all.every((facts) => facts.element.name === element.name);
  const isNamed = (facts: ElementFacts): boolean => facts.element.name === element.name;
  const named: Simple['among'] = (tree) => tree.withName(element.name);
  if (sameName) {
    for (const attribute of telling) {
      const value = element.attribs[attribute];
      if (
        value === undefined ||
        value.length > 80 ||
        !all.every((facts) => facts.element.attribs[attribute] === value)
      )
        continue;
      simples.push({
        text: `${element.name}[${attribute}=${cssString(value)}]`,
        isNamed: true,
        among: named,
        test: (facts) => isNamed(facts) && facts.element.attribs[attribute] === value,
      });
    }
    const [word] = shared;
    if (word !== undefined)
      simples.push({
        text: `${escapeIdentifier(element.name)}.${escapeIdentifier(word)}`,
        isNamed: true,
        among: classed(word),
        test: (facts) => isNamed(facts) && hasClass(word)(facts),
      });
    simples.push({
      text: escapeIdentifier(element.name),
      test: isNamed,
      among: named,
      isNamed: element instanceof XmlElement || /^(?:article|main|dt)$/.test(element.name),
    });
  }
  const [a, b] = shared;
  if (a !== undefined && b !== undefined)
    simples.push({
      text: `.${escapeIdentifier(a)}.${escapeIdentifier(b)}`,
      isNamed: true,
      among: classed(a),
      test: (facts) => hasClass(a)(facts) && hasClass(b)(facts),
    });
  return simples.slice(0, maxOptions + 3);
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
    const alone = simplesFor([holder]).find((simple) => simple.isNamed && matchesOnce(tree, simple));
    if (alone !== undefined) anchors.push({ text: alone.text, holder, isParent });
  }
  return anchors;
}

function matchesOnce(tree: DescribedTree, { among, test }: Simple): boolean {
  let found = 0;
  for (const facts of among(tree)) {
    if (test(facts)) found += 1;
    if (found > 1) return false;
  }
  return found === 1;
}

function matchesOf(tree: DescribedTree, { last, above, anchor }: Chain): ElementFacts[] {
  const from = anchor === null ? 0 : anchor.holder.at + 1;
  const to = anchor === null ? tree.elements.length : anchor.holder.end + 1;
  const found: ElementFacts[] = [];
  for (const facts of last.among(tree)) {
    if (facts.at < from) continue;
    if (facts.at >= to) break;
    if (!last.test(facts)) continue;
    if (anchor?.isParent === true && facts.parent !== anchor.holder.at) continue;
    let holder = tree.elements[facts.parent];
    let fits = true;
    for (const simple of above) {
      if (holder === undefined || (simple !== null && !simple.test(holder))) {
        fits = false;
        break;
      }
      holder = tree.elements[holder.parent];
    }
    if (fits) found.push(facts);
  }
  return found;
}

function selectsExactly({ page }: DescribedTree, selector: string, heads: readonly ElementFacts[]): boolean {
  const found = prepareSelect('css', selector)(page.document);
  if (!found.ok || found.matches.length !== heads.length) return false;
  const wanted = new Set<AnyNode>(heads.map(({ element }) => element));
  return found.matches.every(({ node }) => node !== null && wanted.has(node));
}
