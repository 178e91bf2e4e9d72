/** Characters of a text that are compared. */
const maxLength = 100_000;

/** Words of a text with how often each occurs. */
function countsOf(text: string): { counts: Map<string, number>; total: number } {
  const counts = new Map<string, number>();
  const words =
    text
      .slice(0, maxLength)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** What two texts have in common, as shares of the words of each; 1 of a text without words. */
export interface Agreement {
  /** Share of the first text's words that the second has too: below 1 where the first has more. */
  ofFirst: number;
  /** Share of the second text's words that the first has too: below 1 where the first leaves something out. */
  ofSecond: number;
}

/** Compares two texts by the words they share, each as often as both have it. */
export function agreementOf(first: string, second: string): Agreement {
  if (first === second) return { ofFirst: 1, ofSecond: 1 };
  const [one, other] = [countsOf(first), countsOf(second)];
  let shared = 0;
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0);
  const share = (total: number): number => (total === 0 ? 1 : shared / total);
  return { ofFirst: share(one.total), ofSecond: share(other.total) };
}
