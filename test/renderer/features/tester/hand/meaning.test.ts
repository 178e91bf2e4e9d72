import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../../../../renderer/features/tester/hand/meaning.ts';
import { fieldReport, rowsReport } from '../reports.ts';

const named = (path: string, elements: readonly number[], names: readonly string[] = [path]) => ({
  report: fieldReport(path, elements),
  names,
});

// Rows at 10, 20 and 30; the price is missed in the last.
const title = named('title', [11, 21, 31]);
const price = named('price', [12, 22]);
const reviews = named('reviews', [15, 25]);
const author = named('author', [16, 26], ['reviews', 'author']);
const reports = [title, price, reviews, author];
const rows = rowsReport([10, 20, 30]);
const hand = { pointer: '/price', page: 'p1', elements: [12], not: [], elsewhere: [], rows: null };

describe('what a click means to the field in hand', () => {
  it.each([
    ['a match that was not picked', [22, 20, 0], { kind: 'wrong' }],
    ['its own example', [12, 10, 0], { kind: 'nothing' }],
    ['what another field takes', [21, 20, 0], { kind: 'field', field: title }],
    ['something in a row where it takes nothing', [33, 30, 0], { kind: 'missed' }],
    ['something else in a row where it takes something', [23, 20, 0], { kind: 'new' }],
    ['something outside of the rows', [5, 0], { kind: 'new' }],
    ['an item of a list, which is no value', [15, 10, 0], { kind: 'new' }],
    ['a value inside a list', [26, 25, 20, 0], { kind: 'field', field: author }],
  ])('%s', (_, around, meaning) => {
    expect(meaningOf(around, hand, price, reports, rows)).toEqual(meaning);
  });

  it('is to come into hand where nothing was picked for it yet', () => {
    expect(meaningOf([22, 20, 0], null, price, reports, rows)).toEqual({ kind: 'field', field: price });
    expect(meaningOf([33, 30, 0], null, price, reports, rows)).toEqual({ kind: 'new' });
  });
});
