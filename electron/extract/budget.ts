/** Thrown if a selector cannot be evaluated on a page. The message is one sentence for people. */
export class SelectorError extends Error {
  override readonly name: string = 'SelectorError';
}

/** Thrown if a query exceeds its steps: it would take seconds or longer on this page. */
export class SelectorCostError extends SelectorError {
  override readonly name = 'SelectorCostError';
}

/**
 * Maximum number of steps of a query; a step visits about one node. Typical queries on a page of 50 KB take a few
 * thousand steps. A query reaches the limit within one or two seconds.
 */
const maxSelectorSteps = 5_000_000;

/** Counts the steps of one query. */
export class StepBudget {
  readonly #advice: string;
  #left = maxSelectorSteps;

  /** @param advice what to do about a query that takes too many steps, after "make it more specific" */
  constructor(advice = ', or avoid following:: and preceding::') {
    this.#advice = advice;
  }

  reset(): void {
    this.#left = maxSelectorSteps;
  }

  /** @throws SelectorCostError if the steps since the last reset exceed the limit */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new SelectorCostError(
        `The selector takes too many steps on this page; make it more specific${this.#advice}.`,
      );
    }
  }
}
