import { isFilled } from '../../../shared/filled.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { JsonValue } from '../../extract/types.ts';
import { likeness } from '../selectors/value-kind.ts';
import { squeeze } from '../selectors/scope-index.ts';
import { elementOf } from './describe-elements.ts';
import type { Located } from './locate.ts';
import { takenAt, valueAt, type Pair } from './places.ts';
import type { Candidate } from './propose-selectors.ts';
import { signsAt, usualElements, usualLabel, type Signs } from './signs.ts';

/** Candidates that give the same values, the best first. */
export interface Hypothesis {
  readonly candidates: readonly Candidate[];
  /** How well they fit what was there before, 0 to 1. */
  readonly score: number;
  /** The values at the places that were compared. */
  readonly values: readonly string[];
  /** How much each is the value that was there before, 0 to 1; null: that is not known. */
  readonly equal: readonly (number | null)[];
}

/** What a field gave before the site changed. */
export interface Before {
  readonly values: readonly JsonValue[];
  readonly fill: number;
  /** Different values among the filled, as a share; of one value 1. */
  readonly variety: number;
  /** The text that stands before it at most places; null: there is none. */
  readonly label: string | null;
  /** The usual number of elements in what it took; null: that is not known. */
  readonly elements: number | null;
}

/** How much each sign counts: equal values, the likeliest element, the kind, the fill rate and the variety of values, the label. */
const weights = { equal: 4, place: 2.5, kind: 1, fill: 2, variety: 1, label: 2 };

/** What a value is compared as. */
export const shownValue = (value: JsonValue): string =>
  typeof value === 'string' ? squeeze(value) : JSON.stringify(value);

/** Reads what a field gave at the old places. */
export function readBefore(field: FieldExtract, pairs: readonly Pair[]): Before {
  const values = pairs.map(({ old }) => valueAt(old, field));
  const signs = pairs.map(({ old }) => signsAt(old, field));
  return {
    values,
    fill: shareOf(values, isFilled),
    variety: varietyOf(values),
    label: usualLabel(signs),
    elements: usualElements(signs),
  };
}

/**
 * Tries candidates at all places, joins those that give the same values, and orders them by how well the values and elements fit
 * what was there before.
 */
export function weigh(
  candidates: readonly Candidate[],
  { pairs, before, located }: { pairs: readonly Pair[]; before: Before; located: readonly Located[] },
): Hypothesis[] {
  const byValues = new Map<string, Hypothesis & { candidates: Candidate[] }>();
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const key = JSON.stringify(candidate.field);
    if (seen.has(key)) continue;
    seen.add(key);
    const values = pairs.map(({ fresh }) => valueAt(fresh, candidate.field));
    const shown = values.map(shownValue);
    const signature = JSON.stringify(shown);
    const known = byValues.get(signature);
    if (known !== undefined) {
      known.candidates.push(candidate);
      continue;
    }
    const equal = pairs.map(({ isSame }, at) => {
      const old = before.values[at] ?? null;
      return isSame && isFilled(old) ? equality(old, values[at] ?? null) : null;
    });
    const signs = pairs.map(({ fresh }) => signsAt(fresh, candidate.field));
    const score = scoreOf(values, equal, before, { place: placeOf(candidate.field, located), signs });
    byValues.set(signature, { candidates: [candidate], score, values: shown, equal });
  }
  return [...byValues.values()].sort((a, b) => b.score - a.score);
}

/** Share of the places, of all that were compared, where two hypotheses differ. */
export function differenceOf(one: Hypothesis, other: Hypothesis): number {
  const differing = one.values.filter((value, at) => value !== other.values[at]).length;
  return differing / Math.max(1, one.values.length);
}

/** Places with other values where one hypothesis gives more of the value before than the other, and those where it gives less. */
export function contest(one: Hypothesis, other: Hypothesis): { wins: number; losses: number } {
  let [wins, losses] = [0, 0];
  for (const [at, value] of one.values.entries()) {
    const [own, theirs] = [one.equal[at] ?? null, other.equal[at] ?? null];
    if (value === other.values[at] || own === null || theirs === null) continue;
    wins += Number(own > theirs);
    losses += Number(own < theirs);
  }
  return { wins, losses };
}

