import { isFilled } from '../../shared/filled.ts';
import type { JsonValue } from '../../shared/json-value.ts';

/**
 * What became of a row: `same`; `changed`, another value; `empty`, the value is gone; `filled`, it was expected to be empty and has a
 * value; `added` and `removed`, the row itself is new or gone.
 */
export type RowState = 'same' | 'changed' | 'empty' | 'filled' | 'added' | 'removed';

/** An expected value beside the one that is there. */
export interface JudgedRow {
  state: RowState;
  /** Null also where the row is new. */
  expected: JsonValue;
  /** Null also where the row is gone. */
  got: JsonValue;
}

/** Above this many pairs of rows that differ, rows are tied by their position: the work grows with their product. */
const maxPairs = 250_000;

/** Ties expected rows to those that are there: the longest sequence of equal values stays in order, and what is between is paired. */
export function judgeRows(expected: readonly JsonValue[], got: readonly JsonValue[]): JudgedRow[] {
  const before = expected.map((value) => JSON.stringify(value));
  const now = got.map((value) => JSON.stringify(value));
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, now.length) - start;
  while (end < most && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = commonPairs(before.slice(start, before.length - end), now.slice(start, now.length - end));
  const rows: JudgedRow[] = [];
  let [from, at] = [0, 0];
  const until = (toExpected: number, toGot: number): void => {
    rows.push(...paired(expected.slice(from, toExpected), got.slice(at, toGot)));
    [from, at] = [toExpected, toGot];
  };
  const equal = (one: number, other: number): void => {
    until(one, other);
    rows.push({ state: 'same', expected: expected[one] ?? null, got: got[other] ?? null });
    [from, at] = [one + 1, other + 1];
  };
  for (let index = 0; index < start; index += 1) equal(index, index);
  for (const [one, other] of middle) equal(start + one, start + other);
  for (let left = end; left > 0; left -= 1) equal(before.length - left, now.length - left);
  until(before.length, now.length);
  return rows;
}

/** Rows between two equal ones: paired in order, and what is left is added or removed. */
function paired(expected: readonly JsonValue[], got: readonly JsonValue[]): JudgedRow[] {
  const length = Math.max(expected.length, got.length);
  return Array.from({ length }, (_, index): JudgedRow => {
    const was = expected[index];
    const is = got[index];
    if (was === undefined) return { state: 'added', expected: null, got: is ?? null };
    if (is === undefined) return { state: 'removed', expected: was, got: null };
    return { state: stateOf(was, is), expected: was, got: is };
  });
}

function stateOf(was: JsonValue, is: JsonValue): RowState {
  if (isFilled(was) && !isFilled(is)) return 'empty';
  return !isFilled(was) && isFilled(is) ? 'filled' : 'changed';
}

/** The pairs of the longest common subsequence, in order. */
function commonPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > maxPairs) {
    return a.flatMap((text, index): [number, number][] => (text === b[index] ? [[index, index]] : []));
  }
  const width = b.length + 1;
  // Length of the longest common subsequence of what follows each pair of places.
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
