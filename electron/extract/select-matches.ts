import { isTag, type AnyNode } from 'domhandler';
import { selectorFor, type Match } from './select.ts';
import { explain } from './selection.ts';
import { quoted } from './text.ts';

/** The matches of a selector, or why it cannot be used, in one sentence. */
export type SelectedMatches = { ok: true; matches: Match[] } | { ok: false; problem: string };

/** Evaluates a selector at a node. Never throws. */
export function selectMatches(context: AnyNode, language: 'css' | 'xpath', source: string): SelectedMatches {
  const read = selectorFor(language, source);
  const name = language === 'css' ? 'CSS selector' : 'XPath expression';
  if (!read.ok)
    return { ok: false, problem: `The ${name} ${quoted(source)} is not valid: ${read.problem.message}` };
  try {
    return { ok: true, matches: read.selector.select(context) };
  } catch (error) {
    return { ok: false, problem: `The ${name} ${quoted(source)} could not be evaluated: ${explain(error)}` };
  }
}

/** Says that a selector matches nothing, in one sentence. */
export function whyNothing(context: AnyNode, source: string): string {
  return `${quoted(source)} matches nothing ${isTag(context) ? `in this <${context.name}>` : 'on this page'}.`;
}
