import { hash } from 'node:crypto';

/** The most hashes that are kept: some 10 MB. */
const mostHashes = 200_000;

/**
 * Counts different values in bounded memory. Once there are too many, only the values whose hash ends in ever more zero bits are
 * kept: a sample of the values, of which every occurrence is seen.
 */
export class DistinctValues {
  readonly #most: number;
  readonly #hashes = new Set<number>();
  /** One in so many values is in the sample; a power of two. */
  #oneIn = 1;

  constructor(most = mostHashes) {
    this.#most = most;
  }

  /** Number of different values, estimated from the sample if there is one. */
  get size(): number {
    return this.#hashes.size * this.#oneIn;
  }

  get isSampled(): boolean {
    return this.#oneIn > 1;
  }

  /** Adds a value. @returns whether it was added before; false for one that is not in the sample */
  add(value: unknown): boolean {
    const number = hashOf(value);
    if (number % this.#oneIn !== 0) return false;
    if (this.#hashes.has(number)) return true;
    this.#hashes.add(number);
    if (this.#hashes.size > this.#most) this.#halve();
    return false;
  }

  #halve(): void {
    this.#oneIn *= 2;
    for (const number of this.#hashes) if (number % this.#oneIn !== 0) this.#hashes.delete(number);
  }
}

/** 52 bits of the SHA-1 of a value: among a million values, two share a hash once in ten thousand times. */
const hashOf = (value: unknown): number =>
  Number.parseInt(hash('sha1', JSON.stringify(value) ?? '').slice(0, 13), 16);
