import { describe, expect, it } from 'vitest';
import { JsonScope } from '../../../../electron/extract/scope.ts';
import { whyEmpty } from '../../../../electron/extract/why/why-empty.ts';

const page = new JsonScope({
  count: 2,
  results: [
    { name: 'Boot', price: 49.9 },
    { name: 'Sandal', price: 20, seller: { title: 'Shop' } },
  ],
  none: [],
});
const why = (source: string) => whyEmpty({ scopes: [page], language: 'json', source });

describe('why a path selects nothing', () => {
  it.each([
    ['$.reslts[*]', [0], '"reslts" is not there; "results" is, 2 matches.', '$.results[*]'],
    ['$.Results[*].name', [0], '"Results" is not there; "results" is, 2 matches.', '$.results[*].name'],
    ['items', [0], 'The object before it has no "items". The names there are count, results, none.', null],
    [
      '$.results.name',
      [1, 0],
      'Before "name" there is a list; with "[*]" for its entries, 2 matches.',
      '$.results[*].name',
    ],
    ['$.results[*].nam', [1, 2, 0], '"nam" is not there; "name" is, 2 matches.', '$.results[*].name'],
    [
      '$.results[*].title',
      [1, 2, 0],
      '"title" is not there but deeper inside: with "..", 1 match.',
      '$.results[*]..title',
    ],
    [
      '$.results[0].name.first',
      [1, 1, 1, 0],
      'Before "first" there are only single values, which have no names.',
      null,
    ],
    [
      '$.results[5]',
      [1, 0],
      '"[5]" is beyond the end, as positions begin at 0. The last one, "[-1]", has 1 match.',
      '$.results[-1]',
    ],
    ['$.count[0]', [1, 0], 'There is no list before "[0]"; without it, 1 match.', '$.count'],
    ['$.none[0]', [1, 0], 'The list before it has no entries.', null],
    ['$[0]', [0], 'There is no list before it. The names there are count, results, none.', null],
    [
      '$.results[?@.price > 100]',
      [1, 0],
      'No entry fulfils the filter. The names there are name, price, seller.',
      null,
    ],
    ['$.count[?@.x]', [1, 0], 'There is nothing before it to filter.', null],
    ['$.none[*]', [1, 0], 'There is nothing inside the values before it.', null],
    ['$..titel', [0], '"titel" is not there; "title" is, 1 match.', '$..title'],
    [
      "$['a','b']",
      [0],
      'None of the selections in the brackets is there. The names there are count, results, none.',
      null,
    ],
    ['$.a[', [], 'The bracket is never closed. Add "]".', null],
  ])('%s', (source, counts, line, fix) => {
    const explained = why(source);
    expect(explained.steps.map(({ matches }) => matches)).toEqual(counts);
    expect(explained.line).toBe(line);
    expect(explained.fix?.selector ?? null).toBe(fix);
  });

  it('looks at all rows', () => {
    const rows = [{ name: 'Boot' }, { nmae: 1, price: 2 }].map((value) => new JsonScope(value));
    expect(whyEmpty({ scopes: rows, language: 'json', source: '$.prise' })).toMatchObject({
      line: '"prise" is not there; "price" is, 1 match.',
      fix: { label: 'Use "price"', language: 'json', selector: '$.price' },
    });
  });

  it('says that elements are not in JSON, and JSON is not in elements', () => {
    expect(whyEmpty({ scopes: [page], language: 'css', source: 'a' }).line).toBe(
      'This is JSON, which has no elements. Use a JSONPath.',
    );
  });
});
