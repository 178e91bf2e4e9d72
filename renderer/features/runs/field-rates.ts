import type { FieldFill, RunExpectations } from '../../../shared/contract/types.ts';
import { percent } from '../../ui/format.ts';

/** How often a field of a run is filled, beside what is expected of it. */
export interface FieldRate {
  readonly field: string;
  /** null: it is no field of a callback, but expected all the same. */
  readonly callback: string | null;
  readonly filled: number;
  readonly items: number;
  /** From 0 to 1. */
  readonly rate: number;
  readonly tone: 'success' | 'warning' | 'danger';
  /** The least share that is expected; null: none is. */
  readonly least: number | null;
  /** What is expected, in words; empty: nothing is. */
  readonly expected: string;
  readonly isBroken: boolean;
}

/**
 * The fields of a run, those of which something is expected first. Where one callback alone has such a field, the measured numbers are
 * taken, which are of all items.
 * @param expectations null: the spider expects nothing
 */
export function fieldRates(
  fields: readonly FieldFill[],
  expectations: Pick<RunExpectations, 'fields' | 'breaches' | 'onBreach'> | null,
): FieldRate[] {
  const meters = expectations?.fields ?? [];
  const expected = meters.flatMap((meter) => {
    const own = fields.filter(({ field }) => field === meter.field);
    const counts = own.length > 1 ? own : [{ ...meter, callback: own[0]?.callback ?? null }];
    return counts.map((each) => rateOf(each, meter, expectations));
  });
  const others = fields.filter(({ field }) => !meters.some((meter) => meter.field === field));
  return [...expected, ...others.map((each) => rateOf(each, null, null))];
}

interface Counts {
  readonly field: string;
  readonly callback: string | null;
  readonly filled: number;
  readonly items: number;
}

function rateOf(
  { field, callback, filled, items }: Counts,
  meter: RunExpectations['fields'][number] | null,
  expectations: Pick<RunExpectations, 'breaches' | 'onBreach'> | null,
): FieldRate {
  const rate = items === 0 ? 0 : filled / items;
  const least = meter?.minFill ?? null;
  const breaches = (expectations?.breaches ?? []).filter((breach) => breach.field === field);
  const severity = expectations?.onBreach === 'warn' ? 'warning' : 'danger';
  const isTooLow = breaches.some(({ expectation }) => expectation === 'fill');
  const usual = rate === 0 ? 'danger' : rate < 0.5 ? 'warning' : 'success';
  return {
    field,
    callback,
    filled,
    items,
    rate,
    tone: isTooLow ? severity : least === null ? usual : 'success',
    least,
    expected: [...(least === null ? [] : [`${percent(least)} filled`]), ...(meter?.expected ?? [])].join(
      ', ',
    ),
    isBroken: breaches.length > 0,
  };
}
