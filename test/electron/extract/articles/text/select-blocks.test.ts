import { describe, expect, it } from 'vitest';
import { agreementOf } from '../../../../../electron/extract/articles/agreement.ts';
import {
  bestThreshold,
  leanOnNeighbours,
  thresholdOutside,
} from '../../../../../electron/extract/articles/text/select-blocks.ts';
import { fastForest, probabilityOf } from '../../../../../electron/extract/articles/text/forest.ts';

describe('bestThreshold', () => {
  it.each([
    ['sure blocks only', [0.99, 0.98, 0.02], [10, 10, 10], 0.98],
    ['all of what is equally unsure', [0.3, 0.3, 0.3], [10, 10, 10], 0.3],
    ['an unsure block where little is sure', [0.5, 0.4, 0.01], [10, 10, 1], 0.4],
    ['not a long doubtful block beside a sure one', [0.95, 0.2], [100, 100], 0.95],
    ['nothing of nothing', [], [], 1],
  ])('takes %s', (_name, probabilities, masses, threshold) => {
    const found = bestThreshold(Float64Array.from(probabilities), Float64Array.from(masses));
    expect(found.threshold).toBe(threshold);
  });
});

it('expects of a choice the F1 that its probabilities promise', () => {
  const certain = bestThreshold(Float64Array.from([1, 1, 0]), Float64Array.from([10, 10, 10]));
  expect(certain.expected).toBe(1);
  // Taken all ten words of which five are wanted: 2 * 5 / (10 + 5).
  const unsure = bestThreshold(Float64Array.from([0.5]), Float64Array.from([10]));
  expect(unsure.expected).toBeCloseTo(2 / 3, 6);
});

describe('leaning on neighbours', () => {
  const lean = (probabilities: number[], masses: number[]): number[] => {
    const found = Float64Array.from(probabilities);
    leanOnNeighbours(found, Float64Array.from(masses));
    return [...found];
  };

  it('lifts a doubtful block among sure ones, and lowers one among none', () => {
    const [, , doubtful = 0] = lean([0.9, 0.9, 0.4, 0.9, 0.9], [9, 9, 9, 9, 9]);
    expect(doubtful).toBeCloseTo(0.7 * 0.4 + 0.3 * 0.9, 9);
    const [, , lonely = 0] = lean([0.1, 0.1, 0.6, 0.1, 0.1], [9, 9, 9, 9, 9]);
    expect(lonely).toBeCloseTo(0.7 * 0.6 + 0.3 * 0.1, 9);
  });

  it('counts the near and the long for more, and the far for nothing', () => {
    const [near = 0] = lean([0.5, 1, 0], [1, 1, 1]);
    expect(near).toBeCloseTo(0.7 * 0.5 + 0.3 * (2 / 3), 9);
    const [long = 0] = lean([0.5, 0, 1], [1, 1, 16]);
    expect(long).toBeCloseTo(0.7 * 0.5 + 0.3 * (4 / 6), 9);
    expect(lean([0.5, 0.5, 0.5, 1], [1, 1, 1, 1])[0]).toBeCloseTo(0.5, 9);
  });

  it('leaves alone what is out of the question, and what has nothing to lean on', () => {
    expect(lean([0, 0.5, 0], [0, 4, 0])).toEqual([0, 0.5, 0]);
  });
});

describe('what newsparser leaves out', () => {
  const outside = (probabilities: number[], taken: number[], threshold = 0.4): number =>
    thresholdOutside(
      Float64Array.from(probabilities),
      Float64Array.from(probabilities, () => 10),
      Uint8Array.from(taken),
      threshold,
    );

  it.each([
    ['must be more probable where the model confirms its article', [0.95, 0.9, 0.5], [1, 1, 0], 0.7],
    ['counts as before where the article is a small part of what is likely', [0.9, 0.9, 0.9], [1, 0, 0], 0.4],
    ['counts as before where the model doubts the article', [0.5, 0.6, 0.5], [1, 1, 0], 0.4],
    ['counts as before where newsparser found nothing', [0.9, 0.9, 0.5], [0, 0, 0], 0.4],
    ['counts as before on a page without blocks', [], [], 0.4],
  ])('%s', (_name, probabilities, taken, expected) => {
    expect(outside(probabilities, taken)).toBe(expected);
  });

  it('is never easier to select than the article itself', () => {
    expect(outside([0.95, 0.9, 0.5], [1, 1, 0], 0.85)).toBe(0.85);
  });
});

describe('a forest', () => {
  // The first tree asks the second feature and then the first, the other one the third.
  const forest = fastForest(
    {
      base: 0.5,
      roots: [0, 5],
      feature: [1, -1, 0, -1, -1, 2, -1, -1],
      value: [0.5, -2, 7, 2, 3, 0, 0.25, -0.25],
      left: [1, 0, 3, 0, 0, 6, 0, 0],
    },
    3,
  );

  it.each([
    ['a bound is reached', [9, 0.5, 0], -2 + 0.25],
    ['a bound is exceeded', [7, 0.6, 0], 2 + 0.25],
    ['all are', [7.5, 0.6, 0.1], 3 - 0.25],
  ])('adds the leaves that a row falls into to the base where %s', (_name, features, sum) => {
    const row = Float32Array.from(features);
    const expected = 1 / (1 + Math.exp(-0.5 - sum));
    for (const shared of [0, 2, 3]) {
      expect(probabilityOf(forest, row, shared)(row)).toBeCloseTo(expected, 9);
    }
  });

  it('does not take a tree with more leaves than it can tell apart', () => {
    const leaves = 33;
    const inner = Array.from({ length: leaves - 1 }, (_, at) => at);
    const tree = {
      base: 0,
      roots: [0],
      feature: [...inner.flatMap(() => [0, -1]), -1],
      value: [...inner.flatMap((at) => [at, at]), leaves],
      left: [...inner.flatMap((at) => [2 * at + 1, 0]), 0],
    };
    expect(() => fastForest(tree, 1)).toThrow(RangeError);
  });
});

describe('agreementOf', () => {
  it.each([
    ['the same words', 'One two, three.', 'three TWO one', 1, 1],
    ['a part', 'a b', 'b c d a', 1, 0.5],
    ['more', 'a b b c', 'b c', 0.5, 1],
    ['nothing in common', 'a', 'b', 0, 0],
    ['two empty texts', '', ' ', 1, 1],
  ])('%s', (_name, first, second, ofFirst, ofSecond) => {
    expect(agreementOf(first, second)).toEqual({ ofFirst, ofSecond });
  });
});
