import { quoteName } from './json-path-text.ts';
import { SelectorRefusal } from './problem.ts';

/** Maximum nesting depth of filters, parentheses and calls. */
const maxJsonPathNesting = 100;

const whitespace = /[ \t\r\n]*/y;

/** A position in the source of a JSONPath, in UTF-16 units, and the refusals that do not depend on what is read. */
export class JsonPathScanner {
  readonly source: string;
  at = 0;
  #depth = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** The next UTF-16 unit; '' at the end. */
  peek(): string {
    return this.source.charAt(this.at);
  }

  /** Moves past `text` if it comes next. @returns whether it did */
  take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Moves past the match of a sticky expression. @returns the match, or null */
  takeMatch(sticky: RegExp): string | null {
    sticky.lastIndex = this.at;
    const text = sticky.exec(this.source)?.[0] ?? null;
    if (text !== null) this.at += text.length;
    return text;
  }

  skipSpace(): void {
    this.takeMatch(whitespace);
  }

  /** Reads something that can be nested. @throws SelectorRefusal beyond `maxJsonPathNesting` */
  nested<T>(start: number, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxJsonPathNesting) {
      throw new SelectorRefusal(
        `The path is nested more than ${maxJsonPathNesting} levels deep.`,
        start,
        'Split it into simpler fields.',
      );
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  refuseSpace(): never {
    throw new SelectorRefusal('White space cannot stand at the ends of a JSONPath.', this.at, 'Remove it.');
  }

  /** Refuses what follows a path, or what stands where something else must. */
  refuseRest(): never {
    const at = this.at;
    const char = String.fromCodePoint(this.source.codePointAt(at) ?? 0);
    if (at >= this.source.length) throw new SelectorRefusal('The JSONPath ends too early.', at);
    if (/^\s+$/.test(this.source.slice(at))) this.refuseSpace();
    const what = /\s/.test(char) ? 'White space' : `"${char}"`;
    throw new SelectorRefusal(`${what} is not allowed here in a JSONPath.`, at, this.#restHint(char, at));
  }

  #restHint(char: string, at: number): string | null {
    const before = /(?:^|\.)([\w\u0080-\uffff]+)$/.exec(this.source.slice(0, at))?.[1] ?? '';
    const after = /^[^.[\]'"()\s]+/.exec(this.source.slice(at))?.[0] ?? '';
    const hints: Readonly<Record<string, string>> = {
      ']': 'Remove "]".',
      ')': 'Remove ")".',
      '=': 'Write "==" to compare.',
      '&': 'Write "&&" for "and".',
      '|': 'Write "||" for "or".',
      '~': 'JSONPath does not select names; use match() or search() for a pattern.',
      '^': 'JSONPath cannot go up; select the parent with a filter, for example $..[?@.price].',
      '(': 'Functions stand in filters only, for example $[?length(@.name) > 3].',
      '?': 'A filter stands in brackets: [?…].',
    };
    if (before !== '' && /[-:#/%+]/.test(char)) {
      return `Put the name in brackets and quotation marks: [${quoteName(before + after)}].`;
    }
    if (before === '' && char !== '' && at > 0 && /[\w"']/.test(char)) {
      return 'A "." or a bracket seems to be missing before it.';
    }
    return hints[char] ?? null;
  }
}
