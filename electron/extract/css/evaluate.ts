import { isDocument, isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import { SelectorType, type Selector } from 'css-what';
import type { CssAlternative, CssSelector } from '../../../shared/selectors/css-ast.ts';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { StepBudget } from '../xpath/budget.ts';
import { nextNode } from '../xpath/nodes.ts';
import { CssCompiler } from './compile.ts';
import type { CssRun, ElementTest, FirstTest } from './types.ts';

/** What a selector found, in document order and each once. */
export type CssFinding =
  | { kind: 'element'; node: Element }
  | { kind: 'text'; node: Text }
  | { kind: 'attribute'; node: Element; name: string; value: string };

export type CssQuery = (context: AnyNode) => CssFinding[];

interface Alternative {
  test: ElementTest;
  output: CssAlternative['output'];
  /** Whether matches can lie beside the context: the selector goes sideways. */
  sideways: boolean;
  /** For `x ::text`: the elements that are an x or inside one, filled while the page is walked over. Else null. */
  covered: Set<AnyNode> | null;
}

/**
 * Compiles a checked selector. As in parsel, the context element itself can match, and everything a selector names
 * lies within the context (or beside it, after `+` and `~`).
 * The query throws SelectorCostError when it takes too many steps.
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
  return (context) => {
    const start = isDocument(context) ? context.children.find(isTag) : context;
    if (start === undefined || !isTag(start)) return [];
    run.context = start;
    bound = start.parent !== null && isTag(start.parent) ? start : null;
    run.budget.reset();
    try {
      return collect(start, sideways, alternatives, run.budget);
    } finally {
      run.context = null;
      bound = null;
      for (const reset of resets) reset();
      for (const { covered } of alternatives) covered?.clear();
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
  if (around === null) return { test: compiler.test(tokens, first), output, sideways, covered: null };
  const test = around.length === 0 ? first.test : compiler.test(around, first);
  return { test, output, sideways, covered: new Set() };
}

/**
 * What stands before a final ` *`, or null when the selector ends otherwise. parsel translates `div ::text` (and
 * `div *::text`) into all text inside the div, its own included; spiders rely on it.
 */
function beforeAnything(tokens: Selector[]): Selector[] | null {
  const last = tokens.at(-1);
  if (last?.type !== SelectorType.Universal) return null;
  if (tokens.length === 1) return [];
  const combinator = tokens.at(-2);
  if (combinator === undefined || !isCombinator(combinator)) return null;
  return combinator.type === SelectorType.Descendant ? tokens.slice(0, -2) : null;
}

/** One walk for all alternatives, so that the findings come in document order without sorting. */
function collect(
  start: Element,
  sideways: boolean,
  alternatives: Alternative[],
  budget: StepBudget,
): CssFinding[] {
  const findings: CssFinding[] = [];
  const root: AnyNode = sideways && start.parent !== null ? start.parent : start;
  /** Elements whose text nodes were asked for. */
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
  const names = new Set<string>();
  for (const { test, output, covered } of alternatives) {
    const missing = output.type === 'attribute' && element.attribs[output.name] === undefined;
    if (covered !== null) {
      if (!isCovered(element, covered) && !test(element)) continue;
      covered.add(element);
      if (missing) continue;
    } else if (missing || !test(element)) continue;
    if (output.type === 'element') found = true;
    else if (output.type === 'text') textOwners.add(element);
    else names.add(output.name);
  }
  if (found) findings.push({ kind: 'element', node: element });
  if (names.size === 0) return;
  for (const [name, value] of Object.entries(element.attribs)) {
    if (names.has(name)) findings.push({ kind: 'attribute', node: element, name, value });
  }
}

const isCovered = (element: Element, covered: Set<AnyNode>): boolean =>
  element.parent !== null && covered.has(element.parent);
