import type { SelectorFacts } from '../stress/selector-trials.ts';
import { notRun, type Finding, type ProofProblem } from '../types.ts';
import { percent, sumOf } from './input.ts';

/** Share of the changes that the selectors of a spider are to survive. */
const survivalFrom = 0.9;
/** By how much a selector that is known must do better for the one that is there to be refused. */
const betterBy = 0.2;
/** Fewer changes tell too little to refuse a spider. */
const enoughTrials = 24;

/**
 * Check 9: selectors survive changes of a page. Where they do not, a spider is refused only if selectors are known that do clearly
 * better on the same pages: markup without names allows no others. What counts elements or depends on generated classes is named.
 */
export function stress(selectors: readonly SelectorFacts[]): Finding {
  const tried = selectors.filter(({ own }) => own.tried > 0);
  const all = sumOf(tried, ({ own }) => own.tried);
  if (all === 0) return notRun('pages on which selectors find an element', 'none');
  const survived = sumOf(tried, ({ own }) => own.survived) / all;
  const possible = sumOf(tried, ({ own, other }) => Math.max(own.survived, other?.survived ?? 0)) / all;
  if (survived >= survivalFrom || possible - survived < betterBy || all < enoughTrials)
    return { result: 'pass', problems: tried.flatMap(named) };
  const weak = tried.flatMap(({ pointer, selector, own, other }): ProofProblem[] =>
    other === null || other.survived <= own.survived
      ? []
      : [
          {
            pointer,
            page: null,
            expected: `a selector that survives ${percent(other.survived / Math.max(1, other.tried))} of the changes`,
            got: `${percent(own.survived / own.tried)} with ${selector}`,
            hint: `Write ${other.selector}`,
          },
        ],
  );
  const isFragile = tried.some(
    ({ pointer, fragility }) => fragility !== null && weak.some((each) => each.pointer === pointer),
  );
  return isFragile ? { result: 'fail', problems: weak } : { result: 'pass', problems: tried.flatMap(named) };
}

function named({ pointer, selector, fragility }: SelectorFacts): ProofProblem[] {
  if (fragility === null) return [];
  return [{ pointer, page: null, expected: null, got: `${selector} ${fragility}`, hint: null }];
}
