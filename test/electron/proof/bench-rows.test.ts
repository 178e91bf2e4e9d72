import { expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/json-value.ts';
import { judgeRows } from '../../../electron/proof/bench-rows.ts';

const table: [what: string, expected: JsonValue[], got: JsonValue[], states: string][] = [
  ['equal rows', ['a', 'b'], ['a', 'b'], 'same same'],
  ['nothing at all', [], [], ''],
  ['another value', ['a', 'b', 'c'], ['a', 'x', 'c'], 'same changed same'],
  ['a value that is gone', ['a', 'b'], ['a', null], 'same empty'],
  ['blank text for a value', ['a', 'b'], ['a', ' '], 'same empty'],
  ['a value where none was', ['a', null, 'c'], ['a', 'b', 'c'], 'same filled same'],
  ['a row before all others', ['a', 'b', 'c'], ['x', 'a', 'b', 'c'], 'added same same same'],
  ['a row that is gone', ['a', 'b', 'c'], ['a', 'c'], 'same removed same'],
  ['a list that begins one later', ['a', 'b', 'c'], ['b', 'c', 'd'], 'removed same same added'],
  ['no row left', ['a', 'b'], [], 'removed removed'],
  ['rows in another order', ['a', 'b'], ['b', 'a'], 'removed same added'],
  ['objects by their content', [{ x: [1] }], [{ x: [2] }], 'changed'],
  ['text is no number', ['1'], [1], 'changed'],
];

it.each(table)('ties rows: %s', (_what, expected, got, states) => {
  const rows = judgeRows(expected, got);
  expect(rows.map(({ state }) => state).join(' ')).toBe(states);
  const kept = rows.filter(({ state }) => state !== 'added').map((row) => row.expected);
  const found = rows.filter(({ state }) => state !== 'removed').map((row) => row.got);
  expect(kept).toEqual(expected);
  expect(found).toEqual(got);
});

it('ties very long lists by position, and loses no row', () => {
  const many = Array.from({ length: 2000 }, (_, index) => `a${index}`);
  const others = many.map((text, index) => (index % 2 === 0 ? `b${text}` : text));
  const rows = judgeRows([...many, 'end'], [...others.slice(1), 'end']);
  expect(rows.filter(({ state }) => state !== 'added').map((row) => row.expected)).toEqual([...many, 'end']);
  expect(rows.at(-1)?.state).toBe('same');
});
