/** A part of a text, and whether the other text does not have it there. */
export interface TextPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Words at most in each text that are compared one by one; of longer texts only the beginning and the end are found to be equal. */
const maxWords = 300;

/** Splits two texts into what they share and what is changed. Words are not torn apart. */
export function changedParts(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middle = commonWords(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const flags = (words: readonly string[], shared: ReadonlySet<number>) =>
    words.map((text, at): TextPart => {
      const outside = at < start || at >= words.length - end;
      return { text, changed: !outside && !shared.has(at - start) };
    });
  return { before: joined(flags(a, middle.before)), after: joined(flags(b, middle.after)) };
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** The places of a longest common sequence of words. */
function commonWords(
  a: readonly string[],
  b: readonly string[],
): { before: ReadonlySet<number>; after: ReadonlySet<number> } {
  const [before, after] = [new Set<number>(), new Set<number>()];
  if (a.length > maxWords || b.length > maxWords) return { before, after };
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      before.add(i);
      after.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return { before, after };
}

/** Neighbours that are alike as one part. White space between two changed words is changed, too. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const found: { text: string; changed: boolean }[] = [];
  for (const [at, part] of parts.entries()) {
    const isBetween =
      part.text.trim() === '' && parts[at - 1]?.changed === true && parts[at + 1]?.changed === true;
    const changed = part.changed || isBetween;
    const last = found.at(-1);
    if (last?.changed === changed) last.text += part.text;
    else found.push({ text: part.text, changed });
  }
  return found;
}
