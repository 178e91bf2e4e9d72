/**
 * Which blocks to take: as many of the likeliest as promise the best F1. The F1 that a choice may expect is twice the wanted words
 * it takes over the words taken and the words wanted together; the best choice takes all blocks above some threshold, which is half
 * of that F1 (Lewis, 1995; Ye et al., "Optimizing F-measure", 2012).
 *
 * @param masses - how much each block counts: its words
 * @returns the threshold that the probability of a block must reach, and the F1 to expect of the choice (0 to 1)
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

/** On each side of a block those that it leans on, and how much. */
const leanReach = 2;
const leanShare = 0.3;

/**
 * Lets each block lean on those around it, the nearer and the longer the more. What is text and what is none stands together; where
 * the model is sure it knows that, on pages of a kind that it has seen few of it does not. Blocks without mass are out of the
 * question: nothing leans on them.
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
