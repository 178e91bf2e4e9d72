import { SelectorRefusal } from './problem.ts';

/**
 * A token of an XPath expression. `*`, `and`, `or`, `div` and `mod` are names where an operand is expected, and operators
 * elsewhere (section 3.7 of XPath 1.0).
 */
export interface Token {
  kind: 'name' | 'function' | 'axis' | 'variable' | 'literal' | 'number' | 'operator' | 'punctuation' | 'end';
  /** The text of the token; without quotes for a literal, only the name for an axis or a variable. */
  text: string;
  start: number;
  end: number;
}

const whitespace = /[ \t\r\n]*/y;
/** An NCName, optionally with a prefix, or `prefix:*`. Dots and hyphens are part of names. */
const nameStart =
  'A-Za-z_\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uDFFF\\uF900-\\uFFFD';
const ncName = `[${nameStart}][${nameStart}0-9.\\u00B7\\u0300-\\u036F\\u203F\\u2040-]*`;
const qName = new RegExp(`${ncName}(?::(?!:)(?:${ncName}|\\*))?`, 'y');
/** Accepts exponents, which XPath 1.0 does not have, because libxml2 does and people test their spiders with it. */
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const punctuation = /\.\.|::|\/\/|!=|<=|>=|[()[\].@,/|+\-=<>*$]/y;

const operatorNames = new Set(['and', 'or', 'div', 'mod']);
const operatorSigns = new Set(['/', '//', '|', '+', '-', '=', '!=', '<', '<=', '>', '>=']);

function matchAt(pattern: RegExp, source: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? null;
}

/** Whether an operand must follow the token, so that a name there is not an operator. */
function expectsOperand(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'operator' || previous.kind === 'axis') return true;
  return previous.kind === 'punctuation' && ['@', '::', '(', '[', ','].includes(previous.text);
}

function readLiteral(source: string, start: number): Token {
  const quote = source.charAt(start);
  const close = source.indexOf(quote, start + 1);
  if (close === -1) {
    throw new SelectorRefusal(
      `The text that starts with ${quote} has no closing ${quote}.`,
      start,
      'Close the quotation mark.',
    );
  }
  return { kind: 'literal', text: source.slice(start + 1, close), start, end: close + 1 };
}

function readName(source: string, start: number, name: string, operand: boolean): Token {
  if (!operand && operatorNames.has(name)) {
    return { kind: 'operator', text: name, start, end: start + name.length };
  }
  const end = start + name.length;
  const next = end + (matchAt(whitespace, source, end)?.length ?? 0);
  if (source.startsWith('::', next)) return { kind: 'axis', text: name, start, end: next + 2 };
  return { kind: source.charAt(next) === '(' ? 'function' : 'name', text: name, start, end };
}

function refuseCharacter(source: string, offset: number): never {
  const char = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  const hints: Record<string, string> = {
    '#': 'An id is written [@id="…"] in XPath; for "#id" use a CSS selector.',
    '~': 'XPath has no "~"; use following-sibling:: or contains().',
    '^': 'Use starts-with() in XPath.',
    '&': 'Use "and" in XPath.',
    '!': 'Use not(…) or != in XPath.',
    '{': 'XPath has no braces.',
  };
  throw new SelectorRefusal(
    `"${char}" is not allowed here in an XPath expression.`,
    offset,
    hints[char] ?? null,
  );
}

/**
 * Splits an XPath expression into tokens; the last one has the kind `end`.
 * @throws SelectorRefusal for unexpected characters and unclosed quotation marks
 */
export function tokenizeXPath(source: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  for (;;) {
    offset += matchAt(whitespace, source, offset)?.length ?? 0;
    if (offset >= source.length) break;
    const operand = expectsOperand(tokens.at(-1));
    const char = source.charAt(offset);
    let token: Token | null = null;
    if (char === '"' || char === "'") {
      token = readLiteral(source, offset);
    } else {
      const digits = matchAt(number, source, offset);
      const name = digits === null ? matchAt(qName, source, offset) : null;
      if (digits !== null) {
        token = { kind: 'number', text: digits, start: offset, end: offset + digits.length };
      } else if (name !== null) {
        token = readName(source, offset, name, operand);
      } else {
        token = readSign(source, offset, operand);
      }
    }
    tokens.push(token);
    offset = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

function readSign(source: string, offset: number, operand: boolean): Token {
  const sign = matchAt(punctuation, source, offset);
  if (sign === null) refuseCharacter(source, offset);
  const end = offset + sign.length;
  if (sign === '$') {
    const name = matchAt(qName, source, end) ?? '';
    return { kind: 'variable', text: name, start: offset, end: end + name.length };
  }
  if (sign === '*') return { kind: operand ? 'name' : 'operator', text: '*', start: offset, end };
  return { kind: operatorSigns.has(sign) ? 'operator' : 'punctuation', text: sign, start: offset, end };
}
