import type { RunSeries } from '../../../shared/contract/types.ts';
import type { ChartSeries } from '../../ui/chart/series.ts';

/** The series of a run's charts; every list has an entry for each point of `x`. */
export interface ChartData {
  /** Seconds since 1970. */
  readonly x: readonly number[];
  readonly pages: readonly ChartSeries[];
  readonly items: readonly ChartSeries[];
  readonly troubles: readonly ChartSeries[];
  readonly times: readonly ChartSeries[];
}

/** Buckets as the charts take them: counts per second, so that buckets of other lengths can be compared. */
export function chartData({ points }: RunSeries): ChartData {
  const perSecond = (value: (point: RunSeries['points'][number]) => number) =>
    points.map((point) => (value(point) * 1000) / point.ms);
  return {
    x: points.map(({ at }) => at / 1000),
    pages: [
      {
        name: 'Pages',
        values: perSecond(({ pages }) => pages),
        kind: 'area',
        unit: '/s',
        colour: '--series-1',
      },
    ],
    items: [
      {
        name: 'Items',
        values: perSecond(({ items }) => items),
        kind: 'area',
        unit: '/s',
        colour: '--series-2',
      },
    ],
    troubles: [
      { name: 'Failed', values: points.map(({ failed }) => failed), kind: 'bars', colour: '--danger' },
      { name: 'Skipped', values: points.map(({ skipped }) => skipped), kind: 'line', colour: '--series-6' },
    ],
    times: [
      { name: 'Mean', values: points.map(({ meanMs }) => meanMs), unit: 'ms', colour: '--series-5' },
      { name: 'Slowest', values: points.map(({ maxMs }) => maxMs), unit: 'ms', colour: '--series-3' },
    ],
  };
}
