import { bare } from '../draft.ts';
import type { Cursor } from './cursor.ts';
import type { Expression } from './syntax.ts';
import type { Token } from './tokens.ts';

/** How deep expressions may stand in one another, and how long chains such as `a.b().c` may be. */
const maxDepth = 25;
const maxChain = 40;
const operators = new Set(
  'if or and in not is for else lambda - * / % | & ^ < > @ ** // == != <= >= << >> :='.split(' '),
);

const other = (what: string, line: number): Expression => ({ kind: 'other', what, line });

/** Reads an expression. What is computed in other ways than these becomes `other`. */
export function readExpression(cursor: Cursor, depth = 0): Expression {
  const { line } = cursor;
  cursor.takes('await');
  if (cursor.is('not') || cursor.is('yield')) {
    skipOperands(cursor);
    return other('a computed value', line);
  }
  if (cursor.is('lambda')) {
    cursor.skipTo(',');
    return other('a function', line);
  }
  const left = readSum(cursor, depth);
  const { type, text } = cursor.token;
  if ((type !== 'name' && type !== 'sign') || !operators.has(text)) return left;
  if (text === 'for' || (text === 'in' && depth === 0)) return left;
  if (isPresence(cursor)) {
    for (let word = 0; word < 3; word += 1) cursor.step();
    return { kind: 'present', of: left, line };
  }
  skipOperands(cursor);
  return other('a computed value', line);
}

/** `is not None` */
const isPresence = (cursor: Cursor): boolean =>
  cursor.is('is') && cursor.ahead(1).text === 'not' && cursor.ahead(2).text === 'None';

/** Skips what operators combine, up to what ends it on its level. */
function skipOperands(cursor: Cursor): void {
  cursor.skipTo(',', ':', '=');
}

function readSum(cursor: Cursor, depth: number): Expression {
  let left = readChain(cursor, depth);
  for (let length = 0; cursor.is('+'); length += 1) {
    const { line } = left;
    cursor.step();
    if (length === maxChain) {
      skipOperands(cursor);
      return other('a long sum', line);
    }
    left = { kind: 'sum', left, right: readChain(cursor, depth), line };
  }
  return left;
}

function readChain(cursor: Cursor, depth: number): Expression {
  let value = readPrimary(cursor, depth);
  for (let length = 0; ; length += 1) {
    const { line } = cursor;
    if (length === maxChain) {
      skipOperands(cursor);
      return other('a long chain', line);
    }
    if (cursor.takes('.')) value = { kind: 'attribute', of: value, name: cursor.word(), line };
    else if (cursor.takes('(')) value = { kind: 'call', of: value, ...readArgs(cursor, depth + 1), line };
    else if (cursor.takes('[')) {
      const at = readExpression(cursor, depth + 1);
      const isPlain = cursor.is(']');
      cursor.close();
      value = isPlain ? { kind: 'index', of: value, at, line } : other('a slice', line);
    } else return value;
  }
}

function readPrimary(cursor: Cursor, depth: number): Expression {
  const { token, line } = cursor;
  if (depth > maxDepth) {
    cursor.skipTo(',');
    return other('a value that is too deep', line);
  }
  if (cursor.ends || [')', ']', '}', ',', ':', '='].some((sign) => cursor.is(sign)))
    return other('nothing', line);
  cursor.step();
  if (token.type === 'string') return readTexts(cursor, token);
  if (token.type === 'name') return nameOrValue(token);
  if (token.type !== 'number') return readBracketed(cursor, token, depth);
  const value = Number(token.text);
  return Number.isFinite(value) ? { kind: 'value', value, line } : other('a number', line);
}

function nameOrValue({ text, line }: Token): Expression {
  if (text === 'True' || text === 'False') return { kind: 'value', value: text === 'True', line };
  return text === 'None' ? { kind: 'value', value: null, line } : { kind: 'name', name: text, line };
}

function readBracketed(cursor: Cursor, { text, line }: Token, depth: number): Expression {
  const { type, text: next } = cursor.token;
  if (text === '-' && type === 'number') {
    cursor.step();
    return { kind: 'value', value: -Number(next), line };
  }
  if (text === '(') return readParenthesis(cursor, line, depth);
  if (text === '[') return readList(cursor, line, depth);
  if (text === '{') return readDict(cursor, line, depth);
  cursor.skipTo(',');
  return other(`"${text}"`, line);
}

