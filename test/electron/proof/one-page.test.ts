import { describe, expect, it } from 'vitest';
import {
  certificateText,
  certify,
  differences,
  readCertificate,
} from '../../../electron/proof/certificate.ts';
import { onePageOf } from '../../../electron/proof/one-page.ts';
import { prove, type Proof } from '../../../electron/proof/prove.ts';
import { createOffline, readKeptPage } from '../../../electron/engine/offline.ts';
import type { FieldExtract, Spider } from '../../../shared/spider/schema.ts';
import { lampSpider, pagesOf, type ShopPage } from './lamp-pages.ts';

const numbers = [11, 12, 13, 14, 15, 16];
const records = numbers
  .map(
    (number) =>
      `<li class="card"><h3><a href="/lamps/${number}">Lamp ${number}</a></h3><span class="sku">HC-${number}7</span><span class="price">${number}.50 €</span></li>`,
  )
  .join('');
const links =
  '<p><a href="/list">List</a> <a href="/list#top">Top</a> <a href="/list?sort=price">By price</a> <a href="/old/list">Old</a></p>';
const page: ShopPage = {
  path: '/list',
  html: `<html><title>Lamps</title><body><h1>Lamps of the shop</h1><ul>${records}</ul>${links}</body></html>`,
};

const { parse_rows: callback } = lampSpider.callbacks;
const itself = String.raw`^https://shop\.example/list$`;
const rule = { allow: [itself], callback: 'parse_rows', follow: false };
/** A spider of a single page. */
const single: Spider = {
  ...lampSpider,
  rules: [rule],
  expect: { fields: { name: { required: true, examples: ['Lamp 12'] }, price: { examples: ['12,50 €'] } } },
};
const withRules = (rules: readonly object[]): Spider => ({
  ...single,
  rules: rules.map((changes) => ({ ...rule, ...changes })),
});
const withSettings = (settings: NonNullable<Spider['settings']>): Spider => ({ ...single, settings });

const proofOf = (spider: Spider, pages: readonly ShopPage[] = [page]): Promise<Proof> =>
  prove(JSON.stringify(spider), pagesOf(pages), 'seed');
const eighth = ({ checks }: Proof) => checks.find(({ name }) => name === 'held-back pages');
const failed = ({ checks }: Proof): string[] =>
  checks.filter(({ result }) => result === 'fail').map(({ name }) => name);

describe('A crawl that takes exactly the page that was judged', () => {
  const closed: [string, Spider][] = [
    ['a rule that accepts its start URL only', single],
    ['such a rule that follows', withRules([{ follow: true }])],
    ['two such rules', withRules([{}, { priority: 5 }])],
    ['such a rule within a region', withRules([{}, { restrict_css: ['ul'] }])],
    [
      'another spelling of the URL',
      withRules([{ allow: [itself, String.raw`\Ahttps://shop\.example:443/list\Z`] }]),
    ],
    ['empty lists and settings that are off', withSettings({ GENERATED_URLS: [], USE_SITEMAP: false })],
  ];
  it.each(closed)('is proved: %s', async (_, spider) => {
    const proof = await proofOf(spider);
    expect(failed(proof)).toEqual([]);
    expect(proof.verdict).toBe('proved');
    expect(eighth(proof)).toMatchObject({
      result: 'pass',
      problems: [
        {
          page: 'https://shop.example/list',
          expected: null,
          got: 'The crawl takes this one page and no other; there is nothing to hold back.',
        },
      ],
    });
    const { links: taken } = createOffline(spider).extract(
      readKeptPage({
        url: 'https://shop.example/list',
        text: page.html,
        kind: 'html',
        contentType: null,
        fetchedAt: 0,
        rendered: false,
      }),
    );
    for (const { url } of taken) expect(url).toBe('https://shop.example/list');
  });

  it('is proved of an article without any rule', async () => {
    const text = 'The lamp was lit at dusk and burned until the morning, as the keeper had promised. '.repeat(
      8,
    );
    const html = `<html><head><title>The lamp</title></head><body><article><h1>The lamp</h1><p>${text}</p><p>${text}</p><p>${links}</p></article></body></html>`;
    const { callbacks: _, ...rest } = single;
    const spider: Spider = {
      ...rest,
      rules: [],
      expect: { fields: { author: { min_fill: 0 }, published_date: { min_fill: 0 } } },
    };
    const proof = await proofOf(spider, [{ path: '/list', html }]);
    expect(failed(proof)).toEqual([]);
    expect(proof.verdict).toBe('proved');
  });
});

