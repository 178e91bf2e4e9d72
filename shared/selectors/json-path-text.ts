import { SelectorRefusal } from './problem.ts';

/** A member name that may be written after a dot, without quotation marks. */
export const dottedName =
  /[A-Za-z_\u0080-\uD7FF\uE000-\u{10FFFF}][0-9A-Za-z_\u0080-\uD7FF\uE000-\u{10FFFF}]*/uy;

const wholeDottedName = new RegExp(`^(?:${dottedName.source})$`, 'u');

/** The path of a value, from the member names and positions that lead to it. */
export type JsonKey = string | number;

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '/': '/',
  '\\': '\\',
};

/** A text in quotation marks, and where it ends in the source. */
interface QuotedText {
  text: string;
  end: number;
}

/**
 * Reads a text in quotation marks, with the escapes of section 2.3.1.1 of RFC 9535.
 * @param start position of the opening quotation mark
 * @throws SelectorRefusal for what the section does not allow
 */
export function readQuoted(source: string, start: number): QuotedText {
  const quote = source.charAt(start);
  let text = '';
  for (let at = start + 1; at < source.length;) {
    const char = source.charAt(at);
    if (char === quote) return { text, end: at + 1 };
    if (char < ' ') refuseControl(char, at);
    if (char !== '\\') {
      text += char;
      at += 1;
      continue;
    }
    const escape = readEscape(source, at, quote);
    text += escape.text;
    at = escape.end;
  }
  throw new SelectorRefusal(
    `The text that starts with ${quote} has no closing ${quote}.`,
    start,
    'Close the quotation mark.',
  );
}

function refuseControl(char: string, at: number): never {
  const written = char === '\n' ? '\\n' : char === '\t' ? '\\t' : char === '\r' ? '\\r' : null;
  throw new SelectorRefusal(
    'A text in quotation marks cannot hold a control character.',
    at,
    `Write ${written ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`} instead.`,
  );
}

const unit = /\\u([0-9A-Fa-f]{4})/y;

function readUnit(source: string, at: number): number | null {
  unit.lastIndex = at;
  const digits = unit.exec(source)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

function readEscape(source: string, at: number, quote: string): QuotedText {
  const char = source.charAt(at + 1);
  if (char === quote) return { text: quote, end: at + 2 };
  const plain = escapes[char];
  if (plain !== undefined) return { text: plain, end: at + 2 };
  if (char !== 'u') {
    const hint =
      char === '"' || char === "'"
        ? `Inside ${quote}…${quote} it needs no backslash.`
        : 'A backslash itself is written \\\\, also in front of a sign of a pattern.';
    throw new SelectorRefusal(`"\\${char}" is no escape of a JSONPath.`, at, hint);
  }
  const first = readUnit(source, at);
  if (first === null) {
    throw new SelectorRefusal('"\\u" needs four hexadecimal digits.', at, 'Write for example \\u00e9.');
  }
  if (first < 0xd800 || first > 0xdfff) return { text: String.fromCharCode(first), end: at + 6 };
  const second = first < 0xdc00 ? readUnit(source, at + 6) : null;
  if (second === null || second < 0xdc00 || second > 0xdfff) {
    throw new SelectorRefusal(
      'This is half of a character.',
      at,
      'Characters beyond \\uffff are a pair: a unit from \\ud800 to \\udbff, then one from \\udc00 to \\udfff.',
    );
  }
  return { text: String.fromCharCode(first, second), end: at + 12 };
}

const normalizedEscapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
};

/** Returns a member name in single quotation marks, as a normalized path writes it (section 2.7 of RFC 9535). */
export function quoteName(name: string): string {
  const text = name.replaceAll(
    // oxlint-disable-next-line no-control-regex -- these are the characters that need an escape
    /[\u0000-\u001f'\\]/g,
    (char) => normalizedEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${text}'`;
}

/** Returns the step to a member or position in the short form where it exists: `.name`, `['first name']`, `[0]`. */
export function writeStep(key: JsonKey): string {
  if (typeof key === 'number') return `[${key}]`;
  return wholeDottedName.test(key) ? `.${key}` : `[${quoteName(key)}]`;
}

/** Returns the normalized path of a value: `$['results'][0]['name']`. */
export function normalizedPath(keys: readonly JsonKey[]): string {
  return `$${keys.map((key) => (typeof key === 'number' ? `[${key}]` : `[${quoteName(key)}]`)).join('')}`;
}
