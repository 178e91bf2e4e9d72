import { describe, expect, it } from 'vitest';
import { DistinctValues } from '../../../electron/expectations/distinct-values.ts';
import { createMeter, type Meter, type Moment } from '../../../electron/expectations/meter.ts';
import type { Expect, ExpectedField, Spider } from '../../../shared/spider/schema.ts';
import { itemWith } from './items.ts';

const spiderWith = (expected: Expect | null, changes: Partial<Spider> = {}): Spider => ({
  name: 'shop',
  allowed_domains: ['example.com'],
  start_urls: ['https://example.com/'],
  rules: [{ callback: 'product' }],
  callbacks: { product: { extract: { price: { css: 'b' }, sku: { css: 'i' } } } },
  expect: expected,
  ...changes,
});

function meterOf(expected: Expect, changes?: Partial<Spider>): Meter {
  const meter = createMeter(spiderWith(expected, changes));
  if (meter === null) throw new Error('The spider expects something.');
  return meter;
}

/** Measures the prices of items whose URLs are numbered from 1. */
function priced(field: ExpectedField, prices: readonly unknown[], moment: Moment = 'over') {
  const meter = meterOf({ fields: { price: field } });
  for (const [index, price] of prices.entries()) {
    meter.add(itemWith({ url: `https://example.com/${index + 1}`, metadata: { price } }));
  }
  return meter.report(moment);
}

const times = (number: number, value: unknown): unknown[] => Array.from({ length: number }, () => value);
const messages = (report: { breaches: { message: string }[] }): string[] =>
  report.breaches.map(({ message }) => message);

