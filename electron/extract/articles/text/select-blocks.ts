/**
 * Finds the probability threshold with the best expected F1. The expected F1 of a selection is twice its expected number of main-text
 * words, divided by the words selected plus the expected main-text words of the page. The best selection takes every block above
 * a threshold, which is half of that F1 (Lewis, 1995; Ye et al., "Optimizing F-measure", 2012).
 *
 * @param probabilities - of each block to be main text, 0 to 1
 * @param masses - the weight of each block: its number of words
 * @returns the lowest probability to select, and the expected F1 of the selection, 0 to 1
 */
export function bestThreshold(
  probabilities: Float64Array,
  masses: Float64Array,
): { threshold: number; expected: number } {
  const order = Array.from(probabilities.keys()).sort(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0),
  );
  let wanted = 0;
  for (const index of order) wanted += (probabilities[index] ?? 0) * (masses[index] ?? 0);
  let taken = 0;
  let hits = 0;
  let best = 0;
  let threshold = 1;
  for (const index of order) {
    taken += masses[index] ?? 0;
    hits += (probabilities[index] ?? 0) * (masses[index] ?? 0);
    const score = (2 * hits) / (taken + wanted);
    if (score > best) [best, threshold] = [score, probabilities[index] ?? 0];
  }
  return { threshold, expected: best };
}

/** Neighbours considered on each side, and their share in the smoothed probability. */
const leanReach = 2;
const leanShare = 0.3;

/**
 * Smooths the probabilities in place: each becomes a weighted mean with its neighbours, which count more the nearer and longer they
 * are. Main text is contiguous, and the model misses that on page kinds with little training data. Blocks with mass 0 are skipped.
 */
export function leanOnNeighbours(probabilities: Float64Array, masses: Float64Array): void {
  const own = probabilities.slice();
  for (let index = 0; index < own.length; index += 1) {
    if (masses[index] === 0) continue;
    let sum = 0;
    let weight = 0;
    const end = Math.min(own.length, index + leanReach + 1);
    for (let near = Math.max(0, index - leanReach); near < end; near += 1) {
      const mass = masses[near] ?? 0;
      if (near === index || mass === 0) continue;
      const counts = (leanReach + 1 - Math.abs(near - index)) * Math.sqrt(mass);
      sum += counts * (own[near] ?? 0);
      weight += counts;
    }
    if (weight > 0) probabilities[index] = (1 - leanShare) * (own[index] ?? 0) + (leanShare * sum) / weight;
  }
}

/** Minimum share of the expected main text that newsparser's article holds, and minimum probability of its words, to rely on it. */
const minCovered = 0.5;
const minTrusted = 0.7;
/** Probability from which blocks outside of an article that is relied on are selected. */
const minOutside = 0.7;

/**
 * Decides what newsparser and the model disagree on. Where the model confirms newsparser's article, the page is an article as
 * newsparser knows them, and what only the model wants is often a caption, a summary or a teaser: it must be more probable there.
 *
 * @param taken - 1 for each block that newsparser's article contains
 * @param threshold - probability from which blocks of the article are selected
 * @returns the probability from which blocks outside of the article are selected
 */
export function thresholdOutside(
  probabilities: Float64Array,
  masses: Float64Array,
  taken: Uint8Array,
  threshold: number,
): number {
  let [wanted, covered, words] = [0, 0, 0];
  for (const [index, probability] of probabilities.entries()) {
    const mass = masses[index] ?? 0;
    wanted += probability * mass;
    if (taken[index] !== 1) continue;
    covered += probability * mass;
    words += mass;
  }
  const isConfirmed = covered >= wanted * minCovered && covered >= words * minTrusted && words > 0;
  return isConfirmed ? Math.max(threshold, minOutside) : threshold;
}
