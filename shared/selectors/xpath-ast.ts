/**
 * A checked XPath 1.0 expression as plain data. Without variables every expression has a type that is
 * known before it runs, so the reader settles types and the evaluator never has to ask.
 */

export type XPathType = 'nodes' | 'string' | 'number' | 'boolean';

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

export type NodeTest =
  /** `name`, or `*` when name is null. `xml:` is the only prefix that a name can have. */
  | { type: 'name'; name: string | null }
  | { type: 'node' }
  | { type: 'text' }
  | { type: 'comment' }
  | { type: 'processing-instruction'; target: string | null };

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

export type BinaryOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod';

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

export interface XPathSelector {
  language: 'xpath';
  source: string;
  expression: Expression;
  result: XPathType;
}
