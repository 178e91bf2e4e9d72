import { describe, expect, it } from 'vitest';
import { newSpiderText, spiderNameFor, typedAddress } from '../../../shared/spider/new-spider.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

describe('typedAddress', () => {
  it.each([
    ['example.org/shop', 'https://example.org/shop'],
    [' http://example.org ', 'http://example.org/'],
    ['//example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
    ['localhost:8000/x', 'http://localhost:8000/x'],
    ['127.0.0.1:8765/shop/', 'http://127.0.0.1:8765/shop/'],
    ['[::1]:80/', 'http://[::1]/'],
    ['müller.de', 'https://xn--mller-kva.de/'],
  ])('reads "%s"', (typed, url) => {
    expect(typedAddress(typed)).toBe(url);
  });

  it.each([
    '',
    '  ',
    'shop',
    'two words.de',
    'mailto:a@example.org',
    'ftp://example.org',
    'https://',
    '.org',
  ])('refuses "%s"', (typed) => {
    expect(typedAddress(typed)).toBeNull();
  });
});

describe('spiderNameFor', () => {
  it.each([
    ['https://harbour.example/shop/deck', 'harbour-shop'],
    ['https://www.harbour.co.uk/', 'harbour'],
    ['https://shop.harbour.com/en-gb/lamps/3', 'harbour-lamps'],
    ['https://news.harbour.org/2026/11/index.html', 'harbour'],
    ['http://127.0.0.1:8000/items', 'site-items'],
    ['http://localhost/', 'localhost'],
    ['https://xn--mller-kva.de/', 'xn-mller-kva'],
  ])('names %s', (url, name) => {
    expect(spiderNameFor(url)).toBe(name);
  });
});

describe('newSpiderText', () => {
  it('is a valid spider, also for an address with a fragment, a port or an IPv6 host', () => {
    for (const url of ['https://www.example.org/a#b', 'http://localhost:8000/', 'http://[::1]:8000/x']) {
      const { valid, problems } = validateSpider(newSpiderText({ name: 'a', url }));
      expect({ valid, problems }).toEqual({ valid: true, problems: [] });
    }
  });
});
