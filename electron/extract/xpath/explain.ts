import { isTag, type AnyNode, type Element } from 'domhandler';
import type { Expression, Step, XPathSelector } from '../../../shared/selectors/xpath-ast.ts';
import {
  missingAttribute,
  missingName,
  vocabularyOf,
  type ExplainedStep,
  type Explanation,
} from '../explanation.ts';
import { compileQuery } from './evaluate.ts';
import { isAttribute, rootOf, type XPathNode } from './nodes.ts';
import { hasWord } from './values.ts';

type Path = Extract<Expression, { type: 'path' }>;
type Reason = Pick<Explanation, 'reason' | 'hint'>;

function nodesOf(context: AnyNode, expression: Expression): XPathNode[] {
  const result = compileQuery({ language: 'xpath', source: '', expression, result: 'nodes' })(context);
  return result.type === 'nodes' ? result.nodes : [];
}

/** Explains a path step by step; for a union, the side of which the most steps match. */
export function explainXPath(context: AnyNode, { source, expression, result }: XPathSelector): Explanation {
  if (result !== 'nodes') {
    const kind = { string: 'a text', number: 'a number', boolean: 'true or false' }[result];
    return { steps: [], reason: `The expression always gives ${kind}, never nodes.`, hint: null };
  }
  const paths = pathsOf(expression);
  if (paths.length === 0) {
    return { steps: [], reason: 'The expression selects no nodes on this page.', hint: null };
  }
  const all = paths.map((path) => explainPath(context, source, path));
  const reached = (explanation: Explanation): number =>
    explanation.steps.filter((step) => step.matches > 0).length;
  return all.reduce((best, each) => (reached(each) > reached(best) ? each : best));
}

function pathsOf(expression: Expression): Path[] {
  if (expression.type === 'path') return [expression];
  if (expression.type === 'filter') return pathsOf(expression.primary);
  return expression.type === 'union' ? expression.operands.flatMap(pathsOf) : [];
}

function explainPath(context: AnyNode, source: string, path: Path): Explanation {
  const steps: ExplainedStep[] = [];
  let before: XPathNode[] = [];
  for (const [index, step] of path.steps.entries()) {
    if (step.implied) continue;
    const upTo = path.steps.slice(0, index + 1);
    const found = nodesOf(context, { ...path, steps: upTo });
    steps.push({ selector: source.slice(path.start, step.end), matches: found.length });
    if (found.length === 0) return { steps, ...explainStep(context, source, path, upTo, step, before) };
    before = found;
  }
  return { steps, reason: 'The path matches; a condition after it, or nothing, is left.', hint: null };
}

function explainStep(
  context: AnyNode,
  source: string,
  path: Path,
  upTo: Step[],
  step: Step,
  before: XPathNode[],
): Reason {
  const bare: Step = { ...step, predicates: [] };
  const without = nodesOf(context, { ...path, steps: [...upTo.slice(0, -1), bare] });
  if (without.length > 0) return explainPredicate(context, source, path, upTo, step);
  const elements = before.filter((node): node is Element => !isAttribute(node) && isTag(node));
  if (step.axis === 'attribute' && step.test.type === 'name' && step.test.name !== null) {
    if (elements.length > 0) return missingAttribute(step.test.name, elements);
    return { reason: `No element on the page has the attribute "${step.test.name}".`, hint: null };
  }
  if (step.test.type === 'text') {
    return {
      reason: 'The part before text() has no text of its own.',
      hint: 'Write //text() for the text of everything inside.',
    };
  }
  const name = step.test.type === 'name' ? step.test.name : null;
  if (name === null) return { reason: 'Nothing stands there on this page.', hint: null };
  const words = vocabularyOf(rootOf(context));
  const missing = missingName(name, words);
  if (missing !== null) {
    const [tag = '', word = ''] = name.split('.');
    if (word !== '' && words.classes.has(word)) {
      return { reason: missing.reason, hint: `A class is written ${tag}[has-class("${word}")] in XPath.` };
    }
    return missing;
  }
  const reason = `There is a <${name}> on the page, but not where the path looks for it.`;
  const previous = upTo.at(-2);
  if (step.axis !== 'child' || previous?.implied === true) return { reason, hint: null };
  const deeper = nodesOf(context, {
    ...path,
    steps: [...upTo.slice(0, -1), { ...bare, axis: 'descendant' }],
  }).length;
  return { reason, hint: deeper === 0 ? null : `There are ${deeper} deeper inside; write // in place of /.` };
}

/** Finds the first predicate that no node satisfies. */
function explainPredicate(context: AnyNode, source: string, path: Path, upTo: Step[], step: Step): Reason {
  let count = 0;
  for (let used = 0; used <= step.predicates.length; used += 1) {
    const tried: Step = { ...step, predicates: step.predicates.slice(0, used) };
    const found = nodesOf(context, { ...path, steps: [...upTo.slice(0, -1), tried] });
    const last = step.predicates[used - 1];
    if (found.length === 0 && last !== undefined) {
      const before = nodesOf(context, {
        ...path,
        steps: [...upTo.slice(0, -1), { ...step, predicates: step.predicates.slice(0, used - 1) }],
      });
      return {
        reason: `${count} ${count === 1 ? 'node comes' : 'nodes come'} this far, but none fulfils [${source.slice(last.start, last.end)}].`,
        hint: classHint(last, before),
      };
    }
    count = found.length;
  }
  return { reason: 'No node fulfils the conditions.', hint: null };
}

/** Hint for `[@class="a"]`, which compares the whole attribute, unlike a class in CSS. */
function classHint(predicate: Expression, nodes: XPathNode[]): string | null {
  if (predicate.type !== 'binary' || predicate.operator !== '=') return null;
  const { left, right } = predicate;
  if (left.type !== 'path' || right.type !== 'literal') return null;
  const [step] = left.steps;
  if (step?.axis !== 'attribute' || step.test.type !== 'name' || step.test.name !== 'class') return null;
  const word = right.value.trim();
  const has = nodes.some(
    (node) => !isAttribute(node) && isTag(node) && hasWord(node.attribs['class'] ?? '', word),
  );
  return has && word !== '' ? `The class stands beside others; write [has-class("${word}")].` : null;
}
