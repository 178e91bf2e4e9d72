import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../electron/patterns/compile.ts';
import { toNative } from '../../../electron/patterns/native.ts';
import { seeds } from '../../scale.ts';
import { find, findWithOwnEngine, patternOf } from './engines.ts';

/** A small generator of random numbers (mulberry32), so that a failure comes back with its seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const atoms = 'a|b|c|.|\\d|\\w|[ab]|[^a]|[^\\W\\d]|\\b|\\B|^|$|\\Z|é|k|-|😀|\\S'.split('|');
const quantifiers = ['*', '+', '?', '{2}', '{1,2}', '{,2}', '{2,}', '*?', '+?', '??', '{1,3}?'];
const heads = ['', '', '', '(?i)', '(?s)', '(?m)', '(?a)'];
const letters = Array.from('aaabbbcck1- \nABKé😀\u2028');

function sampler(random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pattern = (depth: number): string => {
    const kind = random();
    if (depth === 0 || kind < 0.35) return pick(atoms);
    if (kind < 0.6) return pattern(depth - 1) + pattern(depth - 1);
    if (kind < 0.72) return `(?:${pattern(depth - 1)}|${random() < 0.1 ? '' : pattern(depth - 1)})`;
    if (kind < 0.8) return `(${pattern(depth - 1)})`;
    if (kind < 0.95) return `(?:${pattern(depth - 1)})${pick(quantifiers)}`;
    return `${pick(['(?=', '(?!', '(?i:'])}${pattern(depth - 1)})`;
  };
  const text = (): string => Array.from({ length: Math.floor(random() * 12) }, () => pick(letters)).join('');
  return { pattern: () => pick(heads) + pattern(4), text };
}

describe.each([1, 2, 3, 4])('random patterns, seed %i', (seed) => {
  it('mean the same to both engines', () => {
    const sample = sampler(randomFrom(seed));
    let native = 0;
    for (let round = 0; round < seeds / 4; round += 1) {
      const source = sample.pattern();
      if (toNative(patternOf(source).node, true) !== null) native += 1;
      for (let turn = 0; turn < 4; turn += 1) {
        const text = sample.text();
        const own = findWithOwnEngine(source, text);
        expect({ source, text, match: find(source, text) }).toEqual({ source, text, match: own });
        const tested = compilePattern(patternOf(source)).test(text);
        expect({ source, text, tested }).toEqual({ source, text, tested: own !== null });
      }
    }
    // Or the two engines would not have been compared.
    expect(native).toBeGreaterThan(seeds / 8);
  });
});
