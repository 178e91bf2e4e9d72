import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../electron/patterns/compile.ts';
import { readIRegexp } from '../../../shared/patterns/read-i-regexp.ts';

function found(source: string, text: string): string | null {
  const read = readIRegexp(source);
  if (!read.ok) throw new Error(read.problem.message);
  return compilePattern(read.pattern).search(text)?.groups[0] ?? null;
}

describe('what an I-Regexp finds', () => {
  it.each([
    ['a|bc', 'xbc', 'bc'],
    ['(ab){2}', 'ababab', 'abab'],
    ['a{2,}', 'baaac', 'aaa'],
    ['a{1,2}b?', 'aaab', 'aa'],
    ['.+', 'a\rb', 'a'],
    ['.', '\u2028', '\u2028'],
    ['.', '\u{10101}', '\u{10101}'],
    ['[^a-c-]+', 'a-xyz', 'xyz'],
    ['[-a]+', 'b-a-', '-a-'],
    ['[a-]+', 'b-a-', '-a-'],
    ['[\\[\\]\\-]+', 'a[-]', '[-]'],
    ['[.*+]+', 'a.*+', '.*+'],
    ['\\p{Lu}\\p{Ll}+', 'ein Ärger', 'Ärger'],
    ['[\\p{L}\\p{Nd}]+', '--é٣--', 'é٣'],
    ['\\P{L}+', 'ab12', '12'],
    ['[^\\P{Lu}]', 'aÄ', 'Ä'],
    ['\\p{Sc}', 'for 5 €', '€'],
    ['\\n\\r\\t', 'a\n\r\tb', '\n\r\t'],
    ['^b', 'ab', null],
    ['b$', 'ab', 'b'],
    ['b$', 'ab\n', null],
    ['', 'ab', ''],
    ['(a|)b', 'b', 'b'],
  ])('%s in %j', (source, text, expected) => {
    expect(found(source, text)).toBe(expected);
  });
});

describe('refused patterns', () => {
  it.each([
    ['\\d', 0, 'Write [0-9].'],
    ['a\\b', 1, 'To match a backslash write \\\\.'],
    ['a\\$', 1, 'Write [$].'],
    ['\\p{Greek}', 0, 'Write a general category, for example \\p{Lu}.'],
    ['\\p{Cs}', 0, 'Write a general category, for example \\p{Lu}.'],
    ['a*?', 2, 'Remove this sign.'],
    ['a++', 2, 'Remove this sign.'],
    ['*a', 0, 'Write \\* for a literal "*".'],
    ['a**', 2, 'Remove this sign.'],
    ['a{2}{3}', 4, 'Write \\{ for a literal "{".'],
    ['a{,3}', 1, 'Write \\{ for a literal "{".'],
    ['a{3,2}', 1, 'Write {2,3}.'],
    ['^*', 1, 'Remove the repetition.'],
    ['(?:a)', 0, 'Remove what follows the "?", and the "?".'],
    ['(a', 0, 'Add a closing one, or write \\( for a literal one.'],
    ['a)', 1, 'Remove it, or write \\) for a literal one.'],
    ['a]', 1, 'Write \\] for a literal "]".'],
    ['[a', 0, 'Add a closing bracket, or write \\[ for a literal one.'],
    ['[]', 1, 'Write \\].'],
    ['[a[b]', 2, 'Write \\[.'],
    ['[c-a]', 1, 'Write the smaller character first.'],
    ['[a-c-e]', 4, 'Write \\-.'],
    ['[a-\\p{L}]', 1, 'Write \\-.'],
    ['[\\d]', 1, 'Write [0-9].'],
    ['(((a{1000}){1000}){1000})', 0, 'Use smaller counts in braces, or * and +.'],
    ['('.repeat(101), 100, 'Simplify the pattern.'],
  ])('%s', (source, offset, hint) => {
    const read = readIRegexp(source);
    expect(read.ok ? null : { offset: read.problem.offset, hint: read.problem.hint }).toEqual({
      offset,
      hint,
    });
  });
});
