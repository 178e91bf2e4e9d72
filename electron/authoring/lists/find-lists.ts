import type { AnyNode } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import { describeTree, type DescribedTree } from '../tree.ts';
import { findCandidates, type Making } from './candidates.ts';
import { rankCandidates } from './rank.ts';
import { nodesOf } from './records.ts';

/** Records of a page that are alike. */
export interface DetectedList {
  readonly making: Making;
  /** The nodes of each record in document order; the first is an element. */
  readonly records: readonly (readonly AnyNode[])[];
  /** Higher is better; differences mean the same on every page. */
  readonly score: number;
}

const maxLists = 8;

/** Finds the lists of a page, best first. */
export function findLists(page: PageTree, tree: DescribedTree = describeTree(page)): DetectedList[] {
  return rankCandidates(tree, findCandidates(tree), maxLists).map(({ candidate, score }) => ({
    making: candidate.making,
    records: candidate.heads.map((_, at) => nodesOf(candidate, at)),
    score,
  }));
}
