import { isSameList, type RecordSpan } from '../../electron/authoring/lists/same-list.ts';

/** The candidates of a page. */
export interface TrainingPage {
  readonly site: string;
  /** How much the page counts. */
  readonly weight: number;
  readonly features: readonly (readonly number[])[];
  readonly right: readonly boolean[];
  /** The records' first elements, by which versions of one list are told. */
  readonly heads: readonly (readonly RecordSpan[])[];
}

/** Weight of the squares of the weights, and the steps of the descent: settled by leaving sites out. */
const ridge = 0.06;
const steps = 400;
const rate = 0.05;

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

/**
 * Weights for the features under which the right candidates of each page stand out: the probability that a softmax over the
 * candidates gives to the right ones is made as large as it goes (ListNet with one place, Cao et al., 2007; Adam, Kingma and Ba, 2015).
 */
export function learnWeights(pages: readonly TrainingPage[]): number[] {
  const usable = pages.filter(({ right }) => right.includes(true));
  const { mean, deviation } = spread(pages.flatMap(({ features }) => features));
  const whole = usable.reduce((sum, { weight }) => sum + weight, 0);
  const scaled = usable.map((page) => ({
    right: page.right,
    weight: page.weight / whole,
    rows: page.features.map((row) =>
      Float64Array.from(row, (value, at) => (value - (mean[at] ?? 0)) / (deviation[at] ?? 1)),
    ),
  }));
  const weights = new Float64Array(mean.length);
  const first = new Float64Array(mean.length);
  const second = new Float64Array(mean.length);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = weights.map((weight) => ridge * weight);
    for (const { rows, right, weight } of scaled) {
      const scores = rows.map((row) => dot(row, weights));
      const all = softmax(scores, () => true);
      const wanted = softmax(scores, (at) => right[at] === true);
      for (const [at, row] of rows.entries()) {
        const difference = ((all[at] ?? 0) - (wanted[at] ?? 0)) * weight;
        for (let feature = 0; feature < row.length; feature += 1)
          gradient[feature] = (gradient[feature] ?? 0) + difference * (row[feature] ?? 0);
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
  return [...weights].map((weight, at) => weight / (deviation[at] ?? 1));
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
  const most = scores.reduce((best, score, at) => (counts(at) && score > best ? score : best), -Infinity);
  const powers = scores.map((score, at) => (counts(at) ? Math.exp(score - most) : 0));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => (sum === 0 ? 0 : power / sum));
}

/** The candidates of a page, best first, versions of one list together. */
function ranked(
  { features, heads }: TrainingPage,
  weights: readonly number[],
): { score: number; same: number[] }[] {
  const order = features
    .map((row, at) => ({ at, score: dot(row, weights) }))
    .sort((a, b) => b.score - a.score);
  const shown: { score: number; same: number[]; heads: readonly RecordSpan[] }[] = [];
  for (const { at, score } of order) {
    const own = heads[at] ?? [];
    const known = shown.find((other) => isSameList(other.heads, own));
    if (known === undefined) shown.push({ score, same: [at], heads: own });
    else known.same.push(at);
  }
  return shown;
}

/** Place of the best right candidate, versions of one list counted once; infinity: none is right. */
export function rankOf(page: TrainingPage, weights: readonly number[]): number {
  const place = ranked(page, weights).findIndex(({ same }) => page.right[same[0] ?? -1] === true);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

/** A page with its best candidates taken for right; null where others are nearly as good. @param margin how much better they are to be */
export function believed(
  page: TrainingPage,
  weights: readonly number[],
  margin: number,
): TrainingPage | null {
  const [best, next] = ranked(page, weights);
  if (best === undefined || next === undefined || best.score - next.score < margin) return null;
  return { ...page, right: page.right.map((_, at) => best.same.includes(at)) };
}
