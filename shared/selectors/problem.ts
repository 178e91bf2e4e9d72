/** Why a selector is rejected, for the person who wrote it. */
export interface SelectorProblem {
  /** One sentence. */
  message: string;
  /** Position in the source, in UTF-16 units from 0; null: unknown. */
  offset: number | null;
  /** What to do; null if the message is enough. */
  hint: string | null;
}

/** Thrown while a selector is parsed; `readCss` and `readXPath` turn it into a value. */
export class SelectorRefusal extends Error {
  readonly problem: SelectorProblem;

  constructor(message: string, offset: number | null, hint: string | null = null) {
    super(message);
    this.problem = { message, offset, hint };
  }
}

/** Maximum length of a selector, in UTF-16 units. Real selectors have at most a few hundred. */
export const maxSelectorLength = 20_000;
