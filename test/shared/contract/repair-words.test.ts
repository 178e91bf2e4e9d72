import { expect, it } from 'vitest';
import { fallWords, proofWords } from '../../../shared/contract/repair-words.ts';

const fall = {
  callback: 'product',
  field: 'price',
  items: 120,
  rate: 0.03,
  itemsBefore: 118,
  rateBefore: 0.98,
};

it('tells a fall of a field, and of all items of a callback', () => {
  expect(fallWords(fall, '12')).toBe('price: 3 % of 120 items, 98 % in run 12');
  expect(fallWords({ ...fall, field: null, items: 0, rate: 0 }, '12')).toBe(
    'product: no items, 118 in run 12',
  );
});

it('tells what is found again, where pages can be compared at all', () => {
  const proof = { old: 120, found: 118, changed: 0, missing: 2, filled: 130, places: 140 };
  expect(proofWords(proof)).toBe(
    '118 of 120 old values found, 0 changed, 2 missing; filled at 130 of 140 places',
  );
  expect(proofWords({ ...proof, old: 0 })).toBe('filled at 130 of 140 places');
});
