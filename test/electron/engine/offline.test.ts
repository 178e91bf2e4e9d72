import { describe, expect, it } from 'vitest';
import { createOffline, readKeptPage, type KeptPage } from '../../../electron/engine/offline.ts';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';

const spider: Spider = {
  name: 'shop',
  allowed_domains: ['shop.test'],
  start_urls: ['https://shop.test/', 'https://shop.test/p/first'],
  rules: [
    { allow: ['/list'], callback: 'parse_list', follow: true },
    { allow: ['/p/'], deny: ['/p/private'], callback: 'parse_product', follow: false },
    { allow: ['/about'] },
  ],
  callbacks: {
    parse_list: {
      iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_product' } },
      extract: { place: { css: 'b::text' } },
    },
    parse_product: { extract: { title: { css: 'h1::text' }, price: { css: '.price::text' } } },
  },
};

const kept = (url: string, text: string, facts: Partial<KeptPage> = {}): KeptPage => ({
  url,
  text,
  kind: 'html',
  contentType: 'text/html; charset=utf-8',
  fetchedAt: Date.UTC(2026, 0, 2),
  rendered: false,
  ...facts,
});

const product = '<h1>Lamp</h1><p class="price">19.50</p><a href="/p/other">Other</a>';

describe('who takes a page', () => {
  const { callbackFor } = createOffline(spider);
  it.each([
    ['https://shop.test/p/lamp', 'parse_product', 1],
    ['https://www.shop.test/p/lamp', 'parse_product', 1],
    ['https://shop.test/list?page=2', 'parse_list', 0],
    ['https://shop.test/p/first', 'parse_product', 1],
    ['https://shop.test/', null, null],
    ['https://shop.test/p/private/1', null, null],
    ['https://shop.test/about', null, 2],
    ['https://other.test/p/lamp', null, null],
    ['no address', null, null],
  ])('%s', (url, callback, rule) => {
    expect(callbackFor(url)).toEqual({ callback, rule });
  });

  it('gives a start URL of a spider without rules to parse_article', () => {
    const { rules: _rules, callbacks: _callbacks, ...plain } = spider;
    expect(createOffline(plain).callbackFor('https://shop.test/')).toEqual({
      callback: 'parse_article',
      rule: null,
    });
    expect(createOffline(plain).callbackFor('https://shop.test/p/lamp')).toEqual({
      callback: null,
      rule: null,
    });
  });

  it.each([
    ['what is sent', 'POST', 'q=boots', 'parse_boots', true],
    ['what was sent, where requests differ', 'POST', 'q=hats', null, false],
    ['the method, where requests like it agree', 'PUT', 'q=hats', 'parse_put', true],
    ['a plain GET, as before', 'GET', undefined, 'parse_shoes', true],
  ])('tells requests for one URL apart by %s', (_by, method, body, callback, begins) => {
    const url = 'https://shop.test/p/search';
    const start_requests = [
      { url, form: { q: 'shoes' }, callback: 'parse_shoes' },
      { url, form: { q: 'boots' }, callback: 'parse_boots' },
      { url, method: 'PUT' as const, form: { q: 'all' }, callback: 'parse_put' },
    ];
    const asking = createOffline({ ...spider, start_requests });
    const message = { method, ...(body === undefined ? {} : { body }) };
    expect(asking.callbackFor(url, message).callback).toBe(callback);
    expect(asking.startsWith(url, message)).toBe(begins);
  });

  it('takes a request that a rule makes from an answer, and no link for one', () => {
    const url = 'https://shop.test/api/search';
    const rules = [
      { allow: ['/api/'], callback: 'parse_links' },
      {
        allow: ['/api/'],
        callback: 'parse_more',
        restrict_json: ['$.next'],
        next_query: { name: 'cursor', in: 'body' as const },
      },
    ];
    const cursor = createOffline({ ...spider, rules });
    const message = { method: 'POST', body: '{"cursor":"b"}' };
    expect(cursor.callbackFor(url, message)).toEqual({ callback: 'parse_more', rule: 1 });
    expect(cursor.callbackFor(url)).toEqual({ callback: 'parse_links', rule: 0 });
    expect(cursor.startsWith(url, message)).toBe(false);
  });

  it('tells generated requests for one URL apart', () => {
    const of = (value: string, callback: string) => ({
      template: 'https://shop.test/find',
      method: 'POST' as const,
      formdata: { q: '{word}' },
      vars: { word: { type: 'list' as const, values: [value] } },
      callback,
    });
    const settings = { GENERATED_URLS: [of('brass', 'parse_list'), of('rope', 'parse_product')] };
    const asking = createOffline({ ...spider, settings });
    const given = (body: string) => asking.callbackFor('https://shop.test/find', { method: 'POST', body });
    expect(given('q=rope').callback).toBe('parse_product');
    expect(given('q=lamp').callback).toBe(null);
  });

  it('gives a generated URL the callback of its template', () => {
    const [template, callback] = ['https://shop.test/n/{n}', 'parse_product'];
    const vars = { n: { type: 'range' as const, from: 1, to: 3 } };
    const settings = { GENERATED_URLS: [{ template, vars, callback }] };
    const generated = createOffline({ ...spider, settings });
    expect(generated.callbackFor('https://shop.test/n/3')).toEqual({ callback, rule: null });
    expect(generated.callbackFor('https://shop.test/n/4')).toEqual({ callback: null, rule: null });
  });
});

