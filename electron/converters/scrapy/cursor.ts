import type { Token } from './tokens.ts';

const opens = new Set(['(', '[', '{']);
const closes = new Set([')', ']', '}']);

/** Goes through the tokens of a file. Brackets match in them, so what is skipped ends. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.ahead(0);
  }

  /** A token that comes later. */
  ahead(by: number): Token {
    return this.#tokens[this.#at + by] ?? { type: 'end', text: '', line: this.#tokens.at(-1)?.line ?? 1 };
  }

  get line(): number {
    return this.token.line;
  }

  step(): void {
    this.#at += 1;
  }

  /** Whether the next token is a sign or a word. */
  is(text: string): boolean {
    const { type, text: own } = this.token;
    return own === text && (type === 'sign' || type === 'name');
  }

  /** Goes past a sign or a word, if it is next. */
  takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at += 1;
    return true;
  }

  /** Reads a name; "" where there is none. */
  word(): string {
    const { type, text } = this.token;
    if (type !== 'name') return '';
    this.#at += 1;
    return text;
  }

  /** Whether the statement ends here. */
  get ends(): boolean {
    const { type } = this.token;
    return type === 'newline' || type === 'end' || type === 'dedent' || type === 'indent' || this.is(';');
  }

  /** Skips to the end of the statement. */
  toEnd(): void {
    while (!this.ends) this.#at += 1;
  }

  /** Skips to the first of some signs outside brackets, or to the bracket or the statement that ends there. */
  skipTo(...signs: readonly string[]): void {
    let level = 0;
    while (!this.ends) {
      const { type, text } = this.token;
      if (type === 'sign') {
        if (level === 0 && (closes.has(text) || signs.includes(text))) return;
        if (opens.has(text)) level += 1;
        else if (closes.has(text)) level -= 1;
      }
      this.#at += 1;
    }
  }

  /** Skips past the bracket that closes what is open. */
  close(): void {
    this.skipTo();
    if (!this.ends) this.#at += 1;
  }
}
