import { counted } from '../counted.ts';
import type { RepairChoice } from './types.ts';

/** A field that is filled in fewer items than in an earlier run, as far as words tell it. */
interface Fall {
  readonly field: string | null;
  readonly callback: string;
  readonly items: number;
  readonly rate: number;
  readonly itemsBefore: number;
  readonly rateBefore: number;
}

/** What is filled less often, in a few words: "price: 3 % of 120 items, 98 % in run 12". */
export function fallWords(
  { field, callback, items, rate, itemsBefore, rateBefore }: Fall,
  run: string,
): string {
  if (field === null) return `${callback}: no items, ${itemsBefore} in run ${run}`;
  return `${field}: ${percent(rate)} of ${counted(items, 'item')}, ${percent(rateBefore)} in run ${run}`;
}

const percent = (rate: number): string => `${Math.round(rate * 100)} %`;

/** What a repair finds again: "118 of 120 old values found, 0 changed, 2 missing; filled at 118 of 120 places". */
export function proofWords({
  old,
  found,
  changed,
  missing,
  filled,
  places,
}: Omit<RepairChoice['proof'], 'examples'>): string {
  const again =
    old === 0
      ? []
      : [`${found} of ${counted(old, 'old value')} found, ${changed} changed, ${missing} missing`];
  return [...again, `filled at ${filled} of ${counted(places, 'place')}`].join('; ');
}

/** What a spider that repaired itself has to tell: "Run 14 no longer filled price and sku. They were found again." */
export function repairedWords(run: string, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return `Run ${run} no longer filled ${all}. ${names.length > 1 ? 'They were' : 'It was'} found again.`;
}
