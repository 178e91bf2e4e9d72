/** Decides whether a text is the same on other pages; undefined: there are no others to tell by. */
export type IsConstant = (text: string, how: 'equal' | 'beginning') => boolean | undefined;

/** What candidates are written for. */
export interface Wish {
  /** An attribute that is the value itself; null: the text or the markup is. */
  readonly own: string | null;
  /** "" at a page, "." at a row. */
  readonly start: string;
  readonly isConstant: IsConstant;
  /** Whether no other page or row is known. */
  readonly isAlone: boolean;
}
