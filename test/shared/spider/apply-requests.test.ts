import { expect, test } from 'vitest';
import { applyParts } from '../../../shared/spider/apply-parts.ts';

const request = { url: 'https://example.org/gql', json: { query: '{ a }' }, callback: 'parse_items' };
const parts = {
  start_urls: [],
  start_requests: [request],
  allowed_domains: ['example.org'],
  rules: [],
  callbacks: { parse_items: { iterate: { selector: '$.items[*]' }, extract: { a: { json_path: '$.a' } } } },
  settings: {},
};

test('the start requests of a choice take the place of the page that a new spider begins with', () => {
  const begun = { allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };
  expect(applyParts(begun, parts)).toEqual(
    expect.arrayContaining([
      { kind: 'set', path: ['start_urls'], value: [] },
      { kind: 'insert', path: ['start_requests'], index: 0, value: request },
    ]),
  );
});

test('they are added once, and name the callback as it is called in the spider', () => {
  const other = { parse_items: { extract: { b: { css: 'b' } } } };
  const spider = { allowed_domains: ['example.org'], start_urls: ['https://example.org/'], callbacks: other };
  expect(applyParts(spider, parts)).toContainEqual({
    kind: 'insert',
    path: ['start_requests'],
    index: 0,
    value: { ...request, callback: 'parse_items_2' },
  });
  const had = { ...spider, callbacks: parts.callbacks, start_requests: [request] };
  expect(applyParts(had, parts)).toEqual([]);
});
