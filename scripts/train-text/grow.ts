import type { Forest } from '../../electron/extract/articles/text/forest.ts';

/**
 * Grows a forest by gradient boosting with logistic loss: trees grown leaf by leaf over binned features, as described for LightGBM
 * (Ke et al., 2017), with second-order gains as in XGBoost (Chen and Guestrin, 2016).
 */

export interface Rows {
  /** `count` rows of `width` features. */
  values: Float32Array;
  count: number;
  width: number;
  /** 0 to 1. */
  target: Float32Array;
  weight: Float32Array;
  /** The page of each row: a tree sees a page whole or not at all. */
  group: Int32Array;
}

/** Parameters of gradient boosting. */
export interface Growth {
  trees: number;
  leaves: number;
  rate: number;
  /** Weight that a leaf must hold. */
  minWeight: number;
  lambda: number;
  /** Shares of the pages and of the features that a tree sees. */
  groupShare: number;
  featureShare: number;
  seed: number;
}

const maxBins = 64;

/** Pseudo-random numbers in [0, 1): mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The bounds between the bins of a feature: values that occur, at about equal distances in rank. */
function boundsOf(values: Float32Array, feature: number, width: number, count: number): Float32Array {
  const step = Math.max(1, Math.floor(count / 20_000));
  const sample = new Float32Array(Math.ceil(count / step));
  for (let index = 0; index < sample.length; index += 1)
    sample[index] = values[index * step * width + feature] ?? 0;
  sample.sort();
  const distinct: number[] = [];
  for (const value of sample) if (value !== distinct.at(-1)) distinct.push(value);
  if (distinct.length <= maxBins) {
    return Float32Array.from(distinct.slice(1), (value, index) => (value + (distinct[index] ?? 0)) / 2);
  }
  const bounds = new Set<number>();
  for (let bin = 1; bin < maxBins; bin += 1)
    bounds.add(sample[Math.floor((bin * sample.length) / maxBins)] ?? 0);
  return Float32Array.from(bounds);
}

