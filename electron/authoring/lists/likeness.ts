import { isTag, type Element } from 'domhandler';
import { walk } from '../../extract/walk.ts';
import type { ElementFacts } from '../tree.ts';

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

/** The names of an element, its children and theirs, each once. */
export function shapeOf(facts: ElementFacts): string {
  facts.shape ??= readShape(facts.element);
  return facts.shape;
}

function readShape(element: Element): string {
  const children = new Set<string>();
  for (const child of element.children) {
    if (!isTag(child) || wording.has(child.name)) continue;
    const inner = new Set<string>();
    for (const grandchild of child.children) {
      if (isTag(grandchild) && !wording.has(grandchild.name)) inner.add(grandchild.name);
    }
    children.add(`${child.name}(${[...inner].sort().join()})`);
  }
  return `${element.name}:${[...children].sort().join()}`;
}

/** How an element and its first child are styled without classes. */
export function lookOf(element: Element): string {
  const first = element.children.find(isTag);
  const own = (of: Element): string => styling.map((name) => of.attribs[name] ?? '').join('|');
  return `${own(element)}/${first === undefined ? '' : `${first.name}${own(first)}`}`;
}

/** The ways from an element to what is in it: names with the first class, wording left out. */
export function pathsIn(element: Element): ReadonlySet<string> {
  const known = pathsOf.get(element) ?? readPaths(element);
  pathsOf.set(element, known);
  return known;
}

const pathsOf = new WeakMap<Element, ReadonlySet<string>>();

function readPaths(root: Element): ReadonlySet<string> {
  const paths = new Set<string>();
  const open: string[] = [];
  walk(root, {
    enter(node) {
      if (!isTag(node)) return true;
      if (paths.size >= maxPaths || open.length > maxDepth) return false;
      const path =
        node === root
          ? ''
          : wording.has(node.name)
            ? (open.at(-1) ?? '')
            : `${open.at(-1) ?? ''}/${node.name}`;
      open.push(path);
      if (path !== '') paths.add(path);
      return true;
    },
    leave(node) {
      if (isTag(node)) open.pop();
    },
  });
  return paths;
}

/** Share of the paths that two elements have in common; 1 for two without any. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const path of a) if (b.has(path)) common += 1;
  return common / (a.size + b.size - common);
}

/** Splits elements of one name into groups that are built alike. The first group grows around the most usual shape. */
export function alike(group: readonly ElementFacts[]): ElementFacts[][] {
  const known = group.map((facts) => ({ facts, shape: shapeOf(facts) }));
  const shapes = Map.groupBy(known, ({ shape }) => shape);
  if (shapes.size === 1) return [];
  const usual = [...shapes]
    .map(([shape, same]) => ({ shape, same, text: same.reduce((sum, { facts }) => sum + facts.text, 0) }))
    .sort((a, b) => b.text * b.same.length - a.text * a.same.length);
  const paths = new Map<string, ReadonlySet<string>>();
  for (const { facts, shape } of known) if (!paths.has(shape)) paths.set(shape, pathsIn(facts.element));
  const none = new Set<string>();
  return usual
    .slice(0, maxSeeds)
    .map(({ shape: seed }) =>
      known
        .filter(({ shape }) => likeness(paths.get(seed) ?? none, paths.get(shape) ?? none) >= alikeFrom)
        .map(({ facts }) => facts),
    );
}
