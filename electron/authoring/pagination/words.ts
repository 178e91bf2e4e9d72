/** What the label of a control can say that it does. */
export const directions = [
  'next',
  'previous',
  'first',
  'last',
  'load',
  'more',
  'older',
  'newer',
  'oldest',
  'newest',
] as const;

export type Direction = (typeof directions)[number];

/**
 * Words of one language, in lower case. `load` are labels of controls that add records to the page,
 * `more` such that may as well show more of a text.
 */
export type PagerWords = Record<Exclude<Direction, 'oldest' | 'newest'>, readonly string[]> & {
  /** "page", in the forms that stand beside a number or a direction. */
  page: readonly string[];
  /** Of the first and last page of a list in the order of time. */
  oldest?: readonly string[];
  newest?: readonly string[];
};
