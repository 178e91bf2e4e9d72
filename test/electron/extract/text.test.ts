import { describe, expect, it } from 'vitest';
import { oneLine } from '../../../electron/extract/articles/one-line.ts';
import { isAscii, normalizeSpace, trimmedLength } from '../../../electron/extract/text.ts';

describe('trimmedLength', () => {
  it.each([
    '',
    ' ',
    '\n\t \r\n',
    'word',
    '  two words\n',
    '\u00A0no break\u00A0',
    ' \u2003wide\u3000 ',
    '\uFEFFmark',
    'é',
    ' é ',
    'a\u0085',
    '\u001Ca',
  ])('of %j is that of its trimmed copy', (text) => {
    expect(trimmedLength(text)).toBe(text.trim().length);
  });
});

describe('white space', () => {
  it.each([
    ['is kept where it is a single space', 'one two', 'one two'],
    ['goes at the ends', '\n  one two\t', 'one two'],
    ['becomes one space', 'one \n\t two\u00A0three', 'one two three'],
    ['goes around what nobody sees', '\u200B one\u00AD two\uFEFF', 'one two'],
    ['is all there is', ' \n ', ''],
  ])('%s', (_name, text, line) => {
    expect(normalizeSpace(text)).toBe(line);
    expect(oneLine(text)).toBe(line);
  });

  it('holds the separators that Python takes for it too', () => {
    expect(normalizeSpace('one\u0085two\u001Cthree')).toBe('one two three');
  });
});

it.each([
  ['', true],
  ['plain, 100 %', true],
  ['café', false],
  ['\u0080', false],
])('%j: ASCII only is %s', (text, expected) => {
  expect(isAscii(text)).toBe(expected);
});
