import { isDocument, isTag, type AnyNode } from 'domhandler';
import { readCss } from '../../shared/selectors/read-css.ts';
import { readXPath } from '../../shared/selectors/read-xpath.ts';
import { explainCss } from './css/explain.ts';
import type { Explanation } from './explanation.ts';
import { explainXPath } from './xpath/explain.ts';

export type { Explanation } from './explanation.ts';

/**
 * Explains why a selector matches nothing: the number of matches after each step, a sentence about the first step without
 * matches, and a hint. For a selector that matches, returns only the number of matches after each step.
 */
export function explainEmpty(context: AnyNode, language: 'css' | 'xpath', source: string): Explanation {
  const start = isDocument(context) ? context.children.find(isTag) : context;
  if (language === 'css') {
    const read = readCss(source);
    if (!read.ok) return { steps: [], reason: read.problem.message, hint: read.problem.hint };
    return explainCss(start ?? context, read.selector);
  }
  const read = readXPath(source);
  if (!read.ok) return { steps: [], reason: read.problem.message, hint: read.problem.hint };
  return explainXPath(start ?? context, read.selector);
}
