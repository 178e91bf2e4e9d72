import { isTag, type AnyNode, type Element } from 'domhandler';
import { anchorsOf, stepTo, usesOf } from './anchors.ts';
import { written, type Part, type Written } from './ending.ts';
import { classesOf, namesakes, parentIn, type Family, type Path, type Use } from './path.ts';
import { scopeIndex, type ScopeIndex } from './scope-index.ts';
import { simpleOf, xpathName, type Simple } from './simple.ts';
import { eventsAt } from './changes.ts';
import { lossesOf, survivalOf } from './survival.ts';
import { escapeIdentifier } from '../../extract/analyze/names.ts';

/** A selector of all elements that are like some. */
export interface RankedGroup extends Written {
  readonly family: Family;
  readonly survival: number;
  readonly why: string;
  /** What it selects, in document order. */
  readonly elements: readonly Element[];
}

/** Elements that a list still tells something of. */
const maxAlike = 5000;
const maxLevels = 6;
const usualMost = 6;

/**
 * Ranks selectors that give all of some elements of a page or row, others like them, and none of those that are excluded.
 * The best gives the elements of the same name at the same depth that have the classes which the examples share.
 */
export function rankGroups(
  root: AnyNode,
  examples: readonly Element[],
  { excluded = [], part, most = usualMost }: { excluded?: readonly Element[]; part: Part; most?: number },
): RankedGroup[] {
  const index = scopeIndex(root);
  const [first] = examples;
  if (first === undefined) return [];
  const alike = new Set(alikeOf(index, examples).filter((each) => !excluded.includes(each)));
  const start = isTag(root) ? '.' : '';
  const events = eventsAt(first, root);
  const seen = new Set<string>();
  const ranked: { group: RankedGroup; score: number }[] = [];
  for (const path of groupPaths(index, examples, start)) {
    if (seen.has(path.xpath)) continue;
    seen.add(path.xpath);
    const found = (
      path.css === null ? index.select('xpath', path.xpath) : index.select('css', path.css)
    ).filter(isTag);
    const set = new Set(found);
    if (!examples.every((each) => set.has(each)) || excluded.some((each) => set.has(each))) continue;
    if (found.length > maxAlike) continue;
    const common = found.filter((each) => alike.has(each)).length;
    const fit = (2 * common) / Math.max(1, found.length + alike.size);
    const survival = survivalOf([lossesOf(path, events)], events, 'either');
    const how = written([path], [first], part);
    const score =
      (fit === 1 ? 0.6 : fit * 0.5) +
      path.weight * 0.25 +
      survival * 0.15 -
      (path.css ?? path.xpath).length / 2000;
    ranked.push({
      group: { ...how, family: path.family, survival, why: `by ${path.by}`, elements: found },
      score,
    });
  }
  return ranked
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ group }) => group);
}

/** Elements of the name, depth and common classes of some. */
function alikeOf(index: ScopeIndex, examples: readonly Element[]): Element[] {
  const [first] = examples;
  if (first === undefined) return [];
  const shared = commonTo(examples, classesOf);
  const depth = index.depthOf(first);
  const isSameDepth = examples.every((each) => index.depthOf(each) === depth);
  return index.tagged(first.name).filter((each) => {
    if (isSameDepth && index.depthOf(each) !== depth) return false;
    const own = classesOf(each);
    // Of one element all classes count, and no more.
    return (
      shared.every((name) => own.includes(name)) && (examples.length > 1 || own.length === shared.length)
    );
  });
}

function commonTo(examples: readonly Element[], of: (element: Element) => readonly string[]): string[] {
  const [first, ...rest] = examples;
  if (first === undefined) return [];
  const others = rest.map((each) => new Set(of(each)));
  return of(first).filter((name) => others.every((set) => set.has(name)));
}

/** Simple selectors that all elements have, most telling first. */
function commonSimples(elements: readonly Element[]): Simple[] {
  const [first, ...rest] = elements;
  if (first === undefined) return [];
  const others = rest.map((each) => new Set(simpleOf(each).map(({ css }) => css)));
  return simpleOf(first).filter(
    ({ css, kind, attribute }) =>
      (kind !== 'id' || rest.length === 0) && attribute !== 'href' && others.every((set) => set.has(css)),
  );
}

