import { isFilled } from '../../shared/filled.ts';
import { hasType, numberOf, type ExpectedType } from '../../shared/spider/expected-type.ts';
import { DistinctValues } from './distinct-values.ts';

/** The types that are proposed, the most telling first. Integers are numbers: the next one may have a fraction. */
const proposedTypes: readonly ExpectedType[] = [
  'boolean',
  'number',
  'date',
  'image',
  'url',
  'list',
  'object',
  'text',
];

/** How one field is filled in a set of items. */
export class FieldProfile {
  items = 0;
  filled = 0;
  /** Number of values that equal an earlier one. */
  repeated = 0;
  least = Infinity;
  greatest = -Infinity;
  /** Number of values of each type. */
  readonly #types = new Map<ExpectedType, number>();
  /** The first value that is not of a type, as JSON. */
  readonly #misfits = new Map<ExpectedType, string>();
  readonly #distinct = new DistinctValues();
  /** Whether a value is a number, or written with a fraction. Digits alone may be a code. */
  #isNumeric = false;
  #first: string | null = null;
  #differs = false;

  add(value: unknown): void {
    this.items += 1;
    if (!isFilled(value)) return;
    this.filled += 1;
    const text = JSON.stringify(value);
    this.#first ??= text;
    this.#differs ||= text !== this.#first;
    if (this.#distinct.add(value)) this.repeated += 1;
    for (const type of proposedTypes) {
      if (clearlyHas(value, type)) this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
      else if (!this.#misfits.has(type)) this.#misfits.set(type, text);
    }
    const number = numberOf(value);
    if (number === null) return;
    this.#isNumeric ||= typeof value === 'number' || !Number.isInteger(number);
    this.least = Math.min(this.least, number);
    this.greatest = Math.max(this.greatest, number);
  }

  /** Whether all values are the same. */
  get isConstant(): boolean {
    return this.filled > 0 && !this.#differs;
  }

  /** Whether no value repeats, as far as all of them were compared. */
  get isUnique(): boolean {
    return this.filled > 0 && this.repeated === 0 && !this.#distinct.isSampled;
  }

  /** The type of at least this share of the values, and the first value of another; null: they are of several types. */
  typeOf(share: number): { type: ExpectedType; others: number; misfit: string } | null {
    for (const type of proposedTypes) {
      const fitting = this.#types.get(type) ?? 0;
      if (fitting === 0 || fitting < this.filled * share || (type === 'number' && !this.#isNumeric)) continue;
      return { type, others: this.filled - fitting, misfit: this.#misfits.get(type) ?? '' };
    }
    return null;
  }
}

/** Whether a value has a type, and is not taken for one by chance: "and/or" is no URL. */
function clearlyHas(value: unknown, type: ExpectedType): boolean {
  if (!hasType(value, type)) return false;
  if (type === 'url') return typeof value !== 'string' || /^\s*(?:https?:\/\/|\.{0,2}\/)/i.test(value);
  if (type === 'image') return isPicture(value);
  return true;
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'string' && /\.(?:avif|gif|jpe?g|png|svg|webp)(?:$|[?#])/i.test(value.trim());