describe('what is taken from a page', () => {
  const offline = createOffline(spider);
  const { rules } = planCrawl(spider, readSettings(spider.settings));

  it.each([
    ['an item and links', kept('https://shop.test/p/lamp', product), 'parse_product'],
    [
      'rows that lead to pages',
      kept('https://shop.test/list', '<ul><li><b>1</b><a href="/p/lamp">Lamp</a><li><b>2</b></ul>'),
      'parse_list',
    ],
    ['links alone', kept('https://shop.test/about', product), null],
    [
      'nothing from JSON without a path for it',
      kept('https://shop.test/p/x', '{}', { kind: 'json' }),
      'parse_product',
    ],
  ])('takes %s as a crawl does', (_, page, callback) => {
    const { text, fetchedAt, url } = page;
    const contentType = page.kind === 'json' ? 'application/json' : page.contentType;
    const place = { id: '', depth: 0, priority: 0, follow: true };
    const crawled = processPage(
      { ...planCrawl(spider, readSettings(spider.settings)), rules },
      { ...place, url, fetchedAt, callback, contentType, body: Buffer.from(text) },
    );
    const { items, rows, links, failure, empty, events } = crawled;
    const taken = offline.extract(readKeptPage({ ...page, contentType }));
    expect(taken).toEqual({ callback, items, rows, links, failure, empty, events });
    expect(items.length + rows.length + links.length + (failure === null ? 0 : 1)).toBeGreaterThan(0);
  });

  it('runs the callback that is asked for', () => {
    const page = readKeptPage(kept('https://shop.test/elsewhere', product));
    expect(offline.extract(page).items).toEqual([]);
    expect(offline.extract(page, 'parse_product').items).toMatchObject([{ title: 'Lamp' }]);
    expect(offline.extract(readKeptPage(kept('https://shop.test/p/1', product)), null).items).toEqual([]);
  });

  it('says why a page cannot be read', () => {
    const page = readKeptPage(kept('https://shop.test/p/1', '{"a":', { kind: 'json' }));
    expect(offline.extract(page)).toMatchObject({
      callback: 'parse_product',
      items: [],
      failure: page.problem,
    });
    expect(page.problem).toMatch(/^The page is not valid JSON: .*nothing can be extracted\.$/);
  });

  it('gives relative dates the time of the fetch', () => {
    const dated: Spider = {
      ...spider,
      callbacks: {
        ...spider.callbacks,
        parse_product: {
          extract: { when: { css: 'time::text', processors: [{ type: 'parse_datetime' }] } },
        },
      },
    };
    const page = readKeptPage(kept('https://shop.test/p/1', '<time>yesterday</time>'));
    const [item] = createOffline(dated).extract(page).items;
    expect(JSON.stringify(item)).toContain('2026-01-01');
  });
});
