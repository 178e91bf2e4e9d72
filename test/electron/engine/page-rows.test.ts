import { describe, expect, it } from 'vitest';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import type { PageInput } from '../../../electron/engine/page-types.ts';
import type { Callback } from '../../../shared/spider/schema.ts';

const list = `<html><head><base href="/shop/"></head><body>
  <li><a href="a">A</a></li><li><a href="https://example.com/shop/b#top">B</a></li><li><a>C</a></li>
  <li><a href="mailto:x@example.com">D</a></li><li><a href="https://other.example/e">E</a></li><li><a href="f.pdf">F</a></li>
  <li><a>G</a></li></body></html>`;

const name = { name: { css: 'a::text' } };
const follow = { url: { css: 'a::attr(href)' }, callback: 'parse_article' };

function process(
  callback: Callback,
  {
    html = list,
    depthLimit = 0,
    depthPriority = 0,
    ...input
  }: Partial<PageInput> & {
    html?: string;
    depthLimit?: number;
    depthPriority?: number;
  } = {},
) {
  const spider = {
    name: 'shop',
    allowed_domains: ['example.com'],
    start_urls: ['https://example.com/'],
    rules: [{ callback: 'list' }],
    callbacks: { list: callback },
  };
  const plan = planCrawl(spider, { depthLimit, depthPriority });
  return processPage(plan, {
    id: '7',
    url: 'https://example.com/list?p=2',
    body: new TextEncoder().encode(html),
    contentType: 'text/html',
    fetchedAt: 0,
    depth: 1,
    priority: 5,
    callback: 'list',
    follow: false,
    ...input,
  });
}

describe('rows without follow', () => {
  const rows = { extract: { title: { css: 'a::text' } }, iterate: { selector: 'li' } };

  it('are the items of the page, told apart by their place', () => {
    const { items, rows: travelling, failure, empty } = process(rows);
    expect(items.map(({ url, key, title, callback }) => [url, key, title, callback]).slice(0, 2)).toEqual([
      ['https://example.com/list?p=2', 'https://example.com/list?p=2#1', 'A', 'list'],
      ['https://example.com/list?p=2', 'https://example.com/list?p=2#2', 'B', 'list'],
    ]);
    expect(items).toHaveLength(7);
    expect([travelling, failure, empty]).toEqual([[], null, null]);
  });

  it('tell the same problem once', () => {
    const cast = [{ type: 'cast' as const, to: 'int' as const }];
    const { events, items } = process(
      { ...rows, extract: { n: { css: 'a::text', processors: cast } } },
      {
        html: '<li><a>x</a></li><li><a>x</a></li><li><a>3</a></li>',
      },
    );
    expect(events.map(({ kind, message }) => [kind, message])).toEqual([
      ['field-problem', 'In 2 of 3 rows: n: cast: "x" is not a whole number.'],
    ]);
    expect(items.map(({ problems }) => problems.length)).toEqual([1, 1, 0]);
  });

  it('are missing for a reason, and the page has not failed', () => {
    const { items, failure, empty, likeness } = process(rows, { html: '<p>Nothing', wantsLikeness: true });
    expect([items, failure, empty]).toEqual([[], null, 'No rows: "li" matches nothing on this page.']);
    expect(likeness).toBeDefined();
  });
});

describe('rows with follow', () => {
  const rows = { extract: name, iterate: { selector: 'li', follow } };

  it('become requests that no rule is asked about', () => {
    const { items, rows: travelling, links } = process(rows, { depthPriority: 2 });
    expect(items).toEqual([]);
    expect(links).toEqual([]);
    expect(travelling[0]).toMatchObject({
      values: { name: 'A' },
      request: {
        url: 'https://example.com/shop/a',
        origin: 'https://example.com',
        priority: 3,
        depth: 2,
        rule: null,
        callback: 'parse_article',
        follow: false,
        parent: '7',
      },
      reason: null,
    });
    expect(travelling.map(({ request, reason }) => request?.url ?? reason)).toEqual([
      'https://example.com/shop/a',
      'https://example.com/shop/b',
      '"a::attr(href)" matches nothing in this <li>.',
      'Its URL has a scheme other than http and https.',
      'Its URL is outside allowed_domains.',
      'https://example.com/shop/f.pdf',
      '"a::attr(href)" matches nothing in this <li>.',
    ]);
  });

  it('tell which of them lead nowhere, once for each reason', () => {
    expect(process(rows).events.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'rows-dropped: 2 rows were not followed (rows 3, 7): "a::attr(href)" matches nothing in this <li>.',
      'rows-dropped: 1 row was not followed (row 4): Its URL has a scheme other than http and https.',
      'rows-dropped: 1 row was not followed (row 5): Its URL is outside allowed_domains.',
    ]);
  });

  it('obey the limits of depth and length', () => {
    expect(process(rows, { depthLimit: 2 }).rows[0]?.request?.depth).toBe(2);
    expect(process(rows, { depthLimit: 1 }).rows[0]).toMatchObject({
      request: null,
      reason: 'DEPTH_LIMIT is 1.',
    });
    const long = `<li><a href="/${'a'.repeat(3000)}">long</a></li>`;
    expect(process(rows, { html: long }).rows[0]).toMatchObject({
      request: null,
      reason: 'Its URL is too long.',
    });
  });

  it('follow the links of their pages where those of this page are', () => {
    expect(process(rows, { follow: true }).rows[0]?.request?.follow).toBe(true);
  });

  it('count as what the page gives', () => {
    expect(process(rows, { wantsLikeness: true }).likeness).toBeUndefined();
    const led = process(rows, { wantsLikeness: true, html: '<li><a>only text</a></li>' });
    expect(led.likeness).toBeDefined();
  });
});
