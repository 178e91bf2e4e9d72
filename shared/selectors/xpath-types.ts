import type { Expression, XPathType } from './xpath-ast.ts';
import { xpathFunctions } from './xpath-functions.ts';

const types: Record<Exclude<Expression['type'], 'call' | 'binary'>, XPathType> = {
  literal: 'string',
  number: 'number',
  negate: 'number',
  or: 'boolean',
  and: 'boolean',
  union: 'nodes',
  filter: 'nodes',
  path: 'nodes',
};
const arithmetic = new Set(['+', '-', '*', 'div', 'mod']);

/** Returns the static type of an expression. */
export function typeOfExpression(expression: Expression): XPathType {
  if (expression.type === 'call') return xpathFunctions.get(expression.name)?.result ?? 'string';
  if (expression.type === 'binary') return arithmetic.has(expression.operator) ? 'number' : 'boolean';
  return types[expression.type];
}
