import { createHash } from 'node:crypto';

/** Random numbers from a seed: the same ones in the same order on every machine. */
export interface Random {
  /** A number from 0 to below a limit. */
  below(limit: number): number;
  /** One of some values; null: there are none. */
  pick<T>(values: readonly T[]): T | null;
}

/** Makes random numbers of a text. */
export function randomOf(seed: string): Random {
  // Splitmix over the beginning of a hash.
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (values) => values[below(values.length)] ?? null };
}
