/** The scores of the sets of real pages. Texts in, numbers out; tokens are runs of letters, digits and "_", as Python's `\w+`. */

export interface PrecisionRecall {
  precision: number;
  recall: number;
  f1: number;
}

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [value, count] of a) sum += Math.min(count, b.get(value) ?? 0);
  return sum;
}

/** The harmonic mean; 0 where both are 0. */
export function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function compare(predicted: readonly string[], truth: readonly string[]): PrecisionRecall {
  const [ours, theirs] = [countsOf(predicted), countsOf(truth)];
  const hits = shared(ours, theirs);
  const [found, expected] = [total(ours), total(theirs)];
  if (found === 0 && expected === 0) return { precision: 1, recall: 1, f1: 1 };
  const precision = found === 0 ? 0 : hits / found;
  const recall = expected === 0 ? 0 : hits / expected;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

const shingleLength = 4;

function shinglesOf(text: string): string[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return [];
  if (tokens.length <= shingleLength) return [tokens.join(' ')];
  return Array.from({ length: tokens.length - shingleLength + 1 }, (_, start) =>
    tokens.slice(start, start + shingleLength).join(' '),
  );
}

/** Shingles of four tokens, case kept, as multisets. */
export function compareShingles(predicted: string, truth: string): PrecisionRecall {
  return compare(shinglesOf(predicted), shinglesOf(truth));
}

/** Lower-cased words as multisets. */
export function compareWords(predicted: string, truth: string): PrecisionRecall {
  return compare(tokensOf(predicted.toLowerCase()), tokensOf(truth.toLowerCase()));
}

/** How many expected snippets a text holds. */
export interface Snippets {
  /** Snippets that must be there: found and missed. */
  found: number;
  missed: number;
  /** Snippets that must not be there, and are. */
  wrong: number;
}

/** Counts the snippets that a text should and should not hold. */
export function countSnippets(
  text: string,
  expected: { with: readonly string[]; without: readonly string[] },
): Snippets {
  const found = expected.with.filter((snippet) => text.includes(snippet)).length;
  const wrong = expected.without.filter((snippet) => text.includes(snippet)).length;
  return { found, missed: expected.with.length - found, wrong };
}

/** A text for comparing titles and names: lower case, only letters and digits, single spaces. */
export function comparable(text: string): string {
  return tokensOf(text.normalize('NFKC').toLowerCase().replaceAll('_', ' ')).join(' ');
}

/** The day of an ISO 8601 date, "2024-03-05"; the text itself where it is none. */
export function dayOf(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? date;
}
