import { findLists } from '../../electron/authoring/lists/find-lists.ts';
import { setsOfLists } from './drafts.ts';
import type { Predictor } from './labelled-set.ts';
import { recordText } from './record-text.ts';

const maxProposals = 8;

/** Lists of records: for each page the texts of the records of each proposed list, best first. */
export const lists: Predictor = {
  sets: setsOfLists,
  predict: (set) =>
    Object.fromEntries(
      set.pages.map((page) => {
        const tree = set.parse(page);
        const found = set.timed(() => findLists(tree));
        return [page.id, found.slice(0, maxProposals).map(({ records }) => records.map(recordText))];
      }),
    ),
};
