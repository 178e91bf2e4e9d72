import { likenessOf, readElement, type DescribedElement } from './likeness.ts';

/** Where an element of a page is on the changed page. */
export interface ElementMatch {
  /** Number of the element on the changed page; null: none is likely enough to be chosen without asking. */
  readonly chosen: number | null;
  /** Numbers of the likeliest elements, the best first. */
  readonly likely: readonly number[];
  /** How likely the best is, beside all others, 0 to 1. */
  readonly sure: number;
}

/** Likelihood from which an element is chosen. On sites that weights were not learned from, 4.2 % of the choices are wrong then. */
export const enough = 0.4;
const mostLikely = 3;

/**
 * Finds elements of a page again after it has changed. Each is compared with all elements of the changed page; what another old
 * element is more like counts less.
 */
export function matchElements(
  old: readonly DescribedElement[],
  fresh: readonly DescribedElement[],
): ElementMatch[] {
  return chancesOf(old, fresh).map((row) => {
    const likely = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0)).slice(0, mostLikely);
    const [best] = likely;
    const sure = best === undefined ? 0 : (row[best] ?? 0);
    return { chosen: best !== undefined && sure >= enough ? best : null, likely, sure };
  });
}

/**
 * How likely each element of the changed page is to be each of the old ones: a row for each old element, whose sum is 1 unless the
 * changed page has no element.
 */
export function chancesOf(old: readonly DescribedElement[], fresh: readonly DescribedElement[]): number[][] {
  const read = fresh.map(readElement);
  const likeness = old.map((each) => {
    const one = readElement(each);
    return read.map((other) => Math.exp(likenessOf(one, other)));
  });
  return jointChances(likeness);
}

/** Chances from how much each old element is like each new one: what another old element is more like counts less. */
export function jointChances(likeness: readonly (readonly number[])[]): number[][] {
  const claims = (likeness[0] ?? []).map((_, at) => likeness.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  return likeness.map((row) => {
    const joint = row.map((each, at) => (each * each) / Math.max(claims[at] ?? 0, Number.MIN_VALUE));
    const total = joint.reduce((sum, each) => sum + each, 0);
    return total === 0 ? joint : joint.map((each) => each / total);
  });
}