/** Texts that stand beside one another are one. */
function readTexts(cursor: Cursor, first: Token): Expression {
  const { line } = first;
  const tokens = [first];
  while (cursor.token.type === 'string') {
    tokens.push(cursor.token);
    cursor.step();
  }
  if (tokens.some(({ isBytes }) => isBytes === true)) return other('bytes', line);
  if (tokens.every(({ pieces }) => pieces === undefined))
    return { kind: 'value', value: tokens.map(({ text }) => text).join(''), line };
  const parts = tokens.flatMap(({ pieces, text }): (string | Expression)[] =>
    pieces === undefined
      ? [text]
      : pieces.map((piece) => (piece.isCode ? codeIn(piece.text, line) : piece.text)),
  );
  return { kind: 'format', parts, line };
}

/** What stands between the braces of a formatted text: a name, or an attribute of one. */
function codeIn(text: string, line: number): Expression {
  const [first = '', second, ...rest] = text.trim().split('.');
  if (!/^\w+(?:\.\w+)?$/.test(text.trim()) || rest.length > 0) return other('a formatted text', line);
  const name: Expression = { kind: 'name', name: first, line };
  return second === undefined ? name : { kind: 'attribute', of: name, name: second, line };
}

function readParenthesis(cursor: Cursor, line: number, depth: number): Expression {
  if (cursor.takes(')')) return { kind: 'list', items: [], line };
  const first = readExpression(cursor, depth + 1);
  if (cursor.takes(')')) return first;
  if (cursor.takes(',')) return { kind: 'list', items: [first, ...readItems(cursor, ')', depth)], line };
  cursor.close();
  return other('a computed value', line);
}

/** Reads a list, or what a comprehension makes of another one. */
function readList(cursor: Cursor, line: number, depth: number): Expression {
  if (cursor.takes(']')) return { kind: 'list', items: [], line };
  const item = readExpression(cursor, depth + 1);
  if (!cursor.takes('for')) return { kind: 'list', items: readItems(cursor, ']', depth, item), line };
  const name = cursor.word();
  const of = name !== '' && cursor.takes('in') ? readExpression(cursor, depth + 1) : null;
  if (of !== null && cursor.takes(']')) return { kind: 'each', item, name, of, line };
  cursor.close();
  return { kind: 'list', items: [other('a computed list', line)], line };
}

function readItems(cursor: Cursor, close: string, depth: number, first?: Expression): Expression[] {
  const items: Expression[] = [];
  if (first !== undefined) {
    items.push(first);
    if (!cursor.takes(',') && !cursor.is(close)) {
      cursor.close();
      return [other('a computed list', first.line)];
    }
  }
  while (!cursor.takes(close)) {
    const { line } = cursor;
    items.push(readExpression(cursor, depth + 1));
    if (cursor.takes(',') || cursor.is(close)) continue;
    cursor.close();
    return [...items.slice(0, -1), other('a computed list', line)];
  }
  return items;
}

function readDict(cursor: Cursor, line: number, depth: number): Expression {
  const entries: [Expression, Expression][] = [];
  while (!cursor.takes('}')) {
    const key = readExpression(cursor, depth + 1);
    const value = cursor.takes(':') ? readExpression(cursor, depth + 1) : null;
    if (value !== null && (cursor.takes(',') || cursor.is('}'))) {
      entries.push([key, value]);
      continue;
    }
    cursor.close();
    return other('a computed dict', line);
  }
  return { kind: 'dict', entries, line };
}

/** Reads the arguments of a call, after its bracket. */
export function readArgs(
  cursor: Cursor,
  depth: number,
): { args: Expression[]; named: Record<string, Expression> } {
  const args: Expression[] = [];
  const named = bare<Expression>();
  while (!cursor.takes(')')) {
    const { line } = cursor;
    const { type, text } = cursor.token;
    const next = cursor.ahead(1);
    if (type === 'name' && next.type === 'sign' && next.text === '=') {
      cursor.step();
      cursor.step();
      named[text] = readExpression(cursor, depth + 1);
    } else args.push(readExpression(cursor, depth + 1));
    if (cursor.takes(',') || cursor.is(')')) continue;
    cursor.close();
    args.push(other('a computed argument', line));
    return { args, named };
  }
  return { args, named };
}
