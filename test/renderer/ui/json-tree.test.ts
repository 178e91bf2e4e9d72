import { describe, expect, it } from 'vitest';
import { findInJson, linesOf, previewOf } from '../../../renderer/ui/json-tree/nodes.ts';

const value = { title: 'A book', tags: ['x', 'y'], 'a/b': { deep: null }, empty: {} };

describe('a value as lines', () => {
  it('shows what is open', () => {
    const closed = linesOf(value, () => false);
    expect(closed).toHaveLength(1);
    const open = linesOf(value, (_, depth) => depth < 1);
    expect(open.map((line) => line.path)).toEqual(['', '/title', '/tags', '/a~1b', '/empty']);
    expect(linesOf(value, () => true).map((line) => line.path)).toContain('/a~1b/deep');
  });

  it('shows the beginning of a long list and says how many follow', () => {
    const lines = linesOf(
      Array.from({ length: 1000 }, (_, index) => index),
      () => true,
      () => 10,
    );
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)?.more).toBe(990);
  });

  it('finds names and values and opens the way to them', () => {
    const found = findInJson(value, 'DEEP');
    expect([...found.matches]).toEqual(['/a~1b/deep']);
    expect([...found.parents]).toEqual(['/a~1b', '']);
    expect(findInJson(value, 'book').matches).toEqual(new Set(['/title']));
    expect(findInJson(value, '').matches.size).toBe(0);
  });

  it('tells what is inside a closed one', () => {
    expect(previewOf(value)).toBe('{title, tags, a/b, empty}');
    expect(previewOf(['x'])).toBe('[1 entry]');
    expect(previewOf([])).toBe('[]');
    expect(previewOf({})).toBe('{}');
  });
});
