import { isDocument, isTag, isText, type AnyNode, type Document, type Element, type Text } from 'domhandler';
import { SelectorType, type Selector } from 'css-what';
import type { CssAlternative, CssSelector } from '../../../shared/selectors/css-ast.ts';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { builtIndexOf, indexOfPage } from '../page-index.ts';
import { StepBudget } from '../budget.ts';
import { nextNode } from '../xpath/nodes.ts';
import { candidatesOf, type Candidates } from './candidates.ts';
import { CssCompiler } from './compile.ts';
import type { CssRun, ElementTest, FirstTest } from './types.ts';

/** The matches of a selector, distinct and in document order. */
export type CssFinding =
  | { kind: 'element'; node: Element }
  | { kind: 'text'; node: Text }
  | { kind: 'attribute'; node: Element; name: string; value: string };

/** A compiled CSS selector. Returns its matches below a node. */
export type CssQuery = (context: AnyNode) => CssFinding[];

interface Alternative {
  test: ElementTest;
  output: CssAlternative['output'];
  /** Whether siblings of the context can match, because the selector has `+` or `~`. */
  sideways: boolean;
  /** For `x ::text`: the elements that are an x or inside one, collected during the walk. Else null. */
  covered: Set<AnyNode> | null;
  /** The elements of a page that can match; null: any element. */
  candidates: Candidates | null;
  /** Whether all of them match, as the selector is nothing but a name, a class, an id, or an attribute of anything. */
  isCertain: boolean;
}

/**
 * Compiles a checked selector. As in parsel, the context element itself can match, and all parts of the selector match
 * within the context (or among its siblings, after `+` and `~`).
 * The query throws SelectorCostError if it takes too many steps.
 */
export function compileQuery(selector: CssSelector): CssQuery {
  const resets: (() => void)[] = [];
  const run: CssRun = {
    budget: new StepBudget(),
    context: null,
    onEnd: (reset) => resets.push(reset),
  };
  let bound: AnyNode | null = null;
  const withinBound: ElementTest = (element) => {
    if (bound === null) return true;
    for (let node: AnyNode | null = element; node !== null; node = node.parent) {
      run.budget.spend(1);
      if (node === bound) return true;
    }
    return false;
  };
  const first: FirstTest = { test: withinBound, steady: true };
  const compiler = new CssCompiler(run);
  const alternatives = selector.alternatives.map((alternative) =>
    compileAlternative(alternative, compiler, first),
  );
  const sideways = alternatives.some((alternative) => alternative.sideways);
  const [only] = alternatives;
  return (context) => {
    const start = isDocument(context) ? context.children.find(isTag) : context;
    if (start === undefined || !isTag(start)) return [];
    run.context = start;
    bound = start.parent !== null && isTag(start.parent) ? start : null;
    run.budget.reset();
    try {
      const found =
        only !== undefined && alternatives.length === 1 && (isDocument(context) || !sideways)
          ? lookUp(isDocument(context) ? context : start, only, run.budget)
          : null;
      return found ?? collect(start, sideways, alternatives, run.budget);
    } finally {
      run.context = null;
      bound = null;
      for (const reset of resets) reset();
      // Created anew instead of cleared; see `Run` of the XPath engine.
      for (const each of alternatives) if (each.covered !== null) each.covered = new Set();
    }
  };
}

function compileAlternative(
  { tokens, output }: CssAlternative,
  compiler: CssCompiler,
  first: FirstTest,
): Alternative {
  const sideways = tokens.some(({ type }) => type === SelectorType.Adjacent || type === SelectorType.Sibling);
  const around = output.type === 'element' ? null : beforeAnything(tokens);
  if (around === null) {
    const candidates = candidatesOf(tokens);
    const isCertain = tokens.length === 1 && candidates !== null;
    return { test: compiler.test(tokens, first), output, sideways, covered: null, candidates, isCertain };
  }
  if (around.length === 0 && output.type === 'attribute') {
    const candidates: Candidates = (index) => index.withAttribute(output.name);
    return { test: first.test, output, sideways, covered: null, candidates, isCertain: true };
  }
  const test = around.length === 0 ? first.test : compiler.test(around, first);
  return { test, output, sideways, covered: new Set(), candidates: null, isCertain: false };
}

