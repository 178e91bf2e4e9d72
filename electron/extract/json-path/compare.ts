import type { JsonComparison } from '../../../shared/selectors/json-path-ast.ts';
import type { StepBudget } from '../budget.ts';
import type { JsonValue } from '../types.ts';
import { isObject } from './node.ts';

/** A value, or nothing: what a path without a match gives. */
export type Operand = JsonValue | undefined;

/** Characters of a text that count as one step. */
const charactersPerStep = 64;

/** Compares two operands by section 2.3.5.2.2 of RFC 9535. */
export function compare(
  operator: JsonComparison,
  left: Operand,
  right: Operand,
  budget: StepBudget,
): boolean {
  switch (operator) {
    case '==':
      return areEqual(left, right, budget);
    case '!=':
      return !areEqual(left, right, budget);
    case '<':
      return isLess(left, right, budget);
    case '>':
      return isLess(right, left, budget);
    case '<=':
      return isLess(left, right, budget) || areEqual(left, right, budget);
    case '>=':
    default:
      return isLess(right, left, budget) || areEqual(left, right, budget);
  }
}

function isLess(left: Operand, right: Operand, budget: StepBudget): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  budget.spend(1 + Math.floor(Math.min(left.length, right.length) / charactersPerStep));
  return precedes(left, right);
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Whether a text sorts before another by code point. JavaScript compares UTF-16 units, where U+10000 sorts before U+FF01. */
function precedes(left: string, right: string): boolean {
  if (left === right) return false;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(b);
    return a < b;
  }
  return left.length < right.length;
}

/** Whether two operands are equal, members in any order. Does not recurse over the depth of the values. */
function areEqual(left: Operand, right: Operand, budget: StepBudget): boolean {
  const pairs: [Operand, Operand][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    budget.spend(1);
    if (a === b) {
      if (typeof a === 'string') budget.spend(Math.floor(a.length / charactersPerStep));
      continue;
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, entry] of a.entries()) pairs.push([entry, b[index]]);
    } else if (a !== undefined && b !== undefined && isObject(a) && isObject(b)) {
      const names = Object.keys(a);
      budget.spend(names.length);
      if (names.length !== Object.keys(b).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(b, name)) return false;
        pairs.push([a[name], b[name]]);
      }
    } else return false;
  }
  return true;
}
