import { expect, it } from 'vitest';
import { chanceOfAtMost, lowerShare } from '../../../../../electron/host/work/health/chance.ts';

// Values of R 4.4: pbinom(hits, tries, share).
it.each([
  [0, 10, 0.5, 0.0009765625],
  [6, 10, 0.97, 0.0001470838],
  [7, 10, 0.97, 0.00276473],
  [3, 5, 0.2, 0.99328],
  [10, 10, 0.3, 1],
  [0, 3, 0, 1],
  [2, 3, 1, 0],
  [450, 1000, 0.5, 0.0008653321],
])('the chance of at most %i of %i at %f is %f', (hits, tries, share, chance) => {
  expect(chanceOfAtMost(hits, tries, share)).toBeCloseTo(chance, 6);
});

it('is exact for few tries: the sum of all cases', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
  for (const share of [0.1, 0.5, 0.97])
    for (let hits = 0; hits < 12; hits += 1) {
      const terms = Array.from(
        { length: hits + 1 },
        (_, k) => choose(12, k) * share ** k * (1 - share) ** (12 - k),
      );
      const sum = terms.reduce((total, term) => total + term, 0);
      expect(chanceOfAtMost(hits, 12, share)).toBeCloseTo(sum, 10);
    }
});

it('takes a share for lower the fewer tries there were', () => {
  const shares = [0, 1, 10, 100, 10_000].map((tries) => lowerShare(tries, tries));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBeGreaterThan(0.999);
  expect(lowerShare(0, 10)).toBe(0);
});
