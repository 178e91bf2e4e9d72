/**
 * A gradient-boosted forest (Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001), stored in arrays
 * to be small.
 */
export interface Forest {
  /** Log odds before the first tree. */
  base: number;
  /** Index of the root of each tree. */
  roots: readonly number[];
  /** Feature that a node tests; -1 for a leaf. */
  feature: readonly number[];
  /** Threshold of a node: features up to it go left. For a leaf, its contribution to the log odds. */
  value: readonly number[];
  /** The left child of a node; the right one follows it. */
  left: readonly number[];
}

/**
 * A forest prepared for QuickScorer (Lucchese et al., 2015), which evaluates it by feature instead of by tree. The thresholds of
 * a feature are sorted; each that the feature exceeds excludes the leaves left of its node. The leftmost remaining leaf of each
 * tree is its result. Few thresholds are exceeded, and there are no unpredictable branches.
 */
export interface FastForest {
  base: number;
  trees: number;
  /** Start index of the thresholds of each feature, with the end as the last entry. */
  starts: Int32Array;
  /** With the precision of the rows, because many values equal a threshold. */
  bounds: Float32Array;
  /** Tree of each threshold, and the leaves that remain if it is exceeded, as bits. */
  tree: Int32Array;
  remaining: Int32Array;
  /** Contributions of the leaves, `maxLeaves` per tree, from left to right. */
  leaves: Float64Array;
}

/** Maximum number of leaves of a tree, which are the bits of a number. */
const maxLeaves = 32;

/** @param width - features of a row */
export function fastForest({ base, roots, feature, value, left }: Forest, width: number): FastForest {
  const nodes: { feature: number; bound: number; tree: number; remaining: number }[] = [];
  const leaves = new Float64Array(roots.length * maxLeaves);
  for (const [tree, root] of roots.entries()) {
    let count = 0;
    const visit = (node: number): number => {
      const asked = feature[node] ?? -1;
      if (asked < 0) {
        if (count === maxLeaves) throw new RangeError(`a tree has more than ${maxLeaves} leaves`);
        leaves[tree * maxLeaves + count] = Math.fround(value[node] ?? 0);
        count += 1;
        return 1 << (count - 1);
      }
      const below = left[node] ?? 0;
      const lost = visit(below);
      nodes.push({ feature: asked, bound: Math.fround(value[node] ?? 0), tree, remaining: ~lost });
      return lost | visit(below + 1);
    };
    visit(root);
  }
  nodes.sort((a, b) => a.feature - b.feature || a.bound - b.bound || a.tree - b.tree);
  const starts = new Int32Array(width + 1);
  for (const node of nodes) starts[node.feature + 1] = (starts[node.feature + 1] ?? 0) + 1;
  for (let at = 0; at < width; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  return {
    base,
    trees: roots.length,
    starts,
    bounds: Float32Array.from(nodes, ({ bound }) => bound),
    tree: Int32Array.from(nodes, (node) => node.tree),
    remaining: Int32Array.from(nodes, (node) => node.remaining),
    leaves,
  };
}

/** Removes the leaves that the features [from, to) of a row exclude. */
function ruleOut(
  forest: FastForest,
  possible: Int32Array,
  row: Float32Array,
  from: number,
  to: number,
): void {
  const { starts, bounds, tree, remaining } = forest;
  for (let feature = from; feature < to; feature += 1) {
    const value = row[feature] ?? 0;
    const end = starts[feature + 1] ?? 0;
    for (let at = starts[feature] ?? 0; at < end; at += 1) {
      if (value <= (bounds[at] ?? 0)) break;
      const one = tree[at] ?? 0;
      possible[one] = (possible[one] ?? 0) & (remaining[at] ?? 0);
    }
  }
}

/**
 * Creates a function that returns the probability of the forest for a row of features.
 *
 * @param row contains the features from `shared` on, which are the same for all rows
 */
export function probabilityOf(
  forest: FastForest,
  row: Float32Array,
  shared: number,
): (row: Float32Array) => number {
  const { trees, leaves, base } = forest;
  const common = new Int32Array(trees).fill(-1);
  ruleOut(forest, common, row, shared, row.length);
  const possible = new Int32Array(trees);
  return (asked) => {
    possible.set(common);
    ruleOut(forest, possible, asked, 0, shared);
    let logOdds = base;
    for (let tree = 0; tree < trees; tree += 1) {
      const bits = possible[tree] ?? 0;
      logOdds += leaves[tree * maxLeaves + 31 - Math.clz32(bits & -bits)] ?? 0;
    }
    return 1 / (1 + Math.exp(-logOdds));
  };
}
