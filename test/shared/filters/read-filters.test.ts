import { describe, expect, it } from 'vitest';
import {
  filterOperators,
  operatorTexts,
  type Filter,
  type FilterValue,
} from '../../../shared/filters/filter.ts';
import { printFilters, printNames, printSort } from '../../../shared/filters/print-filters.ts';
import { readFilters, readNames, readSort } from '../../../shared/filters/read-filters.ts';
import { FilterProblem } from '../../../shared/filters/scanner.ts';

const one = (column: string, operator: Filter['operator'], value?: Filter['value']) => ({
  filters: [value === undefined ? { column, operator } : { column, operator, value }],
  search: '',
});

describe('reading', () => {
  it.each([
    ['', { filters: [], search: '' }],
    ['  ', { filters: [], search: '' }],
    ['price = 10', one('price', 'equals', 10)],
    ['price=10', one('price', 'equals', 10)],
    ['price = "10"', one('price', 'equals', '10')],
    ['price = -1.5e3', one('price', 'equals', -1500)],
    ['zip = 007', one('zip', 'equals', '007')],
    ['id = 12345678901234567890', one('id', 'equals', '12345678901234567890')],
    ['stock != true', one('stock', 'not-equals', true)],
    ['stock != "true"', one('stock', 'not-equals', 'true')],
    ['price>=10.50', one('price', 'greater-or-equal', 10.5)],
    ['price <= 3', one('price', 'less-or-equal', 3)],
    ['a > b', one('a', 'greater', 'b')],
    ['a < 2026-01-31', one('a', 'less', '2026-01-31')],
    ['title contains lamp', one('title', 'contains', 'lamp')],
    ['title contains 10', one('title', 'contains', '10')],
    ['title NOT Contains "blue lamp"', one('title', 'not-contains', 'blue lamp')],
    ['url starts with https://example.com/a?b=c', one('url', 'starts-with', 'https://example.com/a?b=c')],
    ["author ends with O'Brien", one('author', 'ends-with', "O'Brien")],
    ['author is empty', one('author', 'empty')],
    ['author  is  not  empty', one('author', 'not-empty')],
    ['offer.price > 1', one('offer.price', 'greater', 1)],
    ['"list price" > 1', one('list price', 'greater', 1)],
    ["'and' = 'a\\nb\\u0041\\'\\\\'", one('and', 'equals', "a\nbA'\\")],
    ['title = ""', one('title', 'equals', '')],
    ['"blue lamp"', { filters: [], search: 'blue lamp' }],
    ['"blue" and "lamp"', { filters: [], search: 'blue lamp' }],
    [
      'price > 1 and "lamp" AND author is empty',
      { filters: [...one('price', 'greater', 1).filters, ...one('author', 'empty').filters], search: 'lamp' },
    ],
  ])('%s', (text, read) => {
    expect(readFilters(text)).toEqual(read);
  });

  it('has a text for every operator of the contract', () => {
    for (const operator of filterOperators) {
      const value = operator.endsWith('empty') ? undefined : 'x';
      const text = `a ${operatorTexts[operator]}${value === undefined ? '' : ' x'}`;
      expect(readFilters(text)).toEqual(one('a', operator, value));
    }
  });
});

const columns = ['title', 'price', 'offer.price', 'author'];

