import { describe, expect, it } from 'vitest';
import {
  completeUrl,
  freeName,
  hostOf,
  nameOfSite,
  nameProblem,
} from '../../../renderer/features/spiders/names.ts';
import { textOf } from '../../../renderer/features/spiders/new-text.ts';

describe('names', () => {
  it.each([
    ['shop', null],
    ['a_b-C9', null],
    ['', 'Enter a name.'],
    ['a b', 'Only the letters A to Z, digits, - and _.'],
    ['ü', 'Only the letters A to Z, digits, - and _.'],
    ['x'.repeat(256), 'At most 255 characters.'],
  ])('%j: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });

  it('are found that are free', () => {
    expect(freeName('shop', [])).toBe('shop');
    expect(freeName('shop', ['shop', 'shop-2'])).toBe('shop-3');
  });

  it('are made of addresses', () => {
    expect(nameOfSite(completeUrl('www.example.org/shop'))).toBe('example-org');
    expect(hostOf('ftp://example.org')).toBeNull();
    expect(hostOf('nonsense')).toBeNull();
    expect(completeUrl('http://a.b')).toBe('http://a.b');
  });
});

describe('the text of a new spider', () => {
  const template = `{
  "name": "my-spider",
  "allowed_domains": ["example.org"],
  "start_urls": ["https://example.org/"],
  "rules": [{ "allow": ["/items/"] }]
}
`;
  it('is the template under another name, formatted as it was', () => {
    expect(textOf(template, 'books', null)).toBe(template.replace('my-spider', 'books'));
  });

  it('takes the site that was given', () => {
    const made: unknown = JSON.parse(textOf(template, 'books', 'https://www.books.example/new'));
    expect(made).toEqual({
      name: 'books',
      allowed_domains: ['books.example'],
      start_urls: ['https://www.books.example/new'],
      rules: [{ allow: ['/items/'] }],
    });
  });
});
