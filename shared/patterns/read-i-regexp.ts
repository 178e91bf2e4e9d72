import type { ClassItem, Pattern, PatternNode, PatternProblem } from './ast.ts';
import { Cursor, PatternRefused, refusal } from './cursor.ts';
import { sizeOf } from './measure.ts';
import { maxPatternLength, maxPatternNesting, maxPatternSize } from './read.ts';

/**
 * Parses an I-Regexp (RFC 9485), the regular expressions of JSONPath. `^` and `$` are anchors, as in the translations of
 * section 5 of the RFC.
 */
export function readIRegexp(
  source: string,
): { ok: true; pattern: Pattern } | { ok: false; problem: PatternProblem } {
  try {
    return { ok: true, pattern: new IRegexpReader(source).read() };
  } catch (error) {
    if (error instanceof PatternRefused) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The general categories of Unicode that `\p{…}` may name. */
const category = /([pP])\{(L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfno]?)\}/y;
const escaped = /[()*+\-.?[\\\]^{|}]/y;
const letters: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09 };
const quantifier = /[*+?]|\{([0-9]+)(?:(,)([0-9]*))?\}/y;

/** What to write for the escapes of other dialects. */
const foreign: Readonly<Record<string, string>> = {
  d: 'Write [0-9].',
  D: 'Write [^0-9].',
  s: 'Write [ \\t\\r\\n].',
  S: 'Write [^ \\t\\r\\n].',
  w: 'Write [A-Za-z0-9_].',
  W: 'Write [^A-Za-z0-9_].',
  $: 'Write [$].',
  '/': 'A slash needs no backslash.',
};

class IRegexpReader {
  readonly #cursor: Cursor;
  #depth = 0;

  constructor(source: string) {
    if (source.length > maxPatternLength) {
      throw refusal(`The pattern is longer than ${maxPatternLength} characters.`, maxPatternLength);
    }
    this.#cursor = new Cursor(source);
  }

  read(): Pattern {
    const cursor = this.#cursor;
    const node = this.#choice();
    if (!cursor.done) {
      throw refusal(
        'This closing parenthesis has no opening one.',
        cursor.offset,
        'Remove it, or write \\) for a literal one.',
      );
    }
    if (sizeOf(node) > maxPatternSize) {
      throw refusal(
        'The pattern becomes too large when its counted repetitions are written out.',
        0,
        'Use smaller counts in braces, or * and +.',
      );
    }
    return { source: cursor.source, node, groups: 0, groupNames: {} };
  }

  #choice(): PatternNode {
    const branches = [this.#branch()];
    while (this.#cursor.take('|')) branches.push(this.#branch());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
  }

  #branch(): PatternNode {
    const items: PatternNode[] = [];
    for (;;) {
      const char = this.#cursor.peek();
      if (char === '' || char === '|' || char === ')') break;
      items.push(this.#piece());
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  #piece(): PatternNode {
    const cursor = this.#cursor;
    const body = this.#atom();
    const start = cursor.offset;
    const count = cursor.takeMatch(quantifier);
    if (count === null) return body;
    if (body.kind === 'place') {
      throw refusal('There is nothing here that could be repeated.', start, 'Remove the repetition.');
    }
    if (/[?+*]/.test(cursor.peek())) {
      throw refusal('I-Regexp has no lazy or possessive repetition.', cursor.offset, 'Remove this sign.');
    }
    const [sign, low, comma, high] = count;
    if (low === undefined) {
      return {
        kind: 'repeat',
        min: sign === '+' ? 1 : 0,
        max: sign === '?' ? 1 : null,
        mode: 'greedy',
        body,
      };
    }
    const min = Number(low);
    const max = comma === undefined ? min : high === undefined || high === '' ? null : Number(high);
    if (max !== null && max < min) {
      throw refusal('The larger number comes first in these braces.', start, `Write {${max},${min}}.`);
    }
    return { kind: 'repeat', min, max, mode: 'greedy', body };
  }

  #atom(): PatternNode {
    const cursor = this.#cursor;
    const start = cursor.offset;
    const char = cursor.next();
    switch (char) {
      case '(':
        return this.#group(start);
      case '[':
        return this.#class(start);
      case '.':
        return { kind: 'class', negated: true, items: [single(0x0a), single(0x0d)], fold: 'none' };
      case '^':
        return { kind: 'place', place: 'start' };
      case '$':
        return { kind: 'place', place: 'text-end' };
      case '\\': {
        const item = this.#escape(start);
        return item.kind === 'range'
          ? { kind: 'char', code: item.from, fold: 'none' }
          : { kind: 'class', negated: false, items: [item], fold: 'none' };
      }
      case '*':
      case '+':
      case '?':
      case '{':
        throw refusal(
          'There is nothing here that could be repeated.',
          start,
          `Write \\${char} for a literal "${char}".`,
        );
      case ']':
      case '}':
        throw refusal(`"${char}" closes nothing here.`, start, `Write \\${char} for a literal "${char}".`);
      default:
        return { kind: 'char', code: char.codePointAt(0) ?? 0, fold: 'none' };
    }
  }

  #group(open: number): PatternNode {
    const cursor = this.#cursor;
    if (cursor.peek() === '?') {
      throw refusal('I-Regexp has only plain groups.', open, 'Remove what follows the "?", and the "?".');
    }
    this.#depth += 1;
    if (this.#depth > maxPatternNesting) {
      throw refusal(`Groups nest more than ${maxPatternNesting} deep here.`, open, 'Simplify the pattern.');
    }
    const node = this.#choice();
    this.#depth -= 1;
    if (!cursor.take(')')) {
      throw refusal(
        'The parenthesis that opens here is never closed.',
        open,
        'Add a closing one, or write \\( for a literal one.',
      );
    }
    return node;
  }

