import { expect, it } from 'vitest';
import { completeFilters } from '../../../shared/filters/complete-filters.ts';

const columns = [
  { name: 'title', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'list price', type: 'number' },
  { name: 'sold', type: 'boolean' },
];

it.each([
  ['|', 0, ['title', 'price', '"list price"', 'sold']],
  ['pr|', 0, ['price', '"list price"']],
  ['"li|', 0, ['"list price"']],
  ['price |', 6, ['=', '!=', '>']],
  ['title |', 6, ['contains', 'not contains', 'starts with']],
  ['title sta|', 6, ['starts with']],
  ['title starts |', 6, ['starts with']],
  ['title is n|', 6, ['is not empty']],
  ['sold = |', 7, ['true', 'false']],
  ['price > 1 |', 10, ['and']],
  ['price > 1 and t|', 14, ['title']],
  ['"blue lamp" |', 12, ['and', 'contains']],
  ['"blue lamp" and t|', 16, ['title']],
  ['title = "a" and so|', 16, ['sold']],
  ['so| and price > 1', 0, ['sold']],
])('%s', (marked, from, options) => {
  const caret = marked.indexOf('|');
  const found = completeFilters(marked.replace('|', ''), caret, columns);
  expect(found.from).toBe(from);
  expect(found.options.map(({ text }) => text).slice(0, options.length)).toEqual(options);
});

it.each(['price > |', 'title = "a and |'])('offers nothing in %s', (marked) => {
  expect(completeFilters(marked.replace('|', ''), marked.indexOf('|'), columns).options).toEqual([]);
});
