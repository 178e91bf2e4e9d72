import { describe, expect, it } from 'vitest';
import { knownNames } from '../../../shared/spider/known-names.ts';

const many = Array.from({ length: 30 }, (_, n) => `spider-${String(n).padStart(2, '0')}`);

describe('the names that there are', () => {
  it.each([
    ['news', ['shop', 'nevs'], 'It has nevs, shop. Did you mean "nevs"?'],
    ['x', ['alpha', 'beta'], 'It has beta, alpha.'],
    ['x', ['only'], 'It has only.'],
  ])('%j among %j', (name, known, expected) => {
    expect(knownNames('It has', name, known)).toBe(expected);
  });

  it('begin with the nearest, and tell how many more there are', () => {
    const hint = knownNames('It has', 'news-archive', [...many, 'news-archives', 'zebra']);
    expect(hint).toMatch(/^It has news-archives, .* and 22 more\. Did you mean "news-archives"\?$/);
    expect(hint.split(', ')).toHaveLength(10);
  });
});
