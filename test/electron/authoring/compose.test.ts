import { describe, expect, it } from 'vitest';
import { compose, type Found } from '../../../electron/authoring/compose.ts';
import { withDetails } from '../../../electron/authoring/details.ts';
import { measureList } from '../../../electron/authoring/measure-list.ts';
import { PageContext } from '../../../electron/extract/page-context.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import type { ProposedNext } from '../../../shared/contract/types.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

const url = 'https://harbour.example/shop/deck';
const cards = [1, 2, 3]
  .map((at) => `<li class="card"><a href="/item/${at}">Lamp ${at}</a><b class="price">€ ${at},50</b></li>`)
  .join('');
const pager = `<nav><a href="?page=2">2</a> <a href="?page=3">3</a> <a class="next" href="?page=2">Next</a></nav>`;
const elsewhere = `<footer><a href="/news?page=4">News</a><a href="/about">About</a></footer>`;

const next: ProposedNext = {
  href: '?page=2',
  url: `${url}?page=2`,
  why: 'rel',
  kind: 'link',
  selector: 'a.next',
  element: null,
  pattern: String.raw`[?&]page=\d+`,
};

function choicesOf(
  markup: string,
  given: Partial<Found> = {},
  durationMs: number | null = null,
  start = url,
) {
  const page = parsePage(markup);
  const context = new PageContext(page, { url, fetchedAt: 0 });
  const list = measureList(
    page,
    {
      selector: 'li.card',
      label: 'products',
      confidence: 1,
      fields: [
        { name: 'title', type: 'text', definition: { css: 'a::text' } },
        {
          name: 'link',
          type: 'url',
          definition: { css: 'a::attr(href)', processors: [{ type: 'urljoin' }] },
        },
        {
          name: 'price',
          type: 'price',
          definition: { css: '.price::text', processors: [{ type: 'number' }] },
        },
      ],
      others: [],
    },
    { context, numberOf: () => 0 },
  );
  const state = { kind: 'list', title: '', detail: '', step: null } as const;
  const found = {
    state,
    lists: list === null ? [] : [list],
    next: [],
    pages: [],
    total: null,
    structured: null,
    ...given,
  };
  return compose(page, found, { url: start, rendered: false, durationMs });
}

