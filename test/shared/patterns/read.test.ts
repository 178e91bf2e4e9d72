import { describe, expect, it } from 'vitest';
import { maxPatternLength, readPattern } from '../../../shared/patterns/read.ts';
import refused from '../../fixtures/patterns/refused.json' with { type: 'json' };

/** Rows of [pattern, offset, message, hint]; all but the last group were checked to be refused by Python 3.11. */
const groups = refused as { title: string; rows: [string, number, string, string | null][] }[];

function read(source: string) {
  const result = readPattern(source);
  if (!result.ok) throw new Error(result.problem.message);
  return result.pattern;
}

describe.each(groups)('$title', ({ rows }) => {
  it.each(rows)('%j', (source, offset, message, hint) => {
    expect(readPattern(source)).toEqual({ ok: false, problem: { message, offset, hint } });
  });
});

describe('what is read', () => {
  it('counts groups and knows their names', () => {
    const pattern = read('(a)(?:b)(?P<year>\\d{4})(?P<Ümlaut>c)');
    expect(pattern.groups).toBe(3);
    expect(pattern.groupNames).toEqual({ year: 2, Ümlaut: 3 });
  });

  it('is plain data that survives a copy', () => {
    const pattern = read('(?i)^(a|[b-d\\w])+?(?<=x)(?P<n>y)(?P=n)(?(1)z)$');
    expect(structuredClone(pattern)).toEqual(pattern);
  });

  it('works flags into the nodes', () => {
    expect(read('(?i)a(?-i:b)').node).toEqual({
      kind: 'sequence',
      items: [
        { kind: 'char', code: 0x61, fold: 'unicode' },
        { kind: 'char', code: 0x62, fold: 'none' },
      ],
    });
  });

  it('takes a brace that is no quantifier as a character', () => {
    expect(read('a{x}').node).toMatchObject({ kind: 'sequence', items: [{}, { code: 0x7b }, {}, {}] });
    expect(read('a{,3}').node).toMatchObject({ kind: 'repeat', min: 0, max: 3 });
  });

  it('gives offsets in UTF-16 units', () => {
    const result = readPattern('😀(');
    expect(result.ok ? null : result.problem.offset).toBe(2);
  });
});

describe('limits', () => {
  it('refuses a pattern that is too long', () => {
    expect(readPattern('a'.repeat(maxPatternLength)).ok).toBe(true);
    expect(readPattern('a'.repeat(maxPatternLength + 1))).toMatchObject({
      ok: false,
      problem: { message: 'The pattern is longer than 20000 characters.' },
    });
  });

  it.each(['(', '(?:', '(?=', '(?<=', '(?i:', '(?>', '(?P<n>', '()(?(1)'])(
    'does not overflow on many %j',
    (open) => {
      const result = readPattern(open.repeat(2000));
      expect(result.ok).toBe(false);
    },
  );

  it('reads a deep pattern within the limit', () => {
    expect(readPattern('(?:'.repeat(100) + 'a' + ')'.repeat(100)).ok).toBe(true);
  });

  it('allows the large counts that people write', () => {
    expect(readPattern('start.{0,10000}end').ok).toBe(true);
    expect(readPattern('\\d{100000}').ok).toBe(true);
  });
});
