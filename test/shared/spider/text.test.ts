import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { placesOf, spiderWith } from './spiders.ts';

const everything = readFileSync(new URL('../../fixtures/spiders/everything.json', import.meta.url), 'utf8');

describe('a spider that uses everything', () => {
  it('has no problems, and comes back as it was written', () => {
    const { valid, problems, spider } = validateSpider(everything);
    expect(problems).toEqual([]);
    expect(valid).toBe(true);
    expect(spider).toEqual(JSON.parse(everything));
  });

  it('is the same as a value, which is handed back itself', () => {
    const value: unknown = JSON.parse(everything);
    const result = validateSpider(value);
    expect(result.problems).toEqual([]);
    expect(result.spider).toBe(value);
  });
});

describe('places in the text', () => {
  const text = [
    '{',
    '  "name": "a b",',
    '  "allowed_domains": ["example.com"],',
    '  "start_urls": ["https://example.com/"],',
    '  "rules": [{ "alow": ["x"], "callback": "gone" }, { "allow": ["fi\\u006ee\\\\.(x"] }],',
    '  "settings": { "CONCURRENT_REQUESTS": "8", "NOBODY": 1 },',
    '  "callbacks": {',
    '    "p-q": { "extract": { "f": {}, "g": { "css": "div >" } } }',
    '  }',
    '}',
  ].join('\n');
  const places = [
    '2:11 /name invalid-name',
    '5:15 /rules/0/alow unknown-key',
    '5:42 /rules/0/callback undefined-callback',
    '5:77 /rules/1/allow/0 invalid-pattern',
    '6:40 /settings/CONCURRENT_REQUESTS wrong-type',
    '6:45 /settings/NOBODY setting-unread',
    '8:5 /callbacks/p-q invalid-callback-name',
    '8:32 /callbacks/p-q/extract/f field-without-source',
  ];

  it('are those of values, of unknown keys, and of what is wrong within a pattern', () => {
    expect(placesOf(text).slice(0, 8)).toEqual(places);
    expect(placesOf(text)[8]).toMatch(/^8:\d+ \/callbacks\/p-q\/extract\/g\/css invalid-css$/);
    expect(placesOf(text)).toHaveLength(9);
  });

  it.each(['\r\n', '\r'])('count lines that end in %j', (lineEnd) => {
    expect(placesOf(text.replaceAll('\n', lineEnd)).slice(0, 8)).toEqual(places);
  });

  it('do not count a byte order mark', () => {
    expect(placesOf(`\uFEFF${text}`).slice(0, 8)).toEqual(places);
  });

  it('are the object for a missing key', () => {
    expect(placesOf('\n {"name": "a", "start_urls": ["http://a.b/"]}')).toEqual(['2:2  missing-key']);
  });

  it('are null for a spider given as a value', () => {
    const [problem] = validateSpider(spiderWith({ name: '' })).problems;
    expect(problem).toMatchObject({ pointer: '/name', line: null, column: null });
  });

  it('follow the text, whatever found them', () => {
    const order = placesOf(text).map((place) => place.split(' ')[0]?.split(':').map(Number));
    expect(order).toEqual(
      order.toSorted((a, b) => (a?.[0] ?? 0) - (b?.[0] ?? 0) || (a?.[1] ?? 0) - (b?.[1] ?? 0)),
    );
  });
});

