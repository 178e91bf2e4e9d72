import { describe, expect, it } from 'vitest';
import { maxJsonDepth, readJson } from '../../../../electron/extract/json/read-json.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON pages', () => {
  it.each<[string, string, unknown]>([
    ['an object', '{"a": [1, 2.5, true, null, "x"]}', { a: [1, 2.5, true, null, 'x'] }],
    ['a single value', '"text"', 'text'],
    ['equal keys: the last one counts', '{"a": 1, "a": 2}', { a: 2 }],
    ['an integer of 16 digits that is exact', '[9007199254740991]', [9007199254740991]],
    ['an integer beyond 2^53 as text', '{"id": 12345678901234567890}', { id: '12345678901234567890' }],
    ['a negative one', '[-9007199254740993]', ['-9007199254740993']],
    ['a long fraction as a number', '[0.10000000000000000001]', [0.1]],
    ['a number too large for a double as text', '[1e400, 1e300]', ['1e400', 1e300]],
    ['long digits in a text', '["12345678901234567890"]', ['12345678901234567890']],
    ['a prefix against inclusion', ')]}\',\n{"a": 1}', { a: 1 }],
    ['another one', 'for (;;);[1]', [1]],
    ['a third one', 'while(1);{"a":1}', { a: 1 }],
    ['the deepest value', nested(maxJsonDepth), JSON.parse(nested(maxJsonDepth))],
  ])('reads %s', (_what, text, value) => {
    expect(readJson(text)).toEqual({ ok: true, value });
  });

  it('keeps a key such as __proto__ as one of its own', () => {
    const read = readJson('{"__proto__": {"a": 1}, "n": 12345678901234567890}');
    expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"a":1},"n":"12345678901234567890"}');
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'it ends too early (line 1, column 1)'],
    ['white space', ' \n ', 'it ends too early (line 2, column 2)'],
    ['a text that is not closed', '{"a": "b', 'it ends too early (line 1, column 9)'],
    ['a missing value', '{\n  "a": }', 'a value is missing (line 2, column 8)'],
    ['a trailing comma', '{"a": 1,}', 'a key in double quotes is missing (line 1, column 9)'],
    ['a trailing comma in a list', '[1,]', 'a value is missing (line 1, column 4)'],
    ['a missing comma', '{"a": 1 "b": 2}', 'a comma or "}" is missing (line 1, column 9)'],
    ['the wrong bracket', '[1}', 'a comma or "]" is missing (line 1, column 3)'],
    ['a missing colon', '{"a" 1}', 'a colon is missing after the key (line 1, column 6)'],
    ['text after the value', '{}\r\nx', 'text after the value (line 2, column 1)'],
    ['single quotes', "{'a': 1}", 'a key in double quotes is missing (line 1, column 2)'],
    ['a line feed in a string', '["a\nb"]', 'a control character in a string (line 1, column 4)'],
    ['an unknown escape', '["\\x41"]', 'an escape that JSON does not know (line 1, column 3)'],
    ['a leading zero', '[01]', 'a comma or "]" is missing (line 1, column 3)'],
    ['NaN', '[NaN]', 'a value is missing (line 1, column 2)'],
    ['a fault after a prefix', ")]}'\n{", 'it ends too early (line 2, column 2)'],
    ['too deep', nested(maxJsonDepth + 1), 'it is nested more than 500 levels deep'],
  ])('refuses %s', (_what, text, problem) => {
    expect(readJson(text)).toEqual({ ok: false, problem });
  });

  it('refuses hostile texts without running out of stack', () => {
    expect(readJson(nested(200_000))).toEqual({
      ok: false,
      problem: 'it is nested more than 500 levels deep',
    });
    expect(readJson('['.repeat(200_000))).toEqual({
      ok: false,
      problem: 'it ends too early (line 1, column 200001)',
    });
    expect(readJson(`${'{"a":'.repeat(100_000)}1`)).toMatchObject({ ok: false });
  });
});
