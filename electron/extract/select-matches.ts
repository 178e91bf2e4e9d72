import { isTag, type AnyNode } from 'domhandler';
import { selectorFor, type Match } from './select.ts';
import { explain } from './selection.ts';
import { quoted } from './text.ts';

/** The matches of a selector, or why it cannot be used, in one sentence. */
export type SelectedMatches = { ok: true; matches: Match[] } | { ok: false; problem: string };

/** A selector, looked up once for any number of nodes. Never throws. */
export type Select = (context: AnyNode) => SelectedMatches;

/** Returns a function that evaluates a selector at a node. */
export function prepareSelect(language: 'css' | 'xpath', source: string): Select {
  const read = selectorFor(language, source);
  const name = language === 'css' ? 'CSS selector' : 'XPath expression';
  if (!read.ok) {
    const problem = `The ${name} ${quoted(source)} is not valid: ${read.problem.message}`;
    return () => ({ ok: false, problem });
  }
  const { selector } = read;
  return (context) => {
    try {
      return { ok: true, matches: selector.select(context) };
    } catch (error) {
      return {
        ok: false,
        problem: `The ${name} ${quoted(source)} could not be evaluated: ${explain(error)}`,
      };
    }
  };
}

/** Evaluates a selector at a node. Never throws. */
export const selectMatches = (context: AnyNode, language: 'css' | 'xpath', source: string): SelectedMatches =>
  prepareSelect(language, source)(context);

/** Says that a selector matches nothing, in one sentence. */
export function whyNothing(context: AnyNode, source: string): string {
  return `${quoted(source)} matches nothing ${isTag(context) ? `in this <${context.name}>` : 'on this page'}.`;
}
