import { expect, it } from 'vitest';
import { withReplacements } from '../../../shared/spider/with-replacements.ts';

const text = `{
    "name": "shop",
    "callbacks": { "one": { "extract": {
        "title": {"css": "h1::text"},
        "price": { "css": ".old::text" } } } }
}
`;

it('replaces values and leaves the rest of the text as it is', () => {
  const replaced = withReplacements(text, [
    { path: ['callbacks', 'one', 'extract', 'price'], value: { xpath: '//b' } },
    { path: ['callbacks', 'one', 'extract', 'title'], value: { css: 'h2::text' } },
  ]);
  expect(JSON.parse(replaced)).toEqual({
    name: 'shop',
    callbacks: { one: { extract: { title: { css: 'h2::text' }, price: { xpath: '//b' } } } },
  });
  expect(replaced.split('\n').slice(0, 3)).toEqual(text.split('\n').slice(0, 3));
});

it('keeps a byte order mark', () => {
  expect(withReplacements('\uFEFF{"a":1}', [{ path: ['a'], value: 2 }])).toBe('\uFEFF{"a":2}');
});

it('replaces the entry of a list by its number, and a key that is a number', () => {
  const rules = '{"rules": [{"restrict_css": ["a", "b"]}], "0": 1}';
  const replaced = withReplacements(rules, [
    { path: ['rules', '0', 'restrict_css', '1'], value: 'c' },
    { path: ['0'], value: 2 },
  ]);
  expect(JSON.parse(replaced)).toEqual({ rules: [{ restrict_css: ['a', 'c'] }], '0': 2 });
});
