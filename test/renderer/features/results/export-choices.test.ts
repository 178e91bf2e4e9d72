import { describe, expect, it } from 'vitest';
import {
  choose,
  fieldsOfColumns,
  nestedWays,
  noChoices,
  placeColumn,
  separate,
  separatorOf,
  toggleColumn,
  wayOf,
} from '../../../../renderer/features/results/export-choices.ts';

describe('what is chosen for nested values', () => {
  it('is one way for each path, and one list alone has a row for each entry', () => {
    const table = choose(noChoices, 'reviews', 'table');
    expect(table.flatten).toEqual([{ path: 'reviews', as: 'table' }]);
    const rows = choose(choose(table, 'reviews', 'rows'), 'offer', 'json');
    expect([rows.rows, rows.flatten]).toEqual(['reviews', [{ path: 'offer', as: 'json' }]]);
    const other = choose(rows, 'tags', 'rows');
    expect([wayOf(other, 'tags'), wayOf(other, 'reviews'), wayOf(other, 'offer')]).toEqual([
      'rows',
      'usual',
      'json',
    ]);
    expect(choose(other, 'tags', 'usual').rows).toBeNull();
  });

  it('has a separator of its own where it is joined', () => {
    const joined = separate(choose(noChoices, 'tags', 'join'), 'tags', ' | ');
    expect([joined.flatten, separatorOf(joined, 'tags')]).toEqual([
      [{ path: 'tags', as: 'join', separator: ' | ' }],
      ' | ',
    ]);
    expect(separate(joined, 'tags', '').flatten).toEqual([{ path: 'tags', as: 'join' }]);
  });

  it.each([
    ['object', 'csv', 'Usual: a column for each member'],
    ['values', 'xlsx', 'Usual: joined as one text'],
    ['values', 'parquet', 'Usual: JSON'],
    ['objects', 'csv', 'Usual: JSON'],
    ['objects', 'jsonl', 'Usual: as it is'],
  ] as const)('%s in %s is %s', (kind, format, usual) => {
    expect(nestedWays(kind, format)[0]).toEqual({ value: 'usual', label: usual });
  });
});

describe('the columns of an export', () => {
  it('are taken out and added, and one stays', () => {
    expect(toggleColumn(['a', 'b'], 'a', false)).toEqual(['b']);
    expect(toggleColumn(['b'], 'a', true)).toEqual(['b', 'a']);
    expect(toggleColumn(['b'], 'b', false)).toEqual(['b']);
  });

  it.each([
    ['a', 1, ['b', 'a', 'c']],
    ['c', 0, ['c', 'a', 'b']],
    ['a', 9, ['b', 'c', 'a']],
    ['b', -1, ['b', 'a', 'c']],
  ] as const)('%s moves to %i', (name, place, order) => {
    expect(placeColumn(['a', 'b', 'c'], name, place)).toEqual(order);
  });

  it('belong to fields, also those whose names have dots', () => {
    const columns = ['id', 'offer.price', 'offer.shop.name', 'a.b', 'metadata.title'];
    expect(fieldsOfColumns(columns, ['offer', 'a.b', 'metadata.title'])).toEqual([
      'id',
      'offer',
      'a.b',
      'metadata.title',
    ]);
  });
});
