import { SelectorRefusal } from './problem.ts';
import type { Axis, BinaryOperator, Expression, NodeTest, Step } from './xpath-ast.ts';
import { checkCall, checkNodes } from './xpath-check.ts';
import { nodeTypes } from './xpath-functions.ts';
import { tokenizeXPath, type Token } from './xpath-lexer.ts';

/** Maximum nesting depth of parentheses, predicates and operators. */
const maxXPathNesting = 100;

/** Pseudo-classes of CSS that would be read as a name with a prefix; no vocabulary of XML has such names. */
const pseudoClass = /^(?:first|last|only|nth|nth-last)-(?:child|of-type)$/;

const axes: ReadonlyMap<string, Axis> = new Map(
  (
    [
      'ancestor',
      'ancestor-or-self',
      'attribute',
      'child',
      'descendant',
      'descendant-or-self',
      'following',
      'following-sibling',
      'namespace',
      'parent',
      'preceding',
      'preceding-sibling',
      'self',
    ] as const
  ).map((axis) => [axis, axis]),
);

/** Binary operators by precedence, lowest first. `or`, `and` and `|` are parsed separately, as lists. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

const describe = (token: Token): string => (token.kind === 'end' ? 'the end' : `"${token.text}"`);

/**
 * Recursive descent parser for XPath 1.0. One instance parses one expression.
 * @throws SelectorRefusal with the position and the reason
 */
