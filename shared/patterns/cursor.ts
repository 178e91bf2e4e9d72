import type { PatternProblem } from './ast.ts';

/** Thrown while a pattern is parsed; `readPattern` turns it into a value. */
export class PatternRefused extends Error {
  readonly problem: PatternProblem;

  constructor(problem: PatternProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A position in the source of a pattern. Moves by code point; offsets are in UTF-16 units. */
export class Cursor {
  readonly source: string;
  offset = 0;

  constructor(source: string) {
    this.source = source;
  }

  get done(): boolean {
    return this.offset >= this.source.length;
  }

  /** Returns the next code point as text; '' at the end. */
  peek(): string {
    const code = this.source.codePointAt(this.offset);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  /** Returns the next code point as text and moves past it; '' at the end. */
  next(): string {
    const char = this.peek();
    this.offset += char.length;
    return char;
  }

  /** Moves past `text` if it comes next. @returns whether it did */
  take(text: string): boolean {
    if (!this.source.startsWith(text, this.offset)) return false;
    this.offset += text.length;
    return true;
  }

  /** Moves past the match of a sticky expression at this position. @returns the match, or null */
  takeMatch(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.offset;
    const match = sticky.exec(this.source);
    if (match !== null) this.offset = sticky.lastIndex;
    return match;
  }

  /** Returns the text up to `end` and moves past both; null if `end` does not follow. */
  takeUntil(end: string): string | null {
    const at = this.source.indexOf(end, this.offset);
    if (at < 0) return null;
    const text = this.source.slice(this.offset, at);
    this.offset = at + end.length;
    return text;
  }
}

/** Builds the error for a refused pattern. `offset` is in UTF-16 units of the source. */
export function refusal(message: string, offset: number, hint: string | null = null): PatternRefused {
  return new PatternRefused({ message, offset, hint });
}
