import { describe, expect, it } from 'vitest';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import type { PageInput } from '../../../electron/engine/page-types.ts';
import { bodyOf } from '../../../electron/engine/revisit.ts';
import { decompressPage } from '../../../electron/engine/stored-page.ts';
import type { Callback, NextQuery, Rule } from '../../../shared/spider/schema.ts';

const json = (value: unknown): Partial<PageInput> => ({
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  contentType: 'application/json',
});
const xml = (text: string, contentType = 'application/rss+xml'): Partial<PageInput> => ({
  body: new TextEncoder().encode(text),
  contentType,
});

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
  <item><title>One</title><link>https://example.com/1</link><pubDate>Mon, 02 Mar 2026</pubDate></item>
  <item><title>Two</title><link>https://example.com/2</link></item></channel></rss>`;

const spiderOf = (callback: Callback, rules: Rule[]) => ({
  name: 'shop',
  allowed_domains: ['example.com'],
  start_urls: ['https://example.com/'],
  rules,
  callbacks: { page: callback },
});

function process(callback: Callback, input: Partial<PageInput>, rules: Rule[] = [{ callback: 'page' }]) {
  const plan = planCrawl(spiderOf(callback, rules), { depthLimit: 0, depthPriority: 0 });
  return processPage(plan, {
    id: '7',
    url: 'https://example.com/api/list?p=2',
    body: new Uint8Array(),
    contentType: null,
    fetchedAt: 0,
    depth: 1,
    priority: 0,
    callback: 'page',
    follow: true,
    ...input,
  });
}

const names: Callback = { extract: { names: { json_path: '$.results[*].name', get_all: true } } };

