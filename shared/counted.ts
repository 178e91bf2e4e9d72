/** Formats numbers and nouns in all texts for people: in the window, in messages of a run, on the command line. */

/** Created on first use: it takes 20 ms, which would delay the start of every command. */
let integers: Intl.NumberFormat | null = null;

/** Formats an integer with thousands separators: "1,234,567". */
export function count(value: number): string {
  integers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  return integers.format(value);
}

/** Formats a count with its noun: "1 item", "2 items". `plural`: the plural, if it is not the noun with an "s". */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** Puts the indefinite article before a noun: "a pattern", "an expression", "a URL". */
export const withArticle = (noun: string): string =>
  `${/^(?!u[rns][il])[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
