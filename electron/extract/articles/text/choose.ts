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
