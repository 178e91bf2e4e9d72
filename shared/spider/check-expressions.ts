import { readPattern, type Pattern, type PatternProblem } from '../patterns/read.ts';
import { readCss, type CssSelector } from '../selectors/read-css.ts';
import { readJsonPath } from '../selectors/read-json-path.ts';
import { readXPath } from '../selectors/read-xpath.ts';
import type { Expression } from '../selectors/xpath-ast.ts';
import type { Path, Report } from './problems.ts';
import { labelOf, shorten } from './wording.ts';

/** Checks a regular expression. The schema check handles empty ones. @returns the pattern, or null */
export function checkPattern(source: unknown, path: Path, report: Report): Pattern | null {
  if (typeof source !== 'string' || source === '') return null;
  const read = readPattern(source);
  if (read.ok) return read.pattern;
  const { offset, hint } = read.problem;
  report.error(path, 'invalid-pattern', describe(source, read.problem), { offset, hint });
  return null;
}

/** Says what is wrong with a regular expression that is not part of a document; null: nothing is. */
export function problemOfPattern(source: string): { message: string; hint: string | null } | null {
  const read = readPattern(source);
  return read.ok ? null : { message: describe(source, read.problem), hint: read.problem.hint };
}

const describe = (source: string, { message }: PatternProblem): string =>
  `Invalid pattern '${shorten(source)}': ${message}`;

/** Checks a CSS selector. @param elements why it must select elements and not text, for the message; null: it need not */
export function checkCss(source: unknown, path: Path, report: Report, elements: string | null = null): void {
  if (typeof source !== 'string' || source === '') return;
  const read = readCss(source);
  if (!read.ok) {
    const { message, offset, hint } = read.problem;
    const text = `Invalid CSS selector '${shorten(source)}': ${message}`;
    report.error(path, 'invalid-css', text, { offset, hint });
    return;
  }
  if (elements !== null && !selectsElements(read.selector)) {
    const offset = source.indexOf('::');
    const message = `${labelOf(path)} must select elements, because ${elements}: '${shorten(source)}'`;
    report.error(path, 'selects-no-elements', message, {
      offset: offset === -1 ? null : offset,
      hint: 'Leave out ::text or ::attr(…).',
    });
  }
}

/**
 * Checks an XPath expression.
 * @param nodes why it must select nodes, and not a number or text; `elements`: nor attributes or the text of elements. Null: it need not
 */
export function checkXPath(
  source: unknown,
  path: Path,
  report: Report,
  nodes: { reason: string; elements: boolean } | null = null,
): void {
  if (typeof source !== 'string' || source === '') return;
  const read = readXPath(source);
  if (!read.ok) {
    const { message, offset, hint } = read.problem;
    const text = `Invalid XPath expression '${shorten(source)}': ${message}`;
    report.error(path, 'invalid-xpath', text, { offset, hint });
    return;
  }
  if (nodes === null) return;
  const { result, expression } = read.selector;
  const message = `${labelOf(path)} must select elements, because ${nodes.reason}: '${shorten(source)}'`;
  if (result !== 'nodes') {
    report.error(path, 'selects-no-elements', message, {
      hint: `It gives a ${result}; write a path such as //main.`,
    });
  } else if (nodes.elements && !leadsToElements(expression)) {
    report.error(path, 'selects-no-elements', message, { hint: 'Leave out its last step.' });
  }
}

/** Checks a JSONPath. */
export function checkJsonPath(source: unknown, path: Path, report: Report): void {
  if (typeof source !== 'string' || source === '') return;
  const read = readJsonPath(source);
  if (read.ok) return;
  const { message, offset, hint } = read.problem;
  report.error(path, 'invalid-json-path', `Invalid JSONPath '${shorten(source)}': ${message}`, {
    offset,
    hint,
  });
}

/** Whether the nodes of an expression can be elements, as far as its form shows. */
function leadsToElements(expression: Expression): boolean {
  if (expression.type === 'union') return expression.operands.every(leadsToElements);
  if (expression.type === 'filter') return leadsToElements(expression.primary);
  const last = expression.type === 'path' ? expression.steps.at(-1) : undefined;
  if (last === undefined) return true;
  const isElement = last.test.type === 'name' || last.test.type === 'node';
  return isElement && last.axis !== 'attribute' && last.axis !== 'namespace';
}

/** Whether a field can only select text, attributes or numbers, as far as its selector shows. */
export function selectsText(css: unknown, xpath: unknown): boolean {
  if (typeof css === 'string') {
    const read = readCss(css);
    return read.ok && read.selector.alternatives.every(({ output }) => output.type !== 'element');
  }
  const read = typeof xpath === 'string' ? readXPath(xpath) : null;
  if (read?.ok !== true) return false;
  const { result, expression } = read.selector;
  return result !== 'nodes' || !leadsToElements(expression);
}

function selectsElements(selector: CssSelector): boolean {
  return selector.alternatives.every((alternative) => alternative.output.type === 'element');
}
