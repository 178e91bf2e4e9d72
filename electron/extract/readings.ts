import type { Processor } from '../../shared/spider/schema.ts';

/** A convention that a text may follow: the order of day and month, or the decimal mark. */
export type Convention = 'day-first' | 'month-first' | 'decimal-comma' | 'decimal-point';

/** What the values of one field on a page say about their convention. */
export class FieldReadings {
  readonly #seen = new Set<Convention>();
  readonly #answers = new Set<Convention | null>();

  /** Records that a value can only be read by this convention. */
  saw(convention: Convention): void {
    this.#seen.add(convention);
  }

  /** Asks for the convention of the other values, for a value that alone is ambiguous. Null: they say nothing, or disagree. */
  ask(): Convention | null {
    const answer = this.#convention;
    this.#answers.add(answer);
    return answer;
  }

  /** Whether an answer that was given is out of date, because a later value has shown the convention. */
  get isStale(): boolean {
    return [...this.#answers].some((answer) => answer !== this.#convention);
  }

  get #convention(): Convention | null {
    const [first = null, ...others] = this.#seen;
    return others.length === 0 ? first : null;
  }
}

/**
 * What the values of all fields on a page say about their conventions, by processor: rows and entries of a list share the
 * processors of their field.
 */
export class PageReadings {
  // Made for the first number or date that is read, because most pages have none.
  #fields: WeakMap<Processor, FieldReadings> | null = null;

  /** The readings of a processor. They begin empty. */
  of(processor: Processor): FieldReadings {
    this.#fields ??= new WeakMap();
    const known = this.#fields.get(processor);
    if (known !== undefined) return known;
    const readings = new FieldReadings();
    this.#fields.set(processor, readings);
    return readings;
  }

  /** Whether no processor has readings. */
  get isEmpty(): boolean {
    return this.#fields === null;
  }

  /** See `FieldReadings`. */
  isStale(processor: Processor): boolean {
    return this.#fields?.get(processor)?.isStale ?? false;
  }
}
