import { expect, it } from 'vitest';
import { changedParts } from '../../../../renderer/features/compare/changed-parts.ts';

/** Both texts with what is changed in brackets. */
function marked(before: string, after: string): string {
  const parts = changedParts(before, after);
  const text = (side: 'before' | 'after') =>
    parts[side].map((part) => (part.changed ? `[${part.text}]` : part.text)).join('');
  return `${text('before')} → ${text('after')}`;
}

it.each([
  ['a b c', 'a x c', 'a [b] c → a [x] c'],
  ['19.99 EUR', '24.99 EUR', '[19].99 EUR → [24].99 EUR'],
  ['Lamp', 'Lamp of brass', 'Lamp → Lamp[ of brass]'],
  ['one two three', 'one four five three', 'one [two] three → one [four five] three'],
  ['the old red lamp', 'the red lamp', 'the [old ]red lamp → the red lamp'],
  ['', 'new', ' → [new]'],
  ['gone', '', '[gone] → '],
  ['same', 'same', 'same → same'],
  ['Größe M', 'Größe L', 'Größe [M] → Größe [L]'],
])('%j and %j', (before, after, both) => {
  expect(marked(before, after)).toBe(both);
});

it('gives the whole of long texts back, whatever is marked', () => {
  const words = (from: number) => Array.from({ length: 2000 }, (_, n) => `w${from + n}`).join(' ');
  const [before, after] = [words(0), words(5)];
  const parts = changedParts(before, after);
  expect(parts.before.map(({ text }) => text).join('')).toBe(before);
  expect(parts.after.map(({ text }) => text).join('')).toBe(after);
});
