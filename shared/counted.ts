/** How numbers and nouns are written in every text for people: in the window, in messages of a run, on the command line. */

/** Made when it is first needed: it takes 20 ms, which commands that count nothing would wait for at every start. */
let integers: Intl.NumberFormat | null = null;

/** 1234567 → "1,234,567". */
export function count(value: number): string {
  integers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  return integers.format(value);
}

/** "1 item", "2 items"; `plural` where an "s" does not do. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** "a pattern", "an expression", "a URL". */
export const withArticle = (noun: string): string =>
  `${/^(?!u[rns][il])[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
