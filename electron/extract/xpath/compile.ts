import { isTag } from 'domhandler';
import type { Expression, XPathSelector, XPathType } from '../../../shared/selectors/xpath-ast.ts';
import { typeOfExpression } from '../../../shared/selectors/xpath-types.ts';
import { reverseAxes } from './axes.ts';
import { compileComparison } from './compare.ts';
import type { CallCompiler, Compiled } from './compiled.ts';
import { compileCall } from './functions.ts';
import { isAttribute, type XPathNode } from './nodes.ts';
import { compilePredicate, compileSteps, plainWalk } from './path.ts';
import { Run, type Evaluate } from './run.ts';
import { numberToString, stringToNumber } from './values.ts';
import { attributeReader } from '../xml/attribute-reader.ts';

/** A compiled expression. `run` must be started before each query. */
export type CompiledExpression = Compiled & { run: Run };

/** Compiles a checked expression to closures, one for each part, with conversions to the required types. */
export function compileExpression(selector: XPathSelector): CompiledExpression {
  const run = new Run();
  return { ...new Compiler(run).value(selector.expression), run };
}

const arithmetic: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

class Compiler implements CallCompiler {
  readonly run: Run;

  constructor(run: Run) {
    this.run = run;
  }

  value(expression: Expression): Compiled {
    if (expression.type === 'call') return compileCall(expression.name, expression.args, this);
    const type: XPathType = typeOfExpression(expression);
    if (type === 'nodes') return { type, evaluate: this.#ownNodes(expression) };
    if (type === 'number') return { type, evaluate: this.#ownNumber(expression) };
    if (type === 'boolean') return { type, evaluate: this.#ownBoolean(expression) };
    const text = expression.type === 'literal' ? expression.value : '';
    return { type, evaluate: () => text };
  }

  nodes(expression: Expression): Evaluate<XPathNode[]> {
    const own = this.value(expression);
    if (own.type !== 'nodes') throw new TypeError('The expression does not give nodes.');
    return own.evaluate;
  }

  string(expression: Expression): Evaluate<string> {
    const own = this.value(expression);
    if (own.type === 'string') return own.evaluate;
    if (own.type === 'number') return (...context) => numberToString(own.evaluate(...context));
    if (own.type === 'boolean') return (...context) => String(own.evaluate(...context));
    return this.#firstText(expression, own.evaluate);
  }

  number(expression: Expression): Evaluate<number> {
    const own = this.value(expression);
    if (own.type === 'number') return own.evaluate;
    if (own.type === 'boolean') {
      return (node, position, size) => Number(own.evaluate(node, position, size));
    }
    const text = this.string(expression);
    return (node, position, size) => stringToNumber(text(node, position, size));
  }

  boolean(expression: Expression): Evaluate<boolean> {
    const own = this.value(expression);
    if (own.type === 'boolean') return own.evaluate;
    if (own.type === 'string') return (...context) => own.evaluate(...context) !== '';
    if (own.type === 'nodes') return this.#exists(expression, own.evaluate);
    return (...context) => {
      const value = own.evaluate(...context);
      return value !== 0 && !Number.isNaN(value);
    };
  }

  attribute(expression: Expression): Evaluate<string | undefined> | null {
    if (expression.type !== 'path' || expression.absolute || expression.from !== null) return null;
    const [step, ...more] = expression.steps;
    if (step?.axis !== 'attribute' || more.length > 0 || step.predicates.length > 0) return null;
    if (step.test.type !== 'name' || step.test.name === null) return null;
    const read = attributeReader(step.test.name);
    const { budget } = this.run;
    return (node) => {
      budget.spend(1);
      return isAttribute(node) || !isTag(node) ? undefined : read(node);
    };
  }

  /** The string-value of the first node; empty if there is none. */
  #firstText(expression: Expression, evaluate: Evaluate<XPathNode[]>): Evaluate<string> {
    const attribute = this.attribute(expression);
    if (attribute !== null) return (node, position, size) => attribute(node, position, size) ?? '';
    const { run } = this;
    if (isDot(expression)) return (node) => run.text(node);
    return (node, position, size) => {
      const first = evaluate(node, position, size)[0];
      return first === undefined ? '' : run.text(first);
    };
  }

  #exists(expression: Expression, evaluate: Evaluate<XPathNode[]>): Evaluate<boolean> {
    const attribute = this.attribute(expression);
    if (attribute !== null) return (node, position, size) => attribute(node, position, size) !== undefined;
    if (expression.type === 'path' && expression.from === null && !expression.absolute) {
      const walk = plainWalk(expression.steps, this.run);
      if (walk !== null) {
        return (node) => {
          const out: XPathNode[] = [];
          walk(node, out, 1);
          return out.length > 0;
        };
      }
    }
    return (node, position, size) => evaluate(node, position, size).length > 0;
  }

  #ownNodes(expression: Expression): Evaluate<XPathNode[]> {
    const { run } = this;
    if (expression.type === 'union') {
      const operands = expression.operands.map((operand) => this.nodes(operand));
      return (node, position, size) =>
        run.order.normalize(operands.flatMap((operand) => operand(node, position, size)));
    }
    if (expression.type === 'filter') {
      const primary = this.nodes(expression.primary);
      const filters = expression.predicates.map((predicate) => compilePredicate(predicate, this));
      return (node, position, size) =>
        filters.reduce((list, filter) => filter(list), primary(node, position, size));
    }
    if (expression.type !== 'path') throw new TypeError('The expression does not give nodes.');
    const path = this.#path(expression.steps, expression.absolute, expression.from);
    return expression.absolute && expression.from === null ? this.#once(path) : path;
  }

