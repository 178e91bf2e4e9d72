/** Numbers from 0 up to 1 that are the same each time (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const odd: readonly unknown[] = [
  null,
  '',
  '(',
  '::text',
  '//',
  '_root',
  '_parent_',
  -1,
  1e9,
  true,
  [],
  {},
  ['x'],
  { css: 'h1' },
  '__proto__',
  '\uD800',
  'auto',
];

/** A copy in which some values are others, and some are gone. */
export function mutated(value: unknown, next: () => number): unknown {
  const pick = (): unknown => odd[Math.floor(next() * odd.length)];
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) =>
      next() < 0.03 ? [] : next() < 0.03 ? [pick()] : [mutated(entry, next)],
    );
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
      if (next() < 0.03) return [];
      const name = next() < 0.02 ? String(pick()) : key;
      return [[name, next() < 0.04 ? pick() : mutated(entry, next)]];
    });
    return Object.fromEntries(entries);
  }
  return next() < 0.02 ? pick() : value;
}

/** A copy of a source in which some words and signs are gone, stand twice, or are others. Most copies still have matching brackets. */
export function mutatedText(text: string, next: () => number): string {
  const pieces = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  return pieces
    .map((piece) => {
      const chance = next();
      if (chance > 0.02) return piece;
      if (chance > 0.01) return /[\w\s]/.test(piece) ? '' : piece;
      return chance > 0.005 ? `${piece}${piece}` : (pieces[Math.floor(next() * pieces.length)] ?? '');
    })
    .join('');
}
