import { describe, expect, it } from 'vitest';
import { extractCallback } from '../../../../electron/extract/callback.ts';
import { decimalMarkOf } from '../../../../electron/extract/number.ts';
import { runProcessor } from '../../../../electron/extract/processors/run.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { CallbackResult } from '../../../../electron/extract/types.ts';
import type { FieldExtract, Processor } from '../../../../shared/spider/schema.ts';
import { contextOf } from '../page-facts.ts';

const number = (decimal?: ',' | '.' | 'auto'): Processor =>
  decimal === undefined ? { type: 'number' } : { type: 'number', decimal };

const read = (text: unknown, processor = number()) => runProcessor(processor, text as string, contextOf());

describe('a number that its own marks explain', () => {
  it.each<[text: string, value: number | null]>([
    // Currencies and words
    ['1.234,50 €', 1234.5],
    ['€1,234.50', 1234.5],
    ['EUR 12,99', 12.99],
    ['US$ 1,299.00', 1299],
    ['from $5.49 each', 5.49],
    ['Preis: 49,90 € inkl. 19% MwSt.', 49.9],
    ['1 299 kr', 1299],
    ['zł 15,50', 15.5],
    ['Fr. 12.–', 12],
    ['CHF 5.–', 5],
    ['99,- €', 99],
    ['99,–', 99],
    ['Rs.500', 500],
    ['ca.5 km', 5],
    ['₹ 1,23,456.78', 123456.78],
    ['1,00,000', 100_000],
    ['¥1,234,567', 1_234_567],
    // Groups
    ['1.234.567', 1_234_567],
    ["1'234.50", 1234.5],
    ['1’234’567', 1_234_567],
    ['1 234,5', 1234.5],
    ['1\u00A0234\u00A0567,89', 1_234_567.89],
    ['1\u202F234,56', 1234.56],
    ['12\u2009345', 12_345],
    ['1 234.567', 1234.567],
    // Fractions
    ['.5', 0.5],
    ['0,75', 0.75],
    ['0.123', 0.123],
    ['1234.567', 1234.567],
    ['3.5625', 3.5625],
    ['1.5e3', 1500],
    ['2E-2', 0.02],
    // Percent
    ['19 %', 19],
    ['12,5%', 12.5],
    // Signs
    ['-5', -5],
    ['\u22125,25', -5.25],
    ['- 5,00 €', -5],
    ['-$1,234.50', -1234.5],
    ['$-12.50', -12.5],
    ['–3,5 °C', -3.5],
    ['− 7', -7],
    ['12.50-', -12.5],
    ['1.234,50- EUR', -1234.5],
    ['(1,234.50)', -1234.5],
    ['($99)', -99],
    ['(12,50 €)', -12.5],
    ['+7', 7],
    ['-0', 0],
    // No sign
    ['(12)', 12],
    ['(1 234)', 1234],
    ['Preis - 5 €', 5],
    ['10-20 €', 10],
    ['10–20 €', 10],
    ['A-5', 5],
    ['4.5 out of 5', 4.5],
    ['3-teilig', 3],
    // Other digits
    ['٣٤٫٥', 34.5],
    ['١٬٢٣٤٬٥٦٧٫٨', 1_234_567.8],
    ['１２３', 123],
    // None
    ['free', null],
    ['1.2.3', null],
    ['192.168.0.1', null],
    ['1,23,45', null],
  ])('%s is %s', (text, value) => {
    const outcome = read(text);
    expect(outcome.value).toBe(value);
    expect(outcome.problem === null).toBe(value !== null);
  });

  it.each([
    ['', null],
    ['  ', null],
    [null, null],
    [12.5, 12.5],
    [
      ['1,5', '2'],
      [1.5, 2],
    ],
  ])('%j gives %j without a problem', (value, expected) => {
    expect(read(value)).toEqual({ value: expected, problem: null, cause: null });
  });

  it.each([
    ['free', 'number: "free" holds no number.'],
    [true, 'number: true is not text.'],
    ['90071992547409931', 'number: "90071992547409931" is too large to be kept exactly; keep it as text.'],
    ['1.2M views', 'number: "M" after "1.2" was not applied.'],
    ['12,5 Mio. €', 'number: "Mio" after "12,5" was not applied.'],
  ])('%j: %s', (text, problem) => {
    expect(read(text).problem).toBe(problem);
  });

  it('takes no time for hostile text', () => {
    expect(read(`${'1 '.repeat(500_000)}`).value).toBe(1);
    expect(read(`${'1,'.repeat(500_000)}`).value).toBeNull();
  });
});

