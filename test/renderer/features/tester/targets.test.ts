import { describe, expect, it } from 'vitest';
import {
  nameFor,
  objection,
  targetAt,
  targetsIn,
  withSelector,
} from '../../../../renderer/features/tester/targets.ts';
import { given } from '../../../given.ts';

const text = `{
  "name": "shop",
  "callbacks": {
    "parse_item": {
      "extract": {
        "title": { "xpath": "//h1" },
        "reviews": {
          "type": "nested_list",
          "selector": ".review",
          "extract": { "author": { "css": "b" } }
        }
      }
    }
  }
}
`;
const targets = targetsIn(text, 'parse_item', null);
const named = (label: string) => given(targets.find((target) => target.label === label));

describe('where a selector can go', () => {
  it('is every field, every list, and a new field among them; within a list it begins at the item', () => {
    expect(targets.map(({ label, kind, within }) => [label, kind, within])).toEqual([
      ['title', 'field', null],
      ['reviews (list)', 'list', null],
      ['reviews › author', 'field', '.review'],
      ['New field in reviews', 'new', '.review'],
      ['New field in parse_item', 'new', null],
    ]);
  });

  it('is where the caret is, else a new field', () => {
    const place = { kind: 'callback', callback: 'parse_item', field: ['reviews', 'author'] } as const;
    const pointer = '/callbacks/parse_item/extract/reviews/extract/author';
    expect(targetAt(targets, { ...place, pointer })?.label).toBe('reviews › author');
    expect(targetAt(targets, null)?.label).toBe('New field in parse_item');
  });

  it.each([
    [['title'], 'New field in parse_item'],
    [['reviews', 'author'], 'New field in reviews'],
  ])(
    'is a new field beside %j where that was just made, and itself once the caret came back',
    (field, label) => {
      const pointer = `/callbacks/parse_item/extract/${field.join('/extract/')}`;
      const made = { kind: 'callback', callback: 'parse_item', field, pointer } as const;
      expect(targetAt(targets, made, made)?.label).toBe(label);
      expect(targetAt(targets, { ...made }, made)?.label).toBe(field.join(' › '));
    },
  );

  it('is a selector of the settings where the caret is in one', () => {
    const place = {
      kind: 'setting',
      setting: 'CUSTOM_SELECTORS',
      key: 'title',
      pointer: '/settings',
    } as const;
    const target = targetAt(targetsIn('{ "name": "a" }', null, place), place);
    expect(withSelector('{ "name": "a" }', given(target), 'css', 'h1', '')).toContain(
      '"CUSTOM_SELECTORS": { "title": "h1" }',
    );
  });

  it.each([
    ['title', 'css', 'h1::text', '"title": { "css": "h1::text" }'],
    ['title', 'xpath', '//h2', '"title": { "xpath": "//h2" }'],
    ['reviews (list)', 'css', 'li', '"selector": "li"'],
    ['New field in reviews', 'css', 'i::text', '"author": { "css": "b" }, "stars": { "css": "i::text" }'],
  ] as const)(
    'is written to %s by %s, and a field keeps one selector',
    (label, language, selector, after) => {
      expect(withSelector(text, named(label), language, selector, 'stars')).toContain(after);
    },
  );

  it('refuses what cannot stand there', () => {
    expect(objection(named('reviews (list)'), 'xpath', '')).toMatch(/CSS/u);
    expect(objection(named('New field in parse_item'), 'css', ' ')).toMatch(/name/u);
    expect(objection(named('New field in parse_item'), 'css', 'title ')).toMatch(/"title" already/u);
    expect(objection(named('New field in reviews'), 'css', 'title')).toBeNull();
    expect(objection(named('title'), 'xpath', '')).toBeNull();
    expect(withSelector('{ "callbacks": 1 }', named('title'), 'css', 'h1', '')).toBeNull();
  });

  it.each([
    [['Product-Price', 'p'], 'product_price'],
    [['title', 'headLine'], 'head_line'],
    [['title'], 'title_2'],
    [['', '7'], 'field'],
  ])('calls a new field for %j %s', (wishes, name) => {
    expect(nameFor(named('New field in parse_item'), wishes)).toBe(name);
  });
});

describe('JSONPaths', () => {
  const field = (source: object) =>
    JSON.stringify({ callbacks: { parse_item: { extract: { title: source } } } });
  const written = (source: object, language: 'css' | 'xpath' | 'json', selector: string): unknown => {
    const before = field(source);
    const target = given(targetsIn(before, 'parse_item', null)[0]);
    const after: unknown = JSON.parse(given(withSelector(before, target, language, selector, '')));
    return after;
  };
  const expected = (source: object): unknown => JSON.parse(field(source));

  it('are written as json_path, and replace other sources', () => {
    expect(written({ css: 'h1' }, 'json', '$.title')).toEqual(expected({ json_path: '$.title' }));
    expect(written({ json_path: '$.title' }, 'css', 'h1')).toEqual(expected({ css: 'h1' }));
    expect(written({ css: 'script', json_path: '$.title' }, 'xpath', '//script')).toEqual(
      expected({ json_path: '$.title', xpath: '//script' }),
    );
  });

  it('begin at the row or the entry', () => {
    const list = { type: 'nested_list', selector: '$.tags[*]', extract: { tag: { json_path: '$' } } };
    const callback = {
      iterate: { selector: '$.results[*]' },
      extract: { name: { json_path: '$.name' }, list },
    };
    const text = JSON.stringify({ callbacks: { parse_item: callback } });
    expect(targetsIn(text, 'parse_item', null).map(({ label, within }) => [label, within])).toEqual([
      ['name', '$.results[*]'],
      ['list (list)', '$.results[*]'],
      ['list › tag', '$.results[*].tags[*]'],
      ['New field in list', '$.results[*].tags[*]'],
      ['New field in parse_item', '$.results[*]'],
    ]);
  });

  it('can be the items of a list, but no setting', () => {
    const target = { id: '', label: '', path: [], within: null, taken: [] };
    expect(objection({ ...target, kind: 'list' }, 'json', '')).toBeNull();
    expect(objection({ ...target, kind: 'setting' }, 'json', '')).toBe('This setting takes no JSONPath.');
  });
});
