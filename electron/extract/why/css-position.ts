import { SelectorType, type PseudoSelector, type Selector } from 'css-what';
import { isTag, type Element } from 'domhandler';
import { withParts, type FailedStep } from './css-step.ts';
import { cssOf } from './css-text.ts';
import type { Repair } from './repair.ts';

/** Pseudo-classes that count siblings, with those that count only siblings of the same name. */
const ofType: ReadonlyMap<string, string> = new Map([
  ['nth-child', 'nth-of-type'],
  ['nth-last-child', 'nth-last-of-type'],
  ['first-child', 'first-of-type'],
  ['last-child', 'last-of-type'],
  ['only-child', 'only-of-type'],
]);

/** Repairs of positions among siblings: `:nth-child(4)` of 3. */
export function repairsOfPosition(step: FailedStep): Repair[] {
  return step.parts.flatMap((part) => (isPosition(part) ? repairsOf(step, part) : []));
}

const isPosition = (part: Selector): part is PseudoSelector =>
  part.type === SelectorType.Pseudo && (ofType.has(part.name) || [...ofType.values()].includes(part.name));

function repairsOf(step: FailedStep, part: PseudoSelector): Repair[] {
  const written = cssOf([part]);
  const others = step.parts.filter((each) => each !== part);
  const rest = others.length === 0 ? '*' : cssOf(others);
  const change = (other: PseudoSelector, cost: number, wrong: string): Repair =>
    withParts(
      step,
      step.parts.map((each) => (each === part ? other : each)),
      {
        cost,
        label: `Use "${cssOf([other])}"`,
        line: (matches) => `${wrong}; "${rest}${cssOf([other])}" has ${matches}.`,
      },
    );
  const repairs: Repair[] = [];
  const counting = ofType.get(part.name);
  if (counting !== undefined && others.length > 0) {
    const wrong = `No "${rest}" is "${written}", which counts elements of every name`;
    repairs.push(change({ ...part, name: counting }, 3, wrong));
  }
  const number = typeof part.data === 'string' && /^\d+$/.test(part.data) ? Number(part.data) : null;
  if (number === null) return repairs;
  if (number === 0) {
    repairs.push(change({ ...part, data: '1' }, 1, 'Positions begin at 1'));
    return repairs;
  }
  const last = lastPosition(step, part, others, number);
  if (last !== null) {
    repairs.push(change({ ...part, data: String(last) }, 4, `"${rest}" goes only up to position ${last}`));
  }
  return repairs;
}

/** The greatest position before a number at which the rest of the compound stands; null: none. */
function lastPosition(
  { places, before, combinator }: FailedStep,
  { name }: PseudoSelector,
  others: readonly Selector[],
  number: number,
): number | null {
  if (!name.startsWith('nth-child') && !name.startsWith('nth-of-type')) return null;
  const rest: Selector[] =
    others.length === 0 ? [{ type: SelectorType.Universal, namespace: null }] : [...others];
  const found = places.elements(cssOf([...before, ...(combinator === null ? [] : [combinator]), ...rest]));
  let last = 0;
  for (const element of found) {
    const position = positionOf(element, name === 'nth-of-type');
    if (position < number) last = Math.max(last, position);
  }
  return last === 0 ? null : last;
}

/** The position of an element among its siblings, from 1. */
function positionOf(element: Element, sameName: boolean): number {
  let position = 1;
  for (let sibling = element.prev; sibling !== null; sibling = sibling.prev) {
    if (isTag(sibling) && (!sameName || sibling.name === element.name)) position += 1;
  }
  return position;
}
