import type { CallValue } from '../../../../shared/contract/index.ts';
import type { NamedReport } from '../field-paths.ts';
import type { Hand } from '../tester-store.ts';

/** What a click on an element means to the field in hand, as far as the report of the callback tells. */
export type Meaning =
  /** It is taken already, by a field that comes into hand. */
  | { readonly kind: 'field'; readonly field: NamedReport }
  /** It is an example of the field in hand. */
  | { readonly kind: 'nothing' }
  /** The field in hand takes it, and should not. */
  | { readonly kind: 'wrong' }
  /** The field in hand takes nothing in the row of the element: it misses it there. */
  | { readonly kind: 'missed' }
  /** It may be another of the kind that is in hand, or else a new field. */
  | { readonly kind: 'new' };

/**
 * @param around the element and what it lies in, from the innermost outwards
 * @param hand the examples of the field in hand, null: there are none on this page
 */
export function meaningOf(
  around: readonly number[],
  hand: Hand | null,
  field: NamedReport | null,
  reports: readonly NamedReport[],
  rows: CallValue<'tester.callback'>['rows'],
): Meaning {
  const [element] = around;
  if (element === undefined) return { kind: 'nothing' };
  if (hand !== null && hand.elements.includes(element)) return { kind: 'nothing' };
  const takes = ({ report }: NamedReport) =>
    report.selector !== null && report.nodes.elements.includes(element);
  if (field !== null && takes(field) && !isList(field, reports)) {
    return hand === null ? { kind: 'field', field } : { kind: 'wrong' };
  }
  const known = reports.find((each) => takes(each) && !isList(each, reports));
  if (known !== undefined) return { kind: 'field', field: known };
  if (hand === null || field === null || rows === null) return { kind: 'new' };
  return isMissedIn(rowOf(around, rows.nodes.elements), field, rows.nodes.elements)
    ? { kind: 'missed' }
    : { kind: 'new' };
}

/** A list takes its items as places for its fields, not as values. */
const isList = (field: NamedReport, reports: readonly NamedReport[]): boolean =>
  reports.some(
    ({ names }) =>
      names.length === field.names.length + 1 && field.names.every((name, index) => names[index] === name),
  );

/** The row that holds the innermost of the elements; null: none does. */
export const rowOf = (around: readonly number[], rows: readonly number[]): number | null =>
  around.find((element) => rows.includes(element)) ?? null;

/** Rows are numbered in the order of the page, so what is in one lies between it and the next. */
function isMissedIn(row: number | null, { report }: NamedReport, rows: readonly number[]): boolean {
  if (row === null) return false;
  const next = rows.find((each) => each > row) ?? Infinity;
  return !report.nodes.cut && !report.nodes.elements.some((element) => element >= row && element < next);
}
