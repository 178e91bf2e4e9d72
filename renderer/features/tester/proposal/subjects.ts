import type { Proposal } from '../../../../shared/contract/types.ts';

/** Something that could be taken from a page: a list, or the one thing that the page is about. */
export interface Subject {
  /** What is taken of it at first: a list with all of its pages, where they can be followed. */
  readonly choice: Proposal['choices'][number];
  /** Null: it is no list. Of a source, the rows as it has them. */
  readonly list: Proposal['lists'][number] | null;
}

type Choice = Proposal['choices'][number];

/** What a choice takes its rows from: a list by its position, a source by a number below zero; null: it has no rows. */
export const rowsKey = ({ list, source }: Choice): number | null =>
  source === undefined ? list : -1 - source;

/** What could be taken from a page, best first. Its other choices take more or less of the same. */
export function subjectsOf({ choices, lists, sources }: Proposal): Subject[] {
  const isFirst = (choice: Choice, at: number): boolean =>
    rowsKey(choice) === null || choices.findIndex((each) => rowsKey(each) === rowsKey(choice)) === at;
  return choices
    .filter((choice, at) => isFirst(choice, at))
    .map((first) => {
      if (rowsKey(first) === null) return { choice: first, list: null };
      const whole = choices.find((each) => rowsKey(each) === rowsKey(first) && each.scope === 'all');
      return { choice: whole ?? first, list: rowsOf(first, { lists, sources }) };
    });
}

/** The rows that a choice takes; null: it has none. */
export function rowsOf(
  { list, source }: Choice,
  { lists, sources }: Pick<Proposal, 'lists' | 'sources'>,
): Subject['list'] {
  if (source !== undefined) return sources[source]?.list ?? null;
  return list === null ? null : (lists[list] ?? null);
}
