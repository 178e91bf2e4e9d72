/**
 * A condition that a text contains another, whatever the case of its letters. SQLite folds only the letters of ASCII; for
 * others the ways in which people write a word are tried: as given, in small letters, in capitals, and with one capital.
 *
 * @param expression SQL of the text to search
 * @param name a prefix for the parameters, which are added to `values`
 */
export function containsSql(
  expression: string,
  wanted: string,
  name: string,
  values: Record<string, unknown>,
): string {
  const forms = formsOf(wanted).map((form, index) => {
    values[`${name}_${index}`] = form;
    return `instr(lower(${expression}), @${name}_${index}) > 0`;
  });
  return `(${forms.join(' OR ')})`;
}

/** The forms of a text, with the letters of ASCII in lower case, as SQLite's `lower` leaves them. */
export function formsOf(wanted: string): string[] {
  const lower = wanted.toLowerCase();
  const titled = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([wanted, lower, wanted.toUpperCase(), titled].map(lowerAscii))];
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
