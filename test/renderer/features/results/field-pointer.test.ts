import { expect, it } from 'vitest';
import { fieldPointer } from '../../../../renderer/features/results/field-pointer.ts';

const follow = (callback: string) => ({ url: { css: 'a::attr(href)' }, callback });
const text = JSON.stringify({
  callbacks: {
    parse_index: {
      iterate: { selector: 'li', url_context: { 'a/b': { regex: '/(.)/' } }, follow: follow('parse_list') },
      extract: { area: { css: 'b' } },
    },
    parse_list: {
      iterate: { selector: 'tr', follow: follow('parse_watch') },
      extract: { rank: { css: 'td' }, name: { css: 'th' } },
    },
    parse_watch: { extract: { name: { css: 'h1' } } },
    loop: { iterate: { selector: 'p', follow: follow('loop') } },
  },
});

it.each([
  ['its own callback', 'parse_watch', 'name', '/callbacks/parse_watch/extract/name'],
  ['a callback whose rows lead to it', 'parse_watch', 'rank', '/callbacks/parse_list/extract/rank'],
  ['one further back', 'parse_watch', 'area', '/callbacks/parse_index/extract/area'],
  ['the URL of a page', 'parse_watch', 'a/b', '/callbacks/parse_index/iterate/url_context/a~1b'],
  ['nowhere', 'parse_list', 'colour', '/callbacks/parse_list/extract/colour'],
  ['nowhere, among callbacks in a circle', 'loop', 'colour', '/callbacks/loop/extract/colour'],
])('a field is defined in %s', (_, callback, field, pointer) => {
  expect(fieldPointer(text, callback, field)).toBe(pointer);
});
