import type { DescribedTree } from '../tree.ts';
import type { Control } from './controls.ts';
import { featuresOf, isCandidate, type FeatureName, type Features, type PagerPage } from './features.ts';
import { weights } from './weights.ts';

/** A control with how much speaks for it. */
export interface RankedControl {
  readonly control: Control;
  /** In logits; comparable between pages. */
  readonly score: number;
}

/**
 * Weights set by hand, of what is too rare on the labelled pages to be learned: pages whose only sign is the mark that the
 * standard defines, a word in a pager, or a word or an arrow whose address has the following number, are missing there.
 */
const given: Partial<Record<FeatureName, number>> = {
  'pager without addresses': 4,
  'goes on in an order by time': 8,
  'rel next': 3.4,
  'word and address agree': 2.5,
  'arrow or name and address agree': 1.6,
  'says next in a pager': 1.2,
  'other argument': 0.3,
  'in navigation of articles': -1.5,
  'goes back': -3,
  'goes on by word and address': 2.5,
  'goes on after the records': 5.5,
};

/** Logits above which a control leads to the next page. Chosen on sites that the weights were not learned from. */
const threshold = -0.8;

/** A control that could lead to the next page, and what is to be said of it. */
export interface Candidate {
  readonly control: Control;
  readonly features: Features;
}

/** The controls that could lead to the next page, in document order. */
export function candidatesOf(page: PagerPage): Candidate[] {
  const { elements }: DescribedTree = page.tree;
  return page.controls
    .filter((control) => isCandidate(control, elements))
    .map((control) => ({ control, features: featuresOf(control, page) }))
    .filter(
      // Controls without an address turn slides more often than pages.
      ({ control: { isLink, url }, features }) =>
        isLink || url !== null || features.has('pager without addresses'),
    );
}

/** The controls that lead to the next page, best first. */
export function rankControls(page: PagerPage): RankedControl[] {
  return candidatesOf(page)
    .map(({ control, features }) => ({ control, score: scoreOf(features, weights) }))
    .filter(({ score }) => score > threshold)
    .sort((a, b) => b.score - a.score || a.control.facts.at - b.control.facts.at);
}

/** How much speaks for a candidate, in logits, by learned weights and those set by hand. */
export function scoreOf(features: Features, learned: Readonly<Record<FeatureName | 'bias', number>>): number {
  let score = learned.bias;
  for (const name of features) score += given[name] ?? learned[name];
  return score;
}
