import { rate, shortCount } from '../format.ts';

/** A line, an area or bars of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Default: left. */
  readonly axis?: 'left' | 'right';
  /** Default: line. */
  readonly kind?: 'line' | 'area' | 'bars';
  /** The unit after the number: "pages/s", "ms". */
  readonly unit?: string;
  /** A token of the colours, for example "--danger"; default: the next of --series-1 to --series-6. */
  readonly colour?: `--${string}`;
}

/** A value with its unit; a dash where there is none. */
export function numberOf(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined) return '–';
  const text = Math.abs(value) >= 10_000 ? shortCount(value) : rate(value);
  return unit === undefined ? text : `${text} ${unit}`;
}

/** The indexes of values without neighbours. */
export function alonePoints(values: ArrayLike<number | null | undefined>): number[] {
  const has = (at: number) => values[at] !== null && values[at] !== undefined;
  const places = Array.from({ length: values.length }, (_, at) => at);
  return places.filter((at) => has(at) && !has(at - 1) && !has(at + 1));
}
