import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../electron/patterns/compile.ts';
import searches from '../../fixtures/patterns/search.json' with { type: 'json' };
import type { Row } from './engines.ts';
import { find, findWithOwnEngine, patternOf } from './engines.ts';

/** Rows of [pattern, text, what `re.search` of Python 3.11 finds], with bounds turned into UTF-16 units. */
const groups = searches as unknown as { title: string; rows: [string, string, Row | null][] }[];

describe.each(groups)('$title', ({ rows }) => {
  it.each(rows)('%j in %j', (source, text, expected) => {
    expect(find(source, text)).toEqual(expected);
    expect(findWithOwnEngine(source, text)).toEqual(expected);
    expect(compilePattern(patternOf(source)).test(text)).toBe(expected !== null);
  });
});

describe('a compiled pattern', () => {
  it('gives bounds that cut the match out of the text', () => {
    const text = 'a😀bcd';
    const match = compilePattern(patternOf('b(c)')).search(text);
    expect(match).toEqual({ index: 3, end: 5, groups: ['bc', 'c'] });
    expect(text.slice(match?.index, match?.end)).toBe('bc');
  });

  it('keeps no state between searches', () => {
    const pattern = compilePattern(patternOf('(a+)+b'));
    expect([pattern.test('aab'), pattern.test('aa'), pattern.test('aab')]).toEqual([true, false, true]);
    expect([pattern.search('aab')?.groups, pattern.search('b'), pattern.search('ab')?.groups]).toEqual([
      ['aab', 'aa'],
      null,
      ['ab', 'a'],
    ]);
  });

  it('keeps to the meaning that Python documents for possessive quantifiers where 3.11 has faults', () => {
    // Python 3.11 finds [0, 1] and [1, 4]: a failed round leaves the place in the text moved.
    expect(find('(?:a(?=b)){0,3}+', 'a')).toEqual([0, 0]);
    expect(find('(?:(\\w)b){1,2}+', ' bbbk')).toEqual([1, 3, 'b']);
  });
});