describe('a page of JSON', () => {
  const page = json({ results: [{ name: 'A', id: 1 }, { name: 'B' }] });

  it('gives an item, and is stored as JSON', () => {
    const { items, failure, page: kept } = process(names, page);
    expect([items[0]?.metadata, failure]).toEqual([{ names: ['A', 'B'] }, null]);
    expect(kept).toMatchObject({ kind: 'json', encoding: 'UTF-8' });
    expect(kept === null ? null : decompressPage(kept)).toBe(
      '{"results":[{"name":"A","id":1},{"name":"B"}]}',
    );
  });

  it('gives rows, whose $ is the entry', () => {
    const rows = process(
      {
        iterate: { selector: '$.results[*]' },
        extract: { name: { json_path: '$.name' }, id: { json_path: 'id' } },
      },
      page,
    );
    expect(rows.items.map(({ metadata }) => metadata)).toEqual([
      { name: 'A', id: 1 },
      { name: 'B', id: null },
    ]);
  });

  it('is no page for a callback without a json_path for it', () => {
    const { items, failure, page: kept } = process({ extract: { title: { css: 'h1::text' } } }, page);
    expect(items).toEqual([]);
    expect(failure).toBe(
      'The page is JSON (application/json), and page has no json_path for it, so nothing can be extracted.',
    );
    expect(kept?.kind).toBe('json');
    const inside: Callback = { extract: { title: { css: 'script::text', json_path: '$.a' } } };
    expect(process(inside, page).failure).toMatch(/has no json_path for it/);
    expect(process(names, { ...page, callback: 'parse_article' }).failure).toBe(
      'The page is JSON (application/json), and parse_article reads HTML only, so nothing can be extracted.',
    );
  });

  it.each([
    ['text/plain', '{"results": [{"name": "A"}]}'],
    [null, '{"results": [{"name": "A"}]}'],
    ['application/problem+json', ')]}\',\n{"results": [{"name": "A"}]}'],
  ])('may be sent as %s', (contentType, text) => {
    expect(process(names, { ...json(text), contentType }).items[0]?.metadata).toEqual({ names: ['A'] });
  });

  it.each<[string | null, string, string]>([
    [
      'application/json',
      '{"a": }',
      'The page is not valid JSON: a value is missing (line 1, column 7), so nothing can be extracted.',
    ],
    [
      'text/plain',
      '[2026-03-02] started',
      'The page is not HTML, XML or JSON (text/plain), so nothing can be extracted.',
    ],
    [null, '', 'The page is not HTML, XML or JSON (no content type), so nothing can be extracted.'],
  ])('sent as %s, %j fails with its reason', (contentType, text, reason) => {
    const { failure, page: kept } = process(names, { ...json(text), contentType });
    expect([failure, kept]).toEqual([reason, null]);
    expect(process(names, { ...json(text), contentType, callback: null }).failure).toBeNull();
  });

  it('gives no links without a rule that names their places', () => {
    const links = json({ next: 'https://example.com/api/list?p=3' });
    expect(process(names, links).links).toEqual([]);
  });

  it('gives the links that a rule names, by that rule alone', () => {
    const rules: Rule[] = [
      { allow: ['/item/'], callback: 'page' },
      { restrict_json: ['$.next', 'results[*].url', '$.more'], callback: 'page' },
    ];
    const links = json({
      next: '?p=3',
      results: [{ url: '/item/1' }, { url: '/item/1' }, { url: null }, { url: 7 }],
      more: ['/item/2', 'https://other.example/3', ''],
    });
    const output = process(names, links, rules);
    expect(output.links.map(({ url, rule }) => [url, rule])).toEqual([
      ['https://example.com/api/list?p=3', 1],
      ['https://example.com/item/1', 1],
      ['https://example.com/item/2', 1],
    ]);
    expect(output.events.map(({ message }) => message)).toEqual([
      'results[*].url names 1 value that is not text, so not a link.',
      '1 link was dropped: 1 outside allowed_domains.',
    ]);
  });

  it('ends a cursor with null without a word', () => {
    const { links, events } = process(names, json({ next: null, results: [] }), [
      { restrict_json: ['$.next'], callback: 'page' },
    ]);
    expect([links, events]).toEqual([[], []]);
  });

  it.each<[string, unknown, NextQuery, string, string[]]>([
    ['a cursor', { c: 'a/b=' }, { name: 'cursor' }, '$.c', ['p=2&cursor=a%2Fb%3D']],
    ['a number', { next: 3 }, { name: 'p' }, '$.next', ['p=3']],
    ['no cursor', { c: null }, { name: 'cursor' }, '$.c', []],
    ['a blank cursor', { c: '' }, { name: 'cursor' }, '$.c', []],
    ['a number that is added', { items: [{ a: 1 }] }, { name: 'p', add: 1 }, '$.items[*]', ['p=3']],
    ['a number that the URL lacks', { items: [1] }, { name: 'o', add: 20 }, '$.items', ['p=2&o=20']],
    ['its beginning', { items: [1] }, { name: 'o', add: 1, from: 1 }, '$.items', ['p=2&o=2']],
    ['no entries', { items: [] }, { name: 'p', add: 1 }, '$.items[*]', []],
    ['an empty list', { items: [] }, { name: 'p', add: 1 }, '$.items', []],
    ['the highest number', { items: [1] }, { name: 'p', add: 1, to: 2 }, '$.items', []],
  ])('makes the URL of the next page from its own: %s', (_, value, query, place, made) => {
    const rules: Rule[] = [{ restrict_json: [place], next_query: query, callback: 'page' }];
    const { links, events } = process(names, json(value), rules);
    expect(links.map(({ url }) => url.split('?')[1])).toEqual(made);
    expect(events).toEqual([]);
  });

  it.each<[string, string, NextQuery, unknown, string[]]>([
    ['a cursor', '{"after":null}', { name: 'after', in: 'body' }, { c: 'x7' }, ['{"after":"x7"}']],
    ['a number', '{"v":{"p":1}}', { name: 'v.p', in: 'body', add: 1 }, { c: [1] }, ['{"v":{"p":2}}']],
    ['the highest number', 'p=3', { name: 'p', in: 'body', add: 1, to: 3 }, { c: [1] }, []],
    ['no cursor', 'q=a', { name: 'after', in: 'body' }, { c: null }, []],
  ])('makes the body of the next request from that of its own: %s', (_, body, query, value, made) => {
    const rules: Rule[] = [{ restrict_json: ['$.c'], next_query: query, callback: 'page' }];
    const message = { method: 'POST', headers: { 'x-client': 'web' }, body };
    const { links, events } = process(names, { ...json(value), message }, rules);
    expect(links.map((link) => link.message)).toEqual(made.map((each) => ({ ...message, body: each })));
    expect(new Set([...links.map(({ fingerprint }) => fingerprint), 'own']).size).toBe(made.length + 1);
    expect(events).toEqual([]);
  });

  it.each([
    [undefined, 'The page was asked for without a body, so "after" cannot be set in it.'],
    ['[]', `"after" cannot be set in the body of the page's request.`],
  ])('says why the body of the next request cannot be made: %s', (body, message) => {
    const rules: Rule[] = [
      { restrict_json: ['$.c'], next_query: { name: 'after', in: 'body' }, callback: 'page' },
    ];
    const sent = body === undefined ? {} : { message: { method: 'POST', body } };
    const { links, events } = process(names, { ...json({ c: 'x7' }), ...sent }, rules);
    expect([links, events.map((event) => event.message)]).toEqual([[], [message]]);
  });

  it('takes links of a Link header, and asks for those of its site as for the page', () => {
    const rules: Rule[] = [{ link_header: ['next'], callback: 'page' }];
    const linkHeader =
      '</api/list?p=3>; rel="next", </api/list>; rel="first", <http://example.com/b>; rel="next"';
    const message = { headers: { 'x-key': 'k' } };
    const { links } = process(names, { ...json({ items: [] }), linkHeader, message }, rules);
    expect(links.map((link) => [link.url, link.message])).toEqual([
      ['https://example.com/api/list?p=3', message],
      ['http://example.com/b', undefined],
    ]);
    const html = { ...json({}), contentType: 'text/html', body: Buffer.from('<p>a</p>'), linkHeader };
    expect(process(names, html, rules).links).toEqual([]);
  });

  it('says what cannot be part of the URL of the next page', () => {
    const url = 'https://example.com/api/list?p=b';
    const rules: Rule[] = [
      { restrict_json: ['$.c'], next_query: { name: 'c' }, callback: 'page' },
      { restrict_json: ['$.items'], next_query: { name: 'p', add: 1 }, callback: 'page' },
    ];
    const { links, events } = process(names, { ...json({ c: {}, items: [1] }), url }, rules);
    expect(links).toEqual([]);
    expect(events.map(({ message }) => message)).toEqual([
      '$.c names 1 value that is not text or a number.',
      '"p" in the URL of the page is not a whole number, so it says nothing of the next page.',
    ]);
  });

  it('has a likeness of its text, where it gives no value', () => {
    const none = process(names, { ...json({ results: [] }), wantsLikeness: true });
    expect(none.likeness).toMatchObject({ links: null });
    expect(process(names, { ...json({ results: [], page: 2 }), wantsLikeness: true }).likeness).not.toEqual(
      none.likeness,
    );
  });
});

