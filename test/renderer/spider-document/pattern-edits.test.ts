import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { patternEdits } from '../../../renderer/spider-document/pattern-edits.ts';

const text = '{ "rules": [\n  { "allow": ["/news/", "/itme/\\\\d+"], "deny": ["/itme/\\\\d+"] },\n  {}\n] }';

describe('another pattern in the place of an allow pattern', () => {
  it('is written where the pattern stands, and nothing else changes', () => {
    const edits = patternEdits(text, { rule: 0, pattern: '/itme/\\d+', better: '/item/\\d+' });
    expect(applyEdits(text, edits ?? [])).toBe(text.replace('itme', 'item'));
  });

  it.each([
    ['a rule without it', { rule: 1, pattern: '/itme/\\d+' }],
    ['a rule that is not there', { rule: 2, pattern: '/itme/\\d+' }],
    ['a pattern that is written otherwise', { rule: 0, pattern: '/itme/1' }],
  ])('is not written into %s', (_, { rule, pattern }) => {
    expect(patternEdits(text, { rule, pattern, better: '/item/' })).toBeNull();
  });
});
