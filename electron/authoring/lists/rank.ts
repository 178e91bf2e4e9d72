import type { DescribedTree } from '../tree.ts';
import type { Candidate } from './candidates.ts';
import { featureNames, insightsOf, looksOf, outerCount } from './features.ts';
import { measurePage } from './page-measures.ts';
import { isPartOf, isSameList } from './same-list.ts';
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

/** Puts the best candidates first, without other versions and mere parts of a better one. */
export function rankCandidates(
  tree: DescribedTree,
  candidates: readonly Candidate[],
  limit: number,
): Ranked[] {
  const page = measurePage(tree);
  const seen = candidates.map((candidate) => ({ candidate, look: looksOf(page, candidate) }));
  const read = bestBy(seen, ({ look }) => weighed(look, looks)).slice(0, mostRead);
  const scored = read.map(({ candidate, look }) => ({
    candidate,
    score: weighed([...look, ...insightsOf(page, candidate)], all),
  }));
  const best: Ranked[] = [];
  for (const next of bestBy(scored, ({ score }) => score)) {
    if (best.length >= limit) break;
    const { heads } = next.candidate;
    const isKnown = best.some(
      ({ candidate: better }) => isSameList(better.heads, heads) || isPartOf(better.heads, heads),
    );
    if (!isKnown) best.push(next);
  }
  return best;
}

function bestBy<T>(items: readonly T[], worth: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, worth: worth(item) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ item }) => item);
}
