/** The candidates of a page. */
export interface TrainingPage {
  readonly site: string;
  readonly features: readonly (readonly number[])[];
  readonly right: readonly boolean[];
  /** Positions of the records' first elements, by which nearly equal candidates are told. */
  readonly heads: readonly (readonly number[])[];
}

/** Weight of the squares of the weights, and the steps of the descent: settled by leaving sites out. */
const ridge = 0.03;
const steps = 400;
const rate = 0.05;

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/**
 * Weights for the features under which the right candidates of each page stand out: the probability that a softmax over the
 * candidates gives to the right ones is made as large as it goes (ListNet with one place, Cao et al., 2007; Adam, Kingma and Ba, 2015).
 */
export function learnWeights(pages: readonly TrainingPage[]): number[] {
  const usable = pages.filter(({ right }) => right.includes(true));
  const { mean, deviation } = spread(pages.flatMap(({ features }) => features));
  const scaled = usable.map((page) => ({
    right: page.right,
    rows: page.features.map((row) =>
      row.map((value, at) => (value - (mean[at] ?? 0)) / (deviation[at] ?? 1)),
    ),
  }));
  const weights = mean.map(() => 0);
  const first = mean.map(() => 0);
  const second = mean.map(() => 0);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = weights.map((weight) => ridge * weight);
    for (const { rows, right } of scaled) {
      const scores = rows.map((row) => dot(row, weights));
      const all = softmax(scores, () => true);
      const wanted = softmax(scores, (at) => right[at] === true);
      for (const [at, row] of rows.entries()) {
        const difference = ((all[at] ?? 0) - (wanted[at] ?? 0)) / scaled.length;
        for (const [feature, value] of row.entries())
          gradient[feature] = (gradient[feature] ?? 0) + difference * value;
      }
    }
    for (const [at, slope] of gradient.entries()) {
      const average = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      const square = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope;
      first[at] = average;
      second[at] = square;
      weights[at] =
        (weights[at] ?? 0) -
        (rate * (average / (1 - 0.9 ** step))) / (Math.sqrt(square / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights.map((weight, at) => weight / (deviation[at] ?? 1));
}

function spread(rows: readonly (readonly number[])[]): { mean: number[]; deviation: number[] } {
  const width = rows[0]?.length ?? 0;
  const mean = Array.from(
    { length: width },
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
  );
  const deviation = mean.map(
    (middle, at) =>
      Math.sqrt(rows.reduce((sum, row) => sum + ((row[at] ?? 0) - middle) ** 2, 0) / rows.length) + 1e-9,
  );
  return { mean, deviation };
}

function softmax(scores: readonly number[], counts: (at: number) => boolean): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score, at) => (counts(at) ? Math.exp(score - most) : 0));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => (sum === 0 ? 0 : power / sum));
}

/** Place of the best right candidate, nearly equal ones counted once; infinity: none is right. */
export function rankOf({ features, right, heads }: TrainingPage, weights: readonly number[]): number {
  const order = features
    .map((row, at) => ({ at, score: dot(row, weights) }))
    .sort((a, b) => b.score - a.score);
  const shown: ReadonlySet<number>[] = [];
  for (const { at } of order) {
    const own = heads[at] ?? [];
    const isKnown = shown.some(
      (other) => own.filter((head) => other.has(head)).length >= 0.93 * Math.max(own.length, other.size),
    );
    if (isKnown) continue;
    if (right[at] === true) return shown.length;
    shown.push(new Set(own));
  }
  return Number.POSITIVE_INFINITY;
}
