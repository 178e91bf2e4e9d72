/** Why a selector was refused, in words for the person who wrote it. */
export interface SelectorProblem {
  /** One plain sentence. */
  message: string;
  /** Where in the source it went wrong, in UTF-16 units from 0; null where that is not known. */
  offset: number | null;
  /** What to do about it; null when the message says it all. */
  hint: string | null;
}

/** Thrown inside the readers only; their entry points turn it into a value. */
export class SelectorRefusal extends Error {
  readonly problem: SelectorProblem;

  constructor(message: string, offset: number | null, hint: string | null = null) {
    super(message);
    this.problem = { message, offset, hint };
  }
}

/** Longest selector accepted, in UTF-16 units. Real ones stay below a few hundred. */
export const maxSelectorLength = 20_000;
