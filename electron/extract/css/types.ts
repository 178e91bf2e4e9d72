import type { Selector } from 'css-what';
import { isTag, type AnyNode, type Element } from 'domhandler';
import type { StepBudget } from '../budget.ts';

/** Whether an element matches a part of a selector. */
export type ElementTest = (element: Element) => boolean;

/** A test of the leftmost element of a selector. */
export interface FirstTest {
  test: ElementTest;
  /** Whether its results do not change during a query, so that results derived from them can be cached. */
  steady: boolean;
}

/** State shared by the parts of a selector while it is evaluated. */
export interface CssRun {
  readonly budget: StepBudget;
  /** The context of the query, which `:scope` matches; null outside of a query. */
  context: Element | null;
  /** Registers a function that is called after each query to clear cached data about the page. */
  onEnd(reset: () => void): void;
}

/** Compiles the selectors in the arguments of pseudo-classes. */
export interface TokenCompiler {
  readonly run: CssRun;
  /** @param first an additional test for the element that the leftmost compound matches */
  test(tokens: Selector[], first?: FirstTest | null): ElementTest;
  /** Whether one of the selectors in a list matches. */
  anyOf(list: Selector[][]): ElementTest;
}

/** Returns the preceding sibling element, or null. Each step counts against the budget. */
export function previousElement(node: AnyNode, budget: StepBudget): Element | null {
  for (let previous = node.prev; previous !== null; previous = previous.prev) {
    budget.spend(1);
    if (isTag(previous)) return previous;
  }
  return null;
}
