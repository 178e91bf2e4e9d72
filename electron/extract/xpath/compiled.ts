import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import type { XPathNode } from './nodes.ts';
import type { Evaluate, Run } from './run.ts';

/** A compiled part of an expression, by the type of its value. */
export type Compiled =
  | { type: 'nodes'; evaluate: Evaluate<XPathNode[]> }
  | { type: 'string'; evaluate: Evaluate<string> }
  | { type: 'number'; evaluate: Evaluate<number> }
  | { type: 'boolean'; evaluate: Evaluate<boolean> };

/** What comparisons need from the compiler. */
export interface OperandCompiler {
  readonly run: Run;
  nodes(expression: Expression): Evaluate<XPathNode[]>;
  string(expression: Expression): Evaluate<string>;
  number(expression: Expression): Evaluate<number>;
  boolean(expression: Expression): Evaluate<boolean>;
  /** Reads the attribute of the context node that the expression names; null if it is not an attribute of the context. */
  attribute(expression: Expression): Evaluate<string | undefined> | null;
}

/** What function calls need from the compiler. */
export interface CallCompiler extends OperandCompiler {
  /** Compiles an expression without converting its value. */
  value(expression: Expression): Compiled;
}

/** Returns an argument. The reader has checked their number, so a missing one is a bug. */
export function need(arg: Expression | undefined): Expression {
  if (arg === undefined) throw new TypeError('An argument is missing.');
  return arg;
}
