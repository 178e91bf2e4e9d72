import { describe, expect, it } from 'vitest';
import { whyUnmatched } from '../../../electron/engine/why-unmatched.ts';

const url = 'https://shop.example/Product/lamp-12?page=2';

describe('why a pattern does not match a URL', () => {
  it.each([
    ['/prodcut/', '"prodcut" is not in the URL, "Product" is', '/Product/'],
    ['/product/', 'capitals differ', '(?i)/product/'],
    ['lamp-12?page', 'a "?" of the URL must be written "\\?"', 'lamp-12\\?page'],
    ['^/Product/', '"^" wants it at the beginning, but it is at position 21 of the whole URL', '/Product/'],
    ['http://shop', 'the URL begins with "https:"', 'https://shop'],
    ['www\\.shop\\.example', 'the URL has no "www."', 'shop\\.example'],
    ['/Product/$', '"$" wants the end there, but the URL goes on with "lamp-12?page=2"', '/Product/'],
    ['/Product/*page', '"*" only repeats the character before it; any text is ".*"', '/Product/.*page'],
    ['page=2/', 'the URL has no "/" at the end', 'page=2'],
    [
      '/Product/lamp-\\d{4}',
      'it matches "/Product/lamp-" at position 21; then "\\d{4}" is wanted, but the URL has "12?page=2"',
      null,
    ],
    ['/item/', 'nothing of it is in the URL', null],
    ['/news/|/blog/', 'nothing of it is in the URL', null],
  ])('%s', (pattern, reason, better) => {
    expect(whyUnmatched(pattern, url)).toEqual({ reason, better });
  });

  it('finds that only the URL has "www."', () => {
    expect(whyUnmatched('://shop\\.example', 'https://www.shop.example/').better).toBe(
      '://www\\.shop\\.example',
    );
  });
});
