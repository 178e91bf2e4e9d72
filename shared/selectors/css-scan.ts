import { SelectorRefusal } from './problem.ts';

/** How deep parentheses and brackets may nest. */
export const maxCssNesting = 50;

/** A selector that was looked over. */
export interface ScannedCss {
  /** The source with comments replaced by spaces, so that offsets stay as they are. */
  text: string;
  /** The places of all pseudo-classes and pseudo-elements, in order. */
  places: PseudoPlace[];
}

/** A `:name` or `::name` in the source, for telling people where something is. */
export interface PseudoPlace {
  name: string;
  offset: number;
}

const closers: Record<string, string> = { '(': ')', '[': ']' };
const name = /::?-?[A-Za-z_][\w-]*/y;

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

/** Offset of the first character from `at` on that is neither white space nor part of a comment. */
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
 * Looks over a CSS selector before it is parsed, because the parser's errors have no offsets: brackets and
 * quotation marks must be closed, and no part between commas may be empty.
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
    throw new SelectorRefusal(`"${unclosed.bracket}" is never closed.`, unclosed.offset, `Add "${closer}".`);
  }
  return { text: text + blankComments(source.slice(copied)), places };
}
