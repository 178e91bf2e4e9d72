/** A selector that could not be evaluated on a page. The message is one sentence for people. */
export class SelectorError extends Error {
  override readonly name: string = 'SelectorError';
}

/** Thrown when a query has used up its steps: it would take seconds or longer on this page. */
export class SelectorCostError extends SelectorError {
  override readonly name = 'SelectorCostError';
}

/**
 * Steps that one query may take; a step is about one node looked at. Typical queries on a page of 50 KB take a few
 * thousand; the limit is reached within a second or two.
 */
const maxSelectorSteps = 5_000_000;

/** Counts the steps of one query. */
export class StepBudget {
  #left = maxSelectorSteps;

  reset(): void {
    this.#left = maxSelectorSteps;
  }

  /** @throws SelectorCostError when more than the allowed steps have been taken since the last reset. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new SelectorCostError(
        'The selector takes too many steps on this page; make it more specific, or avoid following:: and preceding::.',
      );
    }
  }
}
