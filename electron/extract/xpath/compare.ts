import type { BinaryOperator, Expression, XPathType } from '../../../shared/selectors/xpath-ast.ts';
import { typeOfExpression } from '../../../shared/selectors/xpath-types.ts';
import type { OperandCompiler } from './compiled.ts';
import type { XPathNode } from './nodes.ts';
import type { Evaluate } from './run.ts';
import { stringToNumber } from './values.ts';

type Order = '<' | '<=' | '>' | '>=';

const flipped: Record<Order, Order> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const compareNumbers: Record<Order, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Compiles `=`, `!=`, `<`, `<=`, `>` and `>=` as section 3.4 of XPath 1.0 describes them. */
export function compileComparison(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const types = [typeOfExpression(left), typeOfExpression(right)] as const;
  if (operator === '=' || operator === '!=') {
    return compileEquality(operator === '=', left, right, types, compiler);
  }
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    return compileOrder(operator, left, right, types, compiler);
  }
  throw new TypeError(`"${operator}" is not a comparison.`);
}

function compileEquality(
  equal: boolean,
  left: Expression,
  right: Expression,
  [leftType, rightType]: readonly [XPathType, XPathType],
  compiler: OperandCompiler,
): Evaluate<boolean> {
  if (leftType === 'boolean' || rightType === 'boolean') {
    const a = compiler.boolean(left);
    const b = compiler.boolean(right);
    return (node, position, size) => (a(node, position, size) === b(node, position, size)) === equal;
  }
  if (leftType === 'nodes' && rightType === 'nodes')
    return compileNodesEquality(equal, left, right, compiler);
  if (rightType === 'nodes') return compileEquality(equal, right, left, [rightType, leftType], compiler);
  if (leftType === 'nodes') {
    return rightType === 'number'
      ? someNumber(left, right, equal ? (a, b) => a === b : (a, b) => a !== b, compiler)
      : someText(equal, left, right, compiler);
  }
  if (leftType === 'number' || rightType === 'number') {
    const a = compiler.number(left);
    const b = compiler.number(right);
    return (node, position, size) => (a(node, position, size) === b(node, position, size)) === equal;
  }
  const a = compiler.string(left);
  const b = compiler.string(right);
  return (node, position, size) => (a(node, position, size) === b(node, position, size)) === equal;
}

function someText(
  equal: boolean,
  nodes: Expression,
  text: Expression,
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const wanted = compiler.string(text);
  const attribute = compiler.attribute(nodes);
  if (attribute !== null) {
    return (node, position, size) => {
      const value = attribute(node, position, size);
      return value !== undefined && (value === wanted(node, position, size)) === equal;
    };
  }
  const list = compiler.nodes(nodes);
  const { run } = compiler;
  return (node, position, size) => {
    const value = wanted(node, position, size);
    return list(node, position, size).some((candidate) => (run.text(candidate) === value) === equal);
  };
}

function someNumber(
  nodes: Expression,
  number: Expression,
  holds: (a: number, b: number) => boolean,
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const list = compiler.nodes(nodes);
  const wanted = compiler.number(number);
  const { run } = compiler;
  return (node, position, size) => {
    const value = wanted(node, position, size);
    return list(node, position, size).some((candidate) => holds(stringToNumber(run.text(candidate)), value));
  };
}

function compileNodesEquality(
  equal: boolean,
  left: Expression,
  right: Expression,
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const a = compiler.nodes(left);
  const b = compiler.nodes(right);
  const { run } = compiler;
  return (node, position, size) => {
    const texts = new Set(a(node, position, size).map((candidate) => run.text(candidate)));
    if (texts.size === 0) return false;
    const others = b(node, position, size);
    if (equal) return others.some((candidate) => texts.has(run.text(candidate)));
    return others.some((candidate) => texts.size > 1 || !texts.has(run.text(candidate)));
  };
}

function compileOrder(
  operator: Order,
  left: Expression,
  right: Expression,
  [leftType, rightType]: readonly [XPathType, XPathType],
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const holds = compareNumbers[operator];
  const hasBoolean = leftType === 'boolean' || rightType === 'boolean';
  if (leftType === 'nodes' && rightType === 'nodes')
    return compileNodesOrder(operator, left, right, compiler);
  if (leftType === 'nodes' && !hasBoolean) return someNumber(left, right, holds, compiler);
  if (rightType === 'nodes' && !hasBoolean) {
    return someNumber(right, left, compareNumbers[flipped[operator]], compiler);
  }
  // Compared with a boolean, a node-set is true unless it is empty.
  const operand = (expression: Expression, type: XPathType): Evaluate<number> => {
    if (type !== 'nodes') return compiler.number(expression);
    const some = compiler.boolean(expression);
    return (node, position, size) => Number(some(node, position, size));
  };
  const a = operand(left, leftType);
  const b = operand(right, rightType);
  return (node, position, size) => holds(a(node, position, size), b(node, position, size));
}

/** A pair satisfies the comparison if the extremes do; texts that are not numbers never do. */
function compileNodesOrder(
  operator: Order,
  left: Expression,
  right: Expression,
  compiler: OperandCompiler,
): Evaluate<boolean> {
  const a = compiler.nodes(left);
  const b = compiler.nodes(right);
  const holds = compareNumbers[operator];
  const { run } = compiler;
  const extreme = (nodes: XPathNode[], largest: boolean): number => {
    let found = Number.NaN;
    for (const node of nodes) {
      const value = stringToNumber(run.text(node));
      if (Number.isNaN(found) || (largest ? value > found : value < found)) found = value;
    }
    return found;
  };
  const rising = operator === '<' || operator === '<=';
  return (node, position, size) =>
    holds(extreme(a(node, position, size), !rising), extreme(b(node, position, size), rising));
}
