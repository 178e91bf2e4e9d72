import { SelectorType, type Selector } from 'css-what';
import { isTag, type AnyNode, type Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { builtIndexOf } from '../page-index.ts';
import { candidatesOf, type Candidates } from './candidates.ts';
import { firstChild, nextAfter, nextNode } from '../xpath/nodes.ts';
import { previousElement, type CssRun, type ElementTest, type TokenCompiler } from './types.ts';

/** Whether a preceding sibling of the element passes. */
export function compilePrecededBy(test: ElementTest, run: CssRun, steady: boolean): ElementTest {
  if (steady) return rememberedPrecededBy(test, run);
  return (element) => {
    for (
      let each = previousElement(element, run.budget);
      each !== null;
      each = previousElement(each, run.budget)
    ) {
      if (test(each)) return true;
    }
    return false;
  };
}

/** Caches its results, so that lists of 50,000 entries stay cheap. */
function rememberedPrecededBy(test: ElementTest, run: CssRun): ElementTest {
  let known = new Map<Element, boolean>();
  // Created anew instead of cleared; see `Run` of the XPath engine.
  run.onEnd(() => {
    if (known.size > 0) known = new Map();
  });
  return (element) => {
    const passed: Element[] = [];
    let current: Element = element;
    let found = false;
    for (;;) {
      const answer = known.get(current);
      if (answer !== undefined) {
        found = answer;
        break;
      }
      passed.push(current);
      const previous = previousElement(current, run.budget);
      if (previous === null) break;
      if (test(previous)) {
        found = true;
        break;
      }
      current = previous;
    }
    for (const each of passed) known.set(each, found);
    return found;
  };
}

/** Whether one of the relative selectors matches from the element, as in `:has(> img, + p)`. */
export function compileHas(list: Selector[][], compiler: TokenCompiler, run: CssRun): ElementTest {
  const tests = list.map((tokens) => compileRelative(tokens, compiler, run));
  return (element) => tests.some((test) => test(element));
}

function compileRelative(tokens: Selector[], compiler: TokenCompiler, run: CssRun): ElementTest {
  const [first] = tokens;
  const leading = first !== undefined && isCombinator(first) ? first : null;
  const rest = leading === null ? tokens : tokens.slice(1);
  const sideways = leading?.type === SelectorType.Adjacent || leading?.type === SelectorType.Sibling;
  // A single compound inside the element need not be related to it.
  if (leading === null && !rest.some((token) => isCombinator(token))) {
    return insideTest(compiler.test(rest), run, candidatesOf(rest));
  }
  if (leading !== null && !rest.some((token) => isCombinator(token))) {
    return besideOrBelow(leading, compiler.test(rest), run);
  }
  let anchor: Element | null = null;
  const isAnchored: ElementTest = (element) => anchor !== null && standsTo(element, anchor, leading, run);
  const test = compiler.test(rest, { test: isAnchored, steady: false });
  const inside = sideways ? besideTest(test, run) : insideTest(test, run, null);
  return (element) => {
    const outer = anchor;
    anchor = element;
    const found = inside(element);
    anchor = outer;
    return found;
  };
}

/** Handles a single compound after `>`, `+` or `~`, where only children or siblings can match. */
function besideOrBelow(leading: Selector, test: ElementTest, run: CssRun): ElementTest {
  return (element) => {
    let node: AnyNode | null = leading.type === SelectorType.Child ? firstChild(element) : element.next;
    for (; node !== null; node = node.next) {
      run.budget.spend(1);
      if (!isTag(node)) continue;
      if (test(node)) return true;
      if (leading.type === SelectorType.Adjacent) return false;
    }
    return false;
  };
}

/** Whether the leading combinator holds between the anchor and the leftmost element of a relative selector. */
function standsTo(element: Element, anchor: Element, leading: Selector | null, run: CssRun): boolean {
  if (leading?.type === SelectorType.Child) return element.parent === anchor;
  if (leading?.type === SelectorType.Adjacent) return previousElement(element, run.budget) === anchor;
  if (leading?.type === SelectorType.Sibling) return element.parent === anchor.parent && element !== anchor;
  for (let parent: AnyNode | null = element.parent; parent !== null; parent = parent.parent) {
    run.budget.spend(1);
    if (parent === anchor) return true;
  }
  return false;
}

/** @param candidates finds what can match in the index of a page that has one; null: any element can */
function insideTest(test: ElementTest, run: CssRun, candidates: Candidates | null): ElementTest {
  const tried: ElementTest = (element) => {
    run.budget.spend(1);
    return test(element);
  };
  return (element) => {
    const index = candidates === null ? null : builtIndexOf(element);
    const found =
      candidates === null || index === null ? null : index.hasWithin(candidates(index), element, tried);
    if (found !== null) return found;
    for (let node = firstChild(element); node !== null; node = nextNode(node, element)) {
      run.budget.spend(1);
      if (isTag(node) && test(node)) return true;
    }
    return false;
  };
}

/** Searches the following siblings and their descendants. */
function besideTest(test: ElementTest, run: CssRun): ElementTest {
  return (element) => {
    const { parent } = element;
    if (parent === null) return false;
    for (let node = element.next === null ? null : nextAfter(element, parent); node !== null;) {
      run.budget.spend(1);
      if (isTag(node) && test(node)) return true;
      node = nextNode(node, parent);
    }
    return false;
  };
}
