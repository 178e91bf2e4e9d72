type Words = ReadonlyMap<string, number>;

/** Share of the words that two records must have in common to be the same. */
const sameFrom = 0.7;

function wordsOf(text: string): Words {
  const words = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function likeness(a: Words, b: Words): number {
  let common = 0;
  let all = 0;
  for (const [word, times] of a) {
    common += Math.min(times, b.get(word) ?? 0);
    all += Math.max(times, b.get(word) ?? 0);
  }
  for (const [word, times] of b) if (!a.has(word)) all += times;
  return all === 0 ? 0 : common / all;
}

/** Records that were wanted, those of them that were found, and all that were found. */
export interface Hits {
  readonly wanted: number;
  readonly hits: number;
  readonly found: number;
}

/** Whether records are those wanted: nine of ten of them are there, and four of five of those that are there are wanted. */
export const isRight = ({ wanted, hits, found }: Hits): boolean =>
  hits >= 0.9 * wanted && hits >= 0.8 * found;

/** Counts the records that were wanted and found; each stands for one only. */
export function hitsOf(wanted: readonly string[], found: readonly string[]): Hits {
  const left = new Set(found.map(wordsOf));
  let hits = 0;
  for (const words of wanted.map(wordsOf)) {
    let best: { likeness: number; record: Words } | null = null;
    for (const record of left) {
      const own = likeness(words, record);
      if (own >= sameFrom && own > (best?.likeness ?? 0)) best = { likeness: own, record };
    }
    if (best === null) continue;
    left.delete(best.record);
    hits += 1;
  }
  return { wanted: wanted.length, hits, found: found.length };
}