describe('a page of HTML', () => {
  it('gives its links as before to a rule that names places in JSON', () => {
    const html = { body: new TextEncoder().encode('<a href="/a">a</a>'), contentType: 'text/html' };
    const { links } = process(names, html, [{ restrict_json: ['$.next'], callback: 'page' }]);
    expect(links.map(({ url }) => url)).toEqual(['https://example.com/a']);
  });

  it('gives links of the elements that a rule names', () => {
    const html = {
      body: new TextEncoder().encode(
        '<link rel=next href="/list?p=2"><link rel=icon href="/favicon.ico"><a href="/a">a</a><map><area href="/b"></map>',
      ),
      contentType: 'text/html',
    };
    const urls = (rules: Rule[]) =>
      process(names, html, rules).links.map(({ url, rule }) => `${url.slice(19)} ${rule}`);
    expect(urls([{ callback: 'page' }])).toEqual(['/a 0', '/b 0']);
    expect(urls([{ tags: ['link'], callback: 'page' }])).toEqual(['/list?p=2 0']);
    expect(urls([{ tags: ['area'], callback: 'page' }, { callback: null }])).toEqual(['/a 1', '/b 0']);
    expect(urls([{ tags: [], callback: 'page' }])).toEqual(['/a 0', '/b 0']);
    expect(
      urls([
        { tags: ['link'], restrict_css: ['head'], callback: 'page' },
        { tags: ['a', 'area', 'link'], callback: 'page' },
      ]),
    ).toEqual(['/list?p=2 0', '/a 1', '/b 1']);
  });
});

