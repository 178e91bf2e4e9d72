import { isTag, type AnyNode } from 'domhandler';
import type { Axis, Expression, Step } from '../../../shared/selectors/xpath-ast.ts';
import { typeOfExpression } from '../../../shared/selectors/xpath-types.ts';
import { axisWalk, reverseAxes, treeTest, type AxisWalk, type TreeTest } from './axes.ts';
import { childrenOf, isAttribute, nextNode, parentOf, type XPathNode } from './nodes.ts';
import type { Evaluate, Run } from './run.ts';
import { attributeReader } from '../xml/attribute-reader.ts';

/** What steps need from the compiler for their predicates. */
export interface PredicateCompiler {
  boolean(expression: Expression): Evaluate<boolean>;
  number(expression: Expression): Evaluate<number>;
}

/** Maps a node-set to the node-set of a step. Both are distinct and in document order. */
export type StepFunction = (nodes: XPathNode[]) => XPathNode[];

/** Filters a list of nodes in axis order by the predicates. */
type ListFilter = (list: XPathNode[]) => XPathNode[];

/** Whether the value depends on the position or the size of the context list. */
function usesPosition(expression: Expression): boolean {
  return expression.type === 'call' && (expression.name === 'position' || expression.name === 'last')
    ? true
    : operandsOf(expression).some(usesPosition);
}

/** The subexpressions that are evaluated in the context of the expression, that is, not its predicates. */
function operandsOf(expression: Expression): Expression[] {
  if (expression.type === 'binary') return [expression.left, expression.right];
  if (expression.type === 'negate') return [expression.operand];
  if (expression.type === 'call') return expression.args;
  if (expression.type === 'filter') return [expression.primary];
  if (expression.type === 'path') return expression.from === null ? [] : [expression.from];
  return 'operands' in expression ? expression.operands : [];
}

/** Whether a predicate depends on the position: it is a number, or uses `position()` or `last()`. */
const isPositional = (predicate: Expression): boolean =>
  typeOfExpression(predicate) === 'number' || usesPosition(predicate);

/** Compiles a predicate to a filter of node lists. */
export function compilePredicate(predicate: Expression, compiler: PredicateCompiler): ListFilter {
  if (predicate.type === 'number') {
    const index = predicate.value - 1;
    return (list) => {
      const node = list[index];
      return node === undefined ? [] : [node];
    };
  }
  if (typeOfExpression(predicate) === 'number') {
    const number = compiler.number(predicate);
    return (list) => list.filter((node, index) => number(node, index + 1, list.length) === index + 1);
  }
  const test = compiler.boolean(predicate);
  return (list) => list.filter((node, index) => test(node, index + 1, list.length));
}

function compilePredicates(predicates: Expression[], compiler: PredicateCompiler): ListFilter {
  const filters = predicates.map((predicate) => compilePredicate(predicate, compiler));
  const [only] = filters;
  if (only === undefined) return (list) => list;
  if (filters.length === 1) return only;
  return (list) => filters.reduce((rest, filter) => filter(rest), list);
}

/** How many nodes of the axis are enough: `[1]` needs one. */
function limitOf(predicates: Expression[]): number {
  const [first] = predicates;
  if (first?.type !== 'number' || !(first.value >= 1)) return Number.POSITIVE_INFINITY;
  return Math.ceil(first.value);
}

/** Compiles the steps of a path. `//x` becomes a single walk over the descendants. */
export function compileSteps(steps: Step[], compiler: PredicateCompiler, run: Run): StepFunction[] {
  const functions: StepFunction[] = [];
  const useful = steps.filter((step) => steps.length === 1 || !isPlainSelf(step));
  for (let index = 0; index < useful.length; index += 1) {
    const step = useful[index];
    const next = useful[index + 1];
    if (step === undefined) continue;
    if (step.implied && next?.axis === 'child') {
      functions.push(compileDescendants(next, compiler, run));
      index += 1;
    } else if (step.implied && next?.axis === 'attribute') {
      functions.push(attributeOwners(next, run));
    } else {
      functions.push(compileStep(step, compiler, run));
    }
  }
  return functions;
}

function isPlainSelf(step: Step): boolean {
  return step.axis === 'self' && step.test.type === 'node' && step.predicates.length === 0;
}

