import { describe, expect, it } from 'vitest';
import {
  duplicateItem,
  insertItem,
  inTurn,
  movedBy,
  moveEntry,
  removeAt,
  renameArgument,
  renameCallback,
  renameKey,
  setValue,
  type Edits,
} from '../../../shared/spider/json-edits.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import type { JsonPath } from '../../../shared/spider/json-path.ts';
import { layouts, roomy } from './texts.ts';

type Json = Record<string, unknown>;

/** The value that an edit of the text has to come to, made without the text. */
function changed(text: string, change: (document: never) => void): unknown {
  const document: unknown = JSON.parse(text);
  change(document as never);
  return document;
}

interface Operation {
  name: string;
  edit: (text: string) => Edits | null;
  change: (document: never) => void;
}

const at = (document: Json, path: JsonPath): never => {
  let value: unknown = document;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value as never;
};

const set = (path: JsonPath, value: unknown): Operation => ({
  name: `write ${path.join('.')}`,
  edit: (text) => setValue(text, path, value),
  change(document: Json) {
    let owner: Record<string | number, unknown> = document;
    for (const [index, step] of path.slice(0, -1).entries()) {
      owner[step] ??= typeof path[index + 1] === 'number' ? [] : {};
      owner = owner[step] as Record<string | number, unknown>;
    }
    owner[path.at(-1) ?? ''] = value;
  },
});

const remove = (path: JsonPath): Operation => ({
  name: `remove ${path.join('.')}`,
  edit: (text) => removeAt(text, path),
  change(document: Json) {
    const owner: unknown = at(document, path.slice(0, -1));
    const last = path.at(-1) ?? '';
    if (Array.isArray(owner)) owner.splice(Number(last), 1);
    else delete (owner as Json)[String(last)];
  },
});

const insert = (path: JsonPath, index: number, value: unknown): Operation => ({
  name: `insert at ${index} of ${path.join('.')}`,
  edit: (text) => insertItem(text, path, index, value),
  change(document: Json) {
    (at(document, path) as unknown[]).splice(index, 0, value);
  },
});

const move = (path: JsonPath, from: number, to: number): Operation => ({
  name: `move ${from} to ${to} in ${path.join('.')}`,
  edit: (text) => moveEntry(text, path, from, to),
  change(document: Json) {
    const list: unknown[] = at(document, path);
    list.splice(to, 0, ...list.splice(from, 1));
  },
});

const operations: Operation[] = [
  set(['name'], 'other'),
  set(['description'], 'Text with "quotes" and a \\ backslash'),
  set(['rules', 0, 'priority'], 99),
  set(['rules', 0, 'deny'], ['\\?print=', '/old/']),
  set(['rules', 1, 'callback'], 'parse_item'),
  set(['settings', 'ROBOTSTXT_OBEY'], false),
  set(['settings', 'DEFAULT_REQUEST_HEADERS', 'Accept-Language'], 'de'),
  set(['callbacks', 'parse_other'], { extract: { title: { css: 'h1::text' } } }),
  set(['callbacks', 'parse_other', 'extract', 'a/b~c', 'css'], 'p'),
  set(['tags'], []),
  remove(['name']),
  remove(['rules', 0]),
  remove(['rules', 1]),
  remove(['allowed_domains', 0]),
  remove(['callbacks']),
  remove(['start_urls']),
  insert(['rules'], 0, { allow: ['/first/'], callback: 'parse_article' }),
  insert(['rules'], 1, { allow: ['/second/'] }),
  insert(['rules'], 2, {
    allow: ['/last/'],
    restrict_css: ['nav.pages', 'nav.more'],
    follow: false,
    priority: 3,
  }),
  insert(['allowed_domains'], 0, 'a.org'),
  insert(['start_urls'], 1, 'https://example.org/b'),
  move(['rules'], 0, 1),
  move(['rules'], 1, 0),
];