describe('the choices of a list', () => {
  const pages = [`${url}?page=2`, `${url}?page=3`];

  it('are valid spiders that hand the page to the callback with the rows', () => {
    const choices = choicesOf(cards + pager, { next: [next], pages });
    expect(choices.map(({ id }) => id)).toEqual(['list-0-all', 'list-0-page', 'list-0-details']);
    for (const { parts } of choices) {
      expect(validateSpider({ name: 'a', ...parts }).problems).toEqual([]);
      expect(parts).toMatchObject({ start_urls: [url], allowed_domains: ['harbour.example'], settings: {} });
      expect(parts.callbacks['parse_products']?.iterate?.selector).toBe('li.card');
    }
  });

  it('tell pages, rows and time at the pace of the site', () => {
    const expected = choicesOf(cards + pager, { next: [next], pages }, 2000).map((choice) => choice.expected);
    expect(expected).toEqual([
      { pages: 3, rows: 9, seconds: 6 },
      { pages: 1, rows: 3, seconds: 2 },
      { pages: 12, rows: 9, seconds: 24 },
    ]);
  });

  it('tell no number of pages where only the next one is known', () => {
    const [all] = choicesOf(cards + pager, { next: [next] });
    expect(all).toMatchObject({ scope: 'all', expected: { pages: null, rows: null, seconds: null } });
  });

  it('lead the rows to their details, with an example to look at', () => {
    const details = choicesOf(cards).find(({ scope }) => scope === 'details');
    expect(details?.sample).toBe('https://harbour.example/item/1');
    expect(details?.parts.callbacks['parse_products']?.iterate?.follow).toEqual({
      url: { css: 'a::attr(href)', processors: [{ type: 'urljoin' }] },
      callback: 'parse_details',
    });
    const ofDetails = details?.parts.callbacks['parse_details']?.extract ?? {};
    expect(Object.keys(ofDetails)).toEqual(['heading', 'description', 'image']);
  });

  it('add nothing to details that the row has already', () => {
    const page = parsePage(
      '<title>Lamp 1</title><meta name="description" content="A lamp."><meta property="og:image" content="/logo.png"><h1>Lamp 1</h1>',
    );
    const [details] = choicesOf(cards).filter(({ scope }) => scope === 'details');
    if (details === undefined) throw new Error('There is no choice with details.');
    const { parse_products: rows, ...others } = details.parts.callbacks;
    const extract = { ...rows?.extract, image: { css: 'img::attr(src)' } };
    const parts = { ...details.parts, callbacks: { ...others, parse_products: { ...rows, extract } } };
    const looked = withDetails({ ...details, parts }, page, { url: `${url}/1`, fetchedAt: 0 });
    expect(looked.sample).toBeNull();
    expect(Object.keys(looked.parts.callbacks['parse_details']?.extract ?? {})).toEqual([
      'heading',
      'description',
    ]);
  });

  it.each<[string, string, ProposedNext, string]>([
    [
      'its number in the query, of this page only',
      cards + pager + elsewhere,
      next,
      String.raw`^https://harbour\.example/shop/deck/?\?(?:.*&)?page=\d+`,
    ],
    [
      'its number in the path, below this page',
      `${cards}<a href="/shop/deck/page/2">Next</a><a href="/news/page/2">News</a>`,
      { ...next, url: `${url}/page/2`, pattern: String.raw`/page/\d+` },
      String.raw`^https://harbour\.example/shop/deck.*/page/\d+`,
    ],
    [
      'the pattern alone, where pages lie elsewhere',
      `${cards}<a href="/pages/2">Next</a>`,
      { ...next, url: 'https://harbour.example/pages/2', pattern: String.raw`/pages/\d+` },
      String.raw`/pages/\d+`,
    ],
  ])('come to the next page by %s', (_, markup, link, pattern) => {
    const [all] = choicesOf(markup, { next: [link], pages });
    const allow = [String.raw`^https://harbour\.example/shop/deck$`, pattern];
    // The first page under a number would give the rows of the start URL again.
    const deny = [pattern.replace(String.raw`\d+`, String.raw`1(?!\d)`)];
    expect(all?.parts.rules).toEqual([{ allow, deny, callback: 'parse_products', follow: true }]);
  });

  it.each([
    ['the start URL has a number itself', `${url}?page=1`, `${url}?page=2`],
    ['the next page is not the second', url, `${url}?page=20`],
  ])('deny no page where %s', (_, start, target) => {
    const found = { next: [{ ...next, url: target }], pages: [target] };
    const [all] = choicesOf(`${cards}<a href="${target}">Next</a>`, found, null, start);
    expect(all?.parts.rules).toHaveLength(1);
    expect(all?.parts.rules[0]).not.toHaveProperty('deny');
  });

  it('come to the next page by the place of its link, where no pattern tells it', () => {
    const [all] = choicesOf(cards + pager, { next: [{ ...next, pattern: null }] });
    expect(all?.parts.rules.at(-1)).toEqual({
      restrict_css: ['a.next'],
      callback: 'parse_products',
      follow: true,
    });
  });

  it.each([
    ['takes links that are no pages', { ...next, pattern: 'harbour', selector: null }],
    ['does not take the next page', { ...next, pattern: 'never', selector: null }],
    ['is no pattern', { ...next, pattern: '(', selector: null }],
    ['is a selector that matches nothing', { ...next, pattern: null, selector: '.gone' }],
  ])('leave the whole list out where the rule %s', (_, link) => {
    const choices = choicesOf(cards + pager + elsewhere, { next: [link], pages });
    expect(choices.map(({ scope }) => scope)).toEqual(['page', 'details']);
  });

  it('say what a button for more needs', () => {
    const button: ProposedNext = { ...next, href: '', url: null, kind: 'button', pattern: null };
    const choices = choicesOf(cards, { next: [button] });
    expect(choices[0]).toMatchObject({ scope: 'page', note: expect.stringContaining('needs an action') });
  });

  it('scroll with a browser where the page grows', () => {
    const scroll: ProposedNext = { ...next, href: '', url: null, kind: 'scroll', pattern: null };
    const [all] = choicesOf(cards, { next: [scroll] });
    expect(all).toMatchObject({
      id: 'list-0-all',
      parts: { settings: { EXTRACTOR_ORDER: ['browser'], INFINITE_SCROLL: true } },
    });
  });
});

describe('the choice of a single thing', () => {
  const structured = {
    type: 'Product',
    fields: [
      {
        name: 'title',
        selector: 'h1::text',
        language: 'css',
        type: 'text',
        filled: 1,
        samples: ['Lamp'],
        raw: 'Lamp',
        definition: { css: 'h1::text' },
      },
    ],
  } satisfies Found['structured'];

  it('comes first on a page of its own, and after the lists elsewhere', () => {
    const state = { kind: 'product', title: '', detail: '', step: null } as const;
    const alone = choicesOf('<h1>Lamp</h1>', { lists: [], structured, state });
    expect(alone).toMatchObject([
      {
        id: 'product',
        label: 'This product',
        parts: { callbacks: { parse_product: { extract: { title: { css: 'h1::text' } } } } },
      },
    ]);
    expect(choicesOf(cards, { structured }).at(-1)?.id).toBe('product');
  });

  it('hands an article to parse_article where that finds one', () => {
    const state = { kind: 'article', title: '', detail: '', step: null } as const;
    const story = 'The harbour was closed for a day, because a storm had moved the buoys. '.repeat(8);
    const markup = `<title>News of the harbour</title><article><h1>News of the harbour</h1><p>${story}</p></article>`;
    const [article] = choicesOf(markup, { lists: [], state });
    expect(article).toMatchObject({ id: 'article', parts: { rules: [{ callback: 'parse_article' }] } });
    expect(choicesOf('<h1>News</h1>', { lists: [], state })).toEqual([]);
  });
});