/** Returns the walk of a path with a single step without predicates, which can stop at the first node; else null. */
export function plainWalk(steps: Step[], run: Run): AxisWalk | null {
  const useful = steps.filter((step) => steps.length === 1 || !isPlainSelf(step));
  const [first, second] = useful;
  if (first === undefined || useful.length > 2) return null;
  if (second === undefined) {
    return first.predicates.length === 0 ? axisWalk(first.axis, first.test, run.budget) : null;
  }
  if (!first.implied || second.axis !== 'child' || second.predicates.length > 0) return null;
  return axisWalk('descendant', second.test, run.budget);
}

/** Evaluates `//x[…]` in one pass, in document order. */
function compileDescendants(step: Step, compiler: PredicateCompiler, run: Run): StepFunction {
  const filter = compilePredicates(step.predicates, compiler);
  if (step.predicates.some(isPositional)) {
    const test = treeTest(step.test);
    return (nodes) => outermost(nodes).flatMap((root) => childrenByParent(root, test, filter, run));
  }
  const walk = axisWalk('descendant', step.test, run.budget);
  return (nodes) => {
    const out: XPathNode[] = [];
    for (const node of outermost(nodes)) walk(node, out, Number.POSITIVE_INFINITY);
    return filter(out);
  };
}

/** Positions count among the children of one parent, so the children are filtered when the walk reaches their parent. */
function childrenByParent(root: XPathNode, test: TreeTest, filter: ListFilter, run: Run): XPathNode[] {
  if (isAttribute(root)) return [];
  const out: XPathNode[] = [];
  const kept = new Set<XPathNode>();
  let steps = 0;
  for (let node: AnyNode | null = root; node !== null; node = nextNode(node, root)) {
    if (kept.delete(node)) out.push(node);
    steps += 1;
    const list = childrenOf(node).filter(test);
    if (list.length === 0) continue;
    for (const child of filter(list)) kept.add(child);
  }
  run.budget.spend(2 * steps);
  return out;
}

/** The elements whose attributes `//@name` selects. */
function attributeOwners(step: Step, run: Run): StepFunction {
  const name = step.test.type === 'name' ? step.test.name : null;
  const read = name === null ? null : attributeReader(name);
  const owns: TreeTest = (node) => isTag(node) && (read === null || read(node) !== undefined);
  return (nodes) => {
    const out: XPathNode[] = [];
    for (const root of outermost(nodes)) {
      if (isAttribute(root)) continue;
      let steps = 1;
      for (let node: AnyNode | null = root; node !== null; node = nextNode(node, root)) {
        steps += 1;
        if (owns(node)) out.push(node);
      }
      run.budget.spend(steps);
    }
    return out;
  };
}

function contains(ancestor: XPathNode, node: XPathNode): boolean {
  for (let current: XPathNode | null = parentOf(node); current !== null; current = parentOf(current)) {
    if (current === ancestor) return true;
  }
  return false;
}

/** Removes nodes that are inside another node of the list, which is in document order. */
function outermost(nodes: XPathNode[]): XPathNode[] {
  if (nodes.length < 2) return nodes;
  const kept = new Set<XPathNode>();
  // Visited ancestors, and whether they are inside a kept node, so that no path is climbed twice.
  const known = new Map<XPathNode, boolean>();
  return nodes.filter((node) => {
    const passed: XPathNode[] = [];
    let inside = false;
    for (let current: XPathNode | null = node; current !== null; current = parentOf(current)) {
      const answer: boolean | undefined = kept.has(current) || known.get(current);
      if (answer !== undefined) {
        inside = answer;
        break;
      }
      passed.push(current);
    }
    for (const each of passed) known.set(each, inside);
    if (!inside) kept.add(node);
    return !inside;
  });
}

/** Whether one of the nodes is inside another. */
function isNested(nodes: XPathNode[]): boolean {
  if (nodes.length < 2) return false;
  const all = new Set(nodes);
  const passed = new Set<XPathNode>();
  return nodes.some((node) => {
    for (let current = parentOf(node); current !== null && !passed.has(current); current = current.parent) {
      if (all.has(current)) return true;
      passed.add(current);
    }
    return false;
  });
}

