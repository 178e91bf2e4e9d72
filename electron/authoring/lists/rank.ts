import { featureNames, featuresOf, measurePage } from './features.ts';
import type { DescribedTree } from '../tree.ts';
import type { Candidate } from './candidates.ts';
import weights from './weights.json' with { type: 'json' };

/** A candidate with its worth: higher is better, and differences mean the same on every page. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Share of records that two proposals may have in common. */
const maxCommon = 0.93;

const weightOf: ReadonlyMap<string, number> = new Map(Object.entries(weights));
const inOrder = featureNames.map((name) => weightOf.get(name) ?? 0);

/** Puts the best candidates first, without those that are nearly the same as a better one. */
export function rankCandidates(
  tree: DescribedTree,
  candidates: readonly Candidate[],
  limit: number,
): Ranked[] {
  const page = measurePage(tree);
  const scored = candidates
    .map((candidate) => {
      const score = featuresOf(page, candidate).reduce(
        (sum, value, at) => sum + value * (inOrder[at] ?? 0),
        0,
      );
      return { candidate, score };
    })
    .sort((a, b) => b.score - a.score);
  const best: Ranked[] = [];
  for (const next of scored) {
    if (best.length >= limit) break;
    if (!best.some(({ candidate }) => isNearlyTheSame(candidate, next.candidate))) best.push(next);
  }
  return best;
}

function isNearlyTheSame({ heads: a }: Candidate, { heads: b }: Candidate): boolean {
  const known = new Set(a);
  const common = b.reduce((count, facts) => count + (known.has(facts) ? 1 : 0), 0);
  return common >= maxCommon * Math.max(a.length, b.length);
}
