/** How much of a value is shown. */
interface Measure {
  /** Characters of a text, entries of a list or object, and levels inside each other. */
  characters: number;
  entries: number;
  depth: number;
}

/** Ever smaller measures, for what does not fit. */
const measures: readonly Measure[] = [
  { characters: 4000, entries: 300, depth: 12 },
  { characters: 1000, entries: 60, depth: 8 },
  { characters: 300, entries: 20, depth: 6 },
  { characters: 100, entries: 10, depth: 4 },
  { characters: 40, entries: 4, depth: 2 },
];

/**
 * A value that fits, with its longest parts cut and marked.
 * @param fits whether a value is short enough
 * @returns null where nothing of it fits
 */
export function clipped(value: unknown, fits: (value: unknown) => boolean): { value: unknown } | null {
  if (fits(value)) return { value };
  for (const measure of measures) {
    const shorter = clip(value, measure, 0);
    if (fits(shorter)) return { value: shorter };
  }
  return null;
}

function clip(value: unknown, measure: Measure, depth: number): unknown {
  if (typeof value === 'string') return clipText(value, measure.characters);
  if (typeof value !== 'object' || value === null) return value;
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (depth >= measure.depth && count > 0) return `… (${count} inside)`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, measure.entries).map((inner: unknown) => clip(inner, measure, depth + 1));
    return count > measure.entries ? [...shown, `… (${count - measure.entries} more)`] : shown;
  }
  const entries = Object.entries(value)
    .slice(0, measure.entries)
    .map(([key, inner]: [string, unknown]): [string, unknown] => [
      clipText(key, measure.characters),
      clip(inner, measure, depth + 1),
    ]);
  if (count > measure.entries) entries.push(['…', `${count - measure.entries} more`]);
  return Object.fromEntries(entries);
}

/** A text with at most so many characters, and how many are left out. */
function clipText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, characters)) ? characters - 1 : characters;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}