describe('a decimal mark that is given', () => {
  it.each<[text: string, mark: ',' | '.', value: number | null, problem: string | null]>([
    ['1.234', ',', 1234, null],
    ['1.234', '.', 1.234, null],
    ['1,234', ',', 1.234, null],
    ['1,234', '.', 1234, null],
    ['12,5', ',', 12.5, null],
    ['12.50', ',', 12.5, 'number: "12.50" does not fit the decimal mark ","; it was read with ".".'],
    ['1.234,5', '.', 1234.5, 'number: "1.234,5" does not fit the decimal mark "."; it was read with ",".'],
  ])('%s with %s is %s', (text, mark, value, problem) => {
    expect(read(text, number(mark))).toMatchObject({ value, problem });
  });
});

function run(html: string, field: FieldExtract): CallbackResult {
  const tree = parsePage(html);
  return extractCallback(tree, { extract: { price: field } }, contextOf(tree));
}

const all = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const field: FieldExtract = { css: 'p::text', get_all: true, processors: [{ type: 'number' }] };

describe('an ambiguous number', () => {
  it.each<[html: string, values: number[]]>([
    // The other values of the field, before and after it
    [all('1.234', '12,50'), [1234, 12.5]],
    [all('12,50', '1.234'), [12.5, 1234]],
    [all('1.234', '12.50'), [1.234, 12.5]],
    [all('1,234', '1.234.567'), [1.234, 1_234_567]],
    [all('1,234', '2,345', '99.9'), [1234, 2345, 99.9]],
    // They win over the language of the page
    [`<html lang=de>${all('1.234', '12.50')}`, [1.234, 12.5]],
    // Without them, the language decides
    [`<html lang=de>${all('1.234', '5')}`, [1234, 5]],
    [`<html lang=de-CH>${all('1.234')}`, [1.234]],
    [`<html lang=en>${all('1.234', '1,234')}`, [1.234, 1234]],
    [`<html lang=es-MX>${all('1,234')}`, [1234]],
  ])('%s gives %j', (html, values) => {
    expect(run(html, field)).toMatchObject({ item: { price: values }, problems: [] });
  });

  it.each([
    ['no other value and no language', all('1.234')],
    ['values that disagree', all('1.234', '12,50', '12.50')],
    ['a language that no one knows', `<html lang=xx>${all('1.234')}`],
  ])('is read with a point and told, given %s', (_case, html) => {
    const { item, problems } = run(html, field);
    expect(item['price']).toMatchObject([1.234, ...(html.includes('12,50') ? [12.5, 12.5] : [])]);
    expect(problems).toEqual([
      {
        field: 'price',
        message:
          'number: "1.234" may be 1.234 or 1234; it was read as 1.234, because the page does not say which. Set "decimal".',
      },
    ]);
  });

  it('is read like the entries of a list, whose later steps follow', () => {
    const { item, fields } = run('<li><b>1.234</b></li><li><b>1,5</b></li>', {
      type: 'nested_list',
      selector: 'li',
      extract: {
        price: { css: 'b::text', processors: [{ type: 'number' }, { type: 'cast', to: 'str' }] },
      },
      processors: [{ type: 'join', separator: ' ' }],
    });
    expect(item['price']).toBe('{"price":"1234"} {"price":"1.5"}');
    expect(fields['price']?.problem).toBeNull();
  });

  it('leaves the value to later processors', () => {
    const { item } = run(all('1.234'), {
      css: 'p::text',
      processors: [{ type: 'number' }, { type: 'default', default: 0 }],
    });
    expect(item['price']).toBe(1.234);
  });
});

describe('the decimal mark of a language', () => {
  it.each([
    ['de', ','],
    ['de-ch', '.'],
    ['en-gb', '.'],
    ['fr-ca', ','],
    ['pt-br', ','],
    ['ja', '.'],
    ['ar', '.'],
    ['xx', null],
    ['not a language', null],
  ])('%s is %s', (language, mark) => {
    expect(decimalMarkOf(language)).toBe(mark);
  });
});
