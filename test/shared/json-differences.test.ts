import { expect, it } from 'vitest';
import { differencesOf } from '../../shared/json-differences.ts';

it.each([
  ['nothing', { a: 1, b: [1] }, { b: [1], a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [{ pointer: '/a', kind: 'changed', before: 1, after: 2 }]],
  [
    'a key',
    { a: 1 },
    { b: null },
    [
      { pointer: '/b', kind: 'added', after: null },
      { pointer: '/a', kind: 'removed', before: 1 },
    ],
  ],
  ['names with signs', { 'a/b~c': 1 }, {}, [{ pointer: '/a~1b~0c', kind: 'removed', before: 1 }]],
  [
    'an entry in the middle of a list',
    ['a', 'c'],
    ['a', 'b', 'c'],
    [{ pointer: '/1', kind: 'added', after: 'b' }],
  ],
  [
    'an entry of a list that is gone',
    ['a', 'b', 'c'],
    ['b', 'c'],
    [{ pointer: '/0', kind: 'removed', before: 'a' }],
  ],
  [
    'deep inside a list',
    [{ x: { y: 1 } }, 2],
    [{ x: { y: 2 } }, 2],
    [{ pointer: '/0/x/y', kind: 'changed', before: 1, after: 2 }],
  ],
  ['equal entries', ['a', 'a'], ['a'], [{ pointer: '/1', kind: 'removed', before: 'a' }]],
  [
    'another kind of value',
    { a: [1] },
    { a: { 0: 1 } },
    [{ pointer: '/a', kind: 'changed', before: [1], after: { 0: 1 } }],
  ],
  ['the whole', 1, 'a', [{ pointer: '', kind: 'changed', before: 1, after: 'a' }]],
])('tells %s', (_, before, after, expected) => {
  expect(differencesOf(before, after)).toEqual(expected);
});
