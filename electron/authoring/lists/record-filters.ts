import { isTag, type Element, type ParentNode } from 'domhandler';
import { cssString, escapeIdentifier } from '../../extract/analyze/names.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';

const maxFilters = 3;
/** Siblings from one record to the next by which records are counted. */
const periods = [2, 3, 4, 5, 6, 7, 8];
/** Descendants of a record by which it is told from what stands beside the records. */
const maxContents = 60;
/** Elements that a condition is chosen by; it is then tried on all. */
const maxCompared = 200;
/** Attributes that old pages style with. */
const styling = [
  'bgcolor',
  'align',
  'valign',
  'width',
  'cellspacing',
  'cellpadding',
  'border',
  'height',
  'size',
  'face',
  'color',
  'target',
];

/** A condition that all records meet. */
interface Filter {
  text: string;
  leaves: (facts: ElementFacts) => boolean;
}

/** Conditions that leave the extra elements out; null: none do. */
export function filtersFor(
  tree: DescribedTree,
  heads: readonly ElementFacts[],
  extra: readonly ElementFacts[],
): string | null {
  const filters = [...byNames(heads, extra), ...byContents(tree, heads, extra), ...byPlace(tree, heads)];
  let left = extra;
  let text = '';
  for (let round = 0; round < maxFilters && left.length > 0; round += 1) {
    const best = bestOf(filters, sampled(left));
    const after = best === null ? left : left.filter(best.leaves);
    if (best === null || after.length === left.length) return null;
    text += best.text;
    left = after;
  }
  return left.length === 0 ? text : null;
}

/** The condition that leaves the fewest. */
function bestOf(filters: readonly Filter[], extra: readonly ElementFacts[]): Filter | null {
  let best: Filter | null = null;
  let least = Infinity;
  for (const filter of filters) {
    const after = extra.reduce((count, facts) => count + (filter.leaves(facts) ? 1 : 0), 0);
    if (after < least) [best, least] = [filter, after];
  }
  return best;
}

function sampled(extra: readonly ElementFacts[]): readonly ElementFacts[] {
  const step = Math.ceil(extra.length / maxCompared);
  return step <= 1 ? extra : extra.filter((_, at) => at % step === 0);
}

function byNames(heads: readonly ElementFacts[], extra: readonly ElementFacts[]): Filter[] {
  const filters: Filter[] = [];
  const own = new Set(heads.flatMap(({ classes }) => classes));
  for (const word of new Set(extra.flatMap(({ classes }) => classes))) {
    if (!own.has(word))
      filters.push({
        text: `:not(.${escapeIdentifier(word)})`,
        leaves: ({ classes }) => !classes.includes(word),
      });
  }
  const [first] = heads;
  for (const name of styling) {
    const value = first?.element.attribs[name];
    if (!heads.every(({ element }) => element.attribs[name] === value)) continue;
    if (value === undefined)
      filters.push({ text: `:not([${name}])`, leaves: ({ element }) => element.attribs[name] === undefined });
    else
      filters.push({
        text: `[${name}=${cssString(value)}]`,
        leaves: ({ element }) => element.attribs[name] === value,
      });
  }
  return filters;
}

function byContents(
  tree: DescribedTree,
  heads: readonly ElementFacts[],
  extra: readonly ElementFacts[],
): Filter[] {
  // Those that every condition is tried on are read once; of the others one condition is asked.
  const contents = new Map([...heads, ...sampled(extra)].map((facts) => [facts, readContents(tree, facts)]));
  const has = (facts: ElementFacts, key: number): boolean =>
    contents.get(facts)?.has(key) ?? holds(tree, facts, key);
  const [first] = heads;
  const [other] = extra;
  const filters: Filter[] = [];
  for (const [key, inner] of (first === undefined ? null : contents.get(first)) ?? []) {
    if (heads.every((facts) => has(facts, key)))
      filters.push({ text: `:has(${selectorOf(key, inner)})`, leaves: (facts) => has(facts, key) });
  }
  for (const [key, inner] of (other === undefined ? null : contents.get(other)) ?? []) {
    if (!heads.some((facts) => has(facts, key)))
      filters.push({ text: `:not(:has(${selectorOf(key, inner)}))`, leaves: (facts) => !has(facts, key) });
  }
  return filters;
}

/**
 * What is in an element, by the number of its name: the first element of that name. For a child the number is below zero.
 */
type Contents = ReadonlyMap<number, ElementFacts>;

const selectorOf = (key: number, { element }: ElementFacts): string =>
  `${key < 0 ? '> ' : ''}${escapeIdentifier(element.name)}`;

function readContents({ elements }: DescribedTree, { at, end }: ElementFacts): Contents {
  const found = new Map<number, ElementFacts>();
  for (let child = elements[at + 1]; child !== undefined && child.at <= end; child = elements[child.end + 1])
    if (!found.has(-child.kind.tag)) found.set(-child.kind.tag, child);
  const last = Math.min(end, at + maxContents);
  for (let inner = elements[at + 1]; inner !== undefined && inner.at <= last; inner = elements[inner.at + 1])
    if (!found.has(inner.kind.tag)) found.set(inner.kind.tag, inner);
  return found;
}

/** Whether an element holds what a key of `Contents` stands for. */
function holds({ elements }: DescribedTree, { at, end }: ElementFacts, key: number): boolean {
  const last = key < 0 ? end : Math.min(end, at + maxContents);
  let inner = elements[at + 1];
  while (inner !== undefined && inner.at <= last) {
    if (inner.kind.tag === Math.abs(key)) return true;
    inner = elements[(key < 0 ? inner.end : inner.at) + 1];
  }
  return false;
}

/** Places among the children of one parent: after the first ones, or every second or third. */
function byPlace(tree: DescribedTree, heads: readonly ElementFacts[]): Filter[] {
  const parents = new Set(heads.map(({ parent }) => parent));
  const places = heads.map(placeOf);
  const filters: Filter[] = [];
  const first = Math.min(...places);
  if (first > 1 && parents.size <= 3)
    filters.push({ text: `:nth-child(n + ${first})`, leaves: (facts) => placeOf(facts) >= first });
  for (const period of periods) {
    const rest = first % period;
    if (parents.size === 1 && places.every((place) => place % period === rest)) {
      filters.push({
        text: `:nth-child(${period}n${rest === 0 ? '' : ` + ${rest}`})`,
        leaves: (facts) => placeOf(facts) % period === rest,
      });
    }
  }
  const [parent] = parents;
  const last = Math.max(...places);
  const children =
    parent === undefined ? 0 : (tree.elements[parent]?.element.children.filter(isTag).length ?? 0);
  if (parents.size === 1 && last < children)
    filters.push({
      text: `:nth-last-child(n + ${children - last + 1})`,
      leaves: (facts) => placeOf(facts) <= last,
    });
  return filters;
}

/** The place of an element among the children of its parent, from 1 on. */
export function placeOf({ element }: ElementFacts): number {
  const { parent } = element;
  if (parent === null) return 1;
  const places =
    placesIn.get(parent) ?? new Map(parent.children.filter(isTag).map((child, at) => [child, at + 1]));
  placesIn.set(parent, places);
  return places.get(element) ?? 1;
}

/** Places of the children of elements that were asked for. */
const placesIn = new WeakMap<ParentNode, ReadonlyMap<Element, number>>();
