import { isTag, type Element } from 'domhandler';
import { pairBase } from '../numbering.ts';
import { childrenOf, type DescribedTree, type ElementFacts } from '../tree.ts';

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
  if (facts.end === facts.at) return facts.kind.tag;
  const children: number[] = [];
  for (const child of childrenOf(tree, facts)) {
    if (!wording.has(child.element.name)) children.push(child.kind.tag * pairBase + namesIn(tree, child));
  }
  if (children.length === 0) return facts.kind.tag;
  return tree.numbered(`${facts.kind.tag}:${distinct(children)}`);
}

/** A number for the names of the children of an element; 0: it has none but for the look of words. */
function namesIn(tree: DescribedTree, facts: ElementFacts): number {
  if (facts.end === facts.at) return 0;
  const names: number[] = [];
  for (const { element, kind } of childrenOf(tree, facts))
    if (!wording.has(element.name)) names.push(kind.tag);
  return names.length === 0 ? 0 : tree.numbered(`(${distinct(names)})`);
}

/** Some numbers in order, each once. */
const distinct = (numbers: readonly number[]): string =>
  numbers.length === 1 ? String(numbers[0]) : [...new Set(numbers)].sort((a, b) => a - b).join();

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
export function alike(tree: DescribedTree, group: readonly ElementFacts[]): ElementFacts[][] {
  const [first] = group;
  const usualShape = first === undefined ? 0 : shapeOf(tree, first);
  if (group.every((facts) => shapeOf(tree, facts) === usualShape)) return [];
  const shapes = Map.groupBy(group, (facts) => shapeOf(tree, facts));
  const usual = [...shapes]
    .map(([shape, same]) => ({ shape, same, text: same.reduce((sum, { text }) => sum + text, 0) }))
    .sort((a, b) => b.text * b.same.length - a.text * a.same.length);
  const none = new Set<number>();
  const paths = usual.map(({ same: [first] }) => (first === undefined ? none : pathsIn(tree, first)));
  return paths.slice(0, maxSeeds).map((seed) => {
    const same = new Set<number>();
    for (const [at, { shape }] of usual.entries()) {
      if (likeness(seed, paths[at] ?? none) >= alikeFrom) same.add(shape);
    }
    return group.filter((facts) => same.has(shapeOf(tree, facts)));
  });
}

/** Elements in which an alternation is looked for. */
const maxAlternating = 24;

/**
 * How much more often an element has the shape of the one before the last than that of the last: rows of two or three kinds in
 * turn are parts of records.
 */
export function alternation(tree: DescribedTree, heads: readonly ElementFacts[]): number {
  const shapes = heads.slice(0, maxAlternating).map((facts) => shapeOf(tree, facts));
  const same = (step: number): number => {
    const later = shapes.slice(step);
    return later.filter((shape, at) => shape === shapes[at]).length / Math.max(1, later.length);
  };
  return Math.max(0, Math.max(same(2), same(3)) - same(1));
}