export class XPathParser {
  readonly #source: string;
  readonly #tokens: Token[];
  #index = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenizeXPath(source);
  }

  parse(): Expression {
    if (this.#peek().kind === 'end') throw new SelectorRefusal('The XPath expression is empty.', 0);
    const expression = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') this.#refuseRest(rest);
    return expression;
  }

  #peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    return token ?? { kind: 'end', text: '', start: this.#source.length, end: this.#source.length };
  }

  #next(): Token {
    const token = this.#peek();
    this.#index += 1;
    return token;
  }

  /** End offset of the last token read. */
  #end(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0;
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return (token.kind === 'operator' || token.kind === 'punctuation') && token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#index += 1;
    return true;
  }

  #expect(text: string, opened: Token, what: string): void {
    if (this.#take(text)) return;
    const token = this.#peek();
    if (token.kind === 'end') {
      throw new SelectorRefusal(`The ${what} is never closed.`, opened.start, `Add "${text}".`);
    }
    this.#refuseRest(token);
  }

  #refuseRest(token: Token): never {
    if (token.text === ')' || token.text === ']') {
      throw new SelectorRefusal(
        `"${token.text}" closes nothing here.`,
        token.start,
        `Remove "${token.text}".`,
      );
    }
    const hint =
      token.kind === 'name' || token.kind === 'function'
        ? 'An operator or a slash seems to be missing before it.'
        : null;
    throw new SelectorRefusal(`${describe(token)} is not allowed here.`, token.start, hint);
  }

  #nested<T>(token: Token, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxXPathNesting) {
      throw new SelectorRefusal(
        `The expression is nested more than ${maxXPathNesting} levels deep.`,
        token.start,
        'Split it into simpler fields.',
      );
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #or(): Expression {
    return this.#list('or', 'or', () => this.#list('and', 'and', () => this.#binary(0)));
  }

  #list(type: 'or' | 'and' | 'union', operator: string, operand: () => Expression): Expression {
    const first = operand();
    if (!this.#is(operator)) return first;
    const operands = [first];
    while (this.#take(operator)) operands.push(operand());
    if (type === 'union') for (const part of operands) checkNodes(part, 'Each side of "|"');
    return { type, operands, start: first.start, end: this.#end() };
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    const depth = this.#depth;
    for (;;) {
      const token = this.#peek();
      const operator = operators.find((candidate) => token.kind === 'operator' && candidate === token.text);
      if (operator === undefined) break;
      this.#index += 1;
      const right = this.#nested(token, () => this.#binary(level + 1));
      // Chains are left-associative: each operator adds a level.
      this.#depth += 1;
      left = { type: 'binary', operator, left, right, start: left.start, end: this.#end() };
    }
    this.#depth = depth;
    return left;
  }

  #unary(): Expression {
    const token = this.#peek();
    if (!this.#take('-')) return this.#list('union', '|', () => this.#path());
    const operand = this.#nested(token, () => this.#unary());
    return { type: 'negate', operand, start: token.start, end: this.#end() };
  }

  #path(): Expression {
    const first = this.#peek();
    if (this.#startsPrimary(first)) {
      const primary = this.#filter();
      if (!this.#is('/') && !this.#is('//')) return primary;
      checkNodes(primary, 'The part before "/"');
      const steps: Step[] = [];
      this.#moreSteps(steps);
      return { type: 'path', absolute: false, from: primary, steps, start: first.start, end: this.#end() };
    }
    const steps: Step[] = [];
    const absolute = this.#is('/') || this.#is('//');
    if (this.#is('/')) {
      this.#index += 1;
      if (!this.#startsStep(this.#peek())) {
        return { type: 'path', absolute, from: null, steps, start: first.start, end: this.#end() };
      }
      steps.push(this.#step(first.end));
    } else if (!absolute) {
      steps.push(this.#step(first.start));
    }
    this.#moreSteps(steps);
    return { type: 'path', absolute, from: null, steps, start: first.start, end: this.#end() };
  }

  #startsPrimary(token: Token): boolean {
    if (token.kind === 'literal' || token.kind === 'number' || token.kind === 'variable') return true;
    if (token.kind === 'function') return !nodeTypes.has(token.text);
    return token.kind === 'punctuation' && token.text === '(';
  }

  #startsStep(token: Token): boolean {
    if (token.kind === 'name' || token.kind === 'axis') return true;
    if (token.kind === 'function') return true;
    return token.kind === 'punctuation' && ['.', '..', '@'].includes(token.text);
  }

  #moreSteps(steps: Step[]): void {
    for (;;) {
      const slash = this.#peek();
      if (this.#take('//')) {
        const implied: Step = {
          axis: 'descendant-or-self',
          test: { type: 'node' },
          predicates: [],
          start: slash.start,
          end: slash.end,
          implied: true,
        };
        steps.push(implied);
      } else if (!this.#take('/')) return;
      steps.push(this.#step(slash.end));
    }
  }

  #step(start: number): Step {
    const token = this.#next();
    const plain = (axis: Axis): Step => {
      const step: Step = {
        axis,
        test: { type: 'node' },
        predicates: [],
        start,
        end: token.end,
        implied: false,
      };
      if (this.#is('[')) {
        throw new SelectorRefusal(
          `A condition cannot follow "${token.text}" directly.`,
          this.#peek().start,
          token.text === '.' ? 'Write self::*[…] instead.' : 'Write parent::*[…] instead.',
        );
      }
      return step;
    };
    if (token.kind === 'punctuation' && token.text === '.') {
      if (this.#peek().kind === 'name' || this.#peek().kind === 'function') {
        throw new SelectorRefusal(
          `"." cannot be followed by ${describe(this.#peek())}.`,
          this.#peek().start,
          'This looks like a CSS class; use a CSS selector, or has-class("…") in XPath.',
        );
      }
      return plain('self');
    }
    if (token.kind === 'punctuation' && token.text === '..') return plain('parent');
    let axis: Axis = 'child';
    let named = token;
    if (token.kind === 'punctuation' && token.text === '@') {
      axis = 'attribute';
      named = this.#next();
    } else if (token.kind === 'axis') {
      const known = axes.get(token.text);
      if (known === undefined) this.#refuseAxis(token);
      axis = known;
      named = this.#next();
    }
    const test = this.#nodeTest(named, token);
    const predicates = this.#predicates();
    return { axis, test, predicates, start, end: this.#end(), implied: false };
  }

  #refuseAxis(token: Token): never {
    const pseudo = this.#peek();
    if (pseudo.text === 'text' || pseudo.text === 'attr') {
      throw new SelectorRefusal(
        `There is no axis "${token.text}"; "::${pseudo.text}" belongs to CSS.`,
        token.start,
        pseudo.text === 'text' ? 'Write /text() in XPath.' : 'Write /@name in XPath.',
      );
    }
    throw new SelectorRefusal(
      `There is no axis "${token.text}".`,
      token.start,
      `The axes are ${[...axes.keys()].join(', ')}.`,
    );
  }

  #nodeTest(token: Token, first: Token): NodeTest {
    if (token.kind === 'function') {
      if (!nodeTypes.has(token.text)) {
        throw new SelectorRefusal(
          `"${token.text}()" cannot be a step of a path.`,
          token.start,
          'XPath 1.0 calls functions around a path, not at its end: string(//h1), not //h1/string().',
        );
      }
      const opened = this.#next();
      let target: string | null = null;
      if (token.text === 'processing-instruction' && this.#peek().kind === 'literal')
        target = this.#next().text;
      this.#expect(')', opened, 'parenthesis');
      if (token.text === 'processing-instruction') return { type: 'processing-instruction', target };
      if (token.text === 'text' || token.text === 'comment') return { type: token.text };
      return { type: 'node' };
    }
    if (token.kind !== 'name') {
      if (first.kind === 'axis' || first.text === '@') {
        throw new SelectorRefusal(
          `A name is missing after "${first.kind === 'axis' ? `${first.text}::` : '@'}".`,
          token.start,
        );
      }
      if (token.kind === 'end') {
        const hint = token.start === 0 ? null : 'The expression seems to be cut off.';
        throw new SelectorRefusal('The expression ends where a name is expected.', token.start, hint);
      }
      this.#refuseRest(token);
    }
    if (token.text === '*') return { type: 'name', name: null };
    const colon = token.text.indexOf(':');
    const local = token.text.slice(colon + 1);
    if (colon !== -1 && pseudoClass.test(local)) {
      throw new SelectorRefusal(
        `":${local}" belongs to CSS.`,
        token.start + colon,
        'Write a condition such as [1] or [last()] in XPath.',
      );
    }
    if (local === '*') return { type: 'name', name: null, prefix: token.text.slice(0, colon) };
    return { type: 'name', name: token.text };
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    for (let opened = this.#peek(); this.#take('['); opened = this.#peek()) {
      if (this.#is(']')) throw new SelectorRefusal('The condition in [ ] is empty.', opened.start);
      const condition = this.#nested(opened, () => this.#or());
      this.#expect(']', opened, 'bracket');
      predicates.push(condition);
    }
    return predicates;
  }

  #filter(): Expression {
    const primary = this.#primary();
    if (!this.#is('[')) return primary;
    checkNodes(primary, 'The part before "["');
    const predicates = this.#predicates();
    return { type: 'filter', primary, predicates, start: primary.start, end: this.#end() };
  }

  #primary(): Expression {
    const token = this.#next();
    const place = { start: token.start, end: token.end };
    if (token.kind === 'literal') return { type: 'literal', value: token.text, ...place };
    if (token.kind === 'number') return { type: 'number', value: Number(token.text), ...place };
    if (token.kind === 'function') return this.#call(token);
    if (token.kind === 'variable') {
      throw new SelectorRefusal(
        `The variable "$${token.text}" is not declared.`,
        token.start,
        'Selectors have no variables; write the value itself.',
      );
    }
    const inner = this.#nested(token, () => this.#or());
    this.#expect(')', token, 'parenthesis');
    return inner;
  }

  #call(token: Token): Expression {
    const opened = this.#next();
    const args: Expression[] = [];
    if (!this.#take(')')) {
      this.#nested(opened, () => {
        do args.push(this.#or());
        while (this.#take(','));
      });
      this.#expect(')', opened, 'parenthesis');
    }
    checkCall(token, args);
    return { type: 'call', name: token.text, args, start: token.start, end: this.#end() };
  }
}
