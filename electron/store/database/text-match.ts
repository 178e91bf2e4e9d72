/**
 * Returns a SQL condition: a text contains another, regardless of case. SQLite folds only ASCII letters. For other letters, the
 * condition tries the text as given, in lower case, in upper case and with an initial capital.
 * @param expression SQL of the text to search
 * @param name prefix of the parameters, which are added to `values`
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

/** Returns the variants of a text that `containsSql` tries. ASCII letters are in lower case, as SQLite's `lower` returns them. */
export function formsOf(wanted: string): string[] {
  const lower = wanted.toLowerCase();
  const titled = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([wanted, lower, wanted.toUpperCase(), titled].map(lowerAscii))];
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
