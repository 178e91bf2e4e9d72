import { readIRegexp } from '../patterns/read-i-regexp.ts';
import { singularKeys, type JsonFunctionName, type JsonOperand } from './json-path-ast.ts';
import { SelectorRefusal } from './problem.ts';

/** What a function takes and gives: a single value, the list of selected values, or true or false. */
type JsonType = 'value' | 'nodes' | 'logical';

interface Signature {
  args: JsonType[];
  result: Exclude<JsonType, 'nodes'>;
}

/** The function extensions of section 2.4 of RFC 9535. */
export const jsonPathFunctions: Readonly<Record<JsonFunctionName, Signature>> = {
  length: { args: ['value'], result: 'value' },
  count: { args: ['nodes'], result: 'value' },
  match: { args: ['value', 'value'], result: 'logical' },
  search: { args: ['value', 'value'], result: 'logical' },
  value: { args: ['nodes'], result: 'value' },
};

const isFunctionName = (name: string): name is JsonFunctionName => Object.hasOwn(jsonPathFunctions, name);

/** Functions of other languages and dialects, and what to write instead. */
const foreign: Readonly<Record<string, string>> = {
  size: 'Use length(…).',
  len: 'Use length(…).',
  contains: "Use search(…), for example search(@.name, 'shoe').",
  starts: "Use match(…), for example match(@.name, 'shoe.*').",
  matches: 'Use match(…) for the whole text, search(…) for a part of it.',
  regex: 'Use match(…) for the whole text, search(…) for a part of it.',
  test: 'Use match(…) for the whole text, search(…) for a part of it.',
  not: 'Write "!" before what must not be so.',
};

/** An argument or a side of a comparison, with its place in the source. */
export interface PlacedOperand {
  operand: JsonOperand;
  start: number;
  end: number;
}

/** @throws SelectorRefusal for an unknown function @returns its name */
export function functionNamed(name: string, start: number): JsonFunctionName {
  if (isFunctionName(name)) return name;
  const lower = name.toLowerCase();
  const hint = isFunctionName(lower)
    ? `Write ${lower}(…).`
    : (foreign[lower] ?? 'The functions are length, count, match, search and value.');
  throw new SelectorRefusal(`JSONPath has no function "${name}()".`, start, hint);
}

/** @throws SelectorRefusal unless the operand is a single value. @param subject what must be one, for the message */
export function checkValue({ operand, start, end }: PlacedOperand, source: string, subject: string): void {
  const text = source.slice(start, end);
  if (operand.kind === 'query' && singularKeys(operand.query.segments) === null) {
    throw new SelectorRefusal(
      `${subject} must be a single value, but "${text}" can select several.`,
      start,
      `Use count(${text}) for their number, or value(${text}) if there is only one.`,
    );
  }
  if (operand.kind === 'call' && jsonPathFunctions[operand.name].result === 'logical') {
    throw new SelectorRefusal(
      `${subject} must be a value, but ${operand.name}() is true or false.`,
      start,
      `Write ${operand.name}(…) alone, or !${operand.name}(…).`,
    );
  }
}

/** Checks the arguments of a call: their number, their types and constant patterns. */
export function checkArguments(
  name: JsonFunctionName,
  args: readonly PlacedOperand[],
  source: string,
  start: number,
): void {
  const { args: types } = jsonPathFunctions[name];
  if (args.length !== types.length) {
    const needed = `${types.length} ${types.length === 1 ? 'argument' : 'arguments'}`;
    throw new SelectorRefusal(`${name}() takes ${needed}, not ${args.length}.`, start, usage[name]);
  }
  for (const [index, arg] of args.entries()) {
    if (types[index] === 'value') checkValue(arg, source, `An argument of ${name}()`);
    else if (arg.operand.kind !== 'query') {
      throw new SelectorRefusal(`The argument of ${name}() must be a path.`, arg.start, usage[name]);
    }
  }
  const pattern = args[1];
  if (pattern !== undefined) checkPatternLiteral(pattern, source);
}

const usage: Readonly<Record<JsonFunctionName, string>> = {
  length: 'For example length(@.name).',
  count: 'For example count(@.offers[*]).',
  match: "For example match(@.date, '2026-.*'); it must match the whole text.",
  search: "For example search(@.name, '[Ss]hoe').",
  value: 'For example value(@..price).',
};

function checkPatternLiteral({ operand, start, end }: PlacedOperand, source: string): void {
  if (operand.kind !== 'literal' || typeof operand.value !== 'string') return;
  const read = readIRegexp(operand.value);
  if (read.ok) return;
  const { message, offset, hint } = read.problem;
  // With escapes in the text, the place in the pattern is not a place in the source.
  const plain = source.slice(start + 1, end - 1) === operand.value;
  throw new SelectorRefusal(message, plain ? start + 1 + offset : start, hint);
}
