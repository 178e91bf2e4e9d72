/** A replacement in a text; `offset` and `length` in UTF-16 units. */
export interface TextEdit {
  offset: number;
  length: number;
  text: string;
}

/** The text after edits that are in its order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { offset, length, text: inserted } of edits) {
    result += text.slice(at, offset) + inserted;
    at = offset + length;
  }
  return result + text.slice(at);
}

/** The single edit that turns one text into another: it replaces what is between their common prefix and suffix. */
export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const text = after.slice(start, after.length - end);
  return { offset: start, length: before.length - end - start, text };
}