describe('a meter', () => {
  it('is not needed by a spider that expects nothing', () => {
    const { expect: _expected, ...without } = spiderWith(null);
    expect(createMeter(spiderWith(null))).toBeNull();
    expect(createMeter(without)).toBeNull();
  });

  it.each<[string, ExpectedField, unknown[], string[]]>([
    ['enough that are filled', { required: true }, [...times(98, '1'), ...times(2, null)], []],
    [
      'too few that are filled',
      { required: true },
      [...times(97, '1'), ...times(3, ' ')],
      ['price is filled in 97 of 100 items (97 %), expected in at least 98 %.'],
    ],
    ['a share of its own', { required: true, min_fill: 0.5 }, ['1', null], []],
    [
      'a share that is nearly reached',
      { min_fill: 0.98 },
      [...times(97_999, '1'), ...times(2001, null)],
      ['price is filled in 97,999 of 100,000 items (97.9 %), expected in at least 98 %.'],
    ],
    ['no share', { required: false }, [null], []],
    [
      'another type',
      { type: 'number' },
      [1, '2.5', 'call us', true],
      ['price: expected a number, but 2 of 4 values are not, for example "call us".'],
    ],
    ['an empty value, which has no type', { type: 'number' }, ['', null, []], []],
    [
      'numbers outside a range',
      { type: 'number', range: [0, 10] },
      [0, 10, -1, '11', 'x'],
      [
        'price: expected a number, but 1 of 5 values is not, for example "x".',
        'price: expected at least 0 and at most 10, but 2 of 5 values are outside, for example -1.',
      ],
    ],
    [
      'what is no number in a range',
      { range: [null, 5] },
      ['x', 5],
      ['price: expected at most 5, but 1 of 2 values is outside, for example "x".'],
    ],
    ['a range that is open', { range: [null, null] }, [-1e300], []],
    [
      'values that do not match',
      { pattern: '^HC-' },
      ['HC-1', 'HD-1', ['HC-1', 'x'], { a: 'x' }],
      ['price: expected a match of ^HC-, but 2 of 4 values do not match, for example "HD-1".'],
    ],
    [
      'values that repeat',
      { unique: true },
      ['a', 'b', 'a', 'a', null, null, 1, '1'],
      ['price: expected no value twice, but 2 of 6 values repeat an earlier one, for example "a".'],
    ],
    [
      'values that differ',
      { constant: true },
      ['EUR', 'EUR', null, 'USD'],
      [
        'price: expected the same value in all items, but 1 of 3 values differs from the first one, for example "USD".',
      ],
    ],
    ['values that are the same', { constant: true }, [['a'], ['a']], []],
  ])('tells %s', (_, field, prices, expected) => {
    expect(messages(priced(field, prices))).toEqual(expected);
  });

  it('shows three examples with their items, shortened', () => {
    const long = 'x'.repeat(150);
    const [breach] = priced({ type: 'number' }, [1, 'a', 'b', long, 'd']).breaches;
    expect(breach?.examples.map(({ url }) => url)).toEqual([2, 3, 4].map((n) => `https://example.com/${n}`));
    expect(breach?.examples[2]?.value).toBe(`"${'x'.repeat(99)}…`);
  });

  it('judges how many are filled from the 50th item on, and whatever there is at the end', () => {
    const field = { required: true };
    expect(messages(priced(field, times(49, null), 'running'))).toEqual([]);
    expect(messages(priced(field, times(50, null), 'running'))).toHaveLength(1);
    expect(messages(priced(field, times(1, null), 'over'))).toHaveLength(1);
    expect(messages(priced(field, [], 'over'))).toEqual([]);
  });

  it('judges single values at once', () => {
    expect(messages(priced({ type: 'number' }, ['x'], 'running'))).toHaveLength(1);
  });

  it.each<[Moment, number, number, string[]]>([
    ['running', 3, 0, []],
    ['over', 3, 0, []],
    ['complete', 3, 0, ['There are 3 items, expected at least 1,000.']],
    ['complete', 3, 997, []],
  ])(
    'judges the number of items of a run that is %s (%i of them, %i known)',
    (moment, items, known, expected) => {
      const meter = meterOf({ min_items: 1000 });
      for (let index = 0; index < items; index += 1) meter.add(itemWith());
      expect(messages(meter.report(moment, known))).toEqual(expected);
    },
  );

  it('tells by short names what does not hold', () => {
    const meter = meterOf({ fields: { price: { type: 'number', required: true }, sku: { unique: true } } });
    meter.add(itemWith({ metadata: { price: 'x', sku: 'a' } }));
    meter.add(itemWith({ metadata: { sku: 'a' } }));
    expect(meter.broken('running')).toEqual(['price type', 'sku unique']);
    expect(meter.broken('over')).toEqual(['price fill', 'price type', 'sku unique']);
    expect(
      meter.report('over').breaches.map(({ field, expectation }) => `${field ?? ''} ${expectation}`),
    ).toEqual(meter.broken('over'));
  });

  it('asks a field only of the items that can have it', () => {
    const callbacks = {
      product: { extract: { price: { css: 'b' } } },
      shop: { extract: { street: { css: 'i' } } },
    };
    const rules = [{ callback: 'product' }, { callback: 'shop' }];
    const fields = { price: { required: true }, street: { required: true }, title: { required: true } };
    const meter = meterOf({ fields }, { callbacks, rules });
    meter.add(itemWith({ callback: 'product', title: 'a', metadata: { price: 1 } }));
    meter.add(itemWith({ callback: 'shop', title: null, metadata: { street: 'a' } }));
    expect(messages(meter.report('over'))).toEqual([
      'title is filled in 1 of 2 items (50 %), expected in at least 98 %.',
    ]);
  });

  it('asks a column of articles where only they have it', () => {
    const rules = [{ callback: 'product' }, { callback: 'parse_article' }];
    const meter = meterOf({ fields: { title: { required: true } } }, { rules });
    meter.add(itemWith({ callback: 'product' }));
    meter.add(itemWith({ callback: 'parse_article', title: 'A' }));
    expect(meter.report('over').fields).toMatchObject([{ items: 1, filled: 1 }]);
    expect(messages(meter.report('over'))).toEqual([]);
  });

  it('measures a field that a row brings along', () => {
    const callbacks = {
      list: {
        extract: { price: { css: 'b' } },
        iterate: { selector: 'li', follow: { url: { css: 'a' }, callback: 'product' } },
      },
      product: { extract: { sku: { css: 'i' } } },
      other: { extract: { x: { css: 'x' } } },
    };
    const meter = meterOf({ fields: { price: { min_fill: 1 } } }, { callbacks });
    meter.add(itemWith({ callback: 'product', metadata: { price: 1 } }));
    meter.add(itemWith({ callback: 'other' }));
    expect(meter.report('over').fields).toMatchObject([{ items: 1, filled: 1 }]);
  });

  it('counts the items with an incomplete key', () => {
    const meter = meterOf({ key: ['sku'] });
    meter.add(itemWith({ metadata: { sku: 'a' } }));
    meter.add(itemWith({ metadata: { sku: '' } }));
    expect(meter.report('over')).toMatchObject({ items: 2, withoutKey: 1 });
  });

  it('says what is expected in words', () => {
    const field: ExpectedField = {
      type: 'integer',
      range: [1, null],
      pattern: '\\d',
      unique: true,
      min_fill: 0.9,
    };
    expect(priced(field, [1, 2, 2]).fields).toEqual([
      {
        field: 'price',
        items: 3,
        filled: 3,
        minFill: 0.9,
        expected: ['an integer', 'at least 1', 'a match of \\d', 'no value twice'],
        distinct: 2,
        isSampled: false,
      },
    ]);
  });
});

describe('different values', () => {
  it('are counted', () => {
    const values = new DistinctValues();
    expect(['a', 1, '1', null, 'a', [1], [1]].map((value) => values.add(value))).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect([values.size, values.isSampled]).toEqual([5, false]);
  });

  it('are sampled where there are too many, and repeated ones are found in the sample', () => {
    const values = new DistinctValues(1000);
    for (let value = 0; value < 20_000; value += 1) expect(values.add(value)).toBe(false);
    expect(values.isSampled).toBe(true);
    expect(values.size).toBeGreaterThan(16_000);
    expect(values.size).toBeLessThan(24_000);
    let repeated = 0;
    for (let value = 0; value < 20_000; value += 1) repeated += Number(values.add(value));
    expect(repeated).toBeGreaterThan(400);
    expect(repeated).toBeLessThanOrEqual(1000);
  });
});
