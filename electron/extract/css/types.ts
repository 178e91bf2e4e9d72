import type { Selector } from 'css-what';
import { isTag, type AnyNode, type Element } from 'domhandler';
import type { StepBudget } from '../xpath/budget.ts';

/** Whether an element matches a part of a selector. */
export type ElementTest = (element: Element) => boolean;

/** A test of the leftmost element of a selector. */
export interface FirstTest {
  test: ElementTest;
  /** Whether its answers stay the same during a query, so that what follows from them may be remembered. */
  steady: boolean;
}

/** What the parts of one selector share while it is evaluated. */
export interface CssRun {
  readonly budget: StepBudget;
  /** Where the query began: what `:scope` means. null while nothing is evaluated. */
  context: Element | null;
  /** `reset` is called after each query, to forget what was remembered about the page. */
  onEnd(reset: () => void): void;
}

/** Compiles selectors inside selectors. */
export interface TokenCompiler {
  readonly run: CssRun;
  /** @param first what the element that the leftmost part of the selector matches must pass besides. */
  test(tokens: Selector[], first?: FirstTest | null): ElementTest;
  /** True when one of the selectors in a list matches. */
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
