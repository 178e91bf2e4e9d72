import type { SelectorFacts } from '../stress/selector-trials.ts';
import { notRun, type Finding } from '../types.ts';

/** Check 10: says which selectors have a part that does the same on all pages. A longer one works, so none is refused for it. */
export function simpler(selectors: readonly SelectorFacts[]): Finding {
  if (selectors.length === 0) return notRun('fields with selectors', 'none');
  return {
    result: 'pass',
    problems: selectors.flatMap(({ pointer, selector, shorter }) =>
      shorter === null
        ? []
        : [
            {
              pointer,
              page: null,
              expected: shorter,
              got: selector,
              hint: 'The shorter selector takes the same on all pages.',
            },
          ],
    ),
  };
}