describe('A crawl that may take other pages stays incomplete', () => {
  const other = { ...rule, callback: null, follow: true };
  const open: [string, Spider][] = [
    ['a rule takes a link of the page', withRules([{}, { ...other, allow: ['/lamps/'] }])],
    ['its own rule takes a link of the page', withRules([{ allow: ['/list$'] }])],
    // The page may have such a link tomorrow.
    ['a rule takes no link of this page', withRules([{}, { ...other, allow: ['/archive/'] }])],
    [
      'a rule takes one other URL',
      withRules([{}, { ...other, allow: [String.raw`^https://shop\.example/more$`] }]),
    ],
    ['a pattern is open at its end', withRules([{ allow: [String.raw`^https://shop\.example/list`] }])],
    ['a pattern is open at its start', withRules([{ allow: [String.raw`https://shop\.example/list$`] }])],
    ['a pattern has a wildcard', withRules([{ allow: ['^https://shop.example/list$'] }])],
    ['a pattern ignores case', withRules([{ allow: [`(?i)${itself}`] }])],
    ['a pattern has an optional part', withRules([{ allow: [String.raw`^https://shop\.example/list/?$`] }])],
    ['one of two patterns is open', withRules([{ allow: [itself, 'page='] }])],
    ['a rule has no pattern', withRules([{}, { ...other, allow: [], restrict_css: ['.none'] }])],
    [
      'a rule asks for the next page',
      withRules([{}, { next_query: { name: 'page', add: 1 }, restrict_json: ['$.next'] }]),
    ],
    [
      'rows lead to pages',
      {
        ...single,
        callbacks: {
          parse_rows: {
            ...callback,
            iterate: {
              selector: 'li.card',
              follow: { url: { css: 'a::attr(href)' }, callback: 'parse_lamp' },
            },
          },
          parse_lamp: { extract: { sku: { css: '.sku::text' } } },
        },
      },
    ],
    [
      'it has an argument',
      {
        ...single,
        start_urls: ['https://shop.example/${list}'],
        args: { list: { default: 'list' } },
      },
    ],
    ['it has a start request', { ...single, start_requests: [{ url: 'https://shop.example/more' }] }],
    ['it has two start URLs', { ...single, start_urls: [...single.start_urls, 'https://shop.example/more'] }],
    [
      'it generates URLs',
      withSettings({
        GENERATED_URLS: [
          {
            template: 'https://shop.example/list?page={page}',
            vars: { page: { type: 'range', from: 2, to: 3 } },
            callback: 'parse_rows',
          },
        ],
      }),
    ],
    ['it reads sitemaps', withSettings({ USE_SITEMAP: true })],
    [
      'it pages through a list',
      withSettings({
        EXTRACTOR_ORDER: ['browser'],
        PAGINATED_LISTINGS: [{ url: 'https://shop.example/list', next_selector: '.next', max_pages: 5 }],
      }),
    ],
    ['it scrolls', withSettings({ EXTRACTOR_ORDER: ['browser'], INFINITE_SCROLL: true })],
    [
      'it clicks',
      withSettings({
        EXTRACTOR_ORDER: ['browser'],
        BROWSER_ACTIONS: [{ click: '.more' }],
      }),
    ],
  ];
  it.each(open)('%s', async (_, spider) => {
    const proof = await proofOf(spider);
    expect(proof.checks[0]).toMatchObject({ result: 'pass' });
    expect(onePageOf(spider)).toBeNull();
    expect(eighth(proof)).toMatchObject({ result: 'not-run' });
    expect(proof.verdict).not.toBe('proved');
  });

  it('with two start URLs that are pages of two kinds', async () => {
    const about = { path: '/about', html: '<html><body><h1>About lamps</h1></body></html>' };
    const spider: Spider = {
      ...single,
      start_urls: [...single.start_urls, 'https://shop.example/about'],
      rules: [rule, { allow: ['/about$'], callback: 'parse_about', follow: false }],
      callbacks: { ...lampSpider.callbacks, parse_about: { extract: { heading: { css: 'h1::text' } } } },
    };
    const proof = await proofOf(spider, [page, about]);
    expect(eighth(proof)).toMatchObject({ result: 'not-run' });
    expect(proof.verdict).toBe('incomplete');
  });

  it('where no callback takes the page', async () => {
    const proof = await proofOf(withRules([{ callback: null, follow: true }]));
    expect(eighth(proof)).toMatchObject({ result: 'not-run' });
  });

  it('where the page that was judged is another one', async () => {
    const proof = await proofOf(single, [{ ...page, path: '/more' }]);
    expect(eighth(proof)).toMatchObject({ result: 'not-run' });
  });
});

