import { describe, expect, it } from 'vitest';
import {
  filterOfCell,
  filterWords,
  firstOperator,
  readValue,
  valueProblem,
  withFilter,
} from '../../../../renderer/features/results/filter-words.ts';
import type { ResultColumn } from '../../../../shared/contract/types.ts';

const column = (type: ResultColumn['type']): ResultColumn => ({
  name: 'field',
  metadata: true,
  type,
  filled: 1,
  items: 1,
  rate: 1,
});

describe('a condition', () => {
  it.each([
    [{ column: 'price', operator: 'greater-or-equal', value: 10 }, 'price ≥ 10'],
    [{ column: 'title', operator: 'contains', value: 'rope' }, 'title contains “rope”'],
    [{ column: 'in_stock', operator: 'equals', value: false }, 'in_stock is false'],
    [{ column: 'note', operator: 'empty' }, 'note is empty'],
  ] as const)('is told in words: %j', (filter, words) => {
    expect(filterWords(filter)).toBe(words);
  });

  it.each([
    ['number', 'greater-or-equal'],
    ['date', 'greater-or-equal'],
    ['boolean', 'equals'],
    ['text', 'contains'],
    ['mixed', 'contains'],
  ] as const)('on %s begins with %s', (type, operator) => {
    expect(firstOperator(column(type))).toBe(operator);
  });

  it.each([
    ['12.5', 'number', 12.5],
    ['dear', 'number', 'dear'],
    ['', 'number', ''],
    ['true', 'boolean', true],
    ['12', 'text', '12'],
    [' a ', 'text', ' a '],
  ] as const)('reads %j in a column of %s as %j', (text, type, value) => {
    expect(readValue(text, column(type))).toBe(value);
  });

  it.each([
    ['dear', 'greater', 'number', 'Enter a number.'],
    ['dear', 'contains', 'number', null],
    ['maybe', 'equals', 'boolean', 'Enter true or false.'],
    ['12', 'less', 'number', null],
    ['', 'less', 'number', null],
    ['x', 'empty', 'number', null],
  ] as const)('with %j and %s on %s: %j', (text, operator, type, problem) => {
    expect(valueProblem(text, operator, column(type))).toBe(problem);
  });

  it.each([
    ['GBP', true, { column: 'c', operator: 'equals', value: 'GBP' }],
    [0, false, { column: 'c', operator: 'not-equals', value: 0 }],
    [null, true, { column: 'c', operator: 'empty' }],
    ['', false, { column: 'c', operator: 'not-empty' }],
    [{ kind: 'list', size: 2, preview: '[1,2]' }, true, null],
    [undefined, true, null],
  ] as const)('of the cell %j (the same: %s) is %j', (cell, same, filter) => {
    expect(filterOfCell('c', cell, same)).toEqual(filter);
  });

  it('is not there twice', () => {
    const filter = { column: 'a', operator: 'equals', value: 1 } as const;
    expect(withFilter(withFilter([], filter), { ...filter })).toEqual([filter]);
    expect(withFilter([filter], { ...filter, value: '1' })).toHaveLength(2);
  });
});
