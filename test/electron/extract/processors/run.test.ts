import { describe, expect, it } from 'vitest';
import { runProcessor } from '../../../../electron/extract/processors/run.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';
import type { Processor } from '../../../../shared/spider/schema.ts';
import { contextOf } from '../page-facts.ts';

type Row = [processor: Processor, value: JsonValue, expected: JsonValue];

const cast = (to: 'int' | 'float' | 'bool' | 'str'): Processor => ({ type: 'cast', to });
const regex = (pattern: string, group?: number): Processor =>
  group === undefined ? { type: 'regex', pattern } : { type: 'regex', pattern, group };

const rows: Record<string, Row[]> = {
  strip: [
    [{ type: 'strip' }, '  a b \n\t', 'a b'],
    [{ type: 'strip' }, '\u00A0\u2003a\u3000', 'a'],
    [{ type: 'strip' }, '   ', ''],
    [{ type: 'strip' }, [' a ', null, 3, [' b ']], ['a', null, 3, ['b']]],
    [{ type: 'strip' }, null, null],
    [{ type: 'strip' }, 7, 7],
  ],
  replace: [
    [{ type: 'replace', old: ',', new: '' }, '1,299,000', '1299000'],
    [{ type: 'replace', old: '.', new: '$&' }, 'a.b', 'a$&b'],
    [{ type: 'replace', old: 'x', new: 'y' }, ['x', 'xx', null], ['y', 'yy', null]],
    [{ type: 'replace', old: '', new: '-' }, 'ab', '-a-b-'],
    [{ type: 'replace', old: '', new: '-' }, '😀é', '-😀-é-'],
    [{ type: 'replace', old: '', new: '$&' }, 'a', '$&a$&'],
    [{ type: 'replace', old: '', new: '-' }, '', '-'],
    [{ type: 'replace', old: '', new: '' }, 'ab', 'ab'],
    [{ type: 'replace', old: 'x', new: 'y' }, null, null],
  ],
  lowercase: [
    [{ type: 'lowercase' }, 'ÀB', 'àb'],
    [{ type: 'lowercase' }, ['A', ['B'], true], ['a', ['b'], true]],
    [{ type: 'lowercase' }, null, null],
  ],
  regex: [
    [regex('(\\d+)'), 'Price: 42 EUR', '42'],
    [regex('(\\w+)-(\\w+)', 2), 'ab-cd', 'cd'],
    [regex('\\d+', 0), 'a 12 b 34', '12'],
    [regex('(?P<y>\\d{4})'), 'in 2024', '2024'],
    [regex('(?i)(PRICE)'), 'price', 'price'],
    [regex('(\\d+)'), 'none', null],
    [regex('a(b)?'), 'a', null],
    [regex('(\\d+)'), ['a1', 'b', 'c3'], ['1', null, '3']],
    [regex('(\\d+)'), null, null],
    [regex('(\\d+)'), 5, 5],
  ],
  'cast to int': [
    [cast('int'), '42', 42],
    [cast('int'), ' 42\n', 42],
    [cast('int'), '+7', 7],
    [cast('int'), '-7', -7],
    [cast('int'), '\u22127', -7],
    [cast('int'), '007', 7],
    [cast('int'), '1,299', 1299],
    [cast('int'), '1,299,000', 1299000],
    [cast('int'), '1,00,000', 100000],
    [cast('int'), '1 299', 1299],
    [cast('int'), '1\u00A0299\u00A0000', 1299000],
    [cast('int'), "1'299", 1299],
    [cast('int'), '٤٢', 42],
    [cast('int'), '-0', 0],
    [cast('int'), '3.0', 3],
    [cast('int'), ' -3.00 ', -3],
    [cast('int'), '1,299.00', 1299],
    [cast('int'), '3.', null],
    [cast('int'), '.0', null],
    [cast('int'), '12345678901234567890.0', null],
    [cast('int'), '3.01', null],
    [cast('int'), '3.7', null],
    [cast('int'), '1.299', null],
    [cast('int'), '12,99', null],
    [cast('int'), '1,2999', null],
    [cast('int'), ',299', null],
    [cast('int'), '1e3', null],
    [cast('int'), '0x10', null],
    [cast('int'), '$5', null],
    [cast('int'), 'abc', null],
    [cast('int'), '', null],
    [cast('int'), '  ', null],
    [cast('int'), '12345678901234567890', null],
    [cast('int'), null, null],
    [cast('int'), 3, 3],
    [cast('int'), 3.7, null],
    [cast('int'), true, 1],
    [cast('int'), ['1', 'x', '3'], [1, null, 3]],
    [cast('int'), [['1'], ['2', '3']], [[1], [2, 3]]],
  ],
  'cast to float': [
    [cast('float'), '3.7', 3.7],
    [cast('float'), '1,299.50', 1299.5],
    [cast('float'), '1,299', 1299],
    [cast('float'), '.5', 0.5],
    [cast('float'), '5.', 5],
    [cast('float'), '-1e-3', -0.001],
    [cast('float'), '12,99', null],
    [cast('float'), 'nan', null],
    [cast('float'), 'Infinity', null],
    [cast('float'), '-inf', null],
    [cast('float'), '1e999', null],
    [cast('float'), '', null],
    [cast('float'), false, 0],
  ],
  'cast to bool': [
    ...['true', 'TRUE', ' yes ', '1', 'on'].map((text): Row => [cast('bool'), text, true]),
    ...['false', 'No', '0', 'off\n'].map((text): Row => [cast('bool'), text, false]),
    ...['', 'maybe', '2', 'y'].map((text): Row => [cast('bool'), text, null]),
    [cast('bool'), 1, true],
    [cast('bool'), 0, false],
    [cast('bool'), 2.5, true],
    [cast('bool'), true, true],
    [cast('bool'), null, null],
  ],
  'cast to str': [
    [cast('str'), ' a ', 'a'],
    [cast('str'), '', ''],
    [cast('str'), 3, '3'],
    [cast('str'), 3.5, '3.5'],
    [cast('str'), true, 'true'],
    [cast('str'), null, null],
    [cast('str'), [1, null, 'x'], ['1', null, 'x']],
  ],
  default: [
    [{ type: 'default', default: 'x' }, null, 'x'],
    [{ type: 'default', default: 'x' }, '', 'x'],
    [{ type: 'default', default: 'x' }, ' \n\u00A0', 'x'],
    [{ type: 'default', default: 'x' }, [], 'x'],
    [{ type: 'default', default: 'x' }, 0, 0],
    [{ type: 'default', default: 'x' }, false, false],
    [{ type: 'default', default: 'x' }, {}, {}],
    [{ type: 'default', default: 'x' }, [null], [null]],
    [{ type: 'default', default: { a: [1, null] } }, null, { a: [1, null] }],
    [{ type: 'default', default: null }, '', null],
  ],
  join: [
    [{ type: 'join' }, ['a', 'b'], 'a b'],
    [{ type: 'join', separator: ', ' }, ['a', null, 3, true], 'a, 3, true'],
    [{ type: 'join', separator: '-' }, ['a', ['b', 'c']], 'a-b-c'],
    [{ type: 'join' }, [{ a: 1 }], '{"a":1}'],
    [{ type: 'join' }, [], ''],
    [{ type: 'join' }, [null], ''],
    [{ type: 'join' }, 'text', 'text'],
    [{ type: 'join' }, null, null],
  ],
  parse_datetime: [
    [{ type: 'parse_datetime' }, '2024-03-05T10:30:00Z', '2024-03-05T10:30:00+00:00'],
    [{ type: 'parse_datetime', format: '%d.%m.%Y' }, ' 05.03.2024 ', '2024-03-05T00:00:00'],
    [{ type: 'parse_datetime', format: '%d.%m.%Y' }, '2024-03-05', null],
    [{ type: 'parse_datetime' }, 'soon', null],
    [{ type: 'parse_datetime' }, '', null],
    [{ type: 'parse_datetime' }, null, null],
    [{ type: 'parse_datetime' }, 1709634600, null],
    [{ type: 'parse_datetime' }, ['2024-03-05', 'x'], ['2024-03-05T00:00:00', null]],
  ],
};

