/** What PostgreSQL cannot hold in a text: the character NUL, and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** Whether rows need `storable`: what JSON writes for such characters may also be part of a text, which does no harm. */
const mayHoldUnstorable = (json: string): boolean => unstorable.test(json);

/** The text with a replacement character in the place of each that PostgreSQL cannot hold. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Rows as JSON for PostgreSQL; null: there are none. */
export function rowsAsJson(rows: readonly object[]): string | null {
  if (rows.length === 0) return null;
  const json = JSON.stringify(rows);
  if (!mayHoldUnstorable(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}