describe('edits of a spider', () => {
  for (const [layout, text] of Object.entries(layouts)) {
    it.each(operations)(`${layout}: $name gives what it says`, ({ edit, change }) => {
      const edits = edit(text) ?? [];
      expect(JSON.parse(applyEdits(text, edits))).toEqual(changed(text, change));
    });

    it.each(operations)(`${layout}: $name leaves the rest byte for byte`, ({ edit }) => {
      const edits = edit(text) ?? [];
      const after = applyEdits(text, edits);
      let shift = 0;
      let end = 0;
      const kept: string[] = [];
      for (const { offset, length, text: inserted } of edits) {
        expect(offset).toBeGreaterThanOrEqual(end);
        kept.push(after.slice(end + shift, offset + shift));
        expect(kept.at(-1)).toBe(text.slice(end, offset));
        shift += inserted.length - length;
        end = offset + length;
      }
      expect(after.slice(end + shift)).toBe(text.slice(end));
    });

    it(`${layout}: keeps its kind of line ends`, () => {
      const edits = setValue(text, ['callbacks', 'new_one'], {
        extract: { a: { css: 'a' }, b: { css: 'b' } },
      });
      const after = applyEdits(text, edits ?? []);
      const others = text.includes('\r\n') ? after.replaceAll('\r\n', '') : after.replaceAll('\n', '');
      expect(others).not.toMatch(/[\r\n]/);
    });
  }

  it('undoes an insertion by the removal of the same place', () => {
    for (const text of Object.values(layouts)) {
      const inserted = applyEdits(text, insertItem(text, ['rules'], 2, { allow: ['/x/'] }) ?? []);
      const removed = applyEdits(inserted, removeAt(inserted, ['rules', 2]) ?? []);
      expect(removed).toBe(text);
    }
  });

  it.each([
    {
      what: 'a key on the line of its neighbours',
      edit: () => setValue(roomy, ['rules', 0, 'follow'], false),
      line: '    { "allow": ["/item/\\\\d+"], "callback": "parse_item", "priority": 10, "follow": false },',
    },
    {
      what: 'an entry on a line of its own where the others have one',
      edit: () => insertItem(roomy, ['rules', 1, 'allow'], 1, '/more/'),
      line: '        "/more/",',
    },
    {
      what: 'a field in short form below the others',
      edit: () => setValue(roomy, ['callbacks', 'parse_item', 'extract', 'price'], { css: '.price::text' }),
      line: '        "price": { "css": ".price::text" }',
    },
    {
      what: 'a rule in short form',
      edit: () => insertItem(roomy, ['rules'], 9, { allow: ['/a/'] }),
      line: '    {',
    },
    {
      what: 'a setting indented as its neighbours',
      edit: () => setValue(roomy, ['settings', 'DEPTH_LIMIT'], 3),
      line: '    "DEPTH_LIMIT": 3',
    },
  ])('writes $what', ({ edit, line }) => {
    expect(applyEdits(roomy, edit() ?? []).split('\n')).toContain(line);
  });

  it('keeps a text on one line on one line', () => {
    const text = '{"a":[1,2],"b":{}}';
    expect(applyEdits(text, insertItem(text, ['a'], 2, 3) ?? [])).toBe('{"a":[1,2,3],"b":{}}');
    expect(applyEdits(text, removeAt(text, ['a', 1]) ?? [])).toBe('{"a":[1],"b":{}}');
    expect(JSON.parse(applyEdits(text, setValue(text, ['b', 'c', 'd'], { e: [] }) ?? []))).toEqual({
      a: [1, 2],
      b: { c: { d: { e: [] } } },
    });
    expect(applyEdits(text, setValue(text, ['b', 'c'], 1) ?? [])).not.toContain('\n');
  });

  it('does nothing where the value is there already', () => {
    expect(setValue(roomy, ['name'], 'shop')).toEqual([]);
    expect(renameKey(roomy, ['callbacks', 'parse_item'], 'parse_item')).toEqual([]);
  });

  it('says so where there is no place for it', () => {
    expect(setValue(roomy, ['name', 'inner'], 1)).toBeNull();
    expect(removeAt(roomy, ['rules', 7])).toBeNull();
    expect(insertItem(roomy, ['name'], 0, 'x')).toBeNull();
    expect(moveEntry(roomy, ['rules'], 0, 2)).toBeNull();
    expect(setValue('', ['name'], 'x')).toBeNull();
  });

  it('writes over null as if the key were absent', () => {
    const text = '{ "rules": [{ "deny": null }] }';
    expect(JSON.parse(applyEdits(text, insertItem(text, ['rules', 0, 'deny'], 0, '/x/') ?? []))).toEqual({
      rules: [{ deny: ['/x/'] }],
    });
  });

  it.each([
    ['{ "css": null, "xpath": "//h1" }', 'xpath', 'css', { css: '//h1' }],
    ['{ "xpath": "//h1", "css": null, "get_all": true }', 'xpath', 'css', { css: '//h1', get_all: true }],
  ])('renames a key over one that is null: %s', (text, from, to, expected) => {
    expect(JSON.parse(applyEdits(text, renameKey(text, [from], to) ?? []))).toEqual(expected);
  });

  it('edits what can be read of a text that is broken elsewhere', () => {
    const text =
      '{\n  "callbacks": { "a": { "extract": { "t": { "css": "h1" } } } },\n  "rules": [ { "allow": [ \n}\n';
    const edits = setValue(text, ['callbacks', 'a', 'extract', 't', 'css'], 'h2::text');
    expect(applyEdits(text, edits ?? [])).toBe(text.replace('"h1"', '"h2::text"'));
  });

  it('takes the last of two equal keys, as a crawl does', () => {
    const text = '{ "name": "a", "name": "b" }';
    expect(applyEdits(text, setValue(text, ['name'], 'c') ?? [])).toBe('{ "name": "a", "name": "c" }');
  });

  it('copies an entry as it is written', () => {
    const after = applyEdits(roomy, duplicateItem(roomy, ['rules'], 0) ?? []);
    const line = '    { "allow": ["/item/\\\\d+"], "callback": "parse_item", "priority": 10 },';
    expect(after.split('\n').filter((each) => each === line)).toHaveLength(2);
    expect((JSON.parse(after) as { rules: unknown[] }).rules).toHaveLength(3);
  });

  it('renames a callback with the rules that name it', () => {
    const after = applyEdits(roomy, renameCallback(roomy, 'parse_item', 'parse_product') ?? []);
    expect(after).toBe(roomy.replaceAll('"parse_item"', '"parse_product"'));
    expect(renameCallback(roomy, 'parse_item', 'parse_item')).toEqual([]);
    const two = applyEdits(roomy, setValue(roomy, ['callbacks', 'b'], {}) ?? []);
    expect(renameCallback(two, 'parse_item', 'b')).toBeNull();
  });

  it('renames a callback that rows and generated URLs name', () => {
    const spider = {
      callbacks: { a: { iterate: { selector: 'li', follow: { url: { css: 'a' }, callback: 'b' } } }, b: {} },
      settings: { GENERATED_URLS: [{ callback: 'b' }, { callback: 'a' }] },
    };
    const before = JSON.stringify(spider);
    const after = applyEdits(before, renameCallback(before, 'b', 'detail') ?? []);
    expect(after).toBe(before.replaceAll('"b"', '"detail"'));
  });

  it('renames an argument with every place that names it', () => {
    const spider = {
      start_urls: ['https://a.org/?q=${term}&p=${page}', 'https://a.org/'],
      args: { term: {}, page: {} },
      settings: { GENERATED_URLS: [{ template: 'https://a.org/${term}' }], USER_AGENT: '${term}' },
    };
    const before = JSON.stringify(spider);
    const after = applyEdits(before, renameArgument(before, 'term', 'query') ?? []);
    expect(after).toBe(before.replaceAll('${term}', '${query}').replace('"term"', '"query"'));
    expect(renameArgument(before, 'term', 'page')).toBeNull();
    expect(renameArgument(before, 'term', 'term')).toEqual([]);
  });

  it('makes edits in turn as one edit, or none where one of them has no place', () => {
    const rename = (text: string) => renameKey(text, ['name'], 'title');
    const set = (text: string) => setValue(text, ['title'], 'b');
    const edits = inTurn(roomy, [rename, set]);
    expect(edits).toHaveLength(1);
    expect(applyEdits(roomy, edits ?? [])).toBe(roomy.replace('"name": "shop"', '"title": "b"'));
    expect(inTurn(roomy, [rename, () => null])).toBeNull();
    expect(inTurn(roomy, [() => []])).toEqual([]);
  });

  it('keeps the caret at the same place of the text', () => {
    const edits = [
      { offset: 2, length: 0, text: 'ab' },
      { offset: 5, length: 3, text: 'x' },
    ];
    expect([0, 2, 3, 5, 6, 8, 9].map((offset) => movedBy(edits, offset))).toEqual([0, 2, 5, 7, 8, 8, 9]);
  });
});