function groupPaths(index: ScopeIndex, examples: readonly Element[], start: string): Path[] {
  const [first] = examples;
  if (first === undefined) return [];
  const own = commonSimples(examples).filter(({ kind }) => kind !== 'id');
  const paths = own.map((simple): Path => alonePath(simple, first, start));
  let holders: readonly Element[] = examples;
  const levels: Level[] = [];
  for (let level = 0; level < maxLevels; level += 1) {
    const [one] = holders;
    if (one === undefined) break;
    levels.unshift(levelOf(one, holders));
    holders = parentsOf(holders, index.root);
    const [holder] = holders;
    if (holder === undefined || holder.name === 'body' || holders.some(({ name }) => name !== holder.name))
      break;
    const near = levels.length === 1;
    for (const outer of commonSimples(holders).filter(
      ({ kind, weight }) => near || kind !== 'tag' || weight > 0.5,
    )) {
      for (const simple of own) paths.push(insidePath(outer, holder, simple, first, level === 0, start));
      paths.push(steppedPath(alonePath(outer, holder, start), levels));
    }
    if (holders.length === 1) {
      for (const anchor of anchorsOf(index, holder, start).slice(0, 2)) {
        if (anchor.element === holder) paths.push(steppedPath(anchor.path, levels));
      }
      break;
    }
  }
  const tag = holders.length === 1 ? holders[0] : undefined;
  if (tag !== undefined) paths.push(steppedPath(namePath(tag, start), levels));
  return paths;
}

const namePath = (element: Element, start: string): Path => ({
  css: escapeIdentifier(element.name),
  xpath: `${start}//${xpathName(element.name)}`,
  family: 'structure',
  uses: [],
  weight: 0.3,
  by: 'their place',
});

const words: Record<Simple['kind'], string> = {
  id: 'an id',
  attribute: 'an attribute',
  class: 'a class',
  tag: 'the element name',
};

const alonePath = (simple: Simple, at: Element, start: string): Path => ({
  css: simple.css,
  xpath: `${start}//${simple.xpath}`,
  family: simple.kind === 'tag' ? 'structure' : simple.kind,
  uses: [...usesOf(simple, at), stepTo(simple, at)],
  weight: simple.weight * (simple.kind === 'tag' && simple.weight < 0.5 ? 0.5 : 1),
  by: `${words[simple.kind]}${simple.kind === 'tag' ? '' : ' that they share'}`,
});

function insidePath(
  outer: Simple,
  holder: Element,
  inner: Simple,
  at: Element,
  direct: boolean,
  start: string,
): Path {
  const around = alonePath(outer, holder, start);
  const isOuter = inner.kind === 'tag';
  const link = direct && isOuter ? 'child' : 'inside';
  return {
    css: `${outer.css}${direct && isOuter ? ' > ' : ' '}${inner.css}`,
    xpath: `${around.xpath}${direct && isOuter ? '/' : '//'}${inner.xpath}`,
    family: inner.kind === 'tag' ? around.family : inner.kind,
    uses: [...around.uses, ...usesOf(inner, at), stepTo(inner, at, { link })],
    weight: Math.sqrt(outer.weight * inner.weight) * 0.95,
    by: isOuter ? `${words[outer.kind]} around them` : `${words[inner.kind]} that they share`,
  };
}

interface Level {
  readonly element: Element;
  readonly css: string;
  readonly xpath: string;
  readonly counted: boolean;
}

/** One level of all examples, the first of which is given: their name, and their place where it is the same for all and there are others. */
function levelOf(first: Element, elements: readonly Element[]): Level {
  const places = new Set(elements.map((each) => namesakes(each).indexOf(each) + 1));
  const [place] = places;
  const { name } = first;
  const counted =
    elements.length > 1 && places.size === 1 && elements.some((each) => namesakes(each).length > 1);
  return {
    element: first,
    css: `${escapeIdentifier(name)}${counted ? `:nth-of-type(${place})` : ''}`,
    xpath: `${xpathName(name)}${counted ? `[${place}]` : ''}`,
    counted,
  };
}

function steppedPath(anchor: Path, levels: readonly Level[]): Path {
  const uses: Use[] = [...anchor.uses];
  for (const [position, { element, counted }] of levels.entries()) {
    const next = position === levels.length - 1 ? null : 'child';
    uses.push({
      kind: 'step',
      at: element,
      link: 'child',
      test: 'name',
      place: counted ? 'start' : null,
      next,
    });
  }
  return {
    css: anchor.css === null ? null : [anchor.css, ...levels.map(({ css }) => css)].join(' > '),
    xpath: [anchor.xpath, ...levels.map(({ xpath }) => xpath)].join('/'),
    family: 'structure',
    uses,
    weight: 0.25 + anchor.weight * 0.3,
    by: 'their place',
  };
}

function parentsOf(elements: readonly Element[], root: AnyNode): Element[] {
  const parents = elements.flatMap((each) => {
    const parent = parentIn(each, root);
    return parent === null || parent === root ? [] : [parent];
  });
  return parents.length < elements.length ? [] : [...new Set(parents)];
}
