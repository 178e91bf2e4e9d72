import { expect, it } from 'vitest';
import type { RunPoint } from '../../../../shared/contract/types.ts';
import { fallsOf, historySeries } from '../../../../renderer/features/runs/run-falls.ts';

const point = (run: number, items: number, rates: Record<string, number>): RunPoint => ({
  run: String(run),
  version: 1,
  kind: 'full',
  source: null,
  startedAt: `2026-11-2${run}T10:00:00.000Z`,
  items,
  fields: Object.entries(rates).map(([field, rate]) => ({ field, rate })),
});
const points = [
  point(1, 100, { price: 0.98, name: 1 }),
  point(2, 95, { price: 0.95, name: 1 }),
  point(3, 96, { price: 0.12, name: 1 }),
  point(4, 40, { name: 1 }),
  point(5, 0, {}),
];

it('tells where runs have fewer items, or fields are filled less often, the newest first', () => {
  expect(fallsOf(points)).toEqual([
    { before: '4', after: '5', text: '0 items instead of 40' },
    { before: '3', after: '4', text: 'price is filled in 0 % instead of 12 %' },
    { before: '3', after: '4', text: '40 items instead of 96' },
    { before: '2', after: '3', text: 'price is filled in 12 % instead of 95 %' },
  ]);
  expect(fallsOf(points.slice(0, 2))).toEqual([]);
  expect(fallsOf([])).toEqual([]);
});

it('draws the items, and the rates that vary', () => {
  const { x, series } = historySeries(points.slice(0, 4));
  expect(x).toHaveLength(4);
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['Items', [100, 95, 96, 40]],
    ['price', [98, 95, 12, null]],
  ]);
});
