import { expect, it } from 'vitest';
import { batches, nextFetch } from '../../../../electron/store/transfer/batches.ts';
import { Fitting, Summing, type Row } from '../../../../electron/store/transfer/rows.ts';
import { secretsIn } from '../../../../electron/store/transfer/secrets.ts';

function sumOf(rows: readonly Row[]): { rows: number; sum: string } {
  const summing = new Summing();
  for (const row of rows) summing.add(row);
  return summing.result;
}

const rows: Row[] = [
  [1n, 'a', null],
  [2n, 'b', new Uint8Array([1, 2])],
  [3n, '', 0.5],
];

it('sums rows up in any order', () => {
  expect(sumOf(rows)).toEqual(sumOf(rows.toReversed()));
  expect(sumOf([])).toEqual({ rows: 0, sum: '0' });
});

it.each<[string, Row[]]>([
  ['a row less', rows.slice(1)],
  ['a row twice', [...rows.slice(1), ...rows.slice(1, 2)]],
  ['nothing instead of an empty text', [...rows.slice(0, 2), [3n, null, 0.5]]],
  ['a value in the next column', [[1n, null, 'a'], ...rows.slice(1)]],
  ['a text instead of its bytes', [...rows.slice(0, 1), [2n, 'b', '\u0001\u0002'], ...rows.slice(2)]],
  ['a text moved over its border', [['1', '23'], ...rows.slice(1)]],
])('notices %s', (_, other) => {
  expect(sumOf(other)).not.toEqual(sumOf(rows));
});

const table = {
  name: 'things',
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'name', type: 'text' },
    { name: 'share', type: 'double precision' },
    { name: 'body', type: 'bytea' },
  ],
};

it('takes values as the columns say', () => {
  const fitting = new Fitting();
  const body = new Uint8Array(0);
  expect(fitting.row(table, [-9_223_372_036_854_775_808n, 'ü', 3n, body])).toEqual([
    -9_223_372_036_854_775_808n,
    'ü',
    3,
    body,
  ]);
  expect(fitting.row(table, [1, null, 0.1, undefined])).toEqual([1n, null, 0.1, null]);
  expect(fitting.replaced).toBe(0);
  expect(fitting.row(table, [1n, 'a\u0000b\u0000', 1, null])[1]).toBe('a\ufffdb\ufffd');
  expect(fitting.replaced).toBe(1);
});

it.each([
  ['id', '1', 0],
  ['id', 1.5, 0],
  ['name', 2, 1],
  ['share', 'b', 2],
  ['body', 'text', 3],
])('refuses a row whose %s is %j, and names the column', (column, value, place) => {
  const values = [1n, 'a', 1, null].with(place, value);
  expect(() => new Fitting().row(table, values)).toThrow(
    expect.objectContaining({ code: 'damaged', message: expect.stringContaining(`things, whose ${column}`) }),
  );
});

it('bounds what is in memory', () => {
  const small = Array.from({ length: 2500 }, (_, id): Row => [BigInt(id)]);
  expect([...batches(small)].map(({ length }) => length)).toEqual([1000, 1000, 500]);
  const large = Array.from({ length: 5 }, (): Row => ['x'.repeat(600_000)]);
  expect([...batches(large)].map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(nextFetch(null)).toBe(8);
  expect(nextFetch({ rows: 8, bytes: 80 })).toBe(32);
  expect(nextFetch({ rows: 1000, bytes: 10_000 })).toBe(1000);
  expect(nextFetch({ rows: 8, bytes: 80_000_000 })).toBe(1);
});

it('finds the names of secrets in JSON, also inside of a text', () => {
  expect(
    secretsIn('{"secret":"env:A_1","b":"keychain:shop.eu-1","c":"environment:no","d":"see env:B"}'),
  ).toEqual(['env:A_1', 'keychain:shop.eu-1']);
  expect(secretsIn(JSON.stringify({ inner: '{"secret":"env:A"}' }))).toEqual(['env:A']);
});
