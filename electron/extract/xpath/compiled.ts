import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import type { XPathNode } from './nodes.ts';
import type { Evaluate, Run } from './run.ts';

/** A compiled part of an expression with the type of its value. */
export type Compiled =
  | { type: 'nodes'; evaluate: Evaluate<XPathNode[]> }
  | { type: 'string'; evaluate: Evaluate<string> }
  | { type: 'number'; evaluate: Evaluate<number> }
  | { type: 'boolean'; evaluate: Evaluate<boolean> };

/** The parts of the compiler that comparisons need. */
export interface OperandCompiler {
  readonly run: Run;
  nodes(expression: Expression): Evaluate<XPathNode[]>;
  string(expression: Expression): Evaluate<string>;
  number(expression: Expression): Evaluate<number>;
  boolean(expression: Expression): Evaluate<boolean>;
  /** The text of the attribute that the expression names on the context node; null when it is another expression. */
  attribute(expression: Expression): Evaluate<string | undefined> | null;
}

/** The parts of the compiler that function calls need. */
export interface CallCompiler extends OperandCompiler {
  /** The expression's value as it is, without conversion. */
  value(expression: Expression): Compiled;
}

/** Arguments were counted by the reader; a missing one is a fault of ours. */
export function need(arg: Expression | undefined): Expression {
  if (arg === undefined) throw new TypeError('An argument is missing.');
  return arg;
}
