import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { columnsOf } from '../../../electron/cli/text-columns.ts';

it.each([
  ['nothing', '', 0],
  ['plain words', 'two words', 9],
  ['a message', 'Ends in 3 s … “news” – 5 × 2 → 10', 33],
  ['Chinese', '新闻', 4],
  ['a letter with an accent of its own', 'e\u0301', 1],
  ['an emoji of several code points', '👩‍👩‍👧‍👦', 2],
  ['a sign that is made an emoji', '©\uFE0F', 2],
  ['a soft hyphen, which no terminal shows', 'a\u00ADb', 2],
])('%s', (_, text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

it('measures each of the first 12,288 characters, alone and after a letter, as string-width does', () => {
  const differing = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) =>
      columnsOf(character) !== stringWidth(character) ||
      columnsOf(`a${character}`) !== stringWidth(`a${character}`),
  );
  expect(differing).toEqual([]);
});
