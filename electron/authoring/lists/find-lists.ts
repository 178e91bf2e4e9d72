import type { AnyNode } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import { describeTree, type DescribedTree, type ElementFacts } from '../tree.ts';

/** Records of a page that are alike. */
export interface DetectedList {
  /** The nodes of each record in document order; the first is an element. */
  readonly records: readonly (readonly AnyNode[])[];
  /** Higher is better; comparable within a page. */
  readonly score: number;
}

const minRecords = 3;
const maxLists = 8;

/** Finds the lists of a page, best first. */
export function findLists(page: PageTree, tree: DescribedTree = describeTree(page)): DetectedList[] {
  const groups = new Map<string, ElementFacts[]>();
  for (const facts of tree.elements) {
    const key = [facts.parent, facts.element.name, ...facts.classes.slice(0, 2)].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [facts]);
    else group.push(facts);
  }
  return [...groups.values()]
    .filter((group) => group.length >= minRecords)
    .map((group) => ({ records: group.map(({ element }) => [element]), score: worth(group) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxLists);
}

/** Listings have many records with text outside of links; menus are short and consist of links. */
function worth(group: readonly ElementFacts[]): number {
  const text = group.reduce((sum, facts) => sum + facts.text, 0);
  const link = group.reduce((sum, facts) => sum + facts.link, 0);
  const average = text / group.length;
  if (average < 15) return 0;
  return Math.sqrt(group.length) * Math.min(average, 600) * (0.2 + (text - link) / text);
}
