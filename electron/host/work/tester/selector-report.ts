import { isTag, type AnyNode } from 'domhandler';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { explainEmpty } from '../../../extract/explain-empty.ts';
import { selectorFor, type Match } from '../../../extract/select.ts';
import type { OpenPage } from './open-page.ts';

const maxSamples = 100;

type Report = Omit<CallValue<'tester.selector'>, 'parsed' | 'elapsedMs'>;

const failed = (problem: string, hint: string | null): Report => ({
  matches: 0,
  samples: [],
  nodes: { total: 0, elements: [], cut: false },
  problem,
  hint,
  empty: null,
});

/** Reports the matches of a selector, on the whole page or within each match of another selector. */
export function reportSelector(
  page: OpenPage,
  { language, selector, within }: Pick<CallArgs<'tester.selector'>, 'language' | 'selector' | 'within'>,
): Report {
  const read = selectorFor(language, selector);
  if (!read.ok) return failed(read.problem.message, read.problem.hint);
  try {
    const contexts = contextsOf(page, within ?? null);
    if (contexts === null)
      return failed('The selector of the list around it is not valid.', 'Mend that one first.');
    const matches: Match[] = [];
    for (const context of contexts) matches.push(...read.selector.select(context));
    const [first = page.tree.document] = contexts;
    return {
      matches: matches.length,
      samples: page.samplesOf(matches, maxSamples),
      nodes: page.nodesOf(matches),
      problem: null,
      hint: null,
      empty: matches.length > 0 ? null : explainEmpty(first, language, selector),
    };
  } catch (error) {
    const message =
      error instanceof RangeError ? 'The page is nested too deeply for this selector.' : messageOf(error);
    return failed(message, 'Choose a selector that matches less of the page.');
  }
}

/** Context nodes of a selector; null: the outer selector is invalid. */
export function contextsOf(page: OpenPage, within: string | null): AnyNode[] | null {
  if (within === null) return [page.tree.document];
  const read = selectorFor('css', within);
  if (!read.ok) return null;
  return read.selector
    .select(page.tree.document)
    .flatMap(({ node }) => (node !== null && isTag(node) ? [node] : []));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
