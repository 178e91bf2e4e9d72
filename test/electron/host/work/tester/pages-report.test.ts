import { describe, expect, it } from 'vitest';
import { HostError } from '../../../../../electron/host/errors.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { reportPages } from '../../../../../electron/host/work/tester/pages-report.ts';
import { given } from '../../../../given.ts';
import { somePage } from '../../../extract/page-facts.ts';

const listPage = (first: number): string =>
  `<ul>${[first, first + 1].map((n) => `<li><a href="/item/${n}">Item ${n}</a>${n === 2 ? '' : `<i>${n}.50</i>`}</li>`).join('')}</ul>`;

const spider = {
  name: 'shop',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/list'],
  rules: [{ allow: ['/list'], callback: 'parse_list' }],
  callbacks: {
    parse_list: {
      iterate: {
        selector: 'li',
        url_context: { page: { regex: 'page=(\\d+)' } },
        follow: { url: { css: 'a::attr(href)' }, callback: 'parse_item' },
      },
      extract: { name: { css: 'a::text' }, price: { css: 'i::text' } },
    },
    parse_item: { extract: { title: { css: 'h1::text' }, stock: { css: '.stock::text' } } },
  },
};

const pages: readonly { id: string; url: string | null; html: string }[] = [
  { id: 'second', url: 'https://example.org/list?page=2', html: listPage(3) },
  { id: 'first', url: 'https://example.org/list', html: listPage(1) },
  { id: 'item', url: 'https://example.org/item/3#top', html: '<h1>Item 3</h1>' },
  { id: 'about', url: 'https://example.org/about', html: '<h1>About</h1>' },
  { id: 'file', url: null, html: listPage(5) },
];

const report = (callback: string, document: object = spider, isCancelled = () => false, bytes = 1000) =>
  reportPages(
    pages.map(({ id, url }) => ({ id, url, bytes })),
    { text: JSON.stringify(document), callback },
    {
      open: (id) => {
        const { html, url } = given(pages.find((each) => each.id === id));
        return Promise.resolve(new OpenPage(html, { ...somePage, url }));
      },
      isCancelled,
    },
  );

describe('a callback on all saved pages', () => {
  it('runs where the rules give a page to it', async () => {
    const { iterates, fields, pages: found, left } = await report('parse_list');
    expect({ iterates, fields, left }).toEqual({
      iterates: true,
      fields: ['name', 'price', 'page'],
      left: 0,
    });
    expect(found.map(({ page, total, filled }) => ({ page, total, filled }))).toEqual([
      { page: 'second', total: 2, filled: { name: 2, price: 2, page: 2 } },
      { page: 'first', total: 2, filled: { name: 2, price: 1, page: 0 } },
    ]);
    expect(found[0]?.rows.map(({ values }) => values)).toEqual([
      { page: '2', name: 'Item 3', price: '3.50' },
      { page: '2', name: 'Item 4', price: '4.50' },
    ]);
    expect(found[1]?.rows[1]).toMatchObject({
      empty: { price: '"i::text" matches nothing in this <li>.' },
      follow: { url: 'https://example.org/item/2', reason: null },
    });
  });

  it('runs where rows of another page lead, and makes one row of each', async () => {
    const { iterates, pages: found } = await report('parse_item');
    expect(iterates).toBe(false);
    expect(found).toMatchObject([
      {
        page: 'item',
        total: 1,
        rows: [{ values: { title: 'Item 3', stock: null } }],
        filled: { title: 1, stock: 0 },
      },
    ]);
  });

  it('says of each page why there are no rows', async () => {
    const wrong = { ...spider.callbacks.parse_list, iterate: { selector: '.none' } };
    const { pages: found } = await report('parse_list', { ...spider, callbacks: { parse_list: wrong } });
    expect(found.map(({ problem }) => problem)).toEqual([
      '".none" matches nothing on this page.',
      '".none" matches nothing on this page.',
    ]);
  });

  it('leaves pages out that are too large together, and says how many', async () => {
    const { pages: found, left } = await report('parse_list', spider, () => false, 7_000_000);
    expect(found.map(({ page }) => page)).toEqual(['second']);
    expect(left).toBe(4);
  });

  it('ends between pages when nobody waits any more', async () => {
    await expect(report('parse_list', spider, () => true)).rejects.toThrow(HostError);
  });
});
