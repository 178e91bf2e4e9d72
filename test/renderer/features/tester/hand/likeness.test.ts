import { describe, expect, it } from 'vitest';
import { likeness } from '../../../../../renderer/features/tester/hand/likeness.ts';

/** An element by the way to it: "0 html, 1 body, 2 li.item". */
function described(way: string) {
  const ancestors = way.split(', ').map((step) => {
    const [number = '', label = ''] = step.split(' ');
    return { element: Number(number), label };
  });
  return { element: ancestors.at(-1)?.element ?? 0, ancestors };
}

describe('an element like another', () => {
  it.each([
    ['siblings of one class', '0 ul, 1 li.a', '0 ul, 5 li.a', { parts: [1, 5], isInside: false }],
    ['the same in two cards', '0 div, 1 li.a, 2 b', '0 div, 5 li.a, 6 b', { parts: [1, 5], isInside: true }],
    [
      'parts with ids of their own',
      '0 div, 1 li#x.a, 2 b',
      '0 div, 5 li#y.a, 6 b',
      { parts: [1, 5], isInside: true },
    ],
    ['cells of two rows', '0 table, 1 tr, 2 td', '0 table, 5 tr, 6 td', { parts: [1, 5], isInside: true }],
    [
      'members of two entries',
      '0 $, 1 list, 2 [0], 3 name',
      '0 $, 1 list, 7 [1], 8 name',
      { parts: [2, 7], isInside: true },
    ],
  ])('%s', (_, one, other, like) => {
    expect(likeness(described(one), described(other))).toEqual(like);
  });

  it.each([
    ['itself', '0 ul, 1 li', '0 ul, 1 li'],
    ['another kind', '0 div, 1 h2, 2 a', '0 div, 5 p.price'],
    ['another class', '0 div, 1 b.brand', '0 div, 2 b.stock'],
    ['the cell beside it', '0 table, 1 tr, 2 td', '0 table, 1 tr, 3 td'],
    ['what describes another term', '0 dl, 1 dd', '0 dl, 3 dd'],
    ['what it lies in', '0 div, 1 p', '0 div, 1 p, 2 b'],
    ['something of another page', '0 html, 1 p', '9 html, 10 p'],
  ])('is not %s', (_, one, other) => {
    expect(likeness(described(one), described(other))).toBeNull();
  });
});
