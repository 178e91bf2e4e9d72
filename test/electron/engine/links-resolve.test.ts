import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ignoredExtension, ignoredExtensions } from '../../../electron/engine/link-extensions.ts';
import { createResolver, originOf, resolveUrl, type Resolved } from '../../../electron/engine/resolve.ts';

interface Table {
  base: string;
  hrefs: { href: string; url: string }[];
  bases: { base: string; href: string; url: string }[];
  differences: { href: string; scrapy: string; ours: string }[];
  extensions: { url: string; ignored: boolean }[];
  ignoredExtensions: string[];
}
const table = JSON.parse(
  readFileSync(new URL('../../fixtures/engine/resolve-urls.json', import.meta.url), 'utf8'),
) as Table;
const text = (resolved: Resolved) => (resolved.ok ? resolved.url : resolved.problem);

describe('createResolver', () => {
  it.each(table.hrefs)('gives what Scrapy gives for $href', ({ href, url }) => {
    expect(text(createResolver(table.base).resolve(href))).toBe(url);
  });

  it.each(table.bases)('resolves $href against $base', ({ base, href, url }) => {
    expect(text(createResolver(base).resolve(href))).toBe(url);
  });

  it.each(table.differences)(
    'follows browsers for $href, where Scrapy gives $scrapy',
    ({ href, scrapy, ours }) => {
      expect(text(createResolver(table.base).resolve(href))).toBe(ours);
      expect(ours).not.toBe(scrapy);
    },
  );

  it('gives the same whether a link is plain enough for the short way or not', () => {
    for (const { href } of table.hrefs) {
      if (href.trim() === '') continue;
      const short = createResolver(table.base).resolve(href);
      expect([href, short]).toEqual([href, resolveUrl(href, table.base)]);
      expect(text(resolveUrl(text(short), null))).toBe(text(short));
    }
  });

  it('gives what browsers give for the plain links it does not hand to the URL parser', () => {
    const pieces = [
      'a',
      'B9',
      '-._~',
      "!$&'()*+,;=:@",
      '%41',
      '%zz',
      '/',
      '//',
      '.',
      '..',
      '/./',
      '/../',
      '%2e',
      '?',
      '#',
      '?x=1',
    ];
    const hrefs = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => a + b + c)));
    const resolver = createResolver(table.base);
    const wrong = hrefs.filter((href) => {
      const browser = URL.parse(href, table.base);
      if (browser === null || browser.protocol !== 'http:') return false;
      const expected = browser.href.replace(/^([^#]*)#$/, '$1').replace(/^([^?#]*)\?(?=#|$)/, '$1');
      return text(resolver.resolve(href)) !== expected;
    });
    expect(wrong).toEqual([]);
  });
});

describe('ignoredExtension', () => {
  it.each(table.extensions)('judges $url as Scrapy does', ({ url, ignored }) => {
    expect(ignoredExtension(url) !== null).toBe(ignored);
  });

  it('knows the extensions that Scrapy knows', () => {
    expect([...ignoredExtensions].sort()).toEqual(table.ignoredExtensions);
  });

  it('names the extension', () => {
    expect(ignoredExtension('http://e.com/a.TAR.GZ?x')).toBe('tar.gz');
  });
});

describe('originOf', () => {
  it.each([
    ['http://example.com/a', 'http://example.com'],
    ['https://example.com:8443/a', 'https://example.com:8443'],
    ['http://example.com:80/a', 'http://example.com'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/a', 'http://[::1]:8080'],
    ['http://user:pw@example.com/a', 'http://example.com'],
    ['HTTP://Example.com', 'http://example.com'],
    ['nonsense', ''],
  ])('of %s is %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
});