describe('what cannot be read', () => {
  it.each([
    ['prise > 1', 0, 5, 'There is no column "prise".', 'Did you mean "price"?'],
    ['price', 5, 0, 'A comparison is missing here.', 'Add one of contains'],
    ['price ~ 1', 6, 1, '"~" is not a comparison.', 'The comparisons are'],
    ['price == 1', 6, 2, '"==" is not a comparison.', 'Write = instead.'],
    ['price <> 1', 6, 2, '"<>" is not a comparison.', 'Write != instead.'],
    ['title contians x', 6, 8, '"contians" is not a comparison.', 'Did you mean "contains"?'],
    ['title like x', 6, 4, '"like" is not a comparison.', 'Write contains instead.'],
    ['title is x', 6, 2, '"is" is not a comparison.', 'Write = instead.'],
    ['title is not x', 6, 2, '"is not" goes with "empty" only.', 'Write !='],
    ['price >', 7, 0, 'A value is missing behind ">".', '"" is an empty text'],
    ['price > and title = x', 8, 3, 'A value is missing behind ">".', 'in quotes'],
    ['title = blue lamp', 13, 4, '"and" is missing before "lamp".', '"blue lamp"'],
    ['price > 1 price < 2', 10, 5, '"and" is missing before "price".', 'joined by "and"'],
    ['price > 1 and', 10, 3, 'A condition is missing behind "and".', 'Add one'],
    ['price > 1 or price < 0', 10, 2, '"or" is not part of filters', 'each choice'],
    ['"a" or "b"', 4, 2, '"or" is not part of filters', 'each choice'],
    ['(price > 1)', 0, 6, 'Parentheses are not part of filters.', 'each choice'],
    ['price > 1)', 8, 2, 'A value with parentheses needs quotes.', 'Write "1)"'],
    ['not title = x', 0, 3, '"not" stands behind the column.', 'not contains'],
    ['= 1', 0, 1, 'The name of a column is missing here.', 'price > 10'],
    ['title = "blue', 8, 5, 'The quote " is not closed.', 'Add "'],
    ['title = "C:\\dir"', 11, 1, 'The backslash is followed by "d"', 'Write \\\\'],
  ])('%s', (text, at, length, message, hint) => {
    let problem: unknown = null;
    try {
      readFilters(text, columns);
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(FilterProblem);
    expect(problem).toMatchObject({
      at,
      length,
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    });
  });
});

/** Texts that are hard to write: signs of the grammar, quotes, line breaks, other scripts, control characters. */
const pieces = [
  'price',
  ' ',
  '"',
  "'",
  '\\',
  '\n',
  'and',
  '=',
  '!',
  '(',
  ',',
  '€',
  '漢',
  '\u0007',
  '10',
  'true',
  '.',
  '%',
];

/** A generator of whole numbers below a bound (mulberry32), so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

it('reads what was printed, whatever columns and values are called', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const below = numbers(seed);
    const text = (): string =>
      Array.from({ length: 1 + below(4) }, () => pieces[below(pieces.length)] ?? '').join('');
    const value = (isText: boolean): FilterValue =>
      isText || below(3) > 0 ? text() : below(2) === 0 ? below(2) === 0 : (below(2000) - 1000) / 8;
    const filters = Array.from({ length: below(4) }, (): Filter => {
      const operator = filterOperators[below(filterOperators.length)] ?? 'equals';
      const isText = /contains|with/u.test(operator);
      return operator.endsWith('empty')
        ? { column: text(), operator }
        : { column: text(), operator, value: value(isText) };
    });
    const given = { filters, search: below(2) === 0 ? '' : text().trim() };
    const printed = printFilters(given);
    expect(readFilters(printed), `seed ${seed}: ${printed}`).toEqual(given);
    expect(printed).not.toMatch(/[\n\r]/u);
  }
});

describe('orders and names', () => {
  it.each([
    ['', []],
    ['price', [{ column: 'price', descending: false }]],
    [
      'price desc, title',
      [
        { column: 'price', descending: true },
        { column: 'title', descending: false },
      ],
    ],
    ['title ASC', [{ column: 'title', descending: false }]],
    ['"a, b" desc', [{ column: 'a, b', descending: true }]],
  ])('order %s', (text, sort) => {
    expect(readSort(text)).toEqual(sort);
    expect(readSort(printSort(sort))).toEqual(sort);
  });

  it.each([
    ['price down', '"down" is not expected here.'],
    ['price,', 'The name of a column is missing here.'],
    [', price', 'The name of a column is missing here.'],
  ])('order %s is refused', (text, message) => {
    expect(() => readSort(text)).toThrow(message);
  });

  it.each([
    ['title,price', ['title', 'price']],
    ['list price, title', ['list price', 'title']],
    ['"a,b",title', ['a,b', 'title']],
    [' , ', []],
  ])('names %s', (text, names) => {
    expect(readNames(text)).toEqual(names);
    expect(readNames(printNames(names))).toEqual(names);
  });
});
