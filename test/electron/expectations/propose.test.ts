import { describe, expect, it } from 'vitest';
import type { ExpectedItem } from '../../../electron/expectations/item-value.ts';
import { createMeter } from '../../../electron/expectations/meter.ts';
import { proposeExpect, type ProposalOptions } from '../../../electron/expectations/propose.ts';
import type { ExpectedField, Spider } from '../../../shared/spider/schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { itemWith } from './items.ts';

/** A spider whose items have fields of these names. */
const spiderOf = (...fields: string[]): Spider => ({
  name: 'shop',
  allowed_domains: ['example.com'],
  start_urls: ['https://example.com/'],
  rules: [{ callback: 'product' }],
  callbacks: { product: { extract: Object.fromEntries(fields.map((name) => [name, { css: 'b' }])) } },
});

const options: ProposalOptions = { isSample: false, itemCounts: [], ranges: false };
const times = <T>(number: number, of: (n: number) => T): T[] =>
  Array.from({ length: number }, (_, n) => of(n));

/** Items whose field has these values. */
const withValues = (name: string, values: readonly unknown[]): ExpectedItem[] =>
  values.map((value, n) => itemWith({ url: `https://example.com/${n}`, metadata: { [name]: value } }));

function proposed(name: string, values: readonly unknown[], changes: Partial<ProposalOptions> = {}) {
  const { expect: all, notes } = proposeExpect(spiderOf(name), withValues(name, values), {
    ...options,
    ...changes,
  });
  return { ...all, field: all.fields?.[name], notes: notes.filter((note) => !note.startsWith('min_items')) };
}

describe('what is proposed for a field', () => {
  it.each<[string, string, unknown[], ExpectedField | undefined]>([
    ['numbers', 'size', [1, 2.5, -3], { type: 'number', required: true }],
    ['texts that are written as numbers', 'size', ['19.99', '20'], { type: 'number', required: true }],
    ['codes in digits', 'size', ['12', '345'], { type: 'text', required: true }],
    ['booleans', 'new', [true, 'false'], { type: 'boolean', required: true }],
    ['dates', 'day', ['2024-01-02', '2024-01-02T10:00:00Z'], { type: 'date', required: true }],
    ['links', 'link', ['https://e.com/a', '/b', '../c'], { type: 'url', required: true }],
    ['texts with a slash', 'link', ['and/or', 'N/A'], { type: 'text', required: true }],
    ['pictures', 'photo', ['/a.png', 'https://e.com/b.JPG?w=5'], { type: 'image', required: true }],
    ['lists', 'tags', [['a'], ['b']], { type: 'list', required: true }],
    ['objects', 'offer', [{ a: 1 }], { type: 'object', required: true }],
    ['prices, which are not negative', 'price', [0, 5], { type: 'number', required: true, range: [0, null] }],
    ['prices of which one is negative', 'price', [-1, 5], { type: 'number', required: true }],
    ['all the same', 'unit', times(20, () => 'kg'), { type: 'text', required: true, constant: true }],
    ['all the same in few items', 'unit', times(19, () => 'kg'), { type: 'text', required: true }],
    ['identifiers', 'sku', times(20, (n) => `A${n}`), { type: 'text', required: true, unique: true }],
    ['different texts', 'text', times(20, (n) => `A${n}`), { type: 'text', required: true }],
    [
      '98 % that are filled',
      'size',
      times(100, (n) => (n < 2 ? null : n)),
      { type: 'number', required: true },
    ],
    [
      'half that are filled',
      'size',
      times(1000, (n) => (n % 2 === 0 ? n : '')),
      { type: 'number', min_fill: 0.45 },
    ],
    [
      'half of a few that are filled',
      'size',
      times(20, (n) => (n % 2 === 0 ? n : null)),
      { type: 'number', min_fill: 0.27 },
    ],
    ['hardly any that is filled', 'size', times(20, (n) => (n < 2 ? n : null)), { type: 'number' }],
    ['none that is filled', 'size', ['', null], undefined],
  ])('%s', (_, name, values, field) => {
    expect(proposed(name, values).field).toEqual(field);
  });

  it('is a type that nearly all of many values have, and says what it is not true of', () => {
    const { field, notes } = proposed(
      'size',
      times(200, (n) => (n < 4 ? 'call us' : n)),
    );
    expect(field).toEqual({ type: 'number', required: true });
    expect(notes).toEqual([
      'size is expected to be a number, but 4 of 200 values of this run are not, for example "call us".',
    ]);
    expect(
      proposed(
        'size',
        times(99, (n) => (n < 1 ? 'call us' : n)),
      ).field,
    ).toEqual({ required: true });
  });

  it('is nothing for what is empty or of several types, and says so', () => {
    expect(proposed('size', [null]).notes).toEqual([
      'size is empty in all items, so nothing is expected of it.',
    ]);
    expect(proposed('size', [1, 'a']).notes).toEqual([
      'The values of size are of several types, so no type is expected.',
    ]);
  });

  it.each<[number[], [number, number]]>([
    [
      [10, 20],
      [5, 25],
    ],
    [
      [1, 100],
      [0, 150],
    ],
    [
      [-10, 10],
      [-20, 20],
    ],
    [
      [5, 5],
      [5, 5],
    ],
  ])('has a range where that is asked for: %j', (values, range) => {
    expect(proposed('size', values, { ranges: true }).field?.range).toEqual(range);
  });
});

