/** Characters that nobody sees: controls but line breaks and tabs, marks of direction, and those that hide text in text. */
const unseen =
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]|\u00AD|[\u200B-\u200F]|[\u202A-\u202E]|[\u2060-\u206F]|[\u{FE00}-\u{FE0F}]|\uFEFF|[\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;

/** A text of a page without what a person would not see in it. */
export const seenText = (text: string): string => text.replace(unseen, '');

/** Any value with such texts only. Keys are left as they are: they are names of fields. */
export function seenOnly(value: unknown): unknown {
  if (typeof value === 'string') return seenText(value);
  if (Array.isArray(value)) return value.map(seenOnly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [key, seenOnly(inner)]),
  );
}
