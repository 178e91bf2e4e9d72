import { expect, it } from 'vitest';
import { readPage, readProduct } from '../../../../electron/authoring/structured/read-structured.ts';
import { pageOf } from './page-of.ts';

// Each page takes well below a second; where time grows with the square of the elements it takes minutes, and the test fails.
it.each<[string, string]>([
  ['a price in 50,000 elements', `${'<div>'.repeat(50_000)}$5.00`],
  [
    'things in things',
    '<div itemscope itemtype="http://schema.org/Product" itemprop="isRelatedTo"><b itemprop="sku">1</b>'.repeat(
      3000,
    ),
  ],
  [
    '10,000 things',
    '<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">x</b></div>'.repeat(10_000),
  ],
])('reads a page with %s', (_, html) => {
  const { page, context } = pageOf(`<h1>Lamp</h1>${html}`);
  expect(readProduct(readPage(page, context))?.fields[0]?.name).toBe('title');
});