/** Share of the values that are the old ones with more or less around them: a sign that something else is cut out. */
export function shareAround({ equal }: Hypothesis): number {
  const known = equal.filter((each) => each !== null);
  return known.filter((each) => each > 0 && each < 1).length / Math.max(1, known.length);
}

function scoreOf(
  values: readonly JsonValue[],
  equal: readonly (number | null)[],
  before: Before,
  { place, signs }: { place: number | null; signs: readonly (Signs | null)[] },
): number {
  const filled = values.filter(isFilled);
  const samples = before.values.filter(isFilled).slice(0, 5).map(shownValue);
  const kind = meanOf(
    filled.map((value) => Math.max(0, ...samples.map((sample) => likeness(shownValue(value), sample)))),
  );
  const length = likeSizes(
    medianLength(filled.map(shownValue)),
    medianLength(before.values.filter(isFilled).map(shownValue)),
  );
  const make = likeSizes(usualElements(signs), before.elements);
  const fill = 1 - Math.abs(shareOf(values, isFilled) - before.fill);
  const variety = 1 - Math.abs(varietyOf(values) - before.variety);
  const same = equal.filter((each) => each !== null);
  const parts: [number, number][] = [
    [weights.kind, kind],
    [weights.fill, fill],
    [weights.variety, variety],
  ];
  // What is the same on all pages is found in many places.
  if (same.length > 0) parts.push([weights.equal * (0.2 + 0.8 * before.variety), meanOf(same)]);
  if (before.label !== null)
    parts.push([weights.label, shareOf(signs, (each) => each?.label === before.label)]);
  if (place !== null) parts.push([weights.place, place]);
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  return (Math.sqrt(length * make) * parts.reduce((sum, [weight, part]) => sum + weight * part, 0)) / total;
}

/** How much larger or smaller values usually are before they are less like others. */
const usualRatio = 2.5;

/** How alike two sizes are, 0 to 1; 1 where one is not known. */
const likeSizes = (one: number | null, other: number | null): number =>
  one === null || other === null
    ? 1
    : Math.min(1, (usualRatio * (1 + Math.min(one, other))) / (1 + Math.max(one, other)));

const medianLength = (values: readonly string[]): number | null =>
  values.map(({ length }) => length).toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

/** How much two values are one: equal, one list nearly the other, or text with little more around it. */
export function equality(old: JsonValue, fresh: JsonValue): number {
  const [a, b] = [shownValue(old), shownValue(fresh)];
  if (a === b) return 1;
  if (Array.isArray(old) && Array.isArray(fresh)) {
    const there = new Set(fresh.map(shownValue));
    const common = old.filter((value) => there.has(shownValue(value))).length;
    return common / Math.max(old.length, fresh.length, 1);
  }
  if (typeof old !== 'string' || typeof fresh !== 'string' || b === '') return 0;
  const isAround =
    (a.includes(b) && b.length >= 0.6 * a.length) || (b.includes(a) && a.length >= 0.6 * b.length);
  return isAround ? 0.3 : 0;
}

/** How likely what a field takes is to be the old elements, beside the likeliest; null: that cannot be told. */
function placeOf(field: FieldExtract, located: readonly Located[]): number | null {
  if (located.length === 0) return null;
  return meanOf(
    located.map(({ pair, chances, likely: [best] }) => {
      const top = best === undefined ? 0 : (chances.get(best) ?? 0);
      if (top === 0) return 0;
      let element = elementOf(takenAt(pair.fresh, field)?.nodes[0] ?? null);
      let share = 0;
      // What was wrapped lies inside the likeliest element.
      for (let factor = 1; element !== null && factor > leastInside; factor *= inside) {
        share = Math.max(share, factor * ((chances.get(element) ?? 0) / top));
        element = elementOf(element.parent);
      }
      return share;
    }),
  );
}

/** What an element counts that lies one level inside another, beside it; and where that ends. */
const inside = 0.75;
const leastInside = 0.5;

const shareOf = <T>(values: readonly T[], holds: (value: T) => boolean): number =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function varietyOf(values: readonly JsonValue[]): number {
  const filled = values.filter(isFilled).map(shownValue);
  return filled.length < 2 ? 1 : (new Set(filled).size - 1) / (filled.length - 1);
}
