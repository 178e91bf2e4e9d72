import { describe, expect, it } from 'vitest';
import { namedReports } from '../../../../renderer/features/tester/field-paths.ts';
import { rowsAtHand, rowsWords } from '../../../../renderer/features/tester/rows-at-hand.ts';
import { reasonsOf } from '../../../../renderer/features/tester/rows-head.tsx';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { TestedRow } from '../../../../shared/contract/types.ts';
import { fieldReport, rowsReport } from './reports.ts';

const row = (element: number, values: TestedRow['values'], empty: TestedRow['empty'] = {}): TestedRow => ({
  element,
  values,
  cut: false,
  problems: [],
  empty,
  follow: null,
});

const report = {
  ...rowsReport([3, 7]),
  rows: [row(3, { name: 'a', shop: 'x' }), row(7, { name: null, shop: 'x' }, { name: 'No name.' })],
  fromUrl: ['shop'],
};
const reports = namedReports([fieldReport('name', [3], { items: 2, filled: 1 })]);
const others: CallValue<'tester.pages'> = {
  iterates: true,
  fields: ['name', 'shop'],
  pages: [
    { page: 'p2', total: 3, rows: [row(1, { name: 'b' })], filled: { name: 3, shop: 0 }, problem: null },
    { page: 'p1', total: 2, rows: [row(3, { name: 'old' })], filled: { name: 2, shop: 2 }, problem: null },
  ],
  left: 4,
};

describe('the rows of all pages at hand', () => {
  it('begin with those of the open page, as its own test reports them', () => {
    const table = rowsAtHand({ page: 'p1', report, reports }, others);
    expect(table?.rows.map(({ page, index, values }) => [page, index, values['name']])).toEqual([
      ['p1', 0, 'a'],
      ['p1', 1, null],
      ['p2', 0, 'b'],
    ]);
    expect(table?.fields).toEqual(['name', 'shop']);
    expect(table).toMatchObject({ here: 2, total: 5, pages: 2, left: 4 });
    expect([...(table?.fills ?? [])]).toEqual([
      ['name', { filled: 4, rows: 5 }],
      ['shop', { filled: 2, rows: 5 }],
    ]);
    expect(table === null ? null : rowsWords(table)).toBe(
      '2 rows on this page, 5 on 2 pages (without 4 pages)',
    );
  });

  it('are those of the test of all pages until the open page was tested', () => {
    const table = rowsAtHand({ page: 'p1', report: null, reports: [] }, others);
    expect(table?.rows.map(({ values }) => values['name'])).toEqual(['old', 'b']);
  });

  it('are those of the open page alone where there is no other', () => {
    const table = rowsAtHand({ page: 'p1', report, reports }, null);
    expect(table).toMatchObject({ here: 2, total: 2, pages: 1 });
    expect(table === null ? null : rowsWords(table)).toBe('2 rows');
  });

  it('are one for each page where the callback makes an item of it, and none for a single page', () => {
    const items = { ...others, iterates: false, fields: ['name'] };
    const item = namedReports([
      fieldReport('name', [3], { value: 'a' }),
      fieldReport('price', [], { value: null }),
    ]);
    const table = rowsAtHand({ page: 'p1', report: null, reports: item }, items);
    expect(table?.rows[0]).toMatchObject({ page: 'p1', values: { name: 'a', price: null } });
    expect(table).toMatchObject({ here: 1, pages: 2, isItems: true });
    expect(table === null ? null : rowsWords(table)).toBe('2 pages (without 4 pages)');
    expect(rowsAtHand({ page: 'p1', report: null, reports: item }, null)).toBeNull();
  });

  it('say why a field is empty, most frequent reason first', () => {
    const rows = [
      row(1, { name: null }, { name: 'No name.' }),
      row(2, { name: 'a' }),
      row(3, { name: [] }, { name: 'No list.' }),
      row(4, { name: '' }, { name: 'No list.' }),
    ].map((each, index) => ({ ...each, index, page: 'p1' }));
    expect(reasonsOf(rows, 'name')).toEqual([
      { reason: 'No list.', times: 2, first: 2 },
      { reason: 'No name.', times: 1, first: 0 },
    ]);
  });
});
