import type { ProofPage } from '../types.ts';

/** A value that is not as it should be, and how many like it a page has. */
export interface Sample {
  readonly count: number;
  /** The first of them, shortened. */
  readonly value: string;
  /** What is wrong with it, as a predicate: "comes from a default processor". */
  readonly why: string;
}

/** What one field of a callback gave on one page. All values are plain and short, whatever the page holds. */
export interface FieldFacts {
  /** Name of the field. */
  readonly field: string;
  /** Its place in the document. */
  readonly pointer: string;
  /** Rows of the page, or 1; and those of them in which the field is filled. */
  readonly records: number;
  readonly filled: number;
  /** The value that all filled records have; null: they differ, or none is filled. */
  readonly only: string | null;
  /** Whether all rows have one value that lies outside of them. */
  readonly isOutside: boolean;
  /** Values that no node of the page holds, or that belong to another row. */
  readonly ungrounded: Sample | null;
  /** Values that break what is expected of the field: its type, range or pattern. */
  readonly unfit: Sample | null;
  /** Values that do not have the form that the name of the field promises: a price without a digit. */
  readonly unlike: Sample | null;
  /** Numbers of the expected examples that were found, from 0. */
  readonly examples: readonly number[];
  /** Hashes of the values, where they are to differ. */
  readonly hashes: readonly number[];
  /** Fields of the same callback that take the same nodes in the same way. */
  readonly twins: readonly string[];
}

/** A list that a callback takes from one page. */
export interface ListFacts {
  readonly pointer: string;
  readonly rows: number;
  /** Records that were found beside the rows and are like them. */
  readonly missing: Sample | null;
  /** Rows without any value. */
  readonly blank: Sample | null;
}

/** How a page leads to the following pages of its list. */
export interface FollowingFacts {
  /** URLs that lead on, by what the page shows; empty: it shows none. */
  readonly ahead: readonly string[];
  /** Links that rules take which lead on, back or to the page itself, and others of the same callback. */
  readonly taken: { readonly ahead: number; readonly back: number; readonly other: number };
  /** Whether the links of the pages that follow are followed again. */
  readonly goesOn: boolean;
  /** The URLs that lead on and are taken. */
  readonly next: readonly string[];
  /** The URLs of earlier pages of the list that are taken for a callback. */
  readonly before: readonly string[];
}

/** A page that no callback takes, read by the callback that takes the next page of its list. */
export interface UnreadList {
  readonly callback: string;
  /** The next page. */
  readonly next: string;
  /** Hashes of its first records, as those of `PageFacts`. */
  readonly records: readonly number[];
}

/** A link that a rule takes and should not. */
export interface SuspectLink {
  readonly rule: number;
  readonly url: string;
  readonly kind: string;
}

/** What a spider does with one page. */
export interface PageFacts extends ProofPage {
  /** The callback that takes it; null: none. */
  readonly callback: string | null;
  /** How the page is reached: a start URL, the number of a rule, a row; null: not at all. */
  readonly by: 'start' | 'row' | number | null;
  /** Whether it was set aside for check 8. */
  readonly isHeld: boolean;
  /** Why nothing could be taken from it, in one sentence; null: something was, or nothing is to be. */
  readonly failure: string | null;
  readonly fields: readonly FieldFacts[];
  readonly lists: readonly ListFacts[];
  /** Null: it is not a page of a list. */
  readonly following: FollowingFacts | null;
  /** Null: a callback takes the page, or it is not the beginning of a list that one takes. */
  readonly unread: UnreadList | null;
  /** Hashes of its first records, to tell whether a following page has others. */
  readonly records: readonly number[];
  /** Number of links that each rule takes. */
  readonly links: readonly (readonly [rule: number, count: number])[];
  readonly suspects: readonly SuspectLink[];
}
