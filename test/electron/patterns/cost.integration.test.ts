import { describe, expect, it } from 'vitest';
import { compilePattern, PatternCostError } from '../../../electron/patterns/compile.ts';
import { maxSteps, stepBudget } from '../../../electron/patterns/matcher.ts';
import { toNative } from '../../../electron/patterns/native.ts';
import { compileProgram } from '../../../electron/patterns/program.ts';
import { find, patternOf } from './engines.ts';

const a = 'a'.repeat(50_000);

/** Patterns that take a plain backtracking engine years on such a text, and what they find. */
const hostile: [string, string, [number, number] | null][] = [
  ['(a+)+$', `${a}!`, null],
  ['(a+)+$', a, [0, 50_000]],
  ['(a|a)*b', a, null],
  ['(a|aa)+$', `${a}!`, null],
  ['(.*)*x', a, null],
  ['(x+x+)+y', 'x'.repeat(50_000), null],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', a, null],
  ['.*.*.*=', a, null],
  ['(.*).*.*=x', a, null],
  ['(.*?,){11}P', '1,'.repeat(10_000), null],
  ['((a*)*)*b', a, null],
  ['(?:(?:a*)*)*$', `${a}b`, [50_001, 50_001]],
  ['(?:a?){50}b', a, null],
  ['(a?){0,300}a{300}', a, [0, 600]],
  ['\\s+$', `${' '.repeat(50_000)}x`, null],
  ['(<[^>]*>)*<b', '<a>'.repeat(20_000), null],
  ['(?i)(k|K|[k])+!', 'k'.repeat(50_000), null],
  ['(?:(?=(.*x))a)*b', a, null],
  ['(\\w+\\s?)*\\.', 'word '.repeat(10_000), null],
  ['(?:/[^/]+)*/?\\.html$', '/x'.repeat(5000), null],
];

describe('patterns written to blow up', () => {
  it.each(hostile)('%j ends with an answer', (source, text, expected) => {
    expect(find(source, text)?.slice(0, 2) ?? null).toEqual(expected);
    expect(compilePattern(patternOf(source)).test(text)).toBe(expected !== null);
  });

  it.each([
    ['(a*)*\\1b', a],
    ['(a+)\\1+b', a],
    ['(\\w+)(?=.*\\1.*\\1)x', a],
    ['^(a?){60}(?(1)b|c)\\1d', a],
    ['(?>a+)+b', a],
    ['(?:(?>(?:(?>a*))*))*b$', a],
    ['(?:a{0,3000}){2}b', a],
  ])('%j gives up when its budget is used up', (source, text) => {
    expect(() => compilePattern(patternOf(source)).search(text)).toThrow(PatternCostError);
  });

  it('says in one sentence what happened', () => {
    const pattern = compilePattern(patternOf('(a*)*\\1b'));
    expect(() => pattern.test(a)).toThrow(
      'The pattern "(a*)*\\1b" takes too long on a text of 50000 characters; make it more specific.',
    );
  });

  it('works again after giving up', () => {
    const pattern = compilePattern(patternOf('(a+)\\1+b'));
    expect(() => pattern.test(a)).toThrow(PatternCostError);
    expect(pattern.search('aab')?.groups).toEqual(['aab', 'a']);
  });
});

describe('the step budget', () => {
  it('grows with the text and has an end', () => {
    const pattern = patternOf('(a+)+$');
    const program = compileProgram(pattern, pattern.node);
    expect(stepBudget(program, 100)).toBeLessThan(500_000);
    expect(stepBudget(program, 10_000)).toBeGreaterThan(stepBudget(program, 100));
    expect(stepBudget(program, 10_000_000)).toBe(maxSteps);
  });
});

describe('the native translation', () => {
  it.each([
    ['/news/\\d+', '\\u{2f}news\\u{2f}[[\\p{Nd}]]+'],
    ['a.c', 'a[^\\u{a}]c'],
    ['(?i)ab', '[Aa][Bb]'],
    ['(?ai)k', '[Kk]'],
    ['(a)?', '(a)?'],
    ['(a*)?', '(?:(a*)|)'],
    ['(?m)^a', '(?<![^\\n])a'],
  ])('of %j', (source, expected) => {
    expect(toNative(patternOf(source).node, true)).toBe(expected);
  });

  it.each(['(a)*', '(a*)+', '(?:a?)*', 'a++', '(?>a)', '(a)\\1', '(a)?(?(1)b)', '(?<=(a))b'])(
    'of %j is refused where it would mean something else',
    (source) => {
      expect(toNative(patternOf(source).node, true)).toBeNull();
    },
  );
});
