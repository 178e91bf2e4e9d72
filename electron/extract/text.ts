/**
 * White space of Python's `str.strip()`: the characters of `\s`, the separators U+001C to U+001F, and U+0085, but not
 * U+FEFF.
 */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Removes white space at both ends, like Python's `str.strip()`. */
export function stripSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a text consists of white space only. */
export function isBlank(text: string): boolean {
  return stripSpace(text) === '';
}

const beyondAscii = /[\u0080-\uFFFF]/;

/** Whether a text is ASCII. Most texts are, and patterns for them are several times as fast. */
export const isAscii = (text: string): boolean => !beyondAscii.test(text);

/** Returns `text.trim().length` without creating a copy. */
export function trimmedLength(text: string): number {
  let start = 0;
  let end = text.length;
  let code = 0;
  while (start < end && ((code = text.charCodeAt(start)) === 0x20 || (code >= 0x09 && code <= 0x0d)))
    start += 1;
  if (start === end) return 0;
  if (code >= 0x80) return text.trim().length;
  while ((code = text.charCodeAt(end - 1)) === 0x20 || (code >= 0x09 && code <= 0x0d)) end -= 1;
  return code >= 0x80 ? text.trim().length : end - start;
}

/** Matches what `normalizeSpace` changes inside a text. */
const untidy = /[\u00AD\u200B\u2060\uFEFF\u0085\u001C-\u001F]|\s\s|[^\S ]/;

/** Whether a text is one word or several with a space between them, in ASCII, as most texts are. */
function isPlain(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code >= 0x80 || (code === 0x20 && before === 0x20)) return false;
    before = code;
  }
  return true;
}

/** Collapses white space to single spaces, trims, and removes zero-width spaces and soft hyphens. */
export function normalizeSpace(text: string): string {
  const inner = text.trim();
  if (isPlain(inner) || !untidy.test(inner)) return inner;
  return text
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/[\s\u0085\u001C-\u001F]+/g, ' ')
    .trim();
}

/** White space that is not one space. */
const unevenSpace = /\s\s|[^\S ]/;

/** Collapses what JavaScript takes for white space to single spaces, and trims. */
export function collapseSpace(text: string): string {
  const inner = text.trim();
  return isPlain(inner) || !unevenSpace.test(inner) ? inner : inner.replaceAll(/\s+/g, ' ');
}

/**
 * Copies a text. V8 stores a substring as a view into its source string, so a title of 60 characters would keep a page of
 * 2 MB in memory as long as its item.
 */
export function detach(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** Shortens a text to `limit` characters on one line for a message. */
export function shorten(text: string, limit = 60): string {
  const line = normalizeSpace(text.length > limit * 20 ? text.slice(0, limit * 20) : text);
  return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`;
}

/** Puts a text in quotes, shortened and on one line, for a message. */
export function quoted(text: string, limit = 60): string {
  return `"${shorten(text, limit)}"`;
}

/** Code points of the digit zero in all scripts with decimal digits (Unicode category Nd). */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Converts decimal digits of any script to ASCII, as Python's `int()` does. */
export function asciiDigits(text: string): string {
  if (isAscii(text)) return text;
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((start) => code >= start && code <= start + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}
