import type { AnyNode, Element } from 'domhandler';
import {
  cells,
  namingAttributesOf,
  sameName,
  worded,
  wrapperOf,
  type Change,
  type Events,
  type Spot,
} from './changes.ts';
import { classesOf, type Join, type Path, type StepUse, type Use } from './path.ts';

/** What a change at a place does to a selector: shares of the times that it then finds something else, and nothing. */
export interface Loss {
  readonly wrong: number;
  readonly missing: number;
}

const none: Loss = { wrong: 0, missing: 0 };
const wrongly = (wrong: number): Loss => (wrong === 0 ? none : { wrong, missing: 0 });
const missed = (missing: number): Loss => (missing === 0 ? none : { wrong: 0, missing });

/** What each change does to a selector, by what it depends on. */
export function lossesOf({ uses }: Pick<Path, 'uses'>, events: Events): Loss[] {
  return events.map(({ change, spot }) => {
    let wrong = 0;
    let missing = 0;
    for (const use of uses) {
      const loss = lossOf(change, spot, use);
      wrong = Math.max(wrong, loss.wrong);
      missing = Math.max(missing, loss.missing);
    }
    return { wrong, missing: Math.min(missing, 1 - wrong) };
  });
}

/**
 * The share of single changes that selectors which are joined survive, 0 to 1.
 * @param join `else`: each stands in where the ones before find nothing; `either`: what any of them finds is taken
 */
export function survivalOf(losses: readonly (readonly Loss[])[], events: Events, join: Join): number {
  let lost = 0;
  for (const [at, { share }] of events.entries()) {
    const own = losses.map((each) => each[at] ?? none);
    lost += share * (join === 'else' ? inTurn(own) : together(own));
  }
  return 1 - lost;
}

/** One change takes the same away from all that depend on it, so that the smaller share decides. */
const inTurn = (losses: readonly Loss[]): number =>
  losses.reduceRight((rest, { wrong, missing }) => wrong + Math.min(missing, rest), 1);

const together = (losses: readonly Loss[]): number =>
  Math.max(...losses.map(({ wrong }) => wrong), Math.min(...losses.map(({ missing }) => missing)));

function lossOf(change: Change, spot: Spot, use: Use): Loss {
  if (use.kind === 'class') return ofClass(change, spot.element, use);
  if (use.kind === 'attribute') return ofAttribute(change, spot.element, use);
  if (use.kind === 'text') return ofText(change, spot, use.at);
  if (use.kind === 'step') return ofStep(change, spot, use);
  return use.at === spot.element ? ofOrder(change, spot, use) : none;
}

function ofClass(
  change: Change,
  element: Element,
  { at, names }: { readonly at: Element; readonly names: readonly string[] },
): Loss {
  if (change !== 'class-renamed' && change !== 'class-dropped') return none;
  const own = classesOf(element);
  if (change === 'class-renamed') return missed(names.some((name) => own.includes(name)) ? 1 : 0);
  return missed(at === element ? names.length / Math.max(1, own.length) : 0);
}

function ofAttribute(
  change: Change,
  element: Element,
  { at, name }: { readonly at: Element; readonly name: string },
): Loss {
  if (change === 'text-translated') return missed(worded.has(name) ? 1 : 0);
  if (change !== 'attribute-dropped' || at !== element) return none;
  const naming = namingAttributesOf(element);
  return missed(naming.includes(name) ? 1 / naming.length : 0);
}

/** The words of an element, in or beside the place of a change. */
function ofText(change: Change, { element, siblings }: Spot, at: Element): Loss {
  if (change === 'text-translated') return missed(1);
  if (change !== 'optional-absent' && change !== 'sibling-before') return none;
  const holder = childAround(at, element.parent);
  if (holder === null || holder === element) return none;
  if (change === 'optional-absent') return missed(1 / siblings.length);
  // A copy of the sibling says the same again.
  const namesakes = sameName(siblings, element);
  return wrongly(namesakes.some((each) => each === holder) ? 1 / namesakes.length : 0);
}

/** The child of a parent that a node lies in, or is; null: it lies elsewhere. */
function childAround(node: AnyNode, parent: AnyNode | null): AnyNode | null {
  let each: AnyNode | null = node;
  while (each !== null && each.parent !== parent) each = each.parent;
  return each;
}

/** Share of siblings that hold what is counted: it is not looked for. */
const likelyHolds = 0.8;

/** Elements counted in document order, below or after something, at a level between it and the node. */
function ofOrder(
  change: Change,
  { element, siblings, before, after }: Spot,
  { of, from }: { readonly of: string | null; readonly from: 'start' | 'end' },
): Loss {
  const namesakes = sameName(siblings, element).length;
  if (change === 'wrapper-in') return wrongly(from === 'start' && of === wrapperOf(element) ? 1 : 0);
  if (change === 'sibling-before')
    return wrongly(from === 'end' ? 0 : namesakes > 0 ? likelyHolds : of === 'div' ? 1 : 0);
  if (change === 'order-swapped') return wrongly(likelyHolds);
  if (change === 'optional-absent') {
    const counted = from === 'start' ? before : after;
    return wrongly((likelyHolds * counted.length) / siblings.length);
  }
  return none;
}

/** One step of a path, at the element that it selects. */
function ofStep(change: Change, spot: Spot, use: StepUse): Loss {
  const { element, siblings } = spot;
  if (change === 'wrapper-in') return use.at === element ? wrapped(spot, use) : wrappedInside(element, use);
  if (use.at !== element || use.place === null) return none;
  if (change === 'sibling-before') {
    const isLike = sameName(siblings, element).length > 0 || element.name === 'div';
    return wrongly(use.place === 'start' && isLike ? 1 : 0);
  }
  if (change === 'order-swapped') {
    const adjacent = [spot.before.at(-1), spot.after[0]].filter((each) => each !== undefined);
    const told = adjacent.filter((each) => each.name === element.name || each === use.since);
    return wrongly(told.length / Math.max(1, adjacent.length));
  }
  return change === 'optional-absent' ? wrongly(countedOf(spot, use) / siblings.length) : none;
}

/** Number of elements that are counted before the one of a step. */
function countedOf({ element, before, after }: Spot, { place, since }: StepUse): number {
  const side = place === 'start' ? before : after;
  const limit = side.findIndex((each) => each === since);
  const counted = limit === -1 ? side : place === 'start' ? side.slice(limit + 1) : side.slice(0, limit);
  return sameName(counted, element).length;
}

/** The content of a cell is wrapped, and with it the child that a step goes to. */
const wrappedInside = (element: Element, { at, link, since }: StepUse): Loss =>
  missed(cells.has(element.name) && link === 'child' && since === undefined && at.parent === element ? 1 : 0);

/** What a new element around the one of a step does to it. */
function wrapped(spot: Spot, { link, test, place, next }: StepUse): Loss {
  const { element } = spot;
  if (cells.has(element.name)) return none;
  const isAlike = test === 'name' && wrapperOf(element) === element.name;
  // The new element is taken for the old one.
  if (isAlike) {
    if (next === 'inside') return none;
    if (next === null) return wrongly(1);
    return place === null && link === 'inside' ? none : missed(1);
  }
  if (place !== null) {
    const others = sameName(place === 'start' ? spot.after : spot.before, element);
    return others.length > 0 ? wrongly(1) : missed(1);
  }
  return missed(link === 'child' ? 1 : 0);
}
