import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { explainUrl } from '../../../electron/engine/explain.ts';
import { looksLikeSitemap, sitemapKindOf } from '../../../electron/engine/sitemap-kind.ts';
import { crawlSite, page, type Answer, type Site } from './crawl-support.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const xml = (text: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: bytes(`<?xml version="1.0"?>\n<!-- made by a plugin -->\n${text}`),
});
const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>https://example.org${url}</loc></url>`).join('')}</urlset>`;
const rss = (...urls: string[]) =>
  `<rss><channel>${urls.map((url) => `<item><link>https://example.org${url}</link></item>`).join('')}</channel></rss>`;

const siteOf =
  (paths: Record<string, Answer>): Site =>
  (url) =>
    paths[url.replace('https://example.org', '')] ?? 404;
const start = (path: string) => ({ start_urls: [`https://example.org${path}`] });
const rules = [{ allow: ['/p/'], callback: 'page' }];

describe('a start URL that is a sitemap or a feed', () => {
  it.each([
    ['/news-map.xml', xml(urlset('/p/1')), 'sitemap'],
    ['/feed/', xml(rss('/p/1')), 'feed'],
    [
      '/map',
      { status: 200, headers: { 'content-type': 'text/html' }, body: bytes(urlset('/p/1')) },
      'sitemap',
    ],
  ])('is told where USE_SITEMAP is not set: %s', async (path, answer, kind) => {
    const { counters, events } = await crawlSite(siteOf({ [path]: answer }), {
      ...start(path),
      rules,
      settings: {},
    });
    expect(counters).toMatchObject({ done: 1, items: 0, seen: 1 });
    expect(events.find((event) => event.kind === 'sitemap-unread')?.message).toBe(
      `The start URL https://example.org${path} is a ${kind} and no page; it is read only where USE_SITEMAP is true.`,
    );
  });

  it('fails with that reason where it was to be extracted', async () => {
    const site = siteOf({ '/feed': xml(rss('/p/1')) });
    const { requests } = await crawlSite(site, { ...start('/feed'), rules: [], settings: {} });
    expect(requests[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('it is read only where USE_SITEMAP is true'),
    });
  });

  it.each([
    ['a sitemap that robots.txt does not name', '/news-map.xml', xml(urlset('/p/1', '/p/2', '/other'))],
    ['a feed', '/feed/', xml(rss('/p/1', '/p/2', '/other'))],
    ['one that its address does not give away', '/list', xml(urlset('/p/1', '/p/2'))],
    ['a packed one', '/map.xml.gz', { status: 200, body: gzipSync(urlset('/p/1', '/p/2')) }],
  ])('is read where USE_SITEMAP is true: %s', async (_, path, answer) => {
    const site = siteOf({ [path]: answer, '/p/1': page(), '/p/2': page() });
    const settings = { USE_SITEMAP: true };
    const { counters, urls, events } = await crawlSite(site, { ...start(path), rules, settings });
    expect(counters).toMatchObject({ done: 3, failed: 0, items: 2 });
    expect(urls.filter((url) => url === path)).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === 'sitemap-unread')).toEqual([]);
    expect(events.map(({ message }) => message).join('\n')).toContain(`${path} holds`);
  });

  it('is read once where robots.txt names it too', async () => {
    const site = siteOf({
      '/robots.txt': { status: 200, body: bytes('Sitemap: /map.xml') },
      '/map.xml': xml(urlset('/p/1')),
      '/p/1': page(),
    });
    const { counters, events } = await crawlSite(site, {
      ...start('/map.xml'),
      rules,
      settings: { USE_SITEMAP: true },
    });
    expect(counters).toMatchObject({ done: 2, items: 1 });
    expect(events.filter(({ message }) => message.includes('/map.xml holds'))).toHaveLength(1);
  });

  it('goes on with the files of an index after a crash', async () => {
    const index = '<sitemapindex><sitemap><loc>https://example.org/one.xml</loc></sitemap></sitemapindex>';
    const site = siteOf({ '/index.xml': xml(index), '/one.xml': xml(urlset('/p/1')), '/p/1': page() });
    const settings = { USE_SITEMAP: true, CONCURRENT_REQUESTS: 1 };
    const first = await crawlSite(
      site,
      { ...start('/index.xml'), rules, settings },
      { stopAt: 'https://example.org/one.xml' },
    );
    expect(first.end).toEqual({ kind: 'stopped' });
    expect(first.counters).toMatchObject({ done: 1, items: 0 });
    expect((await first.resume()).counters).toMatchObject({ done: 2, items: 1 });
  });
});

describe('explain', () => {
  const spider = {
    name: 's',
    allowed_domains: ['example.org'],
    ...start('/sitemap.xml'),
    rules: [{ allow: ['.'], callback: 'parse_article' }],
  };
  const url = 'https://example.org/sitemap.xml';

  it('says what will come of it', () => {
    expect(explainUrl(spider, url)).toMatchObject({
      decision: 'ignored',
      reason:
        'This is a start URL, which is always fetched. It looks like a sitemap or a feed: if it is one, it is ignored unless USE_SITEMAP is true.',
    });
    expect(explainUrl({ ...spider, settings: { USE_SITEMAP: true } }, url)).toMatchObject({
      decision: 'follow',
      reason: expect.stringContaining('the URLs in it go through the rules (USE_SITEMAP is true)'),
    });
  });

  it('says that it is a page for a callback of the spider', () => {
    const callbacks = { items: { extract: { title: { css: 'item title::text' } } } };
    const own = { ...spider, callbacks, rules: [{ allow: ['.'], callback: 'items' }] };
    const { decision, rule, reason } = explainUrl(own, url);
    expect([decision, rule]).toEqual(['extract', 0]);
    expect(reason).toContain('callback "items" extracts from it');
    expect(reason).toContain('the URLs in it are read only where USE_SITEMAP is true');
  });
});

describe('what is a sitemap', () => {
  it.each([
    ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', 'sitemap'],
    ['\uFEFF<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><sitemapindex>', 'sitemap'],
    ['<sm:urlset xmlns:sm="x">', 'sitemap'],
    ['<!DOCTYPE rss SYSTEM "x"><rss version="2.0">', 'feed'],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', 'feed'],
    ['<rdf:RDF>', 'feed'],
    ['https://a.test/1\nhttps://a.test/2\n', 'sitemap'],
    ['<!doctype html><html><body><rss>', null],
    ['<html><p>urlset</p>', null],
    ['<p>Feed</p>', null],
    ['{"urlset": 1}', null],
    ['https://a.test/1', null],
    ['', null],
  ])('%j: %s', (text, kind) => {
    expect(sitemapKindOf(bytes(text))).toBe(kind);
    expect(sitemapKindOf(gzipSync(text))).toBe(kind);
  });

  it.each([
    ['https://a.test/sitemap.xml', true],
    ['https://a.test/blog/feed/', true],
    ['https://a.test/news.rss?x=1', true],
    ['https://a.test/sitemap-pages.txt', true],
    ['https://a.test/', false],
    ['https://a.test/sitemap', false],
    ['https://a.test/feedback', false],
    ['https://a.test/xml/page.html', false],
  ])('%s looks like one: %s', (url, looks) => {
    expect(looksLikeSitemap(url)).toBe(looks);
  });
});
