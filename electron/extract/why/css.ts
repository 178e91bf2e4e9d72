import type { Element } from 'domhandler';
import type { CssAlternative, CssSelector } from '../../../shared/selectors/css-ast.ts';
import { whyMissing } from './css-reasons.ts';
import { repairsOfBlank, repairsOfOutput, repairsOfStep } from './css-repairs.ts';
import type { CssProgress } from './css-step.ts';
import { compoundEnds, cssOf, writeCss } from './css-text.ts';
import type { Places } from './places.ts';
import type { Diagnosis, ExplainedStep, Repair } from './repair.ts';

/** Diagnoses the alternative that gets furthest, of a selector that matches nothing or nothing but blanks. */
export function diagnoseCss(places: Places, { alternatives }: CssSelector): Diagnosis {
  const all = alternatives.map((alternative) => follow(places, alternative));
  const best = all.reduce((one, other) => (reachedBy(other) > reachedBy(one) ? other : one));
  return {
    steps: best.steps,
    repairs: repairsOf(places, best).map((repair) => inList(repair, alternatives, best.alternative)),
    reason: () => whyMissing(places, best),
  };
}

const reachedBy = ({ steps }: CssProgress): number => steps.filter(({ matches }) => matches > 0).length;

/** Follows a selector compound by compound to the first that nothing matches. */
function follow(places: Places, alternative: CssAlternative): CssProgress {
  const { tokens, output } = alternative;
  const steps: ExplainedStep[] = [];
  let reached: Element[] = [];
  let from = 0;
  for (const end of compoundEnds(tokens)) {
    const selector = cssOf(tokens.slice(0, end));
    const found = places.elements(selector);
    steps.push({ selector, matches: found.length });
    if (found.length === 0) return { alternative, steps, failed: { from, end }, reached };
    reached = found;
    from = end;
  }
  if (output.type !== 'element') {
    const selector = writeCss(alternative);
    steps.push({ selector, matches: places.matches('css', selector).length });
  }
  return { alternative, steps, failed: null, reached };
}

function repairsOf(places: Places, progress: CssProgress): Repair[] {
  const { failed, steps } = progress;
  if (failed !== null) return repairsOfStep(places, progress, failed);
  return (steps.at(-1)?.matches ?? 0) > 0 ? repairsOfBlank(progress) : repairsOfOutput(progress);
}

/** A repair of one alternative of a list, in the list. */
function inList(repair: Repair, all: readonly CssAlternative[], one: CssAlternative): Repair {
  if (all.length === 1) return repair;
  const selector = all.map((each) => (each === one ? repair.selector : writeCss(each))).join(', ');
  return { ...repair, selector };
}
