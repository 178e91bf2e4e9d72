import type { RunPoint } from '../../../shared/contract/types.ts';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { count, counted, percent } from '../../ui/format.ts';

/** A number of a run that is much lower than in the run before. */
export interface RunFall {
  readonly before: string;
  readonly after: string;
  /** For people, for example "price is filled in 12 % instead of 98 %". */
  readonly text: string;
}

/** Items: less than this share of the run before is a fall. */
const leastItems = 0.7;
/** Fields: filled so much less often is a fall, as a share of all items. */
const leastDrop = 0.1;
/** Fields whose fill rates are drawn: those that vary most. */
const maxFields = 4;

/** Where runs have much fewer items than the run before, or fill a field much less often; the newest first. */
export function fallsOf(points: readonly RunPoint[]): RunFall[] {
  return points
    .flatMap((point, index): RunFall[] => {
      const earlier = points[index - 1];
      if (earlier === undefined) return [];
      const told = (text: string): RunFall => ({ before: earlier.run, after: point.run, text });
      const items =
        point.items < leastItems * earlier.items
          ? [told(`${counted(point.items, 'item')} instead of ${count(earlier.items)}`)]
          : [];
      if (point.items === 0) return items;
      const fields = earlier.fields.flatMap(({ field, rate }) => {
        const now = rateOf(point, field) ?? 0;
        return rate - now < leastDrop
          ? []
          : [told(`${field} is filled in ${percent(now)} instead of ${percent(rate)}`)];
      });
      return [...items, ...fields];
    })
    .reverse();
}

const rateOf = ({ fields }: RunPoint, name: string): number | null =>
  fields.find(({ field }) => field === name)?.rate ?? null;

/** The items of runs, and the fill rates that vary most, as a chart takes them. */
export function historySeries(points: readonly RunPoint[]): { x: number[]; series: ChartSeries[] } {
  const names = new Set(points.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const varying = [...names]
    .map((name) => ({ name, spread: spreadOf(points.map((point) => rateOf(point, name) ?? 0)) }))
    .filter(({ spread }) => spread > 0)
    .sort((a, b) => b.spread - a.spread)
    .slice(0, maxFields);
  return {
    x: points.map(({ startedAt }) => Date.parse(startedAt ?? '') / 1000),
    series: [
      { name: 'Items', values: points.map(({ items }) => items), kind: 'area', colour: '--series-1' },
      ...varying.map(({ name }): ChartSeries => ({
        name,
        axis: 'right',
        unit: '%',
        values: points.map((point) => {
          const rate = rateOf(point, name);
          return rate === null ? null : 100 * rate;
        }),
      })),
    ],
  };
}

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