describe('text that is not strict JSON', () => {
  // Text, then place, code and hint of every problem.
  it.each([
    ['', '1:1 json-empty A spider is an object: {…}.'],
    [' \n ', '1:1 json-empty A spider is an object: {…}.'],
    ['{"a": 1,}', '1:8 json-trailing-comma Remove the comma.'],
    ['{"a": [1, 2,\n]}', '1:12 json-trailing-comma Remove the comma.'],
    ['// c\n{}', '1:1 json-comment Remove the comment.'],
    ['{}\n/* c */', '2:1 json-comment Remove the comment.'],
    ['{"a" /* c */: 1}', '1:6 json-comment Remove the comment.'],
    ['{"a": 1 "b": 2}', '1:9 json-syntax Put a comma between the two.'],
    ['{"a": NaN}', '1:7 json-number null'],
    ['{"a": -Infinity}', '1:7 json-number null'],
    ['{"a": 01}', '1:7 json-number Write 1.'],
    ['{"a": +1}', '1:7 json-number Write 1.'],
    ['{"a": .5}', '1:7 json-number Write 0.5.'],
    ['{"a": 0x1F}', '1:7 json-number null'],
    ['{"a": True}', '1:7 json-syntax Write true.'],
    ['{"a": None}', '1:7 json-syntax Write null.'],
    ["{'a': 1}", '1:2 json-syntax Use double quotes.'],
    [
      '{a: 1, b: 2}',
      '1:2 json-syntax Put text and keys in double quotes.',
      '1:8 json-syntax Put text and keys in double quotes.',
    ],
    ['{"a": 1', '1:8 json-syntax Add the missing }.'],
    ['[1, 2', '1:6 json-syntax Add the missing ].'],
    ['[1}', '1:3 json-syntax Close it with ].'],
    ['{"a": 1]', '1:8 json-syntax Close it with }.'],
    ['{} {}', '1:4 json-syntax Remove it.'],
    ['{"a": "x\ny"}', '1:7 json-syntax Add the missing double quote; write a line break as \\n.'],
    ['{"a": "\\d+"}', '1:8 json-syntax Write a backslash itself as two of them: \\\\.'],
    ['{"a": "a\tb"}', '1:9 json-syntax Write a tab as \\t.'],
    ['{"a": "\\u12"}', '1:7 json-syntax null'],
    ['{"a" 1}', '1:6 json-syntax null'],
    ['{"a": }', '1:7 json-syntax null'],
    [
      '// one\n{"a": [1,], "b": NaN, /* two */ "c": [1 2]}',
      '1:1 json-comment Remove the comment.',
      '2:9 json-trailing-comma Remove the comma.',
      '2:18 json-number null',
      '2:23 json-comment Remove the comment.',
      '2:41 json-syntax Put a comma between the two.',
    ],
  ])('%j', (text, ...expected) => {
    const { valid, problems, spider } = validateSpider(text);
    expect(problems.map(({ line, column, code, hint }) => `${line}:${column} ${code} ${hint}`)).toEqual(
      expected,
    );
    expect(valid).toBe(false);
    expect(spider).toBe(null);
  });

  it('names what it is about', () => {
    const messages = ['{"a": 1,}', '{"a": 1 "b": 2}', '{"a": tru}'].map(
      (text) => validateSpider(text).problems[0]?.message,
    );
    expect(messages).toEqual([
      "JSON must not have a comma before '}'",
      'A comma is expected before "b"',
      'tru is not JSON',
    ]);
  });
});

describe('what JSON.parse would lose in silence', () => {
  const start = '{"name": "a", "allowed_domains": ["a.b"], "start_urls": ["http://a.b/"], ';

  it('refuses keys given twice, at the one that would count', () => {
    expect(placesOf(`${start}"name": "b", "rules": [], "rules": [], "rules": []}`)).toEqual([
      '1:74 /name json-duplicate-key',
      '1:113 /rules json-duplicate-key',
    ]);
  });

  it('refuses keys given twice that are spelt differently', () => {
    expect(placesOf(`${start}"n\\u0061me": "b"}`)).toEqual(['1:74 /name json-duplicate-key']);
  });

  it('refuses numbers too large, once', () => {
    expect(placesOf(`${start}"settings": {"DEPTH_LIMIT": 1e999}}`)).toEqual([
      '1:102 /settings/DEPTH_LIMIT json-number',
    ]);
  });

  it('warns about integers that lose digits', () => {
    const text = `${start}"callbacks": {"p": {"extract": {"f": {"css": "a", "processors": [{"type": "default", "default": 12345678901234567890}]}}}}, "rules": [{"callback": "p"}]}`;
    const { valid, problems } = validateSpider(text);
    expect(valid).toBe(true);
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning json-number-precision',
    ]);
  });
});
