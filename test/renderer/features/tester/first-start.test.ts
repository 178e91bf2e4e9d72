import { expect, it } from 'vitest';
import { firstStart } from '../../../../renderer/features/tester/first-start.ts';

const spider = { name: 'a', allowed_domains: ['example.org'] };
const template = 'https://example.org/${part}/{n}';
const settings = {
  GENERATED_URLS: [{ template, vars: { n: { type: 'range', from: 7, to: 9 } } }],
};

it.each([
  ['https://example.org/b', { ...spider, start_urls: ['https://example.org/b'] }],
  [
    'https://example.org/toys/7',
    { ...spider, start_urls: [], args: { part: { default: 'toys' } }, settings },
  ],
  ['https://example.org/part/7', { ...spider, start_urls: [], args: { part: {} }, settings }],
  ['https://example.org/x', { start_urls: ['https://example.org/x'] }],
  [null, { start_urls: [5] }],
  [null, null],
])('the first start URL is %s', (url, document) => {
  expect(firstStart(document)).toBe(url);
});
