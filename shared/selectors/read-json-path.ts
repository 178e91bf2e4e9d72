import type { JsonPathSelector } from './json-path-ast.ts';
import { JsonPathParser } from './json-path-parser.ts';
import { maxSelectorLength, SelectorRefusal, type SelectorProblem } from './problem.ts';

export type { JsonPathSelector } from './json-path-ast.ts';

/** The parsed path, or why it is rejected. */
export type JsonPathReading =
  { ok: true; selector: JsonPathSelector } | { ok: false; problem: SelectorProblem };

/** Matches texts that look like an XPath expression or a CSS selector. */
const markupLook = /^\.{0,2}\/|::(?:text|attr)\b|^[#.][A-Za-z][\w-]*(?:\s|$)|^[a-z][\w-]*\.[\w-]+\s/;

/**
 * Parses and checks a JSONPath (RFC 9535). A path without `$` is read as `$.` and the path; one that begins with `[` or `..`
 * as `$` and the path. Rejects what the RFC rejects, and constant patterns that are no I-Regexp, because these match nothing
 * on any page.
 */
export function readJsonPath(source: string): JsonPathReading {
  if (source.length > maxSelectorLength) {
    const message = `The JSONPath is longer than ${maxSelectorLength} characters.`;
    return { ok: false, problem: { message, offset: null, hint: null } };
  }
  try {
    if (!source.isWellFormed()) throw new SelectorRefusal('The JSONPath holds half of a character.', null);
    return { ok: true, selector: { language: 'json', source, segments: new JsonPathParser(source).parse() } };
  } catch (error) {
    if (!(error instanceof SelectorRefusal)) throw error;
    const { problem } = error;
    if (!markupLook.test(source)) return { ok: false, problem };
    return { ok: false, problem: { ...problem, hint: markupHint(source) } };
  }
}

function markupHint(source: string): string {
  const other = 'For a selector of HTML use "css" or "xpath".';
  return source.startsWith('.') && !/[\s/:]/.test(source) ? `Write "$${source}". ${other}` : other;
}
