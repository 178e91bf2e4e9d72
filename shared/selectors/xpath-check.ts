import { readPattern } from '../patterns/read.ts';
import { SelectorRefusal } from './problem.ts';
import type { Expression } from './xpath-ast.ts';
import { foreignFunctions, xpathFunctions, type FunctionSignature } from './xpath-functions.ts';
import type { Token } from './xpath-lexer.ts';
import { typeOfExpression } from './xpath-types.ts';

const kinds = { nodes: 'nodes', string: 'text', number: 'a number', boolean: 'true or false' } as const;

/** @throws SelectorRefusal if the expression does not select nodes. @param subject what must, for the message */
export function checkNodes(expression: Expression, subject: string): void {
  const type = typeOfExpression(expression);
  if (type === 'nodes') return;
  throw new SelectorRefusal(`${subject} must select nodes, but this gives ${kinds[type]}.`, expression.start);
}

/** The known name that equals a misspelt one except for case, separators or a missing prefix; null: none. */
function nearest(name: string, known: Iterable<string>): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z:]/g, '');
  for (const candidate of known) {
    if (plain(candidate) === plain(name) || candidate.slice(candidate.indexOf(':') + 1) === name)
      return candidate;
  }
  return null;
}

function arity(signature: FunctionSignature): string {
  const most = signature.args.length;
  const least = most - signature.optional - (signature.repeats && signature.optional === 0 ? 1 : 0);
  const plural = (count: number): string => `${count} ${count === 1 ? 'argument' : 'arguments'}`;
  if (signature.repeats) return `at least ${plural(least)}`;
  if (most === 0) return 'no arguments';
  return least === most ? plural(most) : `${least} to ${plural(most)}`;
}

function refuseUnknown(token: Token): never {
  const { text: name, start } = token;
  const guess = nearest(name, xpathFunctions.keys());
  const foreign = foreignFunctions.get(name);
  const colon = name.indexOf(':');
  if (colon !== -1 && !['re', 'set'].includes(name.slice(0, colon))) {
    throw new SelectorRefusal(
      `The namespace prefix "${name.slice(0, colon)}" of "${name}()" is not known.`,
      start,
      'The known prefixes are re: and set:.',
    );
  }
  let hint = `The functions are those of XPath 1.0, re:test, re:match, re:replace, has-class and set:….`;
  if (guess !== null) hint = `Did you mean ${guess}()?`;
  if (foreign !== undefined) hint = foreign;
  throw new SelectorRefusal(`There is no function "${name}()" in XPath 1.0.`, start, hint);
}

/** Checks a call's name, the number of its arguments, their types and constant patterns. */
export function checkCall(token: Token, args: Expression[]): void {
  const name = token.text;
  const signature = xpathFunctions.get(name);
  if (signature === undefined) refuseUnknown(token);
  const least = signature.args.length - signature.optional;
  const most = signature.repeats ? Infinity : signature.args.length;
  if (args.length < least || args.length > most) {
    throw new SelectorRefusal(`${name}() takes ${arity(signature)}, not ${args.length}.`, token.start, null);
  }
  args.forEach((arg, index) => {
    const wanted = signature.args[Math.min(index, signature.args.length - 1)];
    if (wanted === 'nodes') checkNodes(arg, `Argument ${index + 1} of ${name}()`);
    if (wanted === 'literal-string' && typeOfExpression(arg) !== 'string') {
      throw new SelectorRefusal(
        `Argument ${index + 1} of ${name}() must be a text in quotation marks.`,
        arg.start,
        'Write has-class("name").',
      );
    }
  });
  if (name.startsWith('re:')) checkPattern(name, args);
}

function checkPattern(name: string, args: Expression[]): void {
  const pattern = args[1];
  if (pattern?.type !== 'literal') return;
  const read = readPattern(pattern.value);
  if (read.ok) return;
  throw new SelectorRefusal(
    `The pattern of ${name}() cannot be used: ${read.problem.message}`,
    pattern.start + 1 + read.problem.offset,
    read.problem.hint,
  );
}
