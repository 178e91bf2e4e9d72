/** A place of a text that cannot be read, with what to do about it. */
export class FilterProblem extends Error {
  override name = 'FilterProblem';
  /** Where the problem begins, in UTF-16 units from 0, and how many it covers; 0 at the end of the text. */
  readonly at: number;
  readonly length: number;
  readonly hint: string;

  constructor(message: string, place: { at: number; length: number }, hint: string) {
    super(message);
    this.at = place.at;
    this.length = place.length;
    this.hint = hint;
  }
}

/** A piece of a text of filters, with its place. */
export interface Token {
  kind: 'name' | 'quoted' | 'operator' | 'comma' | 'end';
  text: string;
  at: number;
  length: number;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};

/** Reads the tokens of a text one after the other. Its functions throw FilterProblem. */
export class Scanner {
  readonly #text: string;
  readonly #commas: boolean;
  #at = 0;

  /** @param commas whether a comma ends a name */
  constructor(text: string, commas = false) {
    this.#text = text;
    this.#commas = commas;
  }

  /** The next token, which is not taken. A name ends before white space, a quote or an operator. */
  peek(): Token {
    const before = this.#at;
    try {
      return this.next();
    } finally {
      this.#at = before;
    }
  }

  next(): Token {
    const at = this.#skipSpace();
    const first = this.#text[at];
    if (first === undefined) return { kind: 'end', text: '', at, length: 0 };
    if (first === '"' || first === "'") return this.#quoted(first);
    if (this.#commas && first === ',') return this.#token('comma', 1);
    const operator = /^[=!<>]+/u.exec(this.#text.slice(at))?.[0];
    if (operator !== undefined) return this.#token('operator', operator.length);
    const name =
      (this.#commas ? /^[^\s"'=!<>,]+/u : /^[^\s"'=!<>]+/u).exec(this.#text.slice(at))?.[0] ?? first;
    return this.#token('name', name.length);
  }

  /** The next token where a value is expected: a quoted text, or everything up to the next white space. */
  value(): Token {
    const at = this.#skipSpace();
    const first = this.#text[at];
    if (first === undefined || first === '"' || first === "'") return this.next();
    const word = /^\S+/u.exec(this.#text.slice(at))?.[0] ?? first;
    return this.#token('name', word.length);
  }

  #skipSpace(): number {
    while (/\s/u.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#at;
  }

  #token(kind: Token['kind'], length: number): Token {
    const at = this.#at;
    this.#at += length;
    return { kind, text: this.#text.slice(at, at + length), at, length };
  }

  #quoted(quote: string): Token {
    const at = this.#at;
    let text = '';
    for (let place = at + 1; place < this.#text.length; place += 1) {
      const char = this.#text[place] ?? '';
      if (char === quote) {
        this.#at = place + 1;
        return { kind: 'quoted', text, at, length: this.#at - at };
      }
      if (char !== '\\') {
        text += char;
        continue;
      }
      const unit = /^u([0-9a-f]{4})/iu.exec(this.#text.slice(place + 1, place + 6))?.[1];
      const plain = escapes[this.#text[place + 1] ?? ''];
      if (unit !== undefined) text += String.fromCharCode(Number.parseInt(unit, 16));
      else if (plain !== undefined) text += plain;
      else
        throw new FilterProblem(
          `The backslash is followed by "${this.#text[place + 1] ?? ''}", which has no meaning.`,
          { at: place, length: 1 },
          'Write \\\\ for a backslash.',
        );
      place += unit === undefined ? 1 : 5;
    }
    throw new FilterProblem(
      `The quote ${quote} is not closed.`,
      { at, length: this.#text.length - at },
      `Add ${quote} where the text ends.`,
    );
  }
}
