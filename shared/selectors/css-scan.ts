import { SelectorRefusal } from './problem.ts';

/** Maximum nesting depth of parentheses and brackets. */
const maxCssNesting = 50;

/** The result of scanning a selector. */
export interface ScannedCss {
  /** The source with comments replaced by spaces, which keeps all offsets. */
  text: string;
  /** All pseudo-classes and pseudo-elements in source order. */
  places: PseudoPlace[];
}

/** A `:name` or `::name` in the source, to locate problems. */
export interface PseudoPlace {
  name: string;
  offset: number;
}

const closers: Record<string, string> = { '(': ')', '[': ']' };
const name = /::?-?[A-Za-z_][\w-]*/y;

/**
 * The content of an attribute test, with `x` for each escape and `""` for each quoted text: a name, optionally followed by
 * an operator and a value, which is quoted or an identifier (Selectors 4, section 6).
 */
const attributeTest =
  /^\s*(?:(?:[\w\u0080-\uffff-]+|\*)?\|)?[\w\u0080-\uffff-]+\s*(?:[~|^$*!]?=\s*(?:""|(?:--+[\dA-Za-z_\u0080-\uffff]|-?[A-Za-z_\u0080-\uffff])[\w\u0080-\uffff-]*)\s*(?:[iIsS]\s*)?)?$/;

/** Quoted text, a comment, an escape, or any other character. */
const attributeToken =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?\*\/|\\(?:[0-9A-Fa-f]{1,6}\s?|[\s\S])|[\s\S]/y;

/**
 * Returns the content of the brackets that open at `at`, simplified for `attributeTest`; null if a bracket, a quotation
 * mark or a comment is not closed, which is reported separately.
 */
function readAttributeTest(source: string, at: number): string | null {
  let content = '';
  attributeToken.lastIndex = at + 1;
  for (let token = attributeToken.exec(source); token !== null; token = attributeToken.exec(source)) {
    const [text] = token;
    if (text === ']') return content;
    if (text === '"' || text === "'") return null;
    if (text === '/' && source.startsWith('/*', token.index)) return null;
    if (text.startsWith('/*')) content += ' ';
    else if (text.length > 1) content += text.startsWith('\\') ? 'x' : '""';
    else content += text;
  }
  return null;
}

/** Rejects unquoted values that are not identifiers. The parser accepts any text as a value. */
function checkAttributeTest(source: string, at: number): void {
  const content = readAttributeTest(source, at);
  if (content === null || attributeTest.test(content)) return;
  const hint = 'Write [name] or [name="value"], with quotation marks around the value.';
  throw new SelectorRefusal('The attribute test that starts here cannot be read.', at, hint);
}

/** Offset just after the quoted text that starts at `start`. */
function skipQuoted(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let at = start + 1; at < source.length; at += 1) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.charAt(at) === quote) return at + 1;
  }
  throw new SelectorRefusal(
    `The text that starts with ${quote} has no closing ${quote}.`,
    start,
    'Close the quotation mark.',
  );
}

/** Offset of the first character at or after `at` that is neither white space nor part of a comment. */
function skipGap(source: string, at: number): number {
  for (let offset = at; ;) {
    if (/\s/.test(source.charAt(offset))) offset += 1;
    else if (source.startsWith('/*', offset) && source.includes('*/', offset + 2)) {
      offset = source.indexOf('*/', offset + 2) + 2;
    } else return offset;
  }
}

const blankComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));

/**
 * Scans a CSS selector before it is parsed, because the parser's errors have no offsets. Checks that brackets and
 * quotation marks are closed, and that no part of a list is empty.
 */
export function scanCss(source: string): ScannedCss {
  const places: PseudoPlace[] = [];
  let text = '';
  let copied = 0;
  const open: { bracket: string; offset: number }[] = [];
  let partStart = true;
  for (let at = skipGap(source, 0); at < source.length; at = skipGap(source, at)) {
    const char = source.charAt(at);
    if (partStart && char === ',' && open.every(({ bracket }) => bracket === '(')) {
      throw new SelectorRefusal('There is nothing before this comma.', at, 'Remove the comma.');
    }
    partStart = false;
    if (char === '\\') at += 2;
    else if (char === '"' || char === "'") {
      text += blankComments(source.slice(copied, at));
      copied = at;
      at = skipQuoted(source, at);
      text += source.slice(copied, at);
      copied = at;
    } else if (char === '(' || char === '[') {
      if (char === '[') checkAttributeTest(source, at);
      open.push({ bracket: char, offset: at });
      if (open.length > maxCssNesting) {
        throw new SelectorRefusal(`The selector is nested more than ${maxCssNesting} levels deep.`, at);
      }
      at += 1;
    } else if (char === ')' || char === ']') {
      const opened = open.pop();
      if (opened === undefined || closers[opened.bracket] !== char) {
        throw new SelectorRefusal(`"${char}" closes nothing here.`, at, `Remove "${char}".`);
      }
      at += 1;
    } else if (char === ',') {
      const next = skipGap(source, at + 1);
      if (next >= source.length && open.length === 0) {
        throw new SelectorRefusal('There is nothing after the last comma.', at, 'Remove the comma.');
      }
      partStart = true;
      at = next;
    } else if (char === ':' && open.every(({ bracket }) => bracket === '(')) {
      name.lastIndex = at;
      const found = name.exec(source)?.[0] ?? ':';
      places.push({ name: found.replace(/^:+/, '').toLowerCase(), offset: at });
      at += found.length;
    } else at += 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    const closer = closers[unclosed.bracket] ?? '';
    const isEmpty = source.slice(unclosed.offset + 1).trim() === '';
    const whole = closer === ']' ? 'Write [name] or [name="value"].' : 'Add what belongs into it, and ")".';
    const hint = isEmpty ? whole : `Add "${closer}".`;
    throw new SelectorRefusal(`"${unclosed.bracket}" is never closed.`, unclosed.offset, hint);
  }
  return { text: text + blankComments(source.slice(copied)), places };
}