describe('what is proposed for a run', () => {
  const skus = times(30, (n) => `A${n}`);

  it.each<[string, string, ExpectedItem[], string[] | undefined]>([
    ['a field that identifies items', 'sku', withValues('sku', skus), ['sku']],
    ['no field that repeats', 'sku', withValues('sku', ['A', 'A', 'B']), undefined],
    ['no field that is empty once', 'sku', withValues('sku', [...skus, null]), undefined],
    ['no other field of pages, which their URL tells apart', 'name', withValues('name', skus), undefined],
    [
      'the name of rows',
      'name',
      withValues('name', skus).map((item, n) => ({ ...item, key: `https://example.com/#${n}` })),
      ['name'],
    ],
    [
      'the link of rows',
      'link',
      withValues('link', ['/a', '/b']).map((item, n) => ({ ...item, key: `https://example.com/#${n}` })),
      ['link'],
    ],
  ])('the key is %s', (_, name, items, key) => {
    expect(proposeExpect(spiderOf(name), items, options).expect.key).toEqual(key);
  });

  it('has no key and nothing unique from a sample', () => {
    const { key, field, notes } = proposed('sku', skus, { isSample: true });
    expect([key, field?.unique]).toEqual([undefined, undefined]);
    expect(notes).toHaveLength(1);
  });

  it.each<[number[], number | undefined]>([
    [[], undefined],
    [[0, 5], undefined],
    [[1], 1],
    [[10], 9],
    [[1000, 1234], 900],
    [[1234], 1100],
    [[98_765], 88_000],
  ])('asks for fewer items than the least of %j', (itemCounts, items) => {
    expect(proposed('size', [1], { itemCounts }).min_items).toBe(items);
  });

  it('asks a field of a callback only of its items', () => {
    const spider: Spider = {
      ...spiderOf('price'),
      rules: [{ callback: 'product' }, { callback: 'shop' }],
      callbacks: {
        product: { extract: { size: { css: 'b' } } },
        shop: { extract: { street: { css: 'i' } } },
      },
    };
    const items = [
      itemWith({ metadata: { size: 1 } }),
      itemWith({ callback: 'shop', metadata: { street: 'a' } }),
    ];
    expect(proposeExpect(spider, items, options).expect.fields).toEqual({
      size: { type: 'number', required: true },
      street: { type: 'text', required: true },
    });
  });

  it('holds for the run that it is made from, and is a valid document', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const names = ['price', 'sku', 'size', 'link', 'unit', 'title'];
    for (let round = 0; round < 60; round += 1) {
      const items = times(1 + random(300), (n) => {
        const value = (share: number, of: unknown) => (random(100) < share ? of : null);
        const price = value(60 + random(40), random(50) - (round % 2));
        const metadata = {
          price,
          sku: value(99, `A${n}`),
          size: value(30, random(3)),
          link: `/p/${n}`,
          unit: 'kg',
        };
        return itemWith({
          url: `https://example.com/${n}`,
          title: value(90, 'T') as string | null,
          metadata,
        });
      });
      const spider = spiderOf(...names);
      const { expect: expected } = proposeExpect(spider, items, {
        ...options,
        itemCounts: [items.length],
        ranges: round % 3 === 0,
      });
      const meter = createMeter({ ...spider, expect: expected });
      for (const item of items) meter?.add(item);
      expect(meter?.report('complete').breaches).toEqual([]);
      expect(validateSpider({ ...spider, expect: expected }).problems).toEqual([]);
    }
  });
});
