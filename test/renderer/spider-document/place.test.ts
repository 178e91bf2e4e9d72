import { describe, expect, it } from 'vitest';
import { nodeAt, parseText, pathAt, pathOf, pointerOf } from '../../../shared/spider/json-path.ts';
import { fieldPath, placeAt } from '../../../renderer/spider-document/place.ts';
import { layouts, roomy } from '../../shared/spider/texts.ts';

/** The place at the mark "|" in a text. */
function placeIn(marked: string) {
  const offset = marked.indexOf('|');
  return placeAt(parseText(marked.slice(0, offset) + marked.slice(offset + 1)), offset);
}

const item = { kind: 'callback', callback: 'parse_item' };

describe('the place under the caret', () => {
  it.each([
    [
      'a selector',
      '"h1::te|xt"',
      { ...item, field: ['title'], pointer: '/callbacks/parse_item/extract/title' },
    ],
    [
      'the name of a field',
      '"ti|tle": {',
      { ...item, field: ['title'], pointer: '/callbacks/parse_item/extract/title' },
    ],
    [
      'a processor',
      '{ "type": "str|ip" }',
      { ...item, field: ['title'], pointer: '/callbacks/parse_item/extract/title' },
    ],
    [
      'a field of a nested list',
      '".aut|hor::text"',
      {
        ...item,
        field: ['reviews', 'author'],
        pointer: '/callbacks/parse_item/extract/reviews/extract/author',
      },
    ],
    [
      'the selector of the items',
      '"selec|tor"',
      { ...item, field: ['reviews'], pointer: '/callbacks/parse_item/extract/reviews' },
    ],
    [
      'the indentation before a field',
      '\n   |     "title":',
      { ...item, field: ['title'], pointer: '/callbacks/parse_item/extract/title' },
    ],
    [
      'behind the comma of a field',
      '[{ "type": "strip" }] },|\n',
      { ...item, field: ['title'], pointer: '/callbacks/parse_item/extract/title' },
    ],
    ['the name of a callback', '"parse_it|em": {', { ...item, field: [], pointer: '/callbacks/parse_item' }],
    ['a rule', '"/item/|\\\\d+"', { kind: 'rule', rule: 0, callback: 'parse_item', pointer: '/rules/0' }],
    [
      'a rule without a callback',
      '"/li|st/"',
      { kind: 'rule', rule: 1, callback: null, pointer: '/rules/1' },
    ],
    [
      'a setting',
      '"DOWNLOAD_DEL|AY"',
      { kind: 'setting', setting: 'DOWNLOAD_DELAY', key: null, pointer: '/settings/DOWNLOAD_DELAY' },
    ],
    [
      'a custom selector',
      '"title": "h|1"',
      { kind: 'setting', setting: 'CUSTOM_SELECTORS', key: 'title', pointer: '/settings/CUSTOM_SELECTORS' },
    ],
    ['the name of the spider', '"sh|op"', null],
    ['the end of the text', '}\n|', null],
  ])('is known in %s', (_, marked, expected) => {
    const plain = marked.replace('|', '');
    const text = marked.endsWith('|') ? `${roomy}|` : roomy.replace(plain, () => marked);
    expect(text).toContain('|');
    expect(placeIn(text)).toEqual(expected);
  });

  it('is known while the text is broken', () => {
    expect(placeIn('{ "callbacks": { "a": { "extract": { "t": { "css": "h|')).toEqual({
      kind: 'callback',
      callback: 'a',
      field: ['t'],
      pointer: '/callbacks/a/extract/t',
    });
    expect(placeIn('|')).toBeNull();
    expect(placeIn('not | json')).toBeNull();
  });

  it('agrees with the value at its path for every offset of every layout', () => {
    for (const text of Object.values(layouts)) {
      const parsed = parseText(text);
      for (let offset = 0; offset <= text.length; offset += 1) {
        const path = pathAt(parsed, offset);
        expect(nodeAt(parsed.root, path)).toBeDefined();
        expect(pathOf(parsed.root, pointerOf(path))).toEqual(path);
      }
    }
  });

  it('names the path of a field', () => {
    expect(
      nodeAt(parseText(roomy).root, [...fieldPath('parse_item', ['reviews', 'stars']), 'xpath'])?.value,
    ).toBe('./@data-stars');
  });
});
