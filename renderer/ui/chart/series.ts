import { rate, shortCount } from '../format.ts';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Default: left. */
  readonly axis?: 'left' | 'right';
  /** Default: line. */
  readonly kind?: 'line' | 'area' | 'bars';
  /** Behind the number: "pages/s", "ms". */
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
