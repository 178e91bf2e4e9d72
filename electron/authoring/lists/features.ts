import type { Candidate } from './candidates.ts';
import { innerFeatures, innerNames } from './inner-features.ts';
import { outerFeatures, outerNames } from './outer-features.ts';
import type { PageMeasures } from './page-measures.ts';

/** The features of a candidate: those from outside first. */
export const featureNames: readonly string[] = [...outerNames, ...innerNames];

/** Number of the features from outside, which are cheap. */
export const outerCount = outerNames.length;

/** The features of a candidate from outside, in the order of `featureNames`. */
export const looksOf = outerFeatures;

/** The features of what stands in the records of a candidate, which follow in `featureNames`. */
export function insightsOf(page: PageMeasures, candidate: Candidate): number[] {
  const inner = innerFeatures(page, candidate);
  return innerNames.map((name) => inner[name] ?? 0);
}
