import type { JsonValue } from '../../types.ts';

/**
 * Parses invalid JSON as it occurs on pages: with raw line breaks and unescaped quotes in strings, trailing or missing commas,
 * comments, single quotes, several documents in a row, or a missing end. Never throws; values nested deeper than 60 are null.
 */

const maxDepth = 60;

class Reader {
  readonly text: string;
  at = 0;
  /** Remaining steps, which bound the work for texts that are not JSON. */
  #left: number;

  constructor(text: string) {
    this.text = text;
    this.#left = text.length * 2 + 100;
  }

  skip(): void {
    for (;;) {
      while (/\s/.test(this.text[this.at] ?? 'x')) this.at += 1;
      if (this.text.startsWith('/*', this.at)) {
        const end = this.text.indexOf('*/', this.at);
        this.at = end < 0 ? this.text.length : end + 2;
      } else if (this.text.startsWith('//', this.at)) {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end + 1;
      } else return;
    }
  }

  value(depth: number): JsonValue {
    this.skip();
    this.#left -= 1;
    if (depth > maxDepth || this.#left < 0) {
      this.at = this.text.length;
      return null;
    }
    const char = this.text[this.at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"' || char === "'") return this.#string(char);
    return this.#bare();
  }

  #object(depth: number): JsonValue {
    this.at += 1;
    const entries: [string, JsonValue][] = [];
    for (;;) {
      this.skip();
      const char = this.text[this.at];
      if (char === undefined) break;
      if (char === '}') {
        this.at += 1;
        break;
      }
      if (char === ',') {
        this.at += 1;
        continue;
      }
      const before = this.at;
      const key = char === '"' || char === "'" ? this.#string(char) : this.#bare();
      this.skip();
      if (this.text[this.at] === ':') {
        this.at += 1;
        entries.push([typeof key === 'string' ? key : JSON.stringify(key), this.value(depth + 1)]);
      } else if (this.at === before) this.at += 1;
    }
    return Object.fromEntries(entries);
  }

  #array(depth: number): JsonValue {
    this.at += 1;
    const values: JsonValue[] = [];
    for (;;) {
      this.skip();
      const char = this.text[this.at];
      if (char === undefined) break;
      if (char === ']' || char === '}') {
        if (char === ']') this.at += 1;
        break;
      }
      if (char === ',') {
        this.at += 1;
        continue;
      }
      const before = this.at;
      values.push(this.value(depth + 1));
      if (this.at === before) this.at += 1;
    }
    return values;
  }

  /** Reads a string. A quote ends it only if the next character can follow a string; other quotes are part of it. */
  #string(quote: string): string {
    this.at += 1;
    let result = '';
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) return result;
      this.at += 1;
      if (char === '\\') {
        result += this.#escape();
      } else if (char === quote) {
        if (/^\s*(?:[,:}\]]|$)/.test(this.text.slice(this.at, this.at + 40))) return result;
        if (/^\s*\n\s*"/.test(this.text.slice(this.at, this.at + 40))) return result;
        result += char;
      } else result += char < ' ' ? ' ' : char;
    }
  }

  #escape(): string {
    const char = this.text[this.at] ?? '';
    this.at += 1;
    if (char === 'u') {
      const code = this.text.slice(this.at, this.at + 4);
      if (!/^[\da-f]{4}$/i.test(code)) return '';
      this.at += 4;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return { n: '\n', t: '\t', r: '\r', b: '', f: '' }[char] ?? char;
  }

  #bare(): JsonValue {
    const match = /[^\s,:{}[\]"']*/y;
    match.lastIndex = this.at;
    const word = match.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === '' || word === 'null' || word === 'undefined') return null;
    return Number.isNaN(Number(word)) ? word : Number(word);
  }
}

/** Returns all consecutive values in a text. */
export function readLenientJson(text: string): JsonValue[] {
  const reader = new Reader(text);
  const values: JsonValue[] = [];
  while (values.length < 100) {
    const start = reader.text.slice(reader.at).search(/[{[]/);
    if (start < 0) break;
    reader.at += start;
    values.push(reader.value(0));
  }
  return values;
}
