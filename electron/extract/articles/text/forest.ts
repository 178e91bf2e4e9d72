/**
 * Trees that were grown by gradient boosting (Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001), laid
 * out in arrays: what is fast to walk and small to keep.
 */
export interface Forest {
  /** Log odds before the first tree. */
  base: number;
  /** Index of the first node of each tree. */
  roots: readonly number[];
  /** Feature asked about at a node; -1 for a leaf. */
  feature: readonly number[];
  /** At a node what the feature must not exceed to go left; at a leaf its addition to the log odds. */
  value: readonly number[];
  /** The left child of a node; the right one follows it. */
  left: readonly number[];
}

export interface FastForest {
  base: number;
  roots: Int32Array;
  feature: Int16Array;
  /** As exact as the rows are, for many of them lie on a bound. */
  value: Float32Array;
  left: Int32Array;
}

export function fastForest({ base, roots, feature, value, left }: Forest): FastForest {
  return {
    base,
    roots: Int32Array.from(roots),
    feature: Int16Array.from(feature),
    value: Float32Array.from(value),
    left: Int32Array.from(left),
  };
}

/** The probability that the forest gives to the row of `width` features that begins at `start`. */
export function probability(forest: FastForest, rows: Float32Array, start: number): number {
  const { roots, feature, value, left } = forest;
  let logOdds = forest.base;
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] ?? 0;
    let asked = feature[node] ?? -1;
    while (asked >= 0) {
      const next = left[node] ?? 0;
      node = (rows[start + asked] ?? 0) <= (value[node] ?? 0) ? next : next + 1;
      asked = feature[node] ?? -1;
    }
    logOdds += value[node] ?? 0;
  }
  return 1 / (1 + Math.exp(-logOdds));
}
