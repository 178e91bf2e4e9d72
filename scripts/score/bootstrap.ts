import { bodyScore, type PageScore } from './table.ts';

/** How much better one extractor is than another on the same pages, and how sure that is. */
export interface Comparison {
  /** F1 of the first less that of the second. */
  difference: number;
  /** Between these it lies in 95 of 100 samples of pages. */
  low: number;
  high: number;
  /** Share of the samples in which the first is better. */
  better: number;
}

const samples = 2000;

/** Pseudo-random numbers in [0, 1), the same in every run: a linear congruential generator (Numerical Recipes). */
function randomNumbers(): () => number {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/**
 * Paired bootstrap (Efron and Tibshirani, 1993): pages are drawn with replacement, the same ones for both.
 *
 * @param first - scores of pages, in the same order as those of `second`
 */
export function pairedBootstrap(first: readonly PageScore[], second: readonly PageScore[]): Comparison {
  const differenceOf = (one: readonly PageScore[], other: readonly PageScore[]): number =>
    (bodyScore(one)?.f1 ?? 0) - (bodyScore(other)?.f1 ?? 0);
  const random = randomNumbers();
  const differences = Array.from({ length: samples }, () => {
    const drawn = first.map(() => Math.floor(random() * first.length));
    const pick = (scores: readonly PageScore[]): PageScore[] =>
      drawn.map((index) => scores[index]).filter((score) => score !== undefined);
    return differenceOf(pick(first), pick(second));
  }).sort((a, b) => a - b);
  return {
    difference: differenceOf(first, second),
    low: differences[Math.floor(samples * 0.025)] ?? 0,
    high: differences[Math.floor(samples * 0.975)] ?? 0,
    better: differences.filter((difference) => difference > 0).length / samples,
  };
}
