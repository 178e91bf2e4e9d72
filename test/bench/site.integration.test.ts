import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { checksumOf, type BenchItem } from '../../bench/checksum.ts';
import { expectedItem, expectedOf, wrongWork } from '../../bench/expected.ts';
import { generateSite } from '../../bench/site.ts';

const item = (url: string, title: string): BenchItem => ({
  url,
  title,
  h1: 'One',
  description: '',
  author: 'A. É. O’B',
  date: '2026-01-01',
  price: '9.99',
  tags: ['a', 'b'],
  first: 'Words.',
});

describe('the site of the bench', () => {
  const site = generateSite(200, 1);

  it('is the same for the same seed, and another for another', () => {
    const few = generateSite(20, 1);
    expect(generateSite(20, 1)).toEqual(few);
    expect([...generateSite(20, 2).values()][0]).not.toBe([...few.values()][0]);
  });

  it('has pages of the sizes and with the number of links that the figures are about', () => {
    const sizes = [...site.values()].map((html) => Buffer.byteLength(html)).sort((a, b) => a - b);
    expect(sizes[0]).toBeGreaterThan(38_000);
    expect(sizes[100]).toBeGreaterThan(51_000);
    expect(sizes[100]).toBeLessThan(57_000);
    expect(sizes[199]).toBeLessThan(70_000);
    for (const html of site.values()) expect(html.match(/<a /g)).toHaveLength(95);
  });

  it('leads from its first page to every other and to none that it does not have', () => {
    const [start = ''] = site.keys();
    const seen = new Set([start]);
    for (const path of seen) {
      for (const [, found = ''] of String(site.get(path)).matchAll(/href="(\/[^"#]*)/g)) seen.add(found);
    }
    expect([...seen].sort()).toEqual([...site.keys()].sort());
  });
});

describe('the checksum over items', () => {
  const first = item('http://127.0.0.1:1/a/1', 'First');
  const second = item('http://127.0.0.1:1/a/2', 'Second');

  it('depends neither on order, nor on the port, nor on white space', () => {
    const other = item('http://127.0.0.1:99/a/1', ' First\n');
    expect(checksumOf([second, other])).toBe(checksumOf([first, second]));
  });

  it('depends on every value and on the number of items', () => {
    const sums = [
      [first],
      [first, first],
      [{ ...first, title: 'First!' }],
      [{ ...first, tags: ['ab'] }],
      [{ ...first, url: 'http://127.0.0.1:1/a/3' }],
    ].map(checksumOf);
    expect(new Set(sums).size).toBe(sums.length);
  });
});

describe('what a crawl must find', () => {
  it('is what another parser finds on the pages', () => {
    for (const [path, html] of generateSite(20, 3)) {
      const $ = load(html);
      const text = (css: string): string => $(css).first().text();
      const found: BenchItem = {
        url: `http://127.0.0.1${path}`,
        title: text('title'),
        h1: text('h1'),
        description: $('meta[name=description]').attr('content') ?? '',
        author: text('.byline a.author'),
        date: $('.byline time').attr('datetime') ?? '',
        price: text('.price'),
        tags: $('ul.tags a')
          .map((_, element) => $(element).text())
          .get(),
        first: text('.body > p'),
      };
      expect(checksumOf([expectedItem(path, html)])).toBe(checksumOf([found]));
    }
  });

  it('condemns a crawl that misses a page or a value, though all crawlers miss it', () => {
    const expected = expectedOf(20, 3, 'small');
    expect(wrongWork(expected, expected)).toBeNull();
    expect(wrongWork({ ...expected, items: 0 }, expected)).toBe('20 pages and 0 items instead of 20.');
    expect(wrongWork({ ...expected, checksum: 1 }, expected)).toMatch(
      /^The items differ from what is on the pages: checksum 1 instead of \d+\.$/,
    );
  });
});
