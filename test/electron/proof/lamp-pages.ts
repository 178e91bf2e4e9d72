import { Buffer } from 'node:buffer';
import type { PageSource } from '../../../electron/proof/input/source.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

/** A page of a shop: its path, what it holds, and what kind of page it is. */
export interface ShopPage {
  path: string;
  html: string;
  group?: string | null;
  status?: number;
}

/** Three pages of a list with six lamps each. @param record markup of one lamp */
export function lampPages(record: (number: number) => string = lamp): ShopPage[] {
  return [1, 2, 3].map((page) => {
    const records = [0, 1, 2, 3, 4, 5].map((at) => record(page * 10 + at)).join('');
    const next = page === 3 ? '' : `<a class="next" href="/list?page=${page + 1}">Next</a>`;
    const html = `<html><title>Lamps</title><body><h1>Lamps of the shop</h1><ul>${records}</ul><nav class="pager">${next}</nav></body></html>`;
    return { path: page === 1 ? '/list' : `/list?page=${page}`, html, group: 'list' };
  });
}

/** The record of one lamp: a name and a price of its own. */
const lamp = (number: number): string =>
  `<li class="card"><h3><a href="/lamps/${number}">Lamp ${number}</a></h3><span class="sku">HC-${number}7</span><span class="price">${number}.50 €</span></li>`;

/** A spider that takes all lamps of all pages. */
export const lampSpider = {
  name: 'lamps',
  allowed_domains: ['shop.example'],
  start_urls: ['https://shop.example/list'],
  rules: [{ allow: [String.raw`/list(\?page=\d+)?$`], callback: 'parse_rows', follow: true }],
  callbacks: {
    parse_rows: {
      iterate: { selector: 'li.card' },
      extract: {
        name: { css: 'h3 a::text' },
        price: { css: '.price::text', processors: [{ type: 'number' }] },
      },
    },
  },
  expect: {
    fields: {
      name: { required: true, examples: ['Lamp 12'] },
      price: { type: 'number', required: true, examples: ['12,50 €', '31.50'] },
    },
  },
} as const satisfies Spider;

/** Pages in memory. */
export function pagesOf(pages: readonly ShopPage[]): PageSource {
  const bodies = new Map(pages.map(({ path, html }) => [`https://shop.example${path}`, Buffer.from(html)]));
  return {
    kind: 'files',
    args: {},
    pages: pages.map(({ path, group = null, status = 200 }) => ({
      file: null,
      url: `https://shop.example${path}`,
      requested: null,
      group,
      status,
      contentType: 'text/html; charset=utf-8',
      fetchedAt: 0,
      rendered: false,
    })),
    body: ({ url }) => Promise.resolve(bodies.get(url) ?? Buffer.alloc(0)),
    close: () => Promise.resolve(),
  };
}
