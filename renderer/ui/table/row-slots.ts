import type { RowRange } from './scroll-range.ts';

/** An element for a row, and the row that it shows now. */
export interface Slot {
  /** Tells the element apart as long as it is there. */
  readonly key: number;
  readonly index: number;
}

const shows = ({ first, end }: RowRange, index: number) => index >= first && index < end;

/**
 * Gives the rows of a range their elements. Those that stay keep theirs, those that enter take the ones of rows that have
 * left: to write into an element costs a fraction of making, laying out and taking away one. The elements keep their order
 * in the document, which then is not that of the rows; see `inOrder`.
 */
export function fillSlots(slots: readonly Slot[], range: RowRange): readonly Slot[] {
  const there = new Set(slots.map(({ index }) => index));
  const entering: number[] = [];
  for (let index = range.first; index < range.end; index += 1) if (!there.has(index)) entering.push(index);
  if (entering.length === 0 && slots.every(({ index }) => shows(range, index))) return slots;
  const filled: Slot[] = [];
  let next = 0;
  for (const slot of slots) {
    if (shows(range, slot.index)) {
      filled.push(slot);
      continue;
    }
    const index = entering[next];
    if (index === undefined) continue;
    filled.push({ key: slot.key, index });
    next += 1;
  }
  const used = new Set(filled.map(({ key }) => key));
  let key = 0;
  for (const index of entering.slice(next)) {
    while (used.has(key)) key += 1;
    used.add(key);
    filled.push({ key, index });
  }
  return filled;
}

/** The same elements in the order of their rows, for who reads the document from its top; to be done while nothing moves. */
export function inOrder(slots: readonly Slot[]): readonly Slot[] {
  const isOrdered = slots.every(({ index }, at) => at === 0 || index > (slots[at - 1]?.index ?? -1));
  return isOrdered ? slots : slots.toSorted((a, b) => a.index - b.index);
}
