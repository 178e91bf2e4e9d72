import { Cursor } from './cursor.ts';
import { readArgs, readExpression } from './expressions.ts';
import type { Expression, Statement } from './syntax.ts';
import { notPython, tokensOf } from './tokens.ts';

/** How deep statements may stand in one another. */
const maxDepth = 60;
/** The most tokens of a line in which a block is looked for. */
const maxLine = 300;
const compound = new Set('while try with else elif except finally async'.split(' '));
const augmented = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=$/;

/**
 * Reads Python source into what spiders are made of: classes, methods, assignments, loops, calls. All else becomes `other`, with its
 * line. Nothing is run, and nothing is looked up elsewhere.
 * @throws NotConvertible where quotes, brackets or indents do not match, or the file is too long
 */
export function parsePython(source: string): Statement[] {
  return readStatements(new Cursor(tokensOf(source)), 0);
}

function readStatements(cursor: Cursor, depth: number): Statement[] {
  const statements: Statement[] = [];
  while (cursor.token.type !== 'end' && cursor.token.type !== 'dedent') {
    if (cursor.token.type === 'indent')
      throw notPython(cursor.line, 'it is indented, but nothing before it begins a block.');
    if (cursor.token.type === 'newline' || cursor.is(';')) cursor.step();
    else statements.push(readStatement(cursor, depth));
  }
  return statements;
}

function readStatement(cursor: Cursor, depth: number): Statement {
  const { line } = cursor;
  if (cursor.is('@')) {
    cursor.toEnd();
    return { kind: 'other', what: 'a decorator', body: [], line };
  }
  if (cursor.is('async') && cursor.ahead(1).text === 'def') cursor.step();
  if (cursor.takes('class')) return readClass(cursor, line, depth);
  if (cursor.takes('def')) return readDef(cursor, line, depth);
  if (cursor.takes('for')) return readFor(cursor, line, depth);
  if (cursor.takes('if')) {
    const test = readExpression(cursor, 1);
    return { kind: 'if', test, body: readBlock(cursor, depth), line };
  }
  const { text, type } = cursor.token;
  if (type === 'name' && (compound.has(text) || isSoftKeyword(cursor)))
    return { kind: 'other', what: `"${text}"`, body: readBlock(cursor, depth), line };
  if (['import', 'from', 'pass', 'global', 'nonlocal'].some((word) => cursor.is(word))) {
    cursor.toEnd();
    return { kind: text === 'pass' ? 'pass' : 'import', line };
  }
  return readSimple(cursor, line);
}

/** `match` and `case` are names, too; they begin a block where a colon ends the line. */
function isSoftKeyword(cursor: Cursor): boolean {
  if (!cursor.is('match') && !cursor.is('case')) return false;
  let end = 1;
  while (end < maxLine && cursor.ahead(end).type !== 'newline') end += 1;
  return cursor.ahead(end - 1).text === ':';
}

function readClass(cursor: Cursor, line: number, depth: number): Statement {
  const name = cursor.word();
  const bases = cursor.takes('(') ? readArgs(cursor, 1).args : [];
  return { kind: 'class', name, bases, body: readBlock(cursor, depth), line };
}

function readDef(cursor: Cursor, line: number, depth: number): Statement {
  const name = cursor.word();
  const params: string[] = [];
  if (cursor.takes('(')) {
    while (!cursor.takes(')')) {
      while (cursor.takes('*') || cursor.takes('**') || cursor.takes('/'));
      const param = cursor.word();
      if (param !== '') params.push(param);
      cursor.skipTo(',');
      if (cursor.ends) break;
      cursor.takes(',');
    }
  }
  return { kind: 'def', name, params, body: readBlock(cursor, depth), line };
}

function readFor(cursor: Cursor, line: number, depth: number): Statement {
  const first = cursor.word();
  const isPlain = cursor.takes('in') && first !== '';
  if (!isPlain) while (!cursor.ends && !cursor.takes('in')) cursor.step();
  const of = readExpression(cursor, 1);
  return { kind: 'for', target: isPlain ? first : null, of, body: readBlock(cursor, depth), line };
}

function readSimple(cursor: Cursor, line: number): Statement {
  if (cursor.takes('yield')) return readYield(cursor, line);
  if (cursor.takes('return')) {
    const value = cursor.ends ? null : readExpression(cursor);
    return isWhole(cursor)
      ? { kind: 'return', value, line }
      : { kind: 'return', value: { kind: 'other', what: 'several values', line }, line };
  }
  const target = readExpression(cursor);
  if (cursor.takes(':')) readExpression(cursor);
  if (augmented.test(cursor.token.text)) {
    cursor.toEnd();
    return { kind: 'other', what: 'a change of a variable', body: [], line };
  }
  if (!cursor.takes('=')) {
    return isWhole(cursor)
      ? { kind: 'expression', value: target, line }
      : { kind: 'other', what: 'this statement', body: [], line };
  }
  const value = readTuple(cursor);
  if (isWhole(cursor)) return { kind: 'assign', target, value, line };
  return { kind: 'other', what: 'an assignment to several variables', body: [], line };
}

/** A value, or several with commas between. */
function readTuple(cursor: Cursor): Expression {
  const first = readExpression(cursor);
  if (!cursor.is(',')) return first;
  const items = [first];
  while (cursor.takes(',')) if (!cursor.ends) items.push(readExpression(cursor));
  return { kind: 'list', items, line: first.line };
}

function readYield(cursor: Cursor, line: number): Statement {
  cursor.takes('from');
  const value = cursor.ends ? null : readExpression(cursor);
  if (!isWhole(cursor)) return { kind: 'other', what: 'several values', body: [], line };
  return value === null ? { kind: 'pass', line } : { kind: 'yield', value, line };
}

/** Whether the statement ends here; goes to its end if not. */
function isWhole(cursor: Cursor): boolean {
  const { ends } = cursor;
  cursor.toEnd();
  return ends;
}

/** Reads what stands after the colon: a block of lines, or a statement on the same line. */
function readBlock(cursor: Cursor, depth: number): Statement[] {
  cursor.skipTo(':');
  if (!cursor.takes(':')) {
    cursor.toEnd();
    return [];
  }
  if (depth >= maxDepth) {
    skipBlock(cursor);
    return [];
  }
  if (!cursor.ends) {
    const statements = [readStatement(cursor, depth + 1)];
    while (cursor.takes(';')) if (!cursor.ends) statements.push(readStatement(cursor, depth + 1));
    return statements;
  }
  if (cursor.ahead(0).type !== 'newline' || cursor.ahead(1).type !== 'indent') return [];
  cursor.step();
  cursor.step();
  const body = readStatements(cursor, depth + 1);
  if (cursor.token.type === 'dedent') cursor.step();
  return body;
}

function skipBlock(cursor: Cursor): void {
  cursor.toEnd();
  if (cursor.ahead(1).type !== 'indent') return;
  let level = 0;
  do {
    cursor.step();
    const { type } = cursor.token;
    if (type === 'indent') level += 1;
    else if (type === 'dedent') level -= 1;
    else if (type === 'end') return;
  } while (level > 0);
  cursor.step();
}
