/** What a text reads as: one definition for the offers of the window and for what is proposed from a page. */

/** The most characters of a number or date. */
const longestValue = 40;

/** "19.99", "1.234,50 €", "$ 12", "-3 %"; not "007", which is a code, and not what has words. */
export function readsAsNumber(text: string): boolean {
  if (text.length > longestValue) return false;
  const plain = text
    .replaceAll(/[\s\p{Sc}%]/gu, '')
    .replace(/^(?:[A-Z]{3})(?=[-−\d])|(?<=\d)(?:[A-Z]{3})$/u, '');
  return /^[-−+]?(?:0|[1-9]\d{0,14})(?:[.,]\d+)?$/u.test(
    plain.replaceAll(/(?<=\d)[.,'’](?=\d{3}(?!\d))/gu, ''),
  );
}

/** "5 March 2024", "5.3.2024", "03/05/24"; not "2024-03-05", which is a date already. */
export function readsAsDate(text: string): boolean {
  if (text.length > longestValue) return false;
  const numeric = /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d{2})(?:$|[\s,]+\d{1,2}:\d{2})/u;
  const day = /(?<!\d)\d{1,2}(?!\d)/u;
  const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/u;
  return (
    numeric.test(text) ||
    (year.test(text) && day.test(text) && /\p{L}{3}/u.test(text) && text.split(/\s+/u).length <= 6)
  );
}
