import { expect, it } from 'vitest';
import { alonePoints } from '../../../renderer/ui/chart/series.ts';

it.each([
  [[], []],
  [[1], [0]],
  [[1, 2], []],
  [
    [null, 5, null, 6, 7, undefined, 0],
    [1, 6],
  ],
  [[null, null], []],
])('of %j the values at %j stand alone', (values, places) => {
  expect(alonePoints(values)).toEqual(places);
});
