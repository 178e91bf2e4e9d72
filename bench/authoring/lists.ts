import { isTag, isText, type AnyNode } from 'domhandler';
import { findLists } from '../../electron/authoring/lists/find-lists.ts';
import { walk } from '../../electron/extract/walk.ts';
import type { Predictor } from './labelled-set.ts';

const maxProposals = 8;

/** Lists of records: for each page the texts of the records of each proposed list, best first. */
export const lists: Predictor = {
  sets: ['lists', 'lists-modern'],
  predict: (set) =>
    Object.fromEntries(
      set.pages.map((page) => {
        const tree = set.parse(page);
        const found = set.timed(() => findLists(tree));
        return [page.id, found.slice(0, maxProposals).map(({ records }) => records.map(recordText))];
      }),
    ),
};

/** The text nodes of a record joined by one space and squeezed, without scripts and styles. */
function recordText(nodes: readonly AnyNode[]): string {
  const texts: string[] = [];
  for (const root of nodes) {
    walk(root, {
      enter(node) {
        if (isText(node)) texts.push(node.data);
        return !(isTag(node) && (node.name === 'script' || node.name === 'style'));
      },
    });
  }
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}
