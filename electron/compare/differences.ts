/** What became of an item between two sides. */
export type DifferenceKind = 'added' | 'removed' | 'changed';

const kinds: readonly DifferenceKind[] = ['added', 'removed', 'changed'];

/** An item that differs, by the ids of both sides. */
export interface Difference {
  kind: DifferenceKind;
  /** Null: the side does not have it. */
  before: string | null;
  after: string | null;
  /** The fields that differ; of items that are added or removed, none. */
  fields: readonly string[];
}

/** Which differences are wanted: all that are left out of it. */
export interface DifferenceFilter {
  kind?: DifferenceKind;
  field?: string;
}

/** All differences of a comparison, in order: 21 bytes for each. */
export class Differences {
  #size = 0;
  #kinds = new Uint8Array(64);
  #before = new Float64Array(64);
  #after = new Float64Array(64);
  /** Which of `#fieldSets`. */
  #fields = new Int32Array(64);
  readonly #fieldSets: (readonly string[])[] = [];
  readonly #known = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  add({ kind, before, after, fields }: Difference): void {
    const place = this.#size;
    if (place === this.#kinds.length) this.#grow(2 * place);
    this.#kinds[place] = kinds.indexOf(kind);
    this.#before[place] = before === null ? 0 : Number(before);
    this.#after[place] = after === null ? 0 : Number(after);
    this.#fields[place] = this.#setOf(fields);
    this.#size += 1;
  }

  /** How many match. */
  count(filter: DifferenceFilter): number {
    let count = 0;
    for (let place = 0; place < this.#size; place += 1) if (this.#matches(place, filter)) count += 1;
    return count;
  }

  /** Those that match, from the `offset`-th on. */
  slice(filter: DifferenceFilter, offset: number, limit: number): Difference[] {
    const found: Difference[] = [];
    let skipped = 0;
    for (let place = 0; place < this.#size && found.length < limit; place += 1) {
      if (!this.#matches(place, filter)) continue;
      if (skipped < offset) skipped += 1;
      else found.push(this.#at(place));
    }
    return found;
  }

  /** Every `step`-th of those that match, the first included. */
  spread(filter: DifferenceFilter, step: number): Difference[] {
    const found: Difference[] = [];
    let passed = 0;
    for (let place = 0; place < this.#size; place += 1) {
      if (!this.#matches(place, filter)) continue;
      if (passed >= found.length * step) found.push(this.#at(place));
      passed += 1;
    }
    return found;
  }

  #at(place: number): Difference {
    const [before, after] = [this.#before[place] ?? 0, this.#after[place] ?? 0];
    return {
      kind: kinds[this.#kinds[place] ?? 0] ?? 'changed',
      before: before === 0 ? null : String(before),
      after: after === 0 ? null : String(after),
      fields: this.#fieldSets[this.#fields[place] ?? 0] ?? [],
    };
  }

  #matches(place: number, { kind, field }: DifferenceFilter): boolean {
    if (kind !== undefined && kinds[this.#kinds[place] ?? 0] !== kind) return false;
    return field === undefined || (this.#fieldSets[this.#fields[place] ?? 0] ?? []).includes(field);
  }

  #setOf(fields: readonly string[]): number {
    const name = JSON.stringify(fields);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const number = this.#fieldSets.push(fields) - 1;
    this.#known.set(name, number);
    return number;
  }

  #grow(size: number): void {
    const grown = <A extends Uint8Array | Float64Array | Int32Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.#kinds = grown(new Uint8Array(size), this.#kinds);
    this.#before = grown(new Float64Array(size), this.#before);
    this.#after = grown(new Float64Array(size), this.#after);
    this.#fields = grown(new Int32Array(size), this.#fields);
  }
}
