import { NotConvertible } from '../source.ts';
import { readString } from './strings.ts';

/** A token of Python source, as far as it is read here. */
export interface Token {
  type: 'name' | 'number' | 'string' | 'sign' | 'newline' | 'indent' | 'dedent' | 'end';
  text: string;
  line: number;
  /** The pieces of a formatted text. */
  pieces?: { text: string; isCode: boolean }[];
  /** Whether the value of a text is not known: it is of bytes. */
  isBytes?: boolean;
}

const signs = /(?:\*\*=|\/\/=|>>=|<<=|\.\.\.|:=|->|==|!=|<=|>=|[-+*/%&|^@]=|\*\*|\/\/|<<|>>|[\s\S])/y;
const names = /[\p{L}_][\p{L}\p{N}_]*/uy;
const numbers = /\d[\w.]*/y;
const blanks = /[ \t\f]*/y;
/** The most tokens of a file: no spider that people wrote by hand is as long. */
const maxTokens = 200_000;
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The file is no Python that can be read. */
export const notPython = (line: number, why: string): NotConvertible =>
  new NotConvertible(
    `Line ${line} is not valid Python: ${why}`,
    'Run it with Python once to see the mistake.',
  );

/** Reads Python source into tokens, with its indentation. @throws NotConvertible where quotes, brackets or indents do not match */
export function tokensOf(source: string): Token[] {
  return new Tokenizer(source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #indents = [0];
  readonly #open: { sign: string; line: number }[] = [];
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Token[] {
    this.#indentation();
    while (this.#at < this.#text.length) this.#next();
    const [unclosed] = this.#open;
    if (unclosed !== undefined) throw notPython(unclosed.line, `"${unclosed.sign}" is never closed.`);
    this.#push('newline');
    this.#dedent(0);
    this.#push('end');
    return this.#tokens;
  }

  #push(type: Token['type'], text = '', more: Partial<Token> = {}): void {
    this.#tokens.push({ type, text, line: this.#line, ...more });
    if (this.#tokens.length > maxTokens) throw new NotConvertible('The file is too long to be read.');
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #next(): void {
    const sign = this.#text.charAt(this.#at);
    if (sign === '\n') return this.#newline();
    if (sign === '#') {
      const end = this.#text.indexOf('\n', this.#at);
      this.#at = end === -1 ? this.#text.length : end;
    } else if (sign === '\\' && this.#text.charAt(this.#at + 1) === '\n') {
      this.#line += 1;
      this.#at += 2;
    } else if (/\s/.test(sign)) this.#at += 1;
    else this.#token();
  }

  #newline(): void {
    const isInner = this.#open.length > 0;
    const last = this.#tokens.at(-1)?.type;
    if (!isInner && last !== undefined && last !== 'newline' && last !== 'indent' && last !== 'dedent')
      this.#push('newline');
    this.#line += 1;
    this.#at += 1;
    if (!isInner) this.#indentation();
  }

  /** Reads the blanks at the start of a line. Blank lines and comments have no indentation. */
  #indentation(): void {
    const blank = this.#match(blanks) ?? '';
    const after = this.#text.charAt(this.#at + blank.length);
    this.#at += blank.length;
    if (after === '\n' || after === '#' || after === '') return;
    const width = widthOf(blank);
    if (width > (this.#indents.at(-1) ?? 0)) {
      this.#indents.push(width);
      this.#push('indent');
    } else this.#dedent(width);
  }

  #dedent(width: number): void {
    while (width < (this.#indents.at(-1) ?? 0)) {
      this.#indents.pop();
      this.#push('dedent');
    }
    if (width !== this.#indents.at(-1))
      throw notPython(this.#line, 'it is indented like no line that is open.');
  }

  #token(): void {
    const text = readString(this.#text, this.#at);
    if (text !== null) {
      if (text.end === null) throw notPython(this.#line, 'its text is never closed.');
      this.#push('string', text.value, {
        ...(text.pieces === null ? {} : { pieces: text.pieces }),
        ...(text.isBytes ? { isBytes: true } : {}),
      });
      for (let at = this.#at; at < text.end; at += 1) if (this.#text.charAt(at) === '\n') this.#line += 1;
      this.#at = text.end;
      return;
    }
    const name = this.#match(names);
    const number = name === null ? this.#match(numbers) : null;
    const sign = this.#match(signs) ?? this.#text.charAt(this.#at);
    if (name !== null) this.#push('name', name);
    else if (number !== null) this.#push('number', number.replaceAll('_', ''));
    else this.#sign(sign);
    this.#at += (name ?? number ?? sign).length;
  }

  #sign(sign: string): void {
    this.#push('sign', sign);
    if (sign === '(' || sign === '[' || sign === '{') this.#open.push({ sign, line: this.#line });
    const opening = Object.hasOwn(pairs, sign) ? pairs[sign] : undefined;
    if (opening !== undefined && this.#open.pop()?.sign !== opening)
      throw notPython(this.#line, `"${sign}" closes nothing.`);
  }
}

/** How wide blanks are: a tab goes on to the next multiple of eight. */
function widthOf(blank: string): number {
  let width = 0;
  for (const sign of blank) width = sign === '\t' ? width - (width % 8) + 8 : sign === '\f' ? 0 : width + 1;
  return width;
}
