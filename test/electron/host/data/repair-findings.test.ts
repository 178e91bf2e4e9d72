import { describe, expect, it } from 'vitest';
import type { FieldFill } from '../../../../shared/contract/types.ts';
import { compareFills } from '../../../../electron/host/data/repair-findings.ts';

const fill = (field: string, filled: number, items = 100, callback = 'product'): FieldFill => ({
  callback,
  field,
  items,
  filled,
  rate: filled / items,
});

describe('compareFills', () => {
  it.each<[string, FieldFill[], FieldFill[], [string | null, number][]]>([
    ['a field that is hardly filled any more', [fill('price', 98)], [fill('price', 3)], [['price', 0.03]]],
    ['a field that no item has', [fill('price', 98), fill('name', 100)], [fill('name', 100)], [['price', 0]]],
    ['nothing where rates stay about the same', [fill('price', 98)], [fill('price', 85)], []],
    ['nothing where a rate rises', [fill('price', 3)], [fill('price', 98)], []],
    ['nothing of a field that was rare before', [fill('note', 21)], [fill('note', 4)], []],
    ['nothing where items are few', [fill('price', 4, 4)], [fill('price', 0, 4)], []],
    ['a callback without any item, once', [fill('price', 98), fill('name', 99)], [], [[null, 0]]],
    [
      'the deepest fall first',
      [fill('price', 98), fill('name', 100)],
      [fill('price', 40), fill('name', 0)],
      [
        ['name', 0],
        ['price', 0.4],
      ],
    ],
  ])('tells %s', (_what, before, after, told) => {
    expect(compareFills(before, after).map(({ field, rate }) => [field, rate])).toEqual(told);
  });
});
