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

/** How much two texts have in common: twice the words they share over all their words, 0 to 1. */
export function agreementOf(a: string, b: string): number {
  const [one, other] = [countsOf(a), countsOf(b)];
  let shared = 0;
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0);
  return one.total + other.total === 0 ? 1 : (2 * shared) / (one.total + other.total);
}
