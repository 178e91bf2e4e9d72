/**
 * The type of an XPath 1.0 expression. Without variables, every type is known when the expression is parsed, so the
 * evaluator never checks types.
 */

export type XPathType = 'nodes' | 'string' | 'number' | 'boolean';

/** An axis of XPath 1.0. */
export type Axis =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'namespace'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self';

/** A node test of a step. */
export type NodeTest =
  /** A name as written, with its prefix; `*` when name is null, or `prefix:*` when there is a prefix, too. */
  | { type: 'name'; name: string | null; prefix?: string }
  | { type: 'node' }
  | { type: 'text' }
  | { type: 'comment' }
  | { type: 'processing-instruction'; target: string | null };

/** One step of a location path: axis, node test and predicates. */
export interface Step {
  axis: Axis;
  test: NodeTest;
  predicates: Expression[];
  /** Start offset of the step in the source; for the step that `//` abbreviates, that of the slashes. */
  start: number;
  /** End offset of the step, exclusive. */
  end: number;
  /** Whether this is the step `descendant-or-self::node()` that `//` abbreviates. */
  implied: boolean;
}

/** A binary operator. */
export type BinaryOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod';

/** A node of the syntax tree, with its range in the source. */
export type Expression = { start: number; end: number } & (
  | { type: 'literal'; value: string }
  | { type: 'number'; value: number }
  | { type: 'or' | 'and' | 'union'; operands: Expression[] }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { type: 'negate'; operand: Expression }
  | { type: 'call'; name: string; args: Expression[] }
  | { type: 'filter'; primary: Expression; predicates: Expression[] }
  /** `from` null: the path starts at the context node, or at the document when `absolute`. */
  | { type: 'path'; absolute: boolean; from: Expression | null; steps: Step[] }
);

/** A checked XPath expression, as plain data. `result`: its type. */
export interface XPathSelector {
  language: 'xpath';
  source: string;
  expression: Expression;
  result: XPathType;
}