  /** Caches absolute paths during a query: inside a predicate they need not be evaluated for every node. */
  #once(path: Evaluate<XPathNode[]>): Evaluate<XPathNode[]> {
    const { run } = this;
    return (node, position, size) => run.once(path, () => path(node, position, size)).slice();
  }

  #path(
    steps: Parameters<typeof compileSteps>[0],
    absolute: boolean,
    from: Expression | null,
  ): Evaluate<XPathNode[]> {
    const { run } = this;
    const functions = compileSteps(steps, this, run);
    const start = from === null ? null : this.nodes(from);
    const [only] = steps;
    const walk = start === null && !absolute && steps.length === 1 ? plainWalk(steps, run) : null;
    if (walk !== null && only !== undefined && !reverseAxes.has(only.axis)) {
      return (node) => {
        const out: XPathNode[] = [];
        walk(node, out, Number.POSITIVE_INFINITY);
        return out;
      };
    }
    return (node, position, size) => {
      let nodes: XPathNode[];
      if (start !== null) nodes = start(node, position, size);
      else nodes = [absolute ? run.rootFor(node) : node];
      for (const step of functions) nodes = step(nodes);
      return nodes;
    };
  }

  #ownNumber(expression: Expression): Evaluate<number> {
    if (expression.type === 'number') {
      const { value } = expression;
      return () => value;
    }
    if (expression.type === 'negate') {
      const operand = this.number(expression.operand);
      return (node, position, size) => -operand(node, position, size);
    }
    const calculate = expression.type === 'binary' ? arithmetic[expression.operator] : undefined;
    if (expression.type !== 'binary' || calculate === undefined) {
      throw new TypeError('The expression does not give a number.');
    }
    const left = this.number(expression.left);
    const right = this.number(expression.right);
    return (node, position, size) => calculate(left(node, position, size), right(node, position, size));
  }

  #ownBoolean(expression: Expression): Evaluate<boolean> {
    if (expression.type === 'or' || expression.type === 'and') {
      const operands = expression.operands.map((operand) => this.boolean(operand));
      return expression.type === 'or'
        ? (node, position, size) => operands.some((operand) => operand(node, position, size))
        : (node, position, size) => operands.every((operand) => operand(node, position, size));
    }
    if (expression.type !== 'binary') throw new TypeError('The expression does not give true or false.');
    return compileComparison(expression.operator, expression.left, expression.right, this);
  }
}

const isDot = (expression: Expression): boolean =>
  expression.type === 'path' &&
  !expression.absolute &&
  expression.from === null &&
  expression.steps.length === 1 &&
  expression.steps.every(
    (step) => step.axis === 'self' && step.test.type === 'node' && step.predicates.length === 0,
  );
