import type { Proposal } from '../../../../shared/contract/types.ts';

/** Something that could be taken from a page: a list, or the one thing that the page is about. */
export interface Subject {
  /** What is taken of it at first: a list with all of its pages, where they can be followed. */
  readonly choice: Proposal['choices'][number];
  /** Null: it is no list. */
  readonly list: Proposal['lists'][number] | null;
}

/** What could be taken from a page, best first. Its other choices take more or less of the same. */
export function subjectsOf({ choices, lists }: Proposal): Subject[] {
  const isFirst = (list: number | null, at: number): boolean =>
    list === null || choices.findIndex((each) => each.list === list) === at;
  return choices
    .filter(({ list }, at) => isFirst(list, at))
    .map((first) => {
      if (first.list === null) return { choice: first, list: null };
      const whole = choices.find(({ list, scope }) => list === first.list && scope === 'all');
      return { choice: whole ?? first, list: lists[first.list] ?? null };
    });
}
