/** The middle of numbers, or the mean of the two in the middle; null: there are none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)];
  const below = sorted[Math.ceil(middle) - 1];
  return above === undefined || below === undefined ? null : (above + below) / 2;
}
