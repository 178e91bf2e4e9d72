import type {
  JsonComparison,
  JsonCondition,
  JsonOperand,
  JsonQuery,
  JsonSegment,
  JsonSelector,
} from './json-path-ast.ts';
import {
  checkArguments,
  checkValue,
  functionNamed,
  jsonPathFunctions,
  type PlacedOperand,
} from './json-path-functions.ts';
import { JsonPathScanner } from './json-path-scanner.ts';
import { dottedName, quoteName, readQuoted } from './json-path-text.ts';
import { SelectorRefusal } from './problem.ts';

const integer = /-?[0-9]+/y;
const number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const comparison = /==|!=|<=|>=|<|>/y;

const comparisons: ReadonlyMap<string, JsonComparison> = new Map(
  (['==', '!=', '<', '<=', '>', '>='] as const).map((sign) => [sign, sign]),
);
const keywords: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Recursive descent parser for JSONPath. One instance parses one path.
 * @throws SelectorRefusal with the position and the reason
 */
export class JsonPathParser {
  readonly #scanner: JsonPathScanner;

  constructor(source: string) {
    this.#scanner = new JsonPathScanner(source);
  }

  /** Parses a path; `$.` in front of the first name, and `$` in front of `[` and `..`, may be left out. */
  parse(): JsonSegment[] {
    const segments = this.#scanner.take('$') ? [] : this.#withoutRoot();
    segments.push(...this.#segments());
    if (this.#scanner.at < this.#scanner.source.length) this.#scanner.refuseRest();
    return segments;
  }

  #withoutRoot(): JsonSegment[] {
    const first = this.#scanner.peek();
    if (first === '')
      throw new SelectorRefusal('The JSONPath is empty.', 0, 'Write for example $.results[*].');
    if (/\s/.test(first)) this.#scanner.refuseSpace();
    if (first === '@') {
      throw new SelectorRefusal(
        '"@" is known only inside a filter.',
        0,
        'Write "$": in a row and in a nested_list it is the entry.',
      );
    }
    if (first === '[' || this.#scanner.source.startsWith('..')) return [];
    if (first === '.') {
      throw new SelectorRefusal(
        'A JSONPath does not begin with one ".".',
        0,
        `Write "$${this.#scanner.source}", or "$.${this.#scanner.source}" to look in all levels.`,
      );
    }
    return [this.#dotted(0, false)];
  }

  #segments(): JsonSegment[] {
    const segments: JsonSegment[] = [];
    for (;;) {
      const before = this.#scanner.at;
      this.#scanner.skipSpace();
      const start = this.#scanner.at;
      if (this.#scanner.take('..')) {
        segments.push(
          this.#scanner.peek() === '[' ? this.#bracketed(start, true) : this.#dotted(start, true),
        );
      } else if (this.#scanner.take('.')) {
        segments.push(this.#dotted(start, false));
      } else if (this.#scanner.peek() === '[') {
        segments.push(this.#bracketed(start, false));
      } else {
        this.#scanner.at = before;
        return segments;
      }
    }
  }

  #dotted(start: number, descendants: boolean): JsonSegment {
    const selector = this.#scanner.take('*')
      ? ({ kind: 'all' } as const)
      : this.#dottedName(start, descendants);
    return { descendants, selectors: [selector], start, end: this.#scanner.at };
  }

  #dottedName(start: number, descendants: boolean): JsonSelector {
    const at = this.#scanner.at;
    const name = this.#scanner.takeMatch(dottedName);
    if (name !== null) return { kind: 'name', name };
    const dots = descendants ? '..' : '.';
    const digits = this.#scanner.takeMatch(integer);
    if (digits !== null) {
      const rest = `[${digits}]`;
      throw new SelectorRefusal(
        'A name after a dot does not begin with a digit.',
        at,
        `Write ${descendants ? `..${rest}` : rest} for a position, or [${quoteName(digits)}] for a name.`,
      );
    }
    const hint =
      this.#scanner.peek() === '['
        ? 'Leave out the dot before the bracket.'
        : `A name${descendants ? ', "*" or a bracket' : ' or "*"'} must follow "${dots}" directly.`;
    if (at >= this.#scanner.source.length) {
      throw new SelectorRefusal(`The JSONPath ends with "${dots}".`, start, hint);
    }
    const char = String.fromCodePoint(this.#scanner.source.codePointAt(at) ?? 0);
    const what = /\s/.test(char) ? 'White space' : `"${char}"`;
    if (at === 0) {
      throw new SelectorRefusal(`${what} cannot begin a JSONPath.`, at, 'Write for example $.results[*].');
    }
    throw new SelectorRefusal(`${what} cannot follow "${dots}".`, at, hint);
  }

  #bracketed(start: number, descendants: boolean): JsonSegment {
    const open = this.#scanner.at;
    this.#scanner.take('[');
    const selectors: JsonSelector[] = [];
    do {
      this.#scanner.skipSpace();
      selectors.push(this.#selector(open));
      this.#scanner.skipSpace();
    } while (this.#scanner.take(','));
    if (!this.#scanner.take(']')) this.#refuseInBracket(open);
    return { descendants, selectors, start, end: this.#scanner.at };
  }

  #refuseInBracket(open: number): never {
    if (this.#scanner.at >= this.#scanner.source.length) {
      throw new SelectorRefusal('The bracket is never closed.', open, 'Add "]".');
    }
    this.#scanner.refuseRest();
  }

  #selector(open: number): JsonSelector {
    const start = this.#scanner.at;
    const char = this.#scanner.peek();
    if (char === '"' || char === "'") return { kind: 'name', name: this.#quoted() };
    if (this.#scanner.take('*')) return { kind: 'all' };
    if (this.#scanner.take('?')) {
      this.#scanner.skipSpace();
      return { kind: 'filter', condition: this.#scanner.nested(start, () => this.#or()) };
    }
    if (/[-:0-9]/.test(char)) return this.#indexOrSlice();
    return this.#refuseSelector(open);
  }

  #refuseSelector(open: number): never {
    const start = this.#scanner.at;
    const char = this.#scanner.peek();
    const name = this.#scanner.takeMatch(word);
    if (name !== null) {
      throw new SelectorRefusal(
        'A name in brackets needs quotation marks.',
        start,
        `Write [${quoteName(name)}].`,
      );
    }
    if (char === ']' && this.#scanner.source.slice(open + 1, start).includes(',')) {
      throw new SelectorRefusal('Nothing follows the last comma.', start, 'Remove the comma.');
    }
    if (char === ']') {
      throw new SelectorRefusal(
        'The brackets are empty.',
        open,
        "Write [*] for all, [0] for the first, or ['name'].",
      );
    }
    if (char === '(' || char === '@') {
      throw new SelectorRefusal(
        `"${char}" is not allowed here.`,
        start,
        'A filter begins with "?": [?@.price].',
      );
    }
    this.#refuseInBracket(open);
  }

  #quoted(): string {
    const { text, end } = readQuoted(this.#scanner.source, this.#scanner.at);
    this.#scanner.at = end;
    return text;
  }

  #integer(): number | null {
    const start = this.#scanner.at;
    const text = this.#scanner.takeMatch(integer);
    if (text === null) return null;
    if (!/^(?:0|-?[1-9][0-9]*)$/.test(text)) {
      throw new SelectorRefusal(`"${text}" is no position.`, start, `Write ${Number(text) || 0}.`);
    }
    const value = Number(text);
    if (!Number.isSafeInteger(value)) {
      throw new SelectorRefusal(
        `${text} is too large for a position.`,
        start,
        'Positions go up to 9007199254740991.',
      );
    }
    return value;
  }

  #indexOrSlice(): JsonSelector {
    const start = this.#scanner.at;
    const from = this.#integer();
    this.#scanner.skipSpace();
    if (!this.#scanner.take(':')) {
      if (from !== null) return { kind: 'index', index: from };
      throw new SelectorRefusal('"-" is no position.', start, 'Write for example [-1] for the last one.');
    }
    this.#scanner.skipSpace();
    const to = this.#integer();
    this.#scanner.skipSpace();
    let step: number | null = null;
    if (this.#scanner.take(':')) {
      this.#scanner.skipSpace();
      step = this.#integer();
    }
    return { kind: 'slice', from, to, step: step ?? 1 };
  }

  #or(): JsonCondition {
    return this.#list('or', '||', () => this.#list('and', '&&', () => this.#basic()));
  }

  #list(kind: 'or' | 'and', sign: string, read: () => JsonCondition): JsonCondition {
    const first = read();
    const conditions = [first];
    for (;;) {
      this.#scanner.skipSpace();
      if (!this.#scanner.take(sign)) break;
      this.#scanner.skipSpace();
      conditions.push(read());
    }
    return conditions.length === 1 ? first : { kind, conditions };
  }

  #basic(): JsonCondition {
    const start = this.#scanner.at;
    if (this.#scanner.take('!')) {
      this.#scanner.skipSpace();
      const condition = this.#scanner.peek() === '(' ? this.#parenthesis() : this.#condition(false);
      return { kind: 'not', condition };
    }
    if (this.#scanner.peek() === '(') return this.#parenthesis();
    return this.#condition(true, start);
  }

  #parenthesis(): JsonCondition {
    const open = this.#scanner.at;
    this.#scanner.take('(');
    this.#scanner.skipSpace();
    const condition = this.#scanner.nested(open, () => this.#or());
    this.#scanner.skipSpace();
    if (!this.#scanner.take(')')) this.#refuseIn('parenthesis', open);
    return condition;
  }

  #refuseIn(what: 'parenthesis' | 'call', open: number): never {
    if (this.#scanner.at >= this.#scanner.source.length) {
      throw new SelectorRefusal(`The ${what} is never closed.`, open, 'Add ")".');
    }
    this.#scanner.refuseRest();
  }

  /** Reads a comparison or a test. @param comparable false after "!", which binds to a test only */
  #condition(comparable: boolean, start = this.#scanner.at): JsonCondition {
    const left = this.#operand();
    this.#scanner.skipSpace();
    const at = this.#scanner.at;
    const operator = comparisons.get(this.#scanner.takeMatch(comparison) ?? '');
    if (operator === undefined) return this.#test(left);
    if (!comparable) {
      throw new SelectorRefusal(
        '"!" cannot stand before a comparison.',
        at,
        'Put the comparison in parentheses: !(…).',
      );
    }
    this.#scanner.skipSpace();
    const right = this.#operand();
    const subject = `A side of "${operator}"`;
    checkValue({ ...left, start }, this.#scanner.source, subject);
    checkValue(right, this.#scanner.source, subject);
    return { kind: 'compare', operator, left: left.operand, right: right.operand };
  }

  #test({ operand, start, end }: PlacedOperand): JsonCondition {
    if (operand.kind === 'query') return { kind: 'exists', query: operand.query };
    const text = this.#scanner.source.slice(start, end);
    if (operand.kind === 'literal') {
      throw new SelectorRefusal(
        `A filter asks something of each entry, and ${text} asks nothing.`,
        start,
        `Compare it, for example @.name == ${text}.`,
      );
    }
    if (jsonPathFunctions[operand.name].result === 'logical') return operand;
    throw new SelectorRefusal(
      `${operand.name}() gives a value, not true or false.`,
      start,
      `Compare it, for example ${text} > 0.`,
    );
  }

  #operand(): PlacedOperand {
    const start = this.#scanner.at;
    const operand = this.#readOperand(start);
    return { operand, start, end: this.#scanner.at };
  }

  #readOperand(start: number): JsonOperand {
    const char = this.#scanner.peek();
    if (char === '"' || char === "'") return { kind: 'literal', value: this.#quoted() };
    if (char === '@' || char === '$') return { kind: 'query', query: this.#query() };
    if (/[-0-9]/.test(char)) return { kind: 'literal', value: this.#number() };
    const name = this.#scanner.takeMatch(word);
    if (name === null) this.#scanner.refuseRest();
    if (this.#scanner.peek() === '(') return this.#call(name, start);
    const keyword = keywords.get(name);
    if (keyword !== undefined) return { kind: 'literal', value: keyword };
    throw new SelectorRefusal(`"${name}" is not known in a filter.`, start, this.#wordHint(name));
  }

  #wordHint(name: string): string {
    if (keywords.has(name.toLowerCase())) return `Write ${name.toLowerCase()}.`;
    if (/^\s*\(/.test(this.#scanner.source.slice(this.#scanner.at)))
      return 'Remove the white space before the parenthesis.';
    return `Write @.${name} for a member of the entry, or ${quoteName(name)} for a text.`;
  }

  #query(): JsonQuery {
    const absolute = this.#scanner.take('$');
    if (!absolute) this.#scanner.take('@');
    return { absolute, segments: this.#segments() };
  }

  #number(): number {
    const start = this.#scanner.at;
    const text = this.#scanner.takeMatch(number);
    if (text === null || /^-?0[0-9]/.test(text)) {
      throw new SelectorRefusal(
        `"${text ?? '-'}" is no number of JSON.`,
        start,
        'Write for example 5, -5, 0.5 or 5e3.',
      );
    }
    return Number(text);
  }

  #call(word: string, start: number): JsonOperand {
    const name = functionNamed(word, start);
    const open = this.#scanner.at;
    this.#scanner.take('(');
    const args = this.#scanner.nested(start, () => this.#arguments(open));
    checkArguments(name, args, this.#scanner.source, start);
    return { kind: 'call', name, args: args.map(({ operand }) => operand) };
  }

  #arguments(open: number): PlacedOperand[] {
    const args: PlacedOperand[] = [];
    this.#scanner.skipSpace();
    if (this.#scanner.take(')')) return args;
    do {
      this.#scanner.skipSpace();
      args.push(this.#operand());
      this.#scanner.skipSpace();
    } while (this.#scanner.take(','));
    if (!this.#scanner.take(')')) this.#refuseIn('call', open);
    return args;
  }
}