  /** Reads an escape after its backslash. */
  #escape(start: number): ClassItem {
    const cursor = this.#cursor;
    const named = cursor.takeMatch(category);
    const name = named?.[2];
    if (name !== undefined) return { kind: 'property', name, negated: named?.[1] === 'P' };
    const sign = cursor.takeMatch(escaped)?.[0];
    if (sign !== undefined) return single(sign.codePointAt(0) ?? 0);
    const char = cursor.next();
    const code = letters[char];
    if (code !== undefined) return single(code);
    const hint =
      char === 'p' || char === 'P'
        ? `Write a general category, for example \\${char}{Lu}.`
        : (foreign[char] ?? 'To match a backslash write \\\\.');
    throw refusal(`"\\${char}" is no escape of an I-Regexp.`, start, hint);
  }

  #class(open: number): PatternNode {
    const cursor = this.#cursor;
    const negated = cursor.take('^');
    const items: ClassItem[] = [];
    if (cursor.take('-')) items.push(single(0x2d));
    for (;;) {
      if (cursor.done) {
        throw refusal(
          'The character class that opens here is never closed.',
          open,
          'Add a closing bracket, or write \\[ for a literal one.',
        );
      }
      if (items.length > 0 && cursor.take(']')) break;
      if (cursor.take('-')) {
        if (!cursor.take(']')) {
          throw refusal('This hyphen stands between no two characters.', cursor.offset - 1, 'Write \\-.');
        }
        items.push(single(0x2d));
        break;
      }
      items.push(this.#member());
    }
    return { kind: 'class', negated, items, fold: 'none' };
  }

  #member(): ClassItem {
    const cursor = this.#cursor;
    const start = cursor.offset;
    const from = this.#classChar();
    if (from.kind !== 'range' || !/^-[^\]]/.test(cursor.source.slice(cursor.offset, cursor.offset + 2))) {
      return from;
    }
    cursor.take('-');
    const to = this.#classChar();
    const text = cursor.source.slice(start, cursor.offset);
    if (to.kind !== 'range') {
      throw refusal(`The range "${text}" has no single character at each end.`, start, 'Write \\-.');
    }
    if (to.from < from.from) {
      throw refusal(`The range "${text}" runs backwards.`, start, 'Write the smaller character first.');
    }
    return { kind: 'range', from: from.from, to: to.from };
  }

  #classChar(): ClassItem {
    const cursor = this.#cursor;
    const start = cursor.offset;
    const char = cursor.next();
    if (char === '\\') return this.#escape(start);
    if (char === '[' || char === ']' || char === '-') {
      throw refusal(`"${char}" needs a backslash in a character class.`, start, `Write \\${char}.`);
    }
    return single(char.codePointAt(0) ?? 0);
  }
}

const single = (code: number): ClassItem => ({ kind: 'range', from: code, to: code });