/**
 * The candidates below a document or an element, itself included; null if the page must be walked. The index is built for whole
 * pages only: below an element a walk may be shorter.
 */
function candidatesIn(context: Document | Element, candidates: Candidates): readonly Element[] | null {
  const index = isDocument(context) ? indexOfPage(context) : builtIndexOf(context);
  if (index === null) return null;
  return isDocument(context) ? candidates(index) : index.within(candidates(index), context);
}

/** The matches among known candidates; null if the page must be walked. */
function lookUp(
  context: Document | Element,
  { test, output, candidates, isCertain }: Alternative,
  budget: StepBudget,
): CssFinding[] | null {
  const all = candidates === null ? null : candidatesIn(context, candidates);
  if (all === null) return null;
  budget.spend(all.length + 1);
  const matches = isCertain ? all : all.filter(test);
  if (output.type === 'element') return matches.map((node) => ({ kind: 'element', node }));
  const findings: CssFinding[] = [];
  if (output.type === 'attribute') {
    const { name } = output;
    for (const node of matches) {
      const value = node.attribs[name];
      if (value !== undefined) findings.push({ kind: 'attribute', node, name, value });
    }
    return findings;
  }
  // The texts of nested elements are interleaved.
  if (matches.some((element, at) => isInside(element, matches[at - 1], budget))) return null;
  for (const { children } of matches) {
    for (const node of children) if (isText(node)) findings.push({ kind: 'text', node });
  }
  return findings;
}

function isInside(element: Element, outer: Element | undefined, budget: StepBudget): boolean {
  if (outer === undefined) return false;
  for (let node: AnyNode | null = element.parent; node !== null; node = node.parent) {
    budget.spend(1);
    if (node === outer) return true;
  }
  return false;
}

/**
 * Returns the tokens before a final ` *`, or null if the selector does not end with one. parsel translates `div ::text`
 * and `div *::text` to all text inside the div, including its own, and spiders rely on that.
 */
function beforeAnything(tokens: Selector[]): Selector[] | null {
  const last = tokens.at(-1);
  if (last?.type !== SelectorType.Universal) return null;
  if (tokens.length === 1) return [];
  const combinator = tokens.at(-2);
  if (combinator === undefined || !isCombinator(combinator)) return null;
  return combinator.type === SelectorType.Descendant ? tokens.slice(0, -2) : null;
}

/** Walks once for all alternatives, so that matches come in document order without sorting. */
function collect(
  start: Element,
  sideways: boolean,
  alternatives: Alternative[],
  budget: StepBudget,
): CssFinding[] {
  const findings: CssFinding[] = [];
  const root: AnyNode = sideways && start.parent !== null ? start.parent : start;
  /** Elements whose text nodes are selected. */
  const textOwners = new Set<AnyNode>();
  let steps = 0;
  for (let node: AnyNode | null = start; node !== null; node = nextNode(node, root)) {
    steps += 1;
    if (isText(node)) {
      if (node.parent !== null && textOwners.has(node.parent)) findings.push({ kind: 'text', node });
    } else if (isTag(node)) {
      findAt(node, alternatives, textOwners, findings);
    }
  }
  budget.spend(steps);
  return findings;
}

function findAt(
  element: Element,
  alternatives: Alternative[],
  textOwners: Set<AnyNode>,
  findings: CssFinding[],
): void {
  let found = false;
  let names: Set<string> | null = null;
  for (const { test, output, covered } of alternatives) {
    const missing = output.type === 'attribute' && element.attribs[output.name] === undefined;
    if (covered !== null) {
      if (!isCovered(element, covered) && !test(element)) continue;
      covered.add(element);
      if (missing) continue;
    } else if (missing || !test(element)) continue;
    if (output.type === 'element') found = true;
    else if (output.type === 'text') textOwners.add(element);
    else (names ??= new Set()).add(output.name);
  }
  if (found) findings.push({ kind: 'element', node: element });
  if (names === null) return;
  for (const [name, value] of Object.entries(element.attribs)) {
    if (names.has(name)) findings.push({ kind: 'attribute', node: element, name, value });
  }
}

const isCovered = (element: Element, covered: Set<AnyNode>): boolean =>
  element.parent !== null && covered.has(element.parent);
