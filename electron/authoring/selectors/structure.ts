import type { Element } from 'domhandler';
import { anchorsOf, stepTo, usesOf, type Anchor } from './anchors.ts';
import { namesakes, parentIn, type Path, type StepUse, type Use } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { simpleOf, xpathName, type Simple } from './simple.ts';
import { escapeIdentifier } from '../../extract/analyze/names.ts';

/** Levels of a path, and those of which each is left out for a try. */
const maxSteps = 60;
const maxTries = 14;
const maxOrdinal = 30;

/** One level of a path: the element, by its name and where needed what tells it from its namesakes, or its place among them. */
interface Level {
  readonly element: Element;
  readonly css: string;
  readonly xpath: string;
  readonly counted: boolean;
  /** What tells it from its siblings; null: nothing has to, or its place does. */
  readonly told: Simple | null;
}

/** Weight from which a simple selector tells an element from its siblings better than its place. */
const telling = 0.6;

function levelOf(index: ScopeIndex, element: Element): Level {
  const alike = namesakes(element);
  const told =
    alike.length === 1
      ? undefined
      : simpleOf(element).find(
          (simple) =>
            simple.kind !== 'tag' &&
            simple.weight >= telling &&
            simple.among(index).every((each) => each === element || each.parent !== element.parent),
        );
  if (told !== undefined) {
    return { element, css: told.css, xpath: told.xpath, counted: false, told };
  }
  const at = alike.indexOf(element) + 1;
  const counted = alike.length > 1;
  const css = escapeIdentifier(element.name);
  const name = xpathName(element.name);
  return {
    element,
    css: counted ? `${css}:nth-of-type(${at})` : css,
    xpath: counted ? `${name}[${at}]` : name,
    counted,
    told: null,
  };
}

/** Levels from below an anchor down to an element. */
function levelsBelow(index: ScopeIndex, anchor: Anchor['element'], element: Element): Level[] | null {
  const levels: Level[] = [];
  for (let each: Element | null = element; each !== anchor; each = parentIn(each, anchor)) {
    if (each === null || levels.length > maxSteps) return null;
    levels.unshift(levelOf(index, each));
  }
  return levels;
}

function levelUses({ element, counted, told }: Level, link: StepUse['link'], next: StepUse['next']): Use[] {
  if (told !== null) return [...usesOf(told, element), stepTo(told, element, { link, next })];
  return [{ kind: 'step', at: element, link, test: 'name', place: counted ? 'start' : null, next }];
}

/** A path by levels from an anchor; levels that are not in the list are passed over. */
function byLevels({ path }: Anchor, all: readonly Level[], kept: ReadonlySet<Level>): Path {
  let { css, xpath } = path;
  const uses: Use[] = [...path.uses];
  let direct = true;
  const nextOf = (level: Level): StepUse['next'] => {
    const rest = all.slice(all.indexOf(level) + 1);
    const at = rest.findIndex((each) => kept.has(each));
    return at === -1 ? null : at === 0 ? 'child' : 'inside';
  };
  for (const level of all) {
    if (!kept.has(level)) {
      direct = false;
      continue;
    }
    if (css !== null) css += `${direct ? ' > ' : ' '}${level.css}`;
    xpath += `${direct ? '/' : '//'}${level.xpath}`;
    uses.push(...levelUses(level, direct ? 'child' : 'inside', nextOf(level)));
    direct = true;
  }
  return { css, xpath, family: 'structure', uses, weight: 0.3 + path.weight * 0.3, by: 'its place' };
}

/** Paths to an element by its place below the nearest anchors, with the fewest levels first. */
export function placedPaths(index: ScopeIndex, element: Element, start: string): Path[] {
  const paths: Path[] = [];
  const isOnly = ({ css, xpath }: Path): boolean => {
    const found = css === null ? index.select('xpath', xpath) : index.select('css', css);
    return found.length === 1 && found[0] === element;
  };
  for (const anchor of anchorsOf(index, element, start)) {
    const levels = levelsBelow(index, anchor.element, element);
    const last = levels?.at(-1);
    if (levels === null || last === undefined) continue;
    const whole = new Set(levels);
    paths.push(byLevels(anchor, levels, whole));
    if (levels.length > maxTries) continue;
    paths.push(byLevels(anchor, levels, leastOf(anchor, levels, isOnly)));
    paths.push(...numbered(index, anchor, element, levels));
  }
  return paths;
}

/** The fewest levels that still find only the last: outer ones are left out first. */
function leastOf(
  anchor: Anchor,
  levels: readonly Level[],
  isOnly: (path: Path) => boolean,
): ReadonlySet<Level> {
  let kept = new Set(levels);
  for (const level of levels.slice(0, -1)) {
    const fewer = new Set(kept);
    fewer.delete(level);
    if (isOnly(byLevels(anchor, levels, fewer))) kept = fewer;
  }
  return kept;
}

/** The n-th of the elements below an anchor that a simple selector of it finds, from the beginning or the end. */
function numbered(index: ScopeIndex, anchor: Anchor, element: Element, levels: readonly Level[]): Path[] {
  const paths: Path[] = [];
  const simples = simpleOf(element);
  const tag = simples.at(-1);
  for (const simple of new Set([...simples.slice(0, 3), ...(tag === undefined ? [] : [tag])])) {
    const alike = simple
      .among(index)
      .filter((each) => each !== anchor.element && index.isInside(each, anchor.element));
    const at = alike.indexOf(element) + 1;
    if (at < 1 || alike.length < 2) continue;
    const of = simple.kind === 'tag' ? element.name : null;
    // New siblings at every level come with more of the same.
    const usesFrom = (from: 'start' | 'end'): Use[] => [
      ...anchor.path.uses,
      ...usesOf(simple, element),
      ...levels.map(({ element: at }): Use => ({ kind: 'order', at, of, from })),
    ];
    const weight = (0.3 + anchor.path.weight * 0.3) * (0.6 + 0.4 * simple.weight) * (at > 4 ? 0.8 : 1);
    const inner = `${anchor.path.xpath}//${simple.xpath}`;
    const one = { css: null, family: 'structure', weight, by: 'its place' } as const;
    if (at <= maxOrdinal) paths.push({ ...one, xpath: `(${inner})[${at}]`, uses: usesFrom('start') });
    const fromEnd = alike.length - at;
    const uses = usesFrom('end');
    if (fromEnd === 0) paths.push({ ...one, xpath: `(${inner})[last()]`, uses });
    else if (fromEnd === 1) paths.push({ ...one, xpath: `(${inner})[last() - 1]`, uses });
  }
  return paths;
}
