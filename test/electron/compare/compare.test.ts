import { describe, expect, it } from 'vitest';
import { compareItems, type Comparison } from '../../../electron/compare/compare.ts';
import { rowsOf, sideOf, type GivenItem } from './sides.ts';

const compare = (
  before: readonly GivenItem[],
  after: readonly GivenItem[],
  key: readonly string[] = [],
): Promise<Comparison> => compareItems(sideOf(before, { key }), sideOf(after, { first: 101, key }));

/** The counts of a comparison as added, removed, changed, unchanged. */
const countsOf = ({ added, removed, changed, unchanged }: Comparison) => [added, removed, changed, unchanged];

const watch = (n: number, rest: Record<string, unknown> = {}) => ({
  name: `Watch ${n}`,
  price: 10 * n,
  currency: 'EUR',
  ...rest,
});
const watches = (...numbers: number[]) => numbers.map((n) => watch(n));
const at = (path: string, fields: Record<string, unknown>): GivenItem => ({
  ...fields,
  url: `https://a.test${path}`,
});

describe('items with a key of their own', () => {
  it('are added, removed, changed and unchanged', async () => {
    const found = await compare(
      [at('/1', { price: 1 }), at('/2', { price: 2 }), at('/3', { price: 3, note: 'x' })],
      [at('/3', { price: 4 }), at('/1', { price: 1 }), at('/4', { price: 4 })],
    );
    expect(countsOf(found)).toEqual([1, 1, 1, 1]);
    expect(found.fields).toEqual([
      { field: 'price', added: 0, removed: 0, changed: 1 },
      { field: 'note', added: 0, removed: 1, changed: 0 },
    ]);
    expect(found.differences.slice({}, 0, 10)).toEqual([
      { kind: 'removed', before: '2', after: null, fields: [] },
      { kind: 'changed', before: '3', after: '101', fields: ['price', 'note'] },
      { kind: 'added', before: null, after: '103', fields: [] },
    ]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, number]>([
    ['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, 0],
    [
      'the order of keys within a value',
      { o: { a: 1, b: [{ c: 1, d: 2 }] } },
      { o: { b: [{ d: 2, c: 1 }], a: 1 } },
      0,
    ],
    ['empty values of different kinds', { a: null, b: '', c: [] }, { a: '', c: {} }, 0],
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }, 1],
    ['a number and its text', { a: 1 }, { a: '1' }, 1],
    ['true and 1', { a: true }, { a: 1 }, 1],
    ['0 and nothing', { a: 0 }, {}, 1],
    ['white space', { a: 'x ' }, { a: 'x' }, 1],
  ])('compares %s', async (_, before, after, changed) => {
    expect((await compare([at('/', before)], [at('/', after)])).changed).toBe(changed);
  });

  it('are told apart by a field where one is named, and by their URL where it is empty', async () => {
    const found = await compare(
      [at('/1', { sku: 'A' }), at('/2', { sku: 'B' }), at('/3', {})],
      [at('/9', { sku: 'A' }), at('/2', { sku: 'C' }), at('/3', {})],
      ['sku'],
    );
    expect(countsOf(found)).toEqual([1, 1, 1, 1]);
    expect(found.fields).toEqual([{ field: 'url', added: 0, removed: 0, changed: 1 }]);
    expect(found.keyless).toEqual({ before: 1, after: 1 });
  });

  it('are told where they occur twice, and paired by their values', async () => {
    const found = await compare(
      [at('/1', { sku: 'A', n: 1 }), at('/2', { sku: 'A', n: 2 }), at('/3', { sku: 'A', n: 3 })],
      [at('/2', { sku: 'A', n: 2 }), at('/3', { sku: 'A', n: 3 })],
      ['sku'],
    );
    expect(countsOf(found)).toEqual([0, 1, 0, 2]);
    expect(found.duplicates).toEqual({ before: 2, after: 1 });
  });

  it('are none on either side without harm', async () => {
    expect(countsOf(await compare([], []))).toEqual([0, 0, 0, 0]);
    expect(countsOf(await compare([at('/1', { a: 1 })], []))).toEqual([0, 1, 0, 0]);
  });
});

describe('rows that have only their place', () => {
  it.each<[string, Record<string, unknown>[], Record<string, unknown>[], number[]]>([
    ['a row at the top', watches(1, 2, 3, 4), watches(9, 1, 2, 3, 4), [1, 0, 0, 4]],
    ['a row that is gone', watches(1, 2, 3, 4), watches(1, 2, 4), [0, 1, 0, 3]],
    ['rows in another order', watches(1, 2, 3, 4), watches(4, 2, 1, 3), [0, 0, 0, 4]],
    [
      'a row at the top and a price',
      watches(1, 2, 3),
      [watch(9), watch(1), watch(2, { price: 21 }), watch(3)],
      [1, 0, 1, 3 - 1],
    ],
    ['all prices', watches(1, 2, 3), [1, 2, 3].map((n) => watch(n, { price: n })), [0, 0, 3, 0]],
    [
      'a row at the top and all prices',
      watches(1, 2, 3),
      [9, 1, 2, 3].map((n) => watch(n, { price: n })),
      [1, 0, 3, 0],
    ],
    [
      'a moved row with another price',
      watches(1, 2, 3, 4),
      [watch(4, { price: 1 }), ...watches(1, 2, 3)],
      [0, 0, 1, 3],
    ],
    [
      'other values in one place',
      watches(1, 2, 3),
      [watch(1), { name: 'Clock', price: 7, currency: 'CHF' }, watch(3)],
      [0, 0, 1, 2],
    ],
    [
      'one row for another elsewhere',
      watches(1, 2, 3),
      [watch(1), watch(3), { name: 'Clock', price: 7 }],
      [1, 1, 0, 2],
    ],
    ['rows of one field', [{ a: 1 }, { a: 2 }], [{ a: 3 }, { a: 4 }], [0, 0, 2, 0]],
    [
      'rows with ranks that all move on',
      [1, 2, 3].map((n) => watch(n, { rank: n })),
      [9, 1, 2, 3].map((n, i) => watch(n, { rank: i + 1 })),
      [1, 0, 3, 0],
    ],
  ])('pairs %s', async (_, before, after, counts) => {
    const found = await compare(rowsOf(...before), rowsOf(...after));
    expect(countsOf(found)).toEqual(counts);
    expect(found.duplicates).toEqual({ before: 0, after: 0 });
  });

  it('keeps to its bounds on a page of many rows that are all different', async () => {
    const rows = (from: number) =>
      rowsOf(...Array.from({ length: 3000 }, (_, n) => ({ name: `Row ${from + n}`, n: from + n })));
    expect(countsOf(await compare(rows(0), rows(10_000)))).toEqual([0, 0, 3000, 0]);
  });
});

it('names the same examples whatever the size of batches', async () => {
  const before = Array.from({ length: 900 }, (_, n) => at(`/${n}`, { n, even: n % 2 }));
  const after = Array.from({ length: 900 }, (_, n) => at(`/${n + 50}`, { n: n + 50, even: n % 3 }));
  const [one, other] = await Promise.all(
    [1, 400].map((batch) => compareItems(sideOf(before, { batch }), sideOf(after, { first: 2001, batch }))),
  );
  expect(one?.differences.slice({}, 0, 2000)).toEqual(other?.differences.slice({}, 0, 2000));
  expect(one?.differences.slice({ kind: 'changed', field: 'even' }, 1, 1)).toEqual([
    { kind: 'changed', before: expect.any(String), after: expect.any(String), fields: ['even'] },
  ]);
  expect(one?.differences.spread({ kind: 'added' }, 25)).toHaveLength(2);
});

it('ends when it is no longer wanted', async () => {
  const many = Array.from({ length: 50 }, (_, n) => at(`/${n}`, { n }));
  let asked = 0;
  const check = () => {
    asked += 1;
    if (asked === 5) throw new Error('It was cancelled.');
  };
  await expect(compareItems(sideOf(many), sideOf(many), { check })).rejects.toThrow('It was cancelled.');
  expect(asked).toBe(5);
});
