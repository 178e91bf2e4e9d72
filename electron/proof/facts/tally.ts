import { shorten } from '../../extract/text.ts';
import type { JsonValue } from '../../extract/types.ts';
import type { Sample } from './types.ts';

/** Counts values that have the same thing wrong with them, and keeps the first. */
export class Tally {
  #count = 0;
  #first: { value: string; why: string } | null = null;

  add(value: JsonValue, why: string): void {
    this.#count += 1;
    this.#first ??= { value: written(value), why };
  }

  get sample(): Sample | null {
    return this.#first === null ? null : { count: this.#count, ...this.#first };
  }
}

const maxWritten = 120;

/** A value for people, on one line. */
export const written = (value: JsonValue): string =>
  shorten(typeof value === 'string' ? value : JSON.stringify(value), maxWritten);
