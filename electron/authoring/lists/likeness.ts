import { isTag, type Element } from 'domhandler';
import { pairBase } from '../numbering.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';

/** How far below an element its likeness is read: the depth, and the number of elements. */
const maxDepth = 4;
const maxPaths = 40;
/** Share of the paths of two elements that makes them alike. */
const alikeFrom = 0.5;
/** Elements of a group that are compared with each other. */
const maxSeeds = 3;

/** Elements for the look of words. They come and go with the text. */
const wording: ReadonlySet<string> = new Set(
  'b i em strong u s font big small br wbr sup sub mark tt code abbr'.split(' '),
);

/** Attributes that old pages style with. */
const styling = [
  'width',
  'bgcolor',
  'align',
  'valign',
  'colspan',
  'cellpadding',
  'cellspacing',
  'border',
  'size',
  'color',
  'face',
  'height',
  'style',
];

/** A number for the names of an element, its children and theirs, each once. Equal numbers are equal shapes. */
export function shapeOf(tree: DescribedTree, facts: ElementFacts): number {
  if (facts.shape === 0) facts.shape = readShape(tree, facts);
  return facts.shape;
}

function readShape(tree: DescribedTree, facts: ElementFacts): number {
  const { tag } = facts.kind;
  if (facts.end === facts.at) return tag;
  const { elements, numbered } = tree;
  const children: number[] = [];
  for (let at = facts.at + 1; at <= facts.end;) {
    const child = elements[at];
    if (child === undefined) break;
    if (!wording.has(child.element.name))
      putInOrder(children, numbered(child.kind.tag * pairBase + namesIn(tree, child)));
    at = child.end + 1;
  }
  return numberOf(tree, tag, children);
}

/** A number for the names of the children of an element; 0: it has none but for the look of words. */
function namesIn(tree: DescribedTree, facts: ElementFacts): number {
  if (facts.end === facts.at) return 0;
  const names: number[] = [];
  for (let at = facts.at + 1; at <= facts.end;) {
    const child = tree.elements[at];
    if (child === undefined) break;
    if (!wording.has(child.element.name)) putInOrder(names, child.kind.tag);
    at = child.end + 1;
  }
  return numberOf(tree, 0, names);
}

/** Puts a number where it belongs among others in order, unless it is there. */
function putInOrder(numbers: number[], number: number): void {
  let at = numbers.length;
  while (at > 0 && (numbers[at - 1] ?? 0) > number) at -= 1;
  if (numbers[at - 1] === number) return;
  numbers.push(number);
  numbers.copyWithin(at + 1, at, numbers.length - 1);
  numbers[at] = number;
}

/** A number for some numbers behind another one; the other one where there are none. */
const numberOf = ({ numbered }: DescribedTree, first: number, numbers: readonly number[]): number =>
  numbers.reduce((number, next) => numbered(number * pairBase + next), first);

/** How an element and its first child are styled without classes. */
export function lookOf(element: Element): string {
  const first = element.children.find(isTag);
  return `${styleOf(element)}/${first === undefined ? '' : `${first.name}${styleOf(first)}`}`;
}

function styleOf({ attribs }: Element): string {
  let style = '';
  for (const name of styling) {
    const value = attribs[name];
    if (value !== undefined && value !== '') style += `${name}=${value}|`;
  }
  return style;
}

/** The ways from an element to what is in it, as numbers: names, wording left out. */
export function pathsIn(tree: DescribedTree, facts: ElementFacts): ReadonlySet<number> {
  facts.paths ??= readPaths(tree, facts);
  return facts.paths;
}

function readPaths({ elements, numbered }: DescribedTree, root: ElementFacts): ReadonlySet<number> {
  const paths = new Set<number>();
  /** Ways to the elements that are open, by their depth below the root. */
  const open = [0];
  for (let at = root.at + 1; at <= root.end && paths.size < maxPaths;) {
    const facts = elements[at];
    if (facts === undefined) break;
    const depth = facts.depth - root.depth;
    const outer = open[depth - 1] ?? 0;
    const path = wording.has(facts.element.name) ? outer : numbered(outer * pairBase + facts.kind.tag);
    if (path !== 0) paths.add(path);
    open[depth] = path;
    at = depth < maxDepth ? at + 1 : facts.end + 1;
  }
  return paths;
}

/** Share of the paths that two elements have in common; 1 for two without any. */
export function likeness(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a === b || (a.size === 0 && b.size === 0)) return 1;
  let common = 0;
  for (const path of a) if (b.has(path)) common += 1;
  return common / (a.size + b.size - common);
}

/** Splits elements of one name into groups that are built alike. The first group grows around the most usual shape. */
export function alike(tree: DescribedTree, group: readonly ElementFacts[]): (readonly ElementFacts[])[] {
  const [first] = group;
  const usualShape = first === undefined ? 0 : shapeOf(tree, first);
  if (group.every((facts) => shapeOf(tree, facts) === usualShape)) return [];
  const shapes = new Map<number, { shape: number; first: ElementFacts; count: number; text: number }>();
  for (const facts of group) {
    const shape = shapeOf(tree, facts);
    const same = shapes.get(shape);
    if (same === undefined) shapes.set(shape, { shape, first: facts, count: 1, text: facts.text });
    else {
      same.count += 1;
      same.text += facts.text;
    }
  }
  const usual = [...shapes.values()].sort((a, b) => b.text * b.count - a.text * a.count);
  return usual.slice(0, maxSeeds).map((seed) => {
    const paths = pathsIn(tree, seed.first);
    const same = new Set<number>();
    for (const { shape, first: other } of usual)
      if (likeness(paths, pathsIn(tree, other)) >= alikeFrom) same.add(shape);
    return same.size === usual.length ? group : group.filter((facts) => same.has(shapeOf(tree, facts)));
  });
}

/** Elements in which an alternation is looked for. */
const maxAlternating = 24;

/**
 * How much more often an element has the shape of the one before the last than that of the last: rows of two or three kinds in
 * turn are parts of records.
 */
export function alternation(tree: DescribedTree, heads: readonly ElementFacts[]): number {
  const count = Math.min(heads.length, maxAlternating);
  const shapeAt = (at: number): number => {
    const facts = heads[at];
    return facts === undefined ? 0 : shapeOf(tree, facts);
  };
  const same = (step: number): number => {
    let times = 0;
    for (let at = step; at < count; at += 1) if (shapeAt(at) === shapeAt(at - step)) times += 1;
    return times / Math.max(1, count - step);
  };
  return Math.max(0, Math.max(same(2), same(3)) - same(1));
}
