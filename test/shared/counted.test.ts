import { describe, expect, it } from 'vitest';
import { counted, withArticle } from '../../shared/counted.ts';

describe('words for people', () => {
  it('count in the singular and the plural', () => {
    expect([0, 1, 2, 1234].map((value) => counted(value, 'link'))).toEqual([
      '0 links',
      '1 link',
      '2 links',
      '1,234 links',
    ]);
    expect([1, 2].map((value) => counted(value, 'link was', 'links were'))).toEqual([
      '1 link was',
      '2 links were',
    ]);
  });

  it.each([
    ['pattern', 'a pattern'],
    ['expression', 'an expression'],
    ['URL', 'a URL'],
    ['item', 'an item'],
    ['header', 'a header'],
  ])('have the right article: %s', (noun, expected) => {
    expect(withArticle(noun)).toBe(expected);
  });
});