function compileStep(step: Step, compiler: PredicateCompiler, run: Run): StepFunction {
  const walk = axisWalk(step.axis, step.test, run.budget);
  const filter = compilePredicates(step.predicates, compiler);
  const limit = limitOf(step.predicates);
  const reverse = reverseAxes.has(step.axis);
  const one = (node: XPathNode): XPathNode[] => {
    const out: XPathNode[] = [];
    walk(node, out, limit);
    return filter(out);
  };
  const several = step.predicates.some(isPositional)
    ? (nodes: XPathNode[]) => normalizeAfter(step.axis, nodes, nodes.flatMap(one), run)
    : compileWholeSet(step, walk, filter, run);
  return (nodes) => {
    const [first] = nodes;
    if (first === undefined) return [];
    if (nodes.length > 1) return several(nodes);
    const found = one(first);
    return reverse && found.length > 1 ? found.toReversed() : found;
  };
}

/** Restores document order if the axis can break it. */
function normalizeAfter(axis: Axis, contexts: XPathNode[], found: XPathNode[], run: Run): XPathNode[] {
  if (axis === 'self' || axis === 'attribute') return found;
  const downward = axis === 'child' || axis === 'descendant' || axis === 'descendant-or-self';
  if (downward && !isNested(contexts)) return found;
  return run.order.normalize(found);
}

/** A step without positional predicates from many nodes: each result is visited and filtered once. */
function compileWholeSet(step: Step, walk: AxisWalk, filter: ListFilter, run: Run): StepFunction {
  const { axis } = step;
  const from = (nodes: XPathNode[]): XPathNode[] => {
    const out: XPathNode[] = [];
    for (const node of nodes) walk(node, out, Number.POSITIVE_INFINITY);
    return out;
  };
  const sorted = (nodes: XPathNode[]): XPathNode[] => filter(run.order.normalize(from(nodes)));
  if (axis === 'descendant' || axis === 'descendant-or-self') {
    return (nodes) => (nodes.some(isAttribute) ? sorted(nodes) : filter(from(outermost(nodes))));
  }
  if (axis === 'following') return (nodes) => filter(from(endsFirst(nodes.map(owner))));
  // All nodes that precede one of the nodes precede the last one.
  if (axis === 'preceding') return (nodes) => filter(from(nodes.slice(-1)).toReversed());
  if (axis === 'following-sibling') {
    return (nodes) => {
      const starts = onePerParent(nodes);
      const parents = starts.map(parentOf).filter((parent) => parent !== null);
      return isNested(parents) ? sorted(starts) : filter(from(starts));
    };
  }
  if (axis === 'ancestor' || axis === 'ancestor-or-self') {
    const self = axisWalk('self', step.test, run.budget);
    return (nodes) => filter(ancestorsOfAll(nodes, axis === 'ancestor-or-self', self));
  }
  if (axis === 'preceding-sibling') return (nodes) => sorted(onePerParent(nodes.toReversed()));
  if (axis === 'child' || axis === 'self' || axis === 'attribute') {
    return (nodes) => filter(normalizeAfter(axis, nodes, from(nodes), run));
  }
  return sorted;
}

const owner = (node: XPathNode): XPathNode => (isAttribute(node) ? node.owner : node);

/** The node that ends first: all nodes that follow one of the nodes follow it. */
function endsFirst(nodes: XPathNode[]): XPathNode[] {
  let last = nodes[0];
  for (const node of nodes) {
    if (last !== undefined && node !== last && !contains(last, node)) break;
    last = node;
  }
  return last === undefined ? [] : [last];
}

/** The first node of each parent: its following siblings include those of the others. */
function onePerParent(nodes: XPathNode[]): XPathNode[] {
  const parents = new Set<XPathNode | null>();
  return nodes.filter((node) => {
    const parent = parentOf(node);
    if (parents.has(parent) || isAttribute(node)) return false;
    parents.add(parent);
    return true;
  });
}

/**
 * Returns the distinct ancestors of nodes in document order. The ancestors that a node does not share with earlier nodes
 * come after theirs, so it is enough to reverse each climb.
 */
function ancestorsOfAll(nodes: XPathNode[], withSelf: boolean, passes: AxisWalk): XPathNode[] {
  const passed = new Set<XPathNode>();
  const out: XPathNode[] = [];
  for (const node of nodes) {
    const way: XPathNode[] = [];
    let current = withSelf ? node : parentOf(node);
    for (; current !== null && !passed.has(current); current = parentOf(current)) {
      passed.add(current);
      way.push(current);
    }
    for (const each of way.reverse()) passes(each, out, Number.POSITIVE_INFINITY);
  }
  return out;
}
