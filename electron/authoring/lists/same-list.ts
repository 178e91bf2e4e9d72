import type { ElementFacts } from '../tree.ts';

/** The first element of a record: where it stands, and how much text it has. */
export type RecordSpan = Pick<ElementFacts, 'at' | 'end' | 'text'>;

/** Share of records that two versions of one list have in common. */
const commonFrom = 0.85;
/** Share of the records of each of two lists that are in a record of the other, or around one. */
const nestedFrom = 0.8;
/** Share of its text from which what stands in a record is the record again, and below which it is a part of it. */
const inner = { record: 0.85, part: 0.6 };
/** Share of the records of a list below which some of them are no list of their own, and how many of those are to be in the list. */
const some = { records: 0.5, common: 0.9 };

/**
 * Whether two lists are versions of one: they have nearly all records in common, or the records of one hold those of the other and
 * hardly anything else. The records of each are in document order.
 */
export function isSameList(a: readonly RecordSpan[], b: readonly RecordSpan[]): boolean {
  const [most, least] = [Math.max(a.length, b.length), Math.min(a.length, b.length)];
  if (least < nestedFrom * most) return false;
  if (countCommon(a, b) >= commonFrom * most) return true;
  const share = shareOf(b, a);
  return Math.min(share, 1 / share) >= inner.record && (areInside(a, b) || areInside(b, a));
}

/** Whether what repeats is only a part of a list: the minority of its records, or less than what each of them says. */
export function isPartOf(list: readonly RecordSpan[], other: readonly RecordSpan[]): boolean {
  if (other.length < list.length * some.records)
    return countCommon(list, other) >= other.length * some.common;
  if (other.length * nestedFrom > list.length) return false;
  return shareOf(other, list) < inner.part && areInside(list, other);
}

const shareOf = (part: readonly RecordSpan[], whole: readonly RecordSpan[]): number =>
  (textOf(part) + 1) / (textOf(whole) + 1);

const textOf = (records: readonly RecordSpan[]): number => records.reduce((sum, { text }) => sum + text, 0);

function countCommon(a: readonly RecordSpan[], b: readonly RecordSpan[]): number {
  const known = new Set(a.map(({ at }) => at));
  return b.reduce((count, { at }) => count + (known.has(at) ? 1 : 0), 0);
}

/** Whether nearly every record of the first list has one of the second in it, and the other way round. */
function areInside(outer: readonly RecordSpan[], records: readonly RecordSpan[]): boolean {
  let next = 0;
  let found = 0;
  let holding = 0;
  for (const { at, end } of outer) {
    while ((records[next]?.at ?? Infinity) < at) next += 1;
    const before = next;
    while ((records[next]?.at ?? Infinity) <= end) next += 1;
    found += next - before;
    if (next > before) holding += 1;
  }
  return holding >= nestedFrom * outer.length && found >= nestedFrom * records.length;
}
