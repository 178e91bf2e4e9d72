import type { Selector } from 'css-what';
import type { Element } from 'domhandler';
import type { CssAlternative } from '../../../shared/selectors/css-ast.ts';
import { writeCss } from './css-text.ts';
import type { Places } from './places.ts';
import type { ExplainedStep, Repair } from './repair.ts';

/** How far a selector gets. */
export interface CssProgress {
  alternative: CssAlternative;
  steps: ExplainedStep[];
  /** The compound that ends the matches, with the combinator before it; null: all compounds match. */
  failed: { from: number; end: number } | null;
  /** What the compounds before it match. */
  reached: Element[];
}

/** A selector with the compound that nothing matches. */
export interface FailedStep {
  places: Places;
  alternative: CssAlternative;
  /** The parts of the compound, without the combinator. */
  parts: readonly Selector[];
  /** The tokens before it, and the combinator after them. */
  before: readonly Selector[];
  combinator: Selector | null;
  /** The tokens after it, beginning with a combinator. */
  after: readonly Selector[];
}

/** What a repair does to a selector, besides its text. */
export type Change = Pick<Repair, 'cost' | 'label' | 'line'>;

/** A repair that puts other tokens in place of the failed compound, its combinator and what is before it. */
export const rewritten = (
  { alternative, after }: FailedStep,
  tokens: readonly Selector[],
  change: Change,
): Repair => ({
  ...change,
  language: 'css',
  selector: writeCss({ ...alternative, tokens: [...tokens, ...after] }),
});

/** A repair that puts other parts in place of those of the failed compound. */
export const withParts = (step: FailedStep, parts: readonly Selector[], change: Change): Repair =>
  rewritten(step, [...step.before, ...(step.combinator === null ? [] : [step.combinator]), ...parts], change);
