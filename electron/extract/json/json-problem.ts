/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** In UTF-16 units from the start of the text. */
  offset: number;
  /** A phrase. */
  message: string;
}

const literals = ['true', 'false', 'null'];
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the first place where a text is not JSON (RFC 8259); null: it is JSON. It is asked only about texts that could not be parsed,
 * because the parser of the language does not always tell the place.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  return new Scanner(text).problem();
}

class Scanner {
  readonly #text: string;
  #at = 0;
  /** The open objects and lists, outermost first. */
  readonly #open: ('{' | '[')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads values and what is between them without recursion, because the text may nest to any depth. */
  problem(): JsonProblem | null {
    for (;;) {
      const value = this.#value();
      if (value !== null) return value;
      const after = this.#afterValue();
      if (after === 'end') return null;
      if (after !== null) return after;
    }
  }

  /** Reads a scalar, or the beginnings of containers up to their first scalar or an empty container. */
  #value(): JsonProblem | null {
    for (;;) {
      const sign = this.#next();
      if (sign === '{') {
        this.#push('{');
        if (this.#next() === '}') return null;
        const key = this.#key();
        if (key !== null) return key;
      } else if (sign === '[') {
        this.#push('[');
        if (this.#next() === ']') return null;
      } else {
        return sign === '"' ? this.#string() : this.#word();
      }
    }
  }

  /** Reads closing brackets up to the next comma, with the key after it. @returns `end` after the whole text */
  #afterValue(): JsonProblem | 'end' | null {
    for (;;) {
      const sign = this.#next();
      const inside = this.#open.at(-1);
      if (inside === undefined) return sign === undefined ? 'end' : this.#fail('text after the value');
      if (sign === ',') {
        this.#at += 1;
        return inside === '{' ? this.#key() : null;
      }
      if (sign !== (inside === '{' ? '}' : ']')) {
        return this.#fail(`a comma or "${inside === '{' ? '}' : ']'}" is missing`);
      }
      this.#open.pop();
      this.#at += 1;
    }
  }

  #key(): JsonProblem | null {
    if (this.#next() !== '"') return this.#fail('a key in double quotes is missing');
    const problem = this.#string();
    if (problem !== null) return problem;
    if (this.#next() !== ':') return this.#fail('a colon is missing after the key');
    this.#at += 1;
    return null;
  }

  #string(): JsonProblem | null {
    this.#at += 1;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) {
        this.#at += 1;
        return null;
      }
      if (code < 0x20) return this.#fail('a control character in a string');
      if (code !== 0x5c) continue;
      const length = this.#match(escape);
      if (length === 0) return this.#fail('an escape that JSON does not know');
      this.#at += length - 1;
    }
    return this.#fail('a string is not closed');
  }

  #word(): JsonProblem | null {
    const length =
      literals.find((literal) => this.#text.startsWith(literal, this.#at))?.length ?? this.#match(number);
    if (length === 0) return this.#fail('a value is missing');
    this.#at += length;
    return null;
  }

  #match(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0].length ?? 0;
  }

  #push(bracket: '{' | '['): void {
    this.#open.push(bracket);
    this.#at += 1;
  }

  /** The next character after white space; undefined at the end. */
  #next(): string | undefined {
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign !== ' ' && sign !== '\n' && sign !== '\r' && sign !== '\t') return sign;
      this.#at += 1;
    }
  }

  #fail(message: string): JsonProblem {
    const isOver = this.#at >= this.#text.length;
    return { offset: this.#at, message: isOver ? 'it ends too early' : message };
  }
}