describe('a page of XML', () => {
  const titles: Callback = { extract: { titles: { css: 'item > title::text', get_all: true } } };

  it('gives an item, and is stored as XML', () => {
    const { items, page: kept } = process(titles, xml(feed));
    expect(items[0]?.metadata).toEqual({ titles: ['One', 'Two'] });
    expect(kept).toMatchObject({ kind: 'xml' });
  });

  it('gives rows, with its capitals', () => {
    const rows: Callback = {
      iterate: { selector: '//item' },
      extract: { title: { xpath: 'title/text()' }, date: { css: 'pubDate::text' } },
    };
    expect(process(rows, xml(feed)).items.map(({ title, metadata }) => [title, metadata])).toEqual([
      ['One', { date: 'Mon, 02 Mar 2026' }],
      ['Two', { date: null }],
    ]);
  });

  it('gives no item without a value, and says so', () => {
    const { items, failure } = process({ extract: { price: { css: '.price::text' } } }, xml(feed));
    expect([items, failure]).toEqual([[], 'No field of page has a value on this XML page.']);
  });

  it('is no page for parse_article', () => {
    expect(process(titles, { ...xml(feed), callback: 'parse_article' }).failure).toBe(
      'The page is XML (application/rss+xml), and parse_article reads HTML only, so nothing can be extracted.',
    );
  });

  it('tells where it is not well-formed', () => {
    expect(process(titles, xml('<rss>\n<a></rss>')).failure).toBe(
      'The page is not well-formed XML: unexpected close tag (line 2, column 9), so nothing can be extracted.',
    );
  });

  it.each<[string, string, Rule, string[]]>([
    ['no place', feed, { callback: 'page' }, []],
    ['elements with text', feed, { restrict_xpaths: ['//item/link'] }, ['/1', '/2']],
    ['elements with text by CSS', feed, { restrict_css: ['item > link'] }, ['/1', '/2']],
    ['text', feed, { restrict_xpaths: ['//item[1]/link/text()'] }, ['/1']],
    [
      'elements with href',
      '<feed><entry><link rel="alternate" href="/e/1"/><link rel="edit" href="/x">no</link></entry></feed>',
      { restrict_css: ['link[rel=alternate]'] },
      ['/e/1'],
    ],
    ['attributes', '<a><b c="/1"/><b c=" /2 "/></a>', { restrict_xpaths: ['//@c'] }, ['/1', '/2']],
    ['no place in what holds elements', feed, { restrict_css: ['channel'] }, []],
    ['its own base', '<a xml:base="/shop/"><b>1</b></a>', { restrict_css: ['b'] }, ['/shop/1']],
  ])('gives the links that a rule names: %s', (_what, text, rule, urls) => {
    const { links } = process(titles, xml(text), [{ callback: 'page', ...rule }]);
    expect(links.map(({ url }) => url.replace('https://example.com', ''))).toEqual(urls);
  });
});

describe('a feed as start URL without USE_SITEMAP', () => {
  const start = { depth: 0, url: 'https://example.com/feed' };
  const reason =
    'The start URL https://example.com/feed is a feed and no page; it is read only where USE_SITEMAP is true.';

  it('is a page for a callback that finds values in it', () => {
    const rows: Callback = { iterate: { selector: 'item' }, extract: { title: { css: 'title::text' } } };
    const { items, failure, events } = process(rows, { ...xml(feed), ...start });
    expect(items.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect([failure, events]).toEqual([null, []]);
  });

  it.each(['page', 'parse_article'])('names the setting where %s finds none', (callback) => {
    const none: Callback = { extract: { price: { css: '.price' } } };
    const { failure, events } = process(none, { ...xml(feed), ...start, callback });
    expect(failure).toBe(reason);
    expect(events).toEqual([{ kind: 'sitemap-unread', url: start.url, message: reason }]);
  });
});

describe('a page from which nothing is taken', () => {
  it.each<[string, Partial<PageInput>]>([
    ['json', json('{"a": }')],
    ['xml', xml('<a><b></a>')],
  ])('of %s is kept without being parsed', (kind, input) => {
    const navigation = { ...input, callback: null };
    expect(process(names, navigation)).toMatchObject({ failure: null, links: [], items: [], page: { kind } });
    // A rule that names places has it parsed.
    const rules: Rule[] = [{ restrict_json: ['$.next'], restrict_css: ['b'], callback: 'page' }];
    expect(process(names, navigation, rules)).toMatchObject({ failure: null, links: [], page: null });
  });
});

describe('a stored page', () => {
  it.each<[string, Partial<PageInput>, Callback]>([
    ['JSON', json({ results: [{ name: 'Grüße' }] }), names],
    [
      'XML that came in another encoding',
      {
        body: Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a><b>Grüße</b></a>', 'latin1'),
        contentType: 'text/xml',
      },
      { extract: { b: { css: 'b::text' } } },
    ],
  ])('is read as it was: %s', (_what, input, callback) => {
    const first = process(callback, input);
    if (first.page === null) throw new Error('not stored');
    const { kind, encoding } = first.page;
    const stored = {
      html: decompressPage(first.page) ?? '',
      kind,
      encoding,
      contentType: input.contentType ?? null,
    };
    const again = {
      url: '',
      finalUrl: '',
      hops: [],
      status: 304,
      headers: {},
      body: new Uint8Array(),
      durationMs: 1,
    };
    const second = process(callback, bodyOf(again, stored));
    expect(second.items).toEqual(first.items);
    expect(JSON.stringify(second.items)).toContain('Grüße');
    expect(second.page?.sha256).toEqual(first.page.sha256);
  });
});
