import type { JsonSegment, JsonSelector } from '../../../shared/selectors/json-path-ast.ts';
import type { StepBudget } from '../budget.ts';
import type { JsonValue } from '../types.ts';
import { childOf, isObject, type JsonNode } from './node.ts';

/** What an evaluation needs to know beside the value at hand. */
export interface Run {
  /** The value that `$` means. */
  root: JsonNode;
  budget: StepBudget;
}

/** Whether a filter holds for a child. */
export type Test = (current: JsonNode, run: Run) => boolean;

/** Adds to a list what a selector selects from the children of a node. */
type Select = (node: JsonNode, run: Run, into: JsonNode[]) => void;

/** Selects from each node of a list, in the order of the list. */
export type Segment = (nodes: readonly JsonNode[], run: Run) => JsonNode[];

/**
 * Compiles a segment. Every node that is looked at is a step of the budget, and every node that is selected, because lists of
 * nodes take memory. Nothing recurses over the depth of a document.
 * @param compileTest compiles the condition of a filter
 */
export function compileSegment(
  { descendants, selectors }: JsonSegment,
  compileTest: (selector: Extract<JsonSelector, { kind: 'filter' }>) => Test,
): Segment {
  const selects = selectors.map((selector) => compileSelector(selector, compileTest));
  const [only] = selects;
  const select: Select =
    selects.length === 1 && only !== undefined
      ? only
      : (node, run, into) => {
          for (const one of selects) one(node, run, into);
        };
  const visit = descendants ? below(select) : select;
  return (nodes, run) => {
    const found: JsonNode[] = [];
    for (const node of nodes) {
      run.budget.spend(1);
      visit(node, run, found);
    }
    return found;
  };
}

function compileSelector(
  selector: JsonSelector,
  compileTest: (selector: Extract<JsonSelector, { kind: 'filter' }>) => Test,
): Select {
  switch (selector.kind) {
    case 'name': {
      const { name } = selector;
      return (node, run, into) => {
        const value = childOf(node.value, name);
        if (value !== undefined) add(node.child(name, value), run, into);
      };
    }
    case 'index': {
      const { index } = selector;
      return (node, run, into) => {
        if (!Array.isArray(node.value)) return;
        const at = index < 0 ? node.value.length + index : index;
        const value = node.value[at];
        if (value !== undefined) add(node.child(at, value), run, into);
      };
    }
    case 'slice':
      return compileSlice(selector);
    case 'all':
      return (node, run, into) => {
        eachChild(node, (child) => add(child, run, into));
      };
    case 'filter':
    default: {
      const test = compileTest(selector);
      return (node, run, into) => {
        eachChild(node, (child) => {
          run.budget.spend(1);
          if (test(child, run)) add(child, run, into);
        });
      };
    }
  }
}

function add(node: JsonNode, run: Run, into: JsonNode[]): void {
  run.budget.spend(1);
  into.push(node);
}

function eachChild(node: JsonNode, use: (child: JsonNode) => void): void {
  const { value } = node;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) use(node.child(index, entry));
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) use(node.child(name, member));
  }
}

/** Bounds of a slice, as section 2.3.4.2.2 of RFC 9535 computes them. */
function compileSlice({ from, to, step }: Extract<JsonSelector, { kind: 'slice' }>): Select {
  return (node, run, into) => {
    if (!Array.isArray(node.value) || step === 0) return;
    const { value } = node;
    const { length } = value;
    const clamp = (position: number, low: number, high: number): number =>
      Math.min(Math.max(position < 0 ? length + position : position, low), high);
    const take = (index: number): void => {
      const entry = value[index];
      if (entry !== undefined) add(node.child(index, entry), run, into);
    };
    if (step > 0) {
      const end = clamp(to ?? length, 0, length);
      for (let index = clamp(from ?? 0, 0, length); index < end; index += step) take(index);
    } else {
      const end = to === null ? -1 : clamp(to, -1, length - 1);
      for (let index = clamp(from ?? length - 1, -1, length - 1); index > end; index += step) take(index);
    }
  };
}

const hasChildren = (value: JsonValue): boolean => typeof value === 'object' && value !== null;

/** Applies a selector to a node and to everything below it, parents first. */
function below(select: Select): Select {
  return (node, run, into) => {
    const waiting = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      run.budget.spend(1);
      select(next, run, into);
      const first = waiting.length;
      eachChild(next, (child) => {
        run.budget.spend(1);
        if (hasChildren(child.value)) waiting.push(child);
      });
      reverseFrom(waiting, first);
    }
  };
}

function reverseFrom(nodes: JsonNode[], first: number): void {
  const added = nodes.splice(first);
  for (const node of added.reverse()) nodes.push(node);
}
