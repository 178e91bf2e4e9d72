/**
 * Trees that were grown by gradient boosting (Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001), laid
 * out in arrays: what is small to keep.
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

/**
 * A forest as QuickScorer walks it (Lucchese et al., 2015): not tree by tree but feature by feature. The bounds of a feature stand in
 * rising order; each that the feature exceeds takes the leaves to the left of its node from those its tree may end in. The leftmost
 * one that remains is where the tree ends. Few bounds are exceeded, and none is waited for.
 */
export interface FastForest {
  base: number;
  trees: number;
  /** Where the bounds of each feature begin; one more for the end. */
  starts: Int32Array;
  /** As exact as the rows are, for many of them lie on a bound. */
  bounds: Float32Array;
  /** For each bound its tree, and the leaves that remain when it is exceeded, as bits. */
  tree: Int32Array;
  remaining: Int32Array;
  /** The additions of the leaves, `maxLeaves` for each tree, from left to right. */
  leaves: Float64Array;
}

/** A tree's leaves are the bits of a number. */
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

/** Takes from the leaves that each tree may end in those that the features [from, to) of the row rule out. */
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
 * Makes what tells the probability that the forest gives to a row of features.
 *
 * @param row - holds the features from `shared` on, which are the same in all rows that will be asked about
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