/** The bins of all rows, one feature after the other. */
function binned({ values, count, width }: Rows): { bins: Uint8Array[]; bounds: Float32Array[] } {
  const bounds = Array.from({ length: width }, (_, feature) => boundsOf(values, feature, width, count));
  const bins = bounds.map((limits, feature) => {
    const column = new Uint8Array(count);
    for (let row = 0; row < count; row += 1) {
      const value = values[row * width + feature] ?? 0;
      let low = 0;
      let high = limits.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value <= (limits[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      column[row] = low;
    }
    return column;
  });
  return { bins, bounds };
}

interface Leaf {
  node: number;
  rows: Int32Array;
  histogram: Float64Array;
  gradient: number;
  hessian: number;
  best: { gain: number; feature: number; bin: number };
}

/** Grows the forest. `progress` is called after every tree. */
export function growForest(data: Rows, growth: Growth, progress?: (tree: number) => void): Forest {
  const { count, width, target, weight, group } = data;
  const groups = group.reduce((most, one) => Math.max(most, one), 0) + 1;
  const { bins, bounds } = binned(data);
  const random = randomFrom(growth.seed);
  const forest: { base: number } & Record<'roots' | 'feature' | 'value' | 'left', number[]> = {
    base: 0,
    roots: [],
    feature: [],
    value: [],
    left: [],
  };
  let [sum, all] = [0, 0];
  for (let row = 0; row < count; row += 1) {
    sum += (target[row] ?? 0) * (weight[row] ?? 0);
    all += weight[row] ?? 0;
  }
  forest.base = Math.log(sum / (all - sum));
  const scores = new Float64Array(count).fill(forest.base);
  const gradients = new Float64Array(count);
  const hessians = new Float64Array(count);
  const usable = Int32Array.from({ length: count }, (_, row) => row).filter((row) => (weight[row] ?? 0) > 0);
  let features: number[] = [];

  const histogramOf = (rows: Int32Array): Float64Array => {
    const histogram = new Float64Array(features.length * maxBins * 2);
    for (let index = 0; index < features.length; index += 1) {
      const column = bins[features[index] ?? 0];
      if (column === undefined) continue;
      const start = index * maxBins * 2;
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] ?? 0;
        const slot = start + (column[row] ?? 0) * 2;
        histogram[slot] = (histogram[slot] ?? 0) + (gradients[row] ?? 0);
        histogram[slot + 1] = (histogram[slot + 1] ?? 0) + (hessians[row] ?? 0);
      }
    }
    return histogram;
  };
  const worth = (gradient: number, hessian: number): number =>
    (gradient * gradient) / (hessian + growth.lambda);
  const bestOf = (leaf: Omit<Leaf, 'best'>): Leaf['best'] => {
    let best = { gain: 0, feature: -1, bin: 0 };
    const whole = worth(leaf.gradient, leaf.hessian);
    for (const [index, feature] of features.entries()) {
      let [gradient, hessian] = [0, 0];
      const limit = bounds[feature]?.length ?? 0;
      for (let bin = 0; bin < limit; bin += 1) {
        const slot = (index * maxBins + bin) * 2;
        gradient += leaf.histogram[slot] ?? 0;
        hessian += leaf.histogram[slot + 1] ?? 0;
        if (hessian < growth.minWeight) continue;
        if (leaf.hessian - hessian < growth.minWeight) break;
        const gain =
          worth(gradient, hessian) + worth(leaf.gradient - gradient, leaf.hessian - hessian) - whole;
        if (gain > best.gain) best = { gain, feature, bin };
      }
    }
    return best;
  };
  const createLeaf = (node: number, rows: Int32Array, histogram: Float64Array): Leaf => {
    let [gradient, hessian] = [0, 0];
    for (const row of rows) {
      gradient += gradients[row] ?? 0;
      hessian += hessians[row] ?? 0;
    }
    const leaf = { node, rows, histogram, gradient, hessian };
    return { ...leaf, best: bestOf(leaf) };
  };
  const addNode = (): number => {
    forest.feature.push(-1);
    forest.value.push(0);
    forest.left.push(0);
    return forest.feature.length - 1;
  };

  for (let tree = 0; tree < growth.trees; tree += 1) {
    for (const row of usable) {
      const p = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      gradients[row] = (weight[row] ?? 0) * (p - (target[row] ?? 0));
      hessians[row] = (weight[row] ?? 0) * Math.max(1e-6, p * (1 - p));
    }
    features = Array.from({ length: width }, (_, feature) => feature).filter(
      () => random() < growth.featureShare,
    );
    const seen = Array.from({ length: groups }, () => random() < growth.groupShare);
    const rows = usable.filter((row) => seen[group[row] ?? 0]);
    const root = addNode();
    forest.roots.push(root);
    const leaves = [createLeaf(root, rows, histogramOf(rows))];
    while (leaves.length < growth.leaves) {
      const leaf = leaves.reduce((a, b) => (b.best.gain > a.best.gain ? b : a));
      if (leaf.best.feature < 0 || leaf.best.gain <= 1e-9) break;
      const column = bins[leaf.best.feature] ?? new Uint8Array();
      const low = leaf.rows.filter((row) => (column[row] ?? 0) <= leaf.best.bin);
      const high = leaf.rows.filter((row) => (column[row] ?? 0) > leaf.best.bin);
      const left = addNode();
      const right = addNode();
      forest.feature[leaf.node] = leaf.best.feature;
      forest.value[leaf.node] = bounds[leaf.best.feature]?.[leaf.best.bin] ?? 0;
      forest.left[leaf.node] = left;
      const small = histogramOf(low.length < high.length ? low : high);
      const large = leaf.histogram.map((value, slot) => value - (small[slot] ?? 0));
      leaves.splice(leaves.indexOf(leaf), 1);
      leaves.push(createLeaf(left, low, low.length < high.length ? small : large));
      leaves.push(createLeaf(right, high, low.length < high.length ? large : small));
    }
    for (const leaf of leaves) {
      forest.value[leaf.node] = (-growth.rate * leaf.gradient) / (leaf.hessian + growth.lambda);
    }
    // Every row, also those this tree did not see, moves on by the leaf it falls into.
    for (const row of usable) {
      let node = root;
      while ((forest.feature[node] ?? -1) >= 0) {
        const feature = forest.feature[node] ?? 0;
        const goesLeft = (data.values[row * width + feature] ?? 0) <= (forest.value[node] ?? 0);
        node = (forest.left[node] ?? 0) + (goesLeft ? 0 : 1);
      }
      scores[row] = (scores[row] ?? 0) + (forest.value[node] ?? 0);
    }
    progress?.(tree);
  }
  return forest;
}
