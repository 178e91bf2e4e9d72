import { describe, expect, it } from 'vitest';
import { patternLike, ruleEdits } from '../../../../../renderer/features/tester/links/link-rules.ts';
import { applyEdits } from '../../../../../shared/spider/text-edits.ts';

describe('a pattern for addresses like one', () => {
  it.each([
    ['https://a.example/item/12?ref=3', String.raw`^https://a\.example/item/\d+\?ref=\d+$`],
    ['https://a1.example/item/red-boot', String.raw`^https://a1\.example/item/[^/?#]+$`],
    ['https://a.example/item/red-boot/#top', String.raw`^https://a\.example/item/[^/?#]+/$`],
    ['https://a.example/', String.raw`^https://a\.example/$`],
  ])('of %s', (url, pattern) => {
    expect(patternLike(url)).toBe(pattern);
    expect(new RegExp(pattern).test(url.replace(/#.*/, ''))).toBe(true);
  });
});

const list = { iterate: { selector: 'li' }, extract: { name: { css: 'b::text' } } };
const item = { extract: { title: { css: 'h1::text' } } };

/** The document after a decision about "/item/". */
function after(document: object, decision: 'extract' | 'follow' | 'ignore', isLike = false) {
  const text = JSON.stringify(document, null, 2);
  const made = ruleEdits(text, '/item/', decision, { callback: 'parse_list', isLike });
  return JSON.parse(made === null ? 'null' : applyEdits(text, made.edits));
}

describe('the rule for a group of links', () => {
  const spider = { rules: [{ allow: ['/'] }], callbacks: { parse_list: list, parse_item: item } };

  it.each([
    ['extract', false, { allow: ['/item/'], callback: 'parse_item', follow: false }],
    ['extract', true, { allow: ['/item/'], callback: 'parse_list' }],
    ['follow', false, { allow: ['/item/'] }],
    ['ignore', false, { allow: ['/item/'], follow: false }],
  ] as const)('%s comes before the others (pages of the same kind: %s)', (decision, isLike, rule) => {
    expect(after(spider, decision, isLike).rules).toEqual([rule, { allow: ['/'] }]);
  });

  it('is the one that is there for this very pattern', () => {
    const rules = [{ allow: ['/a'] }, { allow: ['/item/'], callback: 'parse_item', priority: 5 }];
    expect(after({ ...spider, rules }, 'ignore').rules).toEqual([
      { allow: ['/a'] },
      { allow: ['/item/'], priority: 5, follow: false },
    ]);
  });

  it('brings a callback where there is none for pages of another kind', () => {
    const made = after({ callbacks: { parse_list: list } }, 'extract');
    expect(made.rules).toEqual([{ allow: ['/item/'], callback: 'parse_page', follow: false }]);
    expect(made.callbacks).toEqual({
      parse_list: list,
      parse_page: { extract: { title: { css: 'h1::text' } } },
    });
  });

  it('is not written into a text that is broken', () => {
    expect(ruleEdits('{ "rules": 5 }', '/item/', 'follow', { callback: null, isLike: false })).toBeNull();
  });
});
