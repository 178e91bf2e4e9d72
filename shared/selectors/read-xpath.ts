import { maxSelectorLength, SelectorRefusal, type SelectorProblem } from './problem.ts';
import type { XPathSelector } from './xpath-ast.ts';
import { XPathParser } from './xpath-parser.ts';
import { typeOfExpression } from './xpath-types.ts';

export type { SelectorProblem } from './problem.ts';
export type { XPathSelector } from './xpath-ast.ts';

/** The parsed expression, or why it is rejected. */
export type XPathReading = { ok: true; selector: XPathSelector } | { ok: false; problem: SelectorProblem };

/** Matches texts that look like a CSS selector instead of XPath. */
const cssLook =
  /^[.#][A-Za-z_-]|::(?:text|attr)\b|^[\w*-]+[.#][\w-]+(?:\s|$)|\w:(?:first|last|nth|not|has)[-(]|\[[\w-]+[~^$*|]?=/;

/**
 * Parses and checks an XPath 1.0 expression with parsel's extensions (`re:`, `set:`, `has-class`). Rejects unknown
 * functions and prefixes, wrong numbers of arguments, values where nodes are needed, and patterns that do not compile, so
 * that these cannot fail on a page.
 */
export function readXPath(source: string): XPathReading {
  if (source.length > maxSelectorLength) {
    const message = `The XPath expression is longer than ${maxSelectorLength} characters.`;
    return { ok: false, problem: { message, offset: null, hint: null } };
  }
  try {
    const expression = new XPathParser(source).parse();
    return {
      ok: true,
      selector: { language: 'xpath', source, expression, result: typeOfExpression(expression) },
    };
  } catch (error) {
    if (!(error instanceof SelectorRefusal)) throw error;
    const { problem } = error;
    if (!cssLook.test(source)) return { ok: false, problem };
    const hint = problem.hint ?? 'This looks like a CSS selector; put it into "css" instead of "xpath".';
    return { ok: false, problem: { ...problem, hint } };
  }
}