describe('A fault on a single page is refused', () => {
  const withField = (name: string, definition: FieldExtract): Spider => ({
    ...single,
    callbacks: { parse_rows: { ...callback, extract: { ...callback.extract, [name]: definition } } },
  });
  const withRows = (selector: string): Spider => ({
    ...single,
    callbacks: { parse_rows: { ...callback, iterate: { selector } } },
  });
  const faults: [string, Spider, string][] = [
    ['a wrong column', withField('name', { css: '.sku::text' }), 'examples'],
    [
      'two swapped fields',
      {
        ...single,
        callbacks: {
          parse_rows: {
            ...callback,
            extract: { name: { css: '.price::text' }, price: { css: 'h3 a::text' } },
          },
        },
      },
      'examples',
    ],
    ['one value in all rows', withField('shop', { xpath: '//h1/text()' }), 'grounded'],
    ['a value of another row', withField('price', { xpath: "//span[@class='price']/text()" }), 'grounded'],
    ['an invented value', withField('name', { xpath: "'Lamp 12'" }), 'grounded'],
    [
      'an invented default',
      withField('maker', { css: '.no', processors: [{ type: 'default', default: 'Lux' }] }),
      'grounded',
    ],
    ['an empty field', withField('extra', { css: '.no::text' }), 'fill and type'],
    ['rows without the first', withRows('li.card:not(:first-child)'), 'complete lists'],
    ['rows without the last', withRows('li.card:not(:last-child)'), 'complete lists'],
    ['every second row', withRows('li.card:nth-child(odd)'), 'complete lists'],
  ];
  it.each(faults)('%s', async (_, spider, check) => {
    expect(onePageOf(spider)).not.toBeNull();
    const proof = await proofOf(spider);
    expect(proof.verdict).toBe('refused');
    expect(failed(proof)).toContain(check);
  });
});

describe('A certificate', () => {
  const document = JSON.stringify(single);
  const about = { document, seed: 'seed', engine: '0.1.0' };
  const made = async (edition?: 1 | 2) =>
    certify(await prove(document, pagesOf([page]), 'seed', {}, edition), about);

  it.each([
    ['of the first edition', 1, 'incomplete', undefined],
    ['of this edition', undefined, 'proved', 2],
  ] as const)('%s is repeated as it was made', async (_, edition, verdict, written) => {
    const certificate = await made(edition);
    expect(certificate.edition).toBe(written);
    const claim = readCertificate(certificateText(certificate), 'The file');
    expect(claim).toMatchObject({ verdict, isIntact: true });
    expect(differences(claim, await made(claim.edition))).toEqual([]);
  });

  it('of another edition than it says is not valid', async () => {
    const { edition: _, ...rest } = await made();
    const claim = readCertificate(certificateText(rest), 'The file');
    expect(differences(claim, await made(claim.edition))).toHaveLength(1);
  });
});
