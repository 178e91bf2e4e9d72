import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalizeUrl } from '../../../electron/engine/canonical.ts';
import { extractLinks, scanAnchors, type FoundLink } from '../../../electron/engine/links.ts';
import type { CompiledSelector } from '../../../electron/extract/select.ts';
import { SelectorCostError, selectorFor } from '../../../electron/extract/select.ts';
import { parsePage } from '../../../electron/extract/tree.ts';

const fixtures = new URL('../../fixtures/engine/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, fixtures), 'utf8');

interface Case {
  page: string;
  url: string;
  css: string[];
  xpath: string[];
  links: FoundLink[];
}
const table = JSON.parse(read('links.json')) as { cases: Case[] };

function selector(language: 'css' | 'xpath', source: string): CompiledSelector {
  const found = selectorFor(language, source);
  if (!found.ok) throw new Error(found.problem.message);
  return found.selector;
}

const urlsOf = (html: string, options: { css?: string[]; xpath?: string[]; base?: string } = {}) =>
  extractLinks(parsePage(html), options.base ?? 'http://example.com/dir/page.html', {
    regions: [
      ...(options.css ?? []).map((source) => selector('css', source)),
      ...(options.xpath ?? []).map((source) => selector('xpath', source)),
    ],
  }).map(({ url }) => url);

/**
 * Scrapy lists links region by region and tells two spellings of a URL apart when they stand in two regions; here links
 * stand in page order, each once.
 */
function comparable(links: FoundLink[], regions: number): FoundLink[] {
  const unique = new Map<string, FoundLink>();
  for (const link of links) {
    const key = canonicalizeUrl(link.url, { keepFragment: true });
    if (!unique.has(key)) unique.set(key, link);
  }
  const found = [...unique.values()];
  return regions < 2 ? found : found.sort((a, b) => (a.url < b.url ? -1 : 1));
}

describe('extractLinks', () => {
  it.each(table.cases)(
    'finds what Scrapy finds in $page, css $css, xpath $xpath',
    ({ page, url, css, xpath, links }) => {
      const regions = [
        ...css.map((source) => selector('css', source)),
        ...xpath.map((source) => selector('xpath', source)),
      ];
      const found = extractLinks(parsePage(read(`pages/${page}`)), url, { regions });
      expect(comparable(found, regions.length)).toEqual(comparable(links, regions.length));
      expect(new Set(found.map((link) => link.url)).size).toBe(found.length);
    },
  );

  it('keeps the order of the page when several regions unite and overlap', () => {
    const html =
      '<p class=a><a href=1>1</a><b><a href=2>2</a></b></p><div><a href=3>3</a></div><b><a href=4>4</a></b>';
    expect(urlsOf(html, { css: ['b', 'p', '.a b'] }).map((url) => url.at(-1))).toEqual(['1', '2', '4']);
  });

  it('takes a region that is a link itself', () => {
    expect(urlsOf('<a class=x href=1>1</a><a href=2>2</a>', { css: ['a.x'] })).toEqual([
      'http://example.com/dir/1',
    ]);
  });

  it('takes the element of an attribute for the region, and nothing from text', () => {
    const html = '<nav><a href=1>1</a></nav><a href=2>2</a>';
    expect(urlsOf(html, { xpath: ['//nav//a/@href'] })).toEqual(['http://example.com/dir/1']);
    expect(urlsOf(html, { xpath: ['//a/text()'] })).toEqual([]);
    expect(urlsOf(html, { xpath: ['count(//a)'] })).toEqual([]);
  });

  it('takes a link once, also when it is spelled in other ways', () => {
    const html =
      '<a href="/a?x=1&y=2">1</a><a href="/a?y=2&x=1">2</a><a href="http://EXAMPLE.com/a?x=1&y=%32">3</a>';
    expect(urlsOf(html)).toEqual(['http://example.com/a?x=1&y=2']);
  });

  it('tells places of one page apart, as Scrapy does', () => {
    const html = '<a href="/a">1</a><a href="/a#x">2</a><a href="/a#y">3</a><a href="/a#x">4</a>';
    expect(urlsOf(html)).toEqual([
      'http://example.com/a',
      'http://example.com/a#x',
      'http://example.com/a#y',
    ]);
  });

  it.each([
    ['after the links', '<a href=x>1</a><base href="/other/">', 'http://example.com/other/x'],
    ['without quotes', '<base href=/other/><a href=x>1</a>', 'http://example.com/other/x'],
    [
      'without href, then with',
      '<base target=_top><base href="/b/"><a href=x>1</a>',
      'http://example.com/b/x',
    ],
    [
      'with a scheme that is no place',
      '<base href="javascript:1"><a href=x>1</a>',
      'http://example.com/dir/x',
    ],
    ['that cannot be read', '<base href="http://["><a href=x>1</a>', 'http://example.com/dir/x'],
    ['in a comment', '<!-- <base href="/b/"> --><a href=x>1</a>', 'http://example.com/dir/x'],
  ])('reads a base %s', (_, html, url) => {
    expect(urlsOf(html)).toEqual([url]);
  });

  it('drops what is not http or https, and what is no URL', () => {
    const hrefs = [
      'javascript:x',
      'JAVASCRIPT:x',
      'java\nscript:x',
      ' mailto:a@b.c',
      'tel:1',
      'data:,x',
      'ftp://e.com/x',
    ];
    const odd = [
      'file:///etc/passwd',
      'blob:x',
      'about:blank',
      'http://',
      'http://[',
      'http://a b/',
      'localhost:80/x',
    ];
    const html = [...hrefs, ...odd].map((href) => `<a href="${href}">x</a>`).join('');
    expect(urlsOf(html)).toEqual([]);
  });

  it('drops URLs that are too long, however long', () => {
    const html = `<a href="/${'a'.repeat(3000)}">1</a><a href="/${'b'.repeat(1e6)}">2</a><a href="data:,${'c'.repeat(1e6)}">3</a>`;
    expect(urlsOf(html)).toEqual([]);
    const { anchors } = scanAnchors(parsePage(html), 'http://example.com/', []);
    expect(anchors.map(({ target }) => target.problem)).toEqual(['too-long', 'too-long', 'scheme']);
  });

  it('reads the text of a link up to a limit', () => {
    const [link] = extractLinks(
      parsePage(`<a href=1> a<b>b<!-- no --></b>${'x'.repeat(1000)}</a>`),
      'http://e.com/',
    );
    expect(link?.text).toBe(` ab${'x'.repeat(497)}`);
  });
});

describe('pages meant to do harm', () => {
  it('reads a page of more links than the cap up to the cap, and says so', () => {
    const html = Array.from({ length: 3000 }, (_, i) => `<a href=/p${i}>${i}</a>`).join('');
    const { anchors, problems } = scanAnchors(parsePage(html), 'http://example.com/', [], { maxLinks: 1000 });
    expect(anchors).toHaveLength(1000);
    expect(problems).toEqual(['The page holds more than 1,000 different links; the rest was not read.']);
  });

  it('counts a link that is repeated once', () => {
    const html = '<a href=/same>x</a>'.repeat(3000);
    const { anchors, problems } = scanAnchors(parsePage(html), 'http://example.com/', [], { maxLinks: 1000 });
    expect(anchors).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('goes down 50,000 levels', () => {
    const html = `${'<div class=d>'.repeat(50_000)}<a href=/deep>x</a>`;
    expect(urlsOf(html)).toEqual(['http://example.com/deep']);
  });

  it('does not read the text of nested links again and again', () => {
    const depth = 10_000;
    const html = Array.from({ length: depth }, (_, i) => `<object><a href=/${i}>t`).join('');
    expect(urlsOf(html)).toHaveLength(depth);
  });

  it('goes without a region that cannot be searched in time, and says so', () => {
    const costly: CompiledSelector = {
      language: 'css',
      source: 'a:has(b)',
      select: () => {
        throw new SelectorCostError('The selector takes too long on this page.');
      },
    };
    const { anchors, problems } = scanAnchors(parsePage('<p><a href=/x>x</a></p>'), 'http://example.com/', [
      costly,
      selector('css', 'p'),
    ]);
    expect(anchors[0]?.places[0]?.inside).toEqual([false, true]);
    expect(problems).toEqual([
      'The region a:has(b) was not searched for links: The selector takes too long on this page.',
    ]);
  });
});
