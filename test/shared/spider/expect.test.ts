import { describe, expect, it } from 'vitest';
import { exampleFits, hasType, type ExpectedType } from '../../../shared/spider/expected-type.ts';
import { itemFieldNames, itemFields } from '../../../shared/spider/item-fields.ts';
import { createFixer } from '../../../shared/spider/quick-fixes.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { placesOf, problemsOf, spiderWith } from './spiders.ts';

/** A shop whose listing has rows that lead to products. */
const shop = (expected: unknown) =>
  spiderWith({
    rules: [{ callback: 'listing' }],
    callbacks: {
      listing: {
        extract: { price: { css: 'b::text' } },
        iterate: {
          selector: 'li',
          url_context: { country: { regex: '/(\\w\\w)/' } },
          follow: { url: { css: 'a::attr(href)' }, callback: 'product' },
        },
      },
      product: { extract: { sku: { css: 'i::text' }, name: { css: 'h1::text' } } },
    },
    expect: expected,
  });

const fieldOf = (field: unknown) => shop({ fields: { price: field } });
const at = '/expect/fields/price';

describe('expect', () => {
  it.each<[string, unknown, string[]]>([
    [
      'all of it',
      shop({
        key: ['sku'],
        duplicates: 'drop',
        min_items: 100,
        on_breach: 'pause',
        fields: {
          price: { type: 'number', required: true, range: [0, null], min_fill: 0.95, examples: ['19.99', 5] },
          sku: { type: 'text', pattern: '^HC-', unique: true },
          country: { constant: true },
          title: { required: true },
          url: { type: 'url' },
        },
      }),
      [],
    ],
    ['null for what is not wanted', shop({ key: null, duplicates: null, fields: null, min_items: null }), []],
    ['null in a field', fieldOf({ type: null, range: null, examples: null, pattern: null }), []],
    ['an empty field', fieldOf({}), []],
    ['a list for all of it', shop([]), ['! /expect wrong-type: A list is given; expect must be an object']],
    [
      'a key that is misspelt',
      shop({ min_item: 3 }),
      ["! /expect/min_item unknown-key: Unknown key: 'min_item'. Did you mean 'min_items'?"],
    ],
    [
      'a field that is misspelt',
      shop({ fields: { prise: {} } }),
      ["! /expect/fields/prise unknown-field: Unknown field: 'prise'. Did you mean 'price'?"],
    ],
    [
      'a field of the URL that is misspelt',
      shop({ fields: { contry: {} } }),
      ["! /expect/fields/contry unknown-field: Unknown field: 'contry'. Did you mean 'country'?"],
    ],
    [
      'a field that nothing is near',
      shop({ fields: { weight_in_grams: {} } }),
      [
        "! /expect/fields/weight_in_grams unknown-field: Unknown field: 'weight_in_grams'. Fields of the items: name, country, title, content, author, published_date, price, url, sku",
      ],
    ],
    [
      'a key of no item',
      shop({ key: ['skus'] }),
      ["! /expect/key/0 unknown-field: Unknown field: 'skus'. Did you mean 'sku'?"],
    ],
    ['a key without names', shop({ key: [] }), ['! /expect/key too-few: key must have at least one entry']],
    ['a key as text', shop({ key: 'sku' }), ['! /expect/key wrong-type: "sku" is text; key must be a list']],
    [
      'a key twice',
      shop({ key: ['sku', 'sku'] }),
      ["? /expect/key/1 expectation-without-effect: key names 'sku' twice"],
    ],
    [
      'duplicates without a key',
      shop({ duplicates: 'drop' }),
      [
        '? /expect/duplicates expectation-without-effect: duplicates has no effect without key: no two items of a run have the same URL and row',
      ],
    ],
    [
      'another choice of duplicates',
      shop({ key: ['sku'], duplicates: 'remove' }),
      ['! /expect/duplicates unknown-choice: Unknown choice of duplicates: remove. Allowed: keep, drop'],
    ],
    [
      'another choice on a breach',
      shop({ on_breach: 'warning' }),
      [
        '! /expect/on_breach unknown-choice: Unknown choice of on_breach: warning. Allowed: warn, pause, fail',
      ],
    ],
    [
      'another type',
      fieldOf({ type: 'money' }),
      [
        `! ${at}/type unknown-field-type: Unknown field type: money. Allowed: text, number, integer, boolean, date, url, image, list, object`,
      ],
    ],
    ['too few items', shop({ min_items: -1 }), ['! /expect/min_items out-of-range: min_items must be >= 0']],
    [
      'a share in percent',
      fieldOf({ min_fill: 95 }),
      [`! ${at}/min_fill out-of-range: min_fill must be >= 0 and <= 1`],
    ],
    [
      'a share in quotes',
      fieldOf({ min_fill: '0.9' }),
      [`! ${at}/min_fill wrong-type: "0.9" is text; min_fill must be a number`],
    ],
    [
      'a range of three',
      fieldOf({ range: [0, 1, 2] }),
      [`! ${at}/range wrong-length: range must have two entries, the least and the greatest number`],
    ],
    [
      'a range of one',
      fieldOf({ range: [0] }),
      [`! ${at}/range wrong-length: range must have two entries, the least and the greatest number`],
    ],
    [
      'a range that begins above its end',
      fieldOf({ range: [5, 1] }),
      [`! ${at}/range empty-range: The range begins above its end: 5 is greater than 1`],
    ],
    [
      'a range of texts',
      fieldOf({ range: ['a', null] }),
      [`! ${at}/range/0 wrong-type: "a" is text; range[0] must be a number`],
    ],
    [
      'a range of dates',
      fieldOf({ type: 'date', range: [0, 1] }),
      [
        `? ${at}/range expectation-without-effect: range has no effect: it says something about numbers, and the type is date`,
      ],
    ],
    [
      'a pattern of lists',
      fieldOf({ type: 'list', pattern: 'a' }),
      [
        `? ${at}/pattern expectation-without-effect: pattern has no effect: it says something about single values, and the type is list`,
      ],
    ],
    [
      'a pattern that does not compile',
      fieldOf({ pattern: '(a' }),
      [
        `! ${at}/pattern invalid-pattern: Invalid pattern '(a': The parenthesis that opens here is never closed.`,
      ],
    ],
    ['an empty pattern', fieldOf({ pattern: '' }), [`! ${at}/pattern empty-text: pattern must not be empty`]],
    [
      'unique and constant',
      fieldOf({ unique: true, constant: true }),
      [`! ${at}/constant contradictory-expectation: field 'price' cannot be both unique and constant`],
    ],
    [
      'an example of another type',
      fieldOf({ type: 'number', examples: ['19.99', '1.234,50 €', 'call us'] }),
      [`! ${at}/examples/2 example-of-other-type: The example "call us" is not a number`],
    ],
    [
      'a text where an object is needed',
      fieldOf('number'),
      [`! ${at} wrong-type: "number" is text; field 'price' must be an object`],
    ],
  ])('%s', (_, document, problems) => {
    expect(problemsOf(document)).toEqual(problems);
  });

  it('tells where in the text a pattern goes wrong', () => {
    const text = '{"expect":{\n"fields":{"price":{\n"pattern":"x(a"}}}}';
    expect(placesOf(text)).toContain('3:13 /expect/fields/price/pattern invalid-pattern');
  });

  it.each<[string, unknown, string, string]>([
    ['a field', shop({ fields: { prise: { type: 'number' } } }), 'Rename to "price"', '"price": {'],
    ['a key', shop({ key: ['skus'] }), 'Change to "sku"', '"sku"'],
    ['a choice', shop({ on_breach: 'warnn' }), 'Change to "warn"', '"on_breach": "warn"'],
    ['a range', fieldOf({ range: [5, 1] }), 'Change to [1, 5]', '"range": [1, 5]'],
    ['what has no effect', shop({ duplicates: 'drop' }), 'Remove "duplicates"', '"expect": {'],
  ])('offers to mend %s', (_, document, title, written) => {
    const text = JSON.stringify(document, null, 1);
    const [problem] = validateSpider(text).problems;
    if (problem === undefined) throw new Error('There is no problem to mend.');
    const fix = createFixer(text)
      .fixes(problem)
      .find((one) => one.title === title);
    if (fix === undefined)
      throw new Error(`Not offered. ${JSON.stringify(createFixer(text).fixes(problem))}`);
    const mended = applyEdits(text, fix.edits);
    expect(validateSpider(mended).problems).toEqual([]);
    expect(mended).toContain(written);
  });
});