describe.each(Object.entries(rows))('%s', (_name, table) => {
  it.each(table)('%j on %j gives %j', (processor, value, expected) => {
    expect(runProcessor(processor, value, contextOf()).value).toEqual(expected);
  });
});

describe('problems', () => {
  it.each<[Processor, JsonValue, string | null]>([
    [{ type: 'strip' }, 'a', null],
    [cast('int'), null, null],
    [cast('int'), '3.7', 'cast: "3.7" is not a whole number.'],
    [cast('bool'), 'maybe', 'cast: "maybe" is not one of true, 1, yes, on, false, 0, no, off.'],
    [cast('int'), ['1', 'x', 'y'], 'cast: "x" is not a whole number.'],
    [regex('(\\d+)'), 'none', 'regex: "(\\d+)" matches nothing in "none".'],
    [
      regex('\\d+'),
      '1',
      'regex: the pattern "\\d+" has no groups, so there is no group 1; group 0 is the whole match.',
    ],
    [{ type: 'parse_datetime' }, 'soon', 'parse_datetime: "soon" is not a complete date.'],
    [
      { type: 'parse_datetime', format: '%Y' },
      'soon',
      'parse_datetime: "soon" does not fit the format "%Y".',
    ],
    [
      { type: 'parse_datetime', format: '%F' },
      'soon',
      'parse_datetime: The format uses "%F", which strptime does not know; write "%Y-%m-%d" instead.',
    ],
  ])('%j on %j: %s', (processor, value, problem) => {
    expect(runProcessor(processor, value, contextOf()).problem).toBe(problem);
  });

  it('yields null for a pattern that cannot be read, and says why', () => {
    const { value, problem, cause } = runProcessor(regex('('), 'a', contextOf());
    expect(value).toBeNull();
    expect(problem).toMatch(/^regex: the pattern "\(" cannot be used: .+/);
    expect(cause).toBe('broken');
  });

  it('leaves the objects of a nested list alone and says so', () => {
    const value = [{ a: ' x ' }, { a: ' y ' }];
    const outcome = runProcessor({ type: 'strip' }, value, contextOf());
    expect(outcome.value).toEqual(value);
    expect(outcome.problem).toBe(
      'strip works on single values, not on objects; the object was left as it is.',
    );
  });

  it('survives a pattern that is written to blow up', () => {
    const outcome = runProcessor(regex('(a+)+$'), `${'a'.repeat(60)}!`, contextOf());
    expect(outcome.value).toBeNull();
  });

  it('survives a list that is nested too deeply', () => {
    let value: JsonValue = 'x';
    for (let depth = 0; depth < 5000; depth += 1) value = [value];
    expect(JSON.stringify(runProcessor({ type: 'strip' }, value, contextOf()).problem)).toContain(
      'nested too deeply',
    );
  });
});
