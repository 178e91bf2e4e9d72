import type { RunExpectations } from '../../shared/contract/types.ts';
import { counted } from '../../shared/counted.ts';
import { renderTable } from './table.ts';

/** What does not hold of what a spider expects, and what became of duplicates: a line each; none if all is well. */
export function breachLines({ breaches, dropped, withoutKey }: RunExpectations): string[] {
  return [
    ...breaches.map(({ message }) => `Not as expected: ${message}`),
    ...(dropped === 0 ? [] : [`${counted(dropped, 'duplicate was', 'duplicates were')} not stored.`]),
    ...(withoutKey === 0
      ? []
      : [
          `${counted(withoutKey, 'item has', 'items have')} an empty field in the key, and ${withoutKey === 1 ? 'is' : 'are'} told from others by the URL.`,
        ]),
  ];
}

/** The part of `runs show` about the data that a spider expects. */
export function describeExpectations(expectations: RunExpectations): string[] {
  const { fields, items, breaches, minItems, isOver } = expectations;
  const rows = fields.map(({ field, items: of, filled, minFill, expected }) => [
    field,
    of === 0 ? '' : `${Math.floor((filled / of) * 1000) / 10} %`,
    minFill === null ? '' : `${Math.floor(minFill * 1000) / 10} %`,
    expected.join(', '),
    breaches.some((breach) => breach.field === field) ? 'no' : 'yes',
  ]);
  const least = minItems === null ? '' : `, expected at least ${minItems} of a complete run`;
  return [
    ...(rows.length === 0
      ? []
      : ['', renderTable(['expected of', 'filled', 'at least', 'values', 'holds'], rows)]),
    '',
    `${counted(items, 'item was', 'items were')} measured${least}.`,
    ...breachLines(expectations).flatMap((line, index) => [line, ...exampleLines(breaches[index])]),
    ...(breaches.length === 0 ? [`The data is as expected${isOver ? '' : ' so far'}.`] : []),
  ];
}

const exampleLines = (breach: RunExpectations['breaches'][number] | undefined): string[] =>
  (breach?.examples ?? []).map(({ url, value }) => `  ${value} at ${url}`);
