import { describe, expect, it } from 'vitest';
import { explainJsonPath } from '../../../../electron/extract/json-path/explain.ts';

const page = {
  count: 2,
  results: [
    { name: 'Boot', price: 49.9 },
    { name: 'Sandal', price: 20, seller: { title: 'Shop' } },
  ],
  none: [],
};

describe('why a path selects nothing', () => {
  it.each([
    ['$.reslts[*]', [0], 'The object before it has no "reslts".', 'Did you mean "results"?'],
    ['items', [0], 'The object before it has no "items".', 'The names there are count, results, none.'],
    [
      '$.results.name',
      [1, 0],
      'The value before "name" is a list, and names belong to objects.',
      'Write [*] before it for all entries, or [0] for the first.',
    ],
    ['$.results[*].nam', [1, 2, 0], 'None of the 2 objects before it has "nam".', 'Did you mean "name"?'],
    [
      '$.results[0].name.first',
      [1, 1, 1, 0],
      'Before "first" there are only single values, which have no names.',
      null,
    ],
    [
      '$.results[5]',
      [1, 0],
      'The list before it has 2 entries.',
      'Positions begin at 0; [-1] is the last entry.',
    ],
    ['$.none[0]', [1, 0], 'The list before it has no entries.', null],
    ['$[0]', [0], 'There is no list before it.', 'The names there are count, results, none.'],
    [
      '$.results[?@.price > 100]',
      [1, 0],
      'No entry fulfils the filter.',
      'The names there are name, price, seller.',
    ],
    ['$.count[?@.x]', [1, 0], 'There is nothing before it to filter.', null],
    ['$.none[*]', [1, 0], 'There is nothing inside the values before it.', null],
    ['$..titel', [0], 'No object here has the name "titel".', 'Did you mean "title"?'],
    [
      "$['a','b']",
      [0],
      'None of the selections in the brackets is there.',
      'The names there are count, results, none.',
    ],
    ['$.a[', [], 'The bracket is never closed.', 'Add "]".'],
  ])('%s', (source, counts, reason, hint) => {
    const explained = explainJsonPath(page, source);
    expect(explained.steps.map(({ matches }) => matches)).toEqual(counts);
    expect(explained.reason).toBe(reason);
    expect(explained.hint).toBe(hint);
  });

  it('shows ever longer beginnings of the path', () => {
    expect(explainJsonPath(page, 'results[*].price').steps).toEqual([
      { selector: 'results', matches: 1 },
      { selector: 'results[*]', matches: 2 },
      { selector: 'results[*].price', matches: 2 },
    ]);
  });
});
