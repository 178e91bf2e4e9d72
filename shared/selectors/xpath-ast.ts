/**
 * A checked XPath 1.0 expression as plain data. Without variables every expression has a type that is
 * known before it runs, so the reader settles types and the evaluator never has to ask.
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
  /** `name`, or `*` when name is null. `xml:` is the only prefix that a name can have. */
  | { type: 'name'; name: string | null }
  | { type: 'node' }
  | { type: 'text' }
  | { type: 'comment' }
  | { type: 'processing-instruction'; target: string | null };

/** A step of a location path. */
export interface Step {
  axis: Axis;
  test: NodeTest;
  predicates: Expression[];
  /** First offset of the step in the source (of the slashes before it for the `//` short form). */
  start: number;
  /** Offset just after the step. */
  end: number;
  /** True for the step that `//` stands for. */
  implied: boolean;
}

/** A binary operator. */
export type BinaryOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod';

/** A parsed expression. */
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

/** A parsed XPath selector. */
export interface XPathSelector {
  language: 'xpath';
  source: string;
  expression: Expression;
  result: XPathType;
}