describe('the fields of items', () => {
  it('are those of the callback and of the rows that lead to it', () => {
    const fields = itemFields(shop({}));
    expect([...fields.keys()].toSorted()).toEqual(['parse_article', 'product']);
    expect([...(fields.get('product') ?? [])]).toEqual(['sku', 'name', 'price', 'country']);
  });

  it('go through several levels of rows, also in a circle', () => {
    const iterate = (callback: string) => ({ selector: 'li', follow: { url: { css: 'a' }, callback } });
    const document = spiderWith({
      callbacks: {
        last: { extract: { c: { css: 'c' } } },
        middle: { extract: { b: { css: 'b' } }, iterate: iterate('last') },
        first: { extract: { a: { css: 'a' } }, iterate: iterate('middle') },
        circle: { extract: { x: { css: 'x' } }, iterate: iterate('circle') },
      },
    });
    expect([...(itemFields(document).get('last') ?? [])].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('have the columns and what CUSTOM_SELECTORS adds', () => {
    const document = spiderWith({ settings: { CUSTOM_SELECTORS: { date: 'time', rating: 'b' } } });
    expect(itemFieldNames(document)).toEqual([
      'title',
      'content',
      'author',
      'published_date',
      'rating',
      'url',
    ]);
  });
});

describe('the type of a value', () => {
  it.each<[ExpectedType, unknown[], unknown[]]>([
    ['text', ['a', '1'], [1, true, [], {}]],
    ['number', [1, -2.5, '19.99', ' 3 ', '1e3'], ['£3', '1,299', 'many', true, [], {}]],
    ['integer', [1, '12', '3.0'], [1.5, '1.5', 'a']],
    ['boolean', [true, false, 'true', 'False'], [1, 'yes', []]],
    [
      'date',
      ['2024-03-05', '2024-03-05T10:00:00+01:00', '2024-02-29'],
      ['2023-02-29', '5 March 2024', 20240305],
    ],
    [
      'url',
      ['https://example.com/', '/item/5', '../a', 'item.html', '?page=2', { url: 'https://example.com/a' }],
      ['call us', 'mailto:a@example.com', 'javascript:void(0)', 5, 'shop', '#'],
    ],
    [
      'image',
      ['https://example.com/a.png', '/a?w=5', { url: 'https://e.com/a', type: 'image/png' }],
      ['data:image/gif;base64,R0lGOD', { url: 'https://e.com/a', type: 'application/pdf' }, 'no picture'],
    ],
    ['list', [[1], [{}]], ['a', {}]],
    ['object', [{ a: 1 }], [[1], 'a']],
  ])('%s', (type, fitting, others) => {
    expect(fitting.filter((value) => !hasType(value, type))).toEqual([]);
    expect(others.filter((value) => hasType(value, type))).toEqual([]);
  });

  it('is wider for examples, which may be as the site writes them', () => {
    expect(exampleFits('1.234,50 €', 'number')).toBe(true);
    expect(exampleFits('5 March 2024', 'date')).toBe(true);
    expect(exampleFits('soon', 'date')).toBe(false);
  });
});
