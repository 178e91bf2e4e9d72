import type { ClassItem } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { refusal } from './cursor.ts';

const controls = new Map<string, number>([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
]);

const categories = new Map<string, 'digit' | 'space' | 'word'>([
  ['d', 'digit'],
  ['s', 'space'],
  ['w', 'word'],
]);

const hexLengths = new Map<string, number>([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Escapes of other engines, with hints on what to write for Python. */
const foreignEscapes = new Map<string, string>([
  ['k', 'Write (?P=name) to repeat a named group.'],
  ['p', 'Use \\w, \\d or a character class; Python has no Unicode property escapes.'],
  ['P', 'Use \\W, \\D or a character class; Python has no Unicode property escapes.'],
  ['z', 'Write \\Z for the very end of the text.'],
  ['G', 'Remove it; searching starts anywhere.'],
  ['h', 'Write [ \\t] for horizontal white space.'],
  ['R', 'Write (?:\\r\\n|\\n|\\r) for a line break.'],
  ['K', 'Write (?<=…) for what must come before the match.'],
  ['c', 'Write the control character as \\xXX.'],
  ['e', 'Write \\x1b.'],
]);

/** Reads `d`, `D`, `s`, `S`, `w` or `W` after a backslash. Returns null, without moving, for anything else. */
export function readCategory(cursor: Cursor, ascii: boolean): ClassItem | null {
  const letter = cursor.peek();
  const category = categories.get(letter.toLowerCase());
  if (category === undefined) return null;
  cursor.next();
  return { kind: 'category', category, negated: letter !== letter.toLowerCase(), ascii };
}

/**
 * Reads an escape for one character, after its backslash. The caller has already handled group references, which do not
 * exist inside a class. @returns the code point
 */
export function readCharEscape(cursor: Cursor, inClass: boolean): number {
  const start = cursor.offset - 1;
  const letter = cursor.next();
  if (letter === '') {
    throw refusal('The pattern ends with a single backslash.', start, 'Write \\\\ for a backslash.');
  }
  const control = controls.get(letter);
  if (control !== undefined && (inClass || letter !== 'b')) return control;
  const hexLength = hexLengths.get(letter);
  if (hexLength !== undefined) return readHex(cursor, letter, hexLength, start);
  if (/[0-9]/.test(letter)) return readOctal(cursor, letter, start, inClass);
  if (letter === 'N') {
    throw refusal(
      'Characters by name (\\N{…}) are not supported.',
      start,
      'Write the character itself, or its number as \\uXXXX.',
    );
  }
  if (/[A-Za-z]/.test(letter)) {
    const inside = inClass ? ' inside a character class' : '';
    throw refusal(
      `"\\${letter}" means nothing in Python syntax${inside}.`,
      start,
      foreignEscapes.get(letter) ??
        `Write ${letter} without the backslash, or \\\\${letter} for a backslash before it.`,
    );
  }
  return letter.codePointAt(0) ?? 0;
}

function readHex(cursor: Cursor, letter: string, length: number, start: number): number {
  const digits =
    cursor.takeMatch(
      length === 2 ? /[0-9A-Fa-f]{0,2}/y : length === 4 ? /[0-9A-Fa-f]{0,4}/y : /[0-9A-Fa-f]{0,8}/y,
    )?.[0] ?? '';
  if (digits.length < length) {
    throw refusal(
      `"\\${letter}" must be followed by ${length} hexadecimal digits.`,
      start,
      letter === 'u' ? 'Write for example \\u00e9.' : null,
    );
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff)
    throw refusal('There is no character with this number.', start, 'The last one is \\U0010ffff.');
  return code;
}

/** Reads three octal digits, or up to three after a leading 0, or any octal number inside a class. */
function readOctal(cursor: Cursor, first: string, start: number, inClass: boolean): number {
  const more = inClass || first === '0' ? /[0-7]{0,2}/y : /[0-7]{2}/y;
  const digits = first + (first < '8' ? (cursor.takeMatch(more)?.[0] ?? '') : '');
  if (first >= '8') {
    throw refusal(
      `"\\${first}" means nothing in Python syntax inside a character class.`,
      start,
      `Write ${first} without the backslash.`,
    );
  }
  const code = Number.parseInt(digits, 8);
  if (code > 0o377)
    throw refusal('An octal escape goes up to \\377.', start, 'Write larger numbers as \\uXXXX.');
  return code;
}
