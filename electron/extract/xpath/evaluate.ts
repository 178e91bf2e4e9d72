import { isDocument, isTag, type AnyNode } from 'domhandler';
import type { XPathSelector } from '../../../shared/selectors/xpath-ast.ts';
import { compileExpression, type CompiledExpression } from './compile.ts';
import type { XPathNode } from './nodes.ts';

/** The value of an expression: nodes in document order, or a scalar. */
export type XPathResult =
  | { type: 'nodes'; nodes: XPathNode[] }
  | { type: 'string'; value: string }
  | { type: 'number'; value: number }
  | { type: 'boolean'; value: boolean };

/** A compiled expression, usable for any number of pages. */
export type XPathQuery = (context: AnyNode) => XPathResult;

/**
 * Compiles a checked expression.
 * The query throws SelectorCostError if it takes too many steps, SelectorError for patterns and replacements that are
 * computed and not valid, and PatternCostError for patterns that take too long.
 */
export function compileQuery(selector: XPathSelector): XPathQuery {
  const compiled = compileExpression(selector);
  const { run } = compiled;
  return (context) => {
    const node = contextNode(context);
    run.start(node);
    try {
      return valueOf(compiled, node);
    } finally {
      run.finish();
    }
  };
}

function valueOf(compiled: CompiledExpression, node: AnyNode): XPathResult {
  if (compiled.type === 'nodes') return { type: 'nodes', nodes: compiled.evaluate(node, 1, 1) };
  if (compiled.type === 'string') return { type: 'string', value: compiled.evaluate(node, 1, 1) };
  if (compiled.type === 'number') return { type: 'number', value: compiled.evaluate(node, 1, 1) };
  return { type: 'boolean', value: compiled.evaluate(node, 1, 1) };
}

/** The context node of a query on a page: the root element, as in parsel. */
function contextNode(context: AnyNode): AnyNode {
  if (!isDocument(context)) return context;
  return context.children.find(isTag) ?? context;
}
