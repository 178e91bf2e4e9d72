import { describe, expect, it } from 'vitest';
import { mergeExpect } from '../../../shared/spider/merge-expect.ts';
import type { Expect } from '../../../shared/spider/schema.ts';

describe('what is expected already', () => {
  const seen: Expect = { key: ['sku'], min_items: 50, fields: { price: { type: 'number', required: true } } };

  it('is completed by what the data shows', () => {
    const present: Expect = {
      key: ['url'],
      duplicates: 'drop',
      min_items: 10,
      on_breach: 'fail',
      fields: {
        price: { type: 'text', min_fill: 0.1, range: [0, 9], pattern: '^1', examples: ['5'] },
        other: { required: true },
      },
    };
    expect(mergeExpect(present, seen)).toEqual({
      key: ['url'],
      duplicates: 'drop',
      min_items: 50,
      on_breach: 'fail',
      fields: {
        price: { type: 'number', required: true, range: [0, 9], pattern: '^1', examples: ['5'] },
        other: { required: true },
      },
    });
  });

  it.each([null, undefined, {}, { key: null, fields: null }])('may be %j', (present) => {
    expect(mergeExpect(present, seen)).toEqual(seen);
  });

  it('keeps its number of items where none is proposed', () => {
    expect(mergeExpect({ min_items: 10 }, {}).min_items).toBe(10);
  });
});
