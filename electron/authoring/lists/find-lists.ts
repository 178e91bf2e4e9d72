import { isTag, type AnyNode, type Element } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import { describeTree, type DescribedTree } from '../tree.ts';
import { findCandidates, type Candidate, type Making } from './candidates.ts';
import { alternation, likeness, pathsIn } from './likeness.ts';
import { rankCandidates } from './rank.ts';
import { massesOf, nodesOf } from './records.ts';
import { isPartOf, isSameList } from './same-list.ts';

/** Records of a page that are alike. */
export interface DetectedList {
  readonly making: Making;
  /** The nodes of each record in document order; the first is an element. */
  readonly records: readonly (readonly AnyNode[])[];
  /** The same with what follows each head up to the next one, where that belongs to it: the description after a term. */
  readonly extended: readonly (readonly AnyNode[])[];
  /** Higher is better; differences mean the same on every page. */
  readonly score: number;
}

const maxLists = 8;

/** Share of the text that stands behind the heads, and of the records that have some, for it to belong to them. */
const behindFrom = 0.25;
const followedFrom = 0.8;
/** What is built as the heads are is a record of its own, unless there are two kinds in turn. */
const alikeFrom = 0.5;
const inTurnFrom = 0.7;

/** Finds the lists of a page, best first. */
export function findLists(page: PageTree, tree: DescribedTree = describeTree(page)): DetectedList[] {
  return writeLists(tree, { most: maxLists, leastScore: -Infinity, mostBehind: Infinity }, (list) => list);
}

/**
 * Finds the lists of a page and writes them, best first. A list of which a version is written already, or of which it is a part, is
 * left out; one that cannot be written leaves its place to the next.
 * @param limits the most lists; the least score of one beside another, and how far it may be behind that of the best that was found
 * @param write null: it cannot be written
 */
export function writeLists<T>(
  tree: DescribedTree,
  { most, leastScore, mostBehind }: { most: number; leastScore: number; mostBehind: number },
  write: (list: DetectedList) => T | null,
): T[] {
  const candidates = findCandidates(tree);
  const runs = new Map(candidates.filter(({ nodes }) => nodes !== null).map((run) => [keyOf(run), run]));
  const ranked = rankCandidates(tree, candidates);
  const least = (ranked[0]?.score ?? 0) - mostBehind;
  const taken: Candidate[] = [];
  const written: T[] = [];
  for (const { candidate, score } of ranked) {
    if (written.length >= most || score < least || (written.length > 0 && score < leastScore)) break;
    const { heads, making } = candidate;
    if (taken.some((better) => isSameList(better.heads, heads) || isPartOf(better.heads, heads))) continue;
    const run = candidate.nodes === null ? runs.get(keyOf(candidate)) : undefined;
    const records = heads.map((_, at) => nodesOf(candidate, at));
    const extended = run !== undefined && belongs(tree, run) ? (run.nodes ?? records) : records;
    const one = write({ making, records, extended, score });
    if (one === null) continue;
    taken.push(candidate);
    written.push(one);
  }
  return written;
}

const keyOf = ({ heads }: Candidate): string =>
  `${heads.length} ${heads[0]?.at ?? 0} ${heads.at(-1)?.at ?? 0}`;

/** Whether what follows the heads of a run is part of the records. */
function belongs(tree: DescribedTree, run: Candidate): boolean {
  const masses = massesOf(tree, run);
  const all = masses.reduce((sum, { text }) => sum + text, 0);
  const own = run.heads.reduce((sum, { text }) => sum + text, 0);
  const followed = masses.filter(({ text }, at) => text > (run.heads[at]?.text ?? 0)).length;
  if (all - own < all * behindFrom || followed < masses.length * followedFrom) return false;
  const pairs = run.heads.slice(0, 10).flatMap(({ element }, at) => {
    const next = run.nodes?.[at]?.slice(1).find(isTag);
    return next === undefined ? [] : [{ element, next }];
  });
  const inTurn = pairs.flatMap(({ element, next }) =>
    [tree.factsOf(element) ?? [], tree.factsOf(next) ?? []].flat(),
  );
  if (alternation(tree, inTurn) >= inTurnFrom) return true;
  const alike = pairs.filter(
    ({ element, next }) =>
      element.name === next.name &&
      hasLink(tree, element) === hasLink(tree, next) &&
      areAlike(tree, element, next),
  );
  return alike.length * 2 <= pairs.length;
}

function areAlike(tree: DescribedTree, a: Element, b: Element): boolean {
  const [first, second] = [tree.factsOf(a), tree.factsOf(b)];
  if (first === undefined || second === undefined) return false;
  return likeness(pathsIn(tree, first), pathsIn(tree, second)) >= alikeFrom;
}

const hasLink = (tree: DescribedTree, element: Element): boolean => (tree.factsOf(element)?.links ?? 0) > 0;
