import { isAscii } from '../text.ts';

/** Number of characters of a text that are compared. */
const maxLength = 100_000;

function wordsOf(text: string): string[] {
  const read = text.slice(0, maxLength).toLowerCase();
  return read.match(isAscii(read) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** Number of words that two texts share, counting duplicates (multiset intersection). */
function countShared(one: readonly string[], other: readonly string[]): number {
  // Common prefixes and suffixes need no counting.
  const least = Math.min(one.length, other.length);
  let before = 0;
  while (before < least && one[before] === other[before]) before += 1;
  let after = 0;
  while (after < least - before && one.at(-1 - after) === other.at(-1 - after)) after += 1;
  const counts = new Map<string, number>();
  for (let at = before; at < one.length - after; at += 1) {
    const word = one[at] ?? '';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let shared = before + after;
  for (let at = before; at < other.length - after; at += 1) {
    const word = other[at] ?? '';
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return shared;
}

/** Overlap of two texts, as shares of the words of each; 1 for a text without words. */
export interface Agreement {
  /** Share of the words of the first text that the second contains. */
  ofFirst: number;
  /** Share of the words of the second text that the first contains. */
  ofSecond: number;
}

/** Compares two texts by the words that they share. */
export function agreementOf(first: string, second: string): Agreement {
  if (first === second) return { ofFirst: 1, ofSecond: 1 };
  const [one, other] = [wordsOf(first), wordsOf(second)];
  const shared = countShared(one, other);
  const share = (total: number): number => (total === 0 ? 1 : shared / total);
  return { ofFirst: share(one.length), ofSecond: share(other.length) };
}
