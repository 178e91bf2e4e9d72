import type { DescribedTree } from '../tree.ts';
import type { Candidate } from './candidates.ts';
import { featureNames, insightsOf, looksOf, outerCount } from './features.ts';
import { measurePage } from './page-measures.ts';
import weights from './weights.json' with { type: 'json' };

/** A candidate with its worth: higher is better, and differences mean the same on every page. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Candidates whose records are read; the others are told by their look. None of the labelled pages loses its list by that. */
export const mostRead = 60;

const looks = inOrder(weights.looks).slice(0, outerCount);
const all = inOrder(weights.all);

function inOrder(named: Readonly<Record<string, number>>): number[] {
  const known = new Map(Object.entries(named));
  return featureNames.map((name) => known.get(name) ?? 0);
}

/** The sum of some features by their weights. */
function weighed(features: readonly number[], by: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < features.length; at += 1) sum += (features[at] ?? 0) * (by[at] ?? 0);
  return sum;
}

/** Reads the candidates that look best, and puts them in order, best first. */
export function rankCandidates(tree: DescribedTree, candidates: readonly Candidate[]): Ranked[] {
  const page = measurePage(tree);
  const seen = candidates.map((candidate) => ({ candidate, look: looksOf(page, candidate) }));
  const read = bestBy(seen, ({ look }) => weighed(look, looks)).slice(0, mostRead);
  const scored = read.map(({ candidate, look }) => ({
    candidate,
    score: weighed([...look, ...insightsOf(page, candidate)], all),
  }));
  return bestBy(scored, ({ score }) => score);
}

function bestBy<T>(items: readonly T[], worth: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, worth: worth(item) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ item }) => item);
}
