import { describe, expect, it } from 'vitest';
import { prove, type Proof } from '../../../electron/proof/prove.ts';
import type { CheckName, CheckResult } from '../../../electron/proof/types.ts';
import type { FieldExtract, Spider } from '../../../shared/spider/schema.ts';
import { lampPages, lampSpider, pagesOf, type ShopPage } from './lamp-pages.ts';

const spider: Spider = lampSpider;

const proofOf = (document: Spider, pages: readonly ShopPage[] = lampPages()): Promise<Proof> =>
  prove(JSON.stringify(document), pagesOf(pages), 'seed');

const check = ({ checks }: Proof, name: CheckName): CheckResult | undefined =>
  checks.find((each) => each.name === name);

const failed = ({ checks }: Proof): string[] =>
  checks.filter(({ result }) => result === 'fail').map(({ name }) => name);

const callback = lampSpider.callbacks.parse_rows;

/** The spider with other fields, or another selector of its rows. */
const withField = (name: string, definition: FieldExtract): Spider => ({
  ...spider,
  callbacks: { parse_rows: { ...callback, extract: { ...callback.extract, [name]: definition } } },
});
/** The names of a page as one list. */
const gathering = (css: string): Spider => ({
  ...spider,
  callbacks: { parse_rows: { extract: { names: { css, get_all: true } } } },
  expect: { fields: { names: { type: 'list' } } },
});
const withRows = (selector: string): Spider => ({
  ...spider,
  callbacks: { parse_rows: { ...callback, iterate: { selector } } },
});
const withRule = (changes: object): Spider => ({
  ...spider,
  rules: [{ allow: [String.raw`/list(\?page=\d+)?$`], callback: 'parse_rows', follow: true, ...changes }],
});

/** A rule for the pages that follow the first. */
const ofFollowing = withRule({ allow: [String.raw`page=\d+$`] });

it('proves a spider that takes the first page of a list by the address that other pages have for it', async () => {
  const [first, second, third] = lampPages().map(({ html, ...page }) => ({
    ...page,
    group: null,
    html: html.replace('<nav class="pager">', '<nav class="pager"><a href="/list?page=1">First</a>'),
  }));
  const pages = [first, second, third].filter((page) => page !== undefined);
  const again = { path: '/list?page=1', html: first?.html ?? '', group: null };
  expect(failed(await proofOf(ofFollowing, [...pages, again]))).toEqual([]);
  // It is not known what the address leads to.
  expect(failed(await proofOf(ofFollowing, pages))).not.toContain('rules');
});

it('proves a spider that takes all that it should, from held-back pages too', async () => {
  const proof = await proofOf(spider);
  expect(failed(proof)).toEqual([]);
  expect(proof.verdict).toBe('proved');
  expect(proof.pages.filter(({ isHeld }) => isHeld)).toHaveLength(1);
});

describe('A fault is found by the check that is there for it', () => {
  const faults: [string, Spider, CheckName][] = [
    ['an unknown key', { ...spider, callbacks: {}, ...{ cal: 1 } }, 'valid'],
    ['a literal', withField('name', { xpath: "'Lamp 12'" }), 'grounded'],
    ['a literal in a call', withField('name', { xpath: "concat('Lamp 12', '')" }), 'grounded'],
    [
      'a default where nothing is selected',
      withField('name', { css: '.no', processors: [{ type: 'default', default: 'Lamp 12' }] }),
      'grounded',
    ],
    [
      'a text put in by a replacement',
      withField('name', { css: 'h3 a::text', processors: [{ type: 'replace', old: 'Lamp', new: 'Torch' }] }),
      'grounded',
    ],
    [
      'the first row in every row',
      withField('price', { xpath: "//span[@class='price']/text()" }),
      'grounded',
    ],
    ['the same text on all pages', withField('name', { xpath: '//h1/text()' }), 'grounded'],
    ['a field that doubles another', withField('label', { css: 'h3 a::text' }), 'grounded'],
    ['another column', withField('name', { css: '.sku::text' }), 'examples'],
    ['a text where a number is wanted', withField('price', { css: '.price::text' }), 'fill and type'],
    ['a selector that finds nothing', withField('extra', { css: '.no::text' }), 'fill and type'],
    ['rows without the first', withRows('li.card:not(:first-child)'), 'complete lists'],
    ['rows without the last', withRows('li.card:not(:last-child)'), 'complete lists'],
    ['every second row', withRows('li.card:nth-child(odd)'), 'complete lists'],
    ['rows that are more than the records', withRows('li.card, nav'), 'complete lists'],
    [
      'names under the name of a price',
      withField('old_price', {
        css: 'h3 a',
        to_text: true,
        processors: [
          { type: 'replace', old: ' ', new: '' },
          { type: 'regex', pattern: '[A-Za-z]+', group: 0 },
        ],
      }),
      'fill and type',
    ],
    [
      'a list of values without the first',
      gathering('li.card:not(:first-child) h3 a::text'),
      'complete lists',
    ],
    ['a rule that takes nothing', withRule({ restrict_css: ['.pages'] }), 'next page'],
    ['a rule that stops after one page', withRule({ follow: false }), 'next page'],
    [
      'a rule for the links of a region that stops after one page',
      withRule({ allow: [], restrict_css: ['.pager'], follow: false }),
      'next page',
    ],
    ['pages that no rule takes', withRule({ allow: ['/list$'] }), 'rules'],
    ['a rule that leaves out the first page of its list', ofFollowing, 'rules'],
    ['robots.txt ignored', { ...spider, settings: { ROBOTSTXT_OBEY: false } }, 'polite and safe'],
    [
      'a private address beside a public one',
      { ...spider, allowed_domains: ['shop.example', '10.0.0.1'] },
      'polite and safe',
    ],
  ];
  it.each(faults)('%s', async (_, document, name) => {
    const proof = await proofOf(document);
    expect(proof.verdict).toBe('refused');
    expect(failed(proof)).toContain(name);
  });

  it.each([
    ['its pages', spider, 'At least 3 requests, about 750 ms one after the other.'],
    [
      'its pages and what they link to, each once',
      {
        ...spider,
        rules: [...(spider.rules ?? []), { allow: ['/lamps/'], callback: 'parse_rows' }],
        settings: { DOWNLOAD_DELAY: 10 },
      },
      'At least 21 requests, about 3 min 30 s one after the other.',
    ],
    [
      'nothing behind pages whose links are not followed',
      {
        ...spider,
        rules: [
          { allow: ['page='], callback: 'parse_rows', follow: false },
          { allow: ['/lamps/'], callback: 'parse_rows' },
        ],
      },
      'At least 9 requests, about 2.3 s one after the other.',
    ],
  ])('counts %s', async (_, document, told) => {
    const { problems = [] } = check(await proofOf(document), 'polite and safe') ?? {};
    expect(problems.at(-1)?.got).toBe(told);
  });

  it('judges it with the settings that a run would have from its project', async () => {
    const inProject = async (defaults: Record<string, unknown>, settings = {}): Promise<Proof> =>
      prove(JSON.stringify({ ...spider, settings }), pagesOf(lampPages()), 'seed', defaults);
    const slow = await inProject({ DOWNLOAD_DELAY: 10 });
    expect(slow).toMatchObject({ verdict: 'proved', defaults: { DOWNLOAD_DELAY: 10 } });
    expect(check(slow, 'polite and safe')?.problems.at(-1)?.got).toBe(
      'At least 3 requests, about 30 s one after the other.',
    );
    expect(failed(await inProject({ ROBOTSTXT_OBEY: false }))).toEqual(['polite and safe']);
    // What the spider says itself goes before, and what no project can give is left out.
    const own = await inProject({ ROBOTSTXT_OBEY: false, DEPTH_LIMIT: 1 }, { ROBOTSTXT_OBEY: true });
    expect(own).toMatchObject({ verdict: 'proved' });
    expect(own).not.toHaveProperty('defaults');
  });

  it('names the place, the page, what is expected and what is there', async () => {
    const proof = await proofOf(withRows('li.card:not(:first-child)'));
    const [problem] = check(proof, 'complete lists')?.problems ?? [];
    expect(problem).toMatchObject({
      pointer: '/callbacks/parse_rows/iterate/selector',
      page: expect.stringContaining('https://shop.example/list'),
      expected: '6 records',
      got: expect.stringContaining('5 rows'),
    });
  });
});

describe('What is no fault is not refused', () => {
  const header = '<li class="card"><h3>Name</h3><span class="price">Price</span></li>';
  const advert =
    '<li class="card advert"><h3><a href="/win">Win 1</a></h3><span class="sku">HC-1</span><span class="price">1 €</span></li>';
  const beside = (markup: string): ShopPage[] =>
    lampPages().map((page) => ({ ...page, html: page.html.replace('<ul>', `<ul>${markup}`) }));
  const cases: [string, Spider, ShopPage[]][] = [
    ['a list of all values', gathering('li.card h3 a::text'), lampPages()],
    ['a header that is left out', withRows('li.card:has(a)'), beside(header)],
    ['an advert that is left out', withRows('li.card:not(.advert)'), beside(advert)],
    [
      'a constant that is declared',
      {
        ...withField('shop', { xpath: '//h1/text()' }),
        expect: { fields: { ...lampSpider.expect.fields, shop: { constant: true } } },
      },
      lampPages(),
    ],
    [
      'a part of a text',
      withField('number', {
        css: 'h3 a::text',
        processors: [{ type: 'regex', pattern: String.raw`\d+`, group: 0 }],
      }),
      lampPages(),
    ],
    [
      'an address put together',
      withField('link', { xpath: "concat('https://shop.example', h3/a/@href)" }),
      lampPages(),
    ],
    [
      'a page that could not be fetched',
      spider,
      [...lampPages(), { path: '/gone', html: 'gone', group: 'gone', status: 404 }],
    ],
    [
      'a page of the list that could not be fetched',
      spider,
      [...lampPages(), { path: '/list?page=4', html: '<h1>Not found</h1>', group: 'list', status: 404 }],
    ],
  ];
  it.each(cases)('%s', async (_, document, pages) => {
    const proof = await proofOf(document, pages);
    expect(proof.checks.filter(({ result }) => result === 'fail')).toEqual([]);
  });
});

describe('What the pages cannot answer is not passed', () => {
  it('is incomplete with one page of a kind', async () => {
    const proof = await proofOf(
      withRule({ follow: false, allow: ['/list$'] }),
      lampPages()
        .slice(2)
        .map((page) => ({ ...page, path: '/list' })),
    );
    expect(check(proof, 'held-back pages')?.result).toBe('not-run');
    expect(check(proof, 'next page')?.result).toBe('not-run');
  });

  it('does not run the examples without any', async () => {
    const proof = await proofOf({ ...spider, expect: null });
    expect(check(proof, 'examples')?.result).toBe('not-run');
  });
});

it('refuses paths that count elements where names last clearly longer', async () => {
  const pages = [1, 2, 3].map((number): ShopPage => {
    const lamp = `<div><p class="name">Lamp ${number}</p><p class="stock">${number} left</p><p class="price">${number}.50</p></div>`;
    const html = `<html><body><div><a href="/">Shop</a></div><div class="page"><div class="menu"><p>Menu</p></div>${lamp}</div></body></html>`;
    return { path: `/lamps/${number}`, html, group: 'lamp' };
  });
  const lampWith = (name: string, price: string): Spider => ({
    name: 'lamps',
    allowed_domains: ['shop.example'],
    start_urls: ['https://shop.example/lamps/1'],
    rules: [{ allow: ['/lamps/'], callback: 'parse_lamp', follow: false }],
    callbacks: { parse_lamp: { extract: { name: { css: name }, price: { css: price } } } },
    expect: { fields: { name: { examples: ['Lamp 1'] }, price: { examples: ['2.50'] } } },
  });
  const box = 'body > div:nth-child(2) > div:nth-child(2)';
  const counting = await proofOf(
    lampWith(`${box} > p:nth-child(1)::text`, `${box} > p:nth-child(3)::text`),
    pages,
  );
  expect(failed(counting)).toEqual(['stress']);
  const naming = await proofOf(lampWith('.name::text', '.price::text'), pages);
  expect(naming.verdict).toBe('proved');
});

it('suggests a shorter selector that does the same, and passes', async () => {
  const proof = await proofOf(withField('name', { css: 'li.card > h3 > a::text' }));
  expect(check(proof, 'simpler')).toMatchObject({
    result: 'pass',
    problems: [{ pointer: '/callbacks/parse_rows/extract/name', expected: 'a::text' }],
  });
  expect(proof.verdict).toBe('proved');
});

it('refuses a field that only the shown pages have', async () => {
  const held = (await proofOf(spider)).pages.find(({ isHeld }) => isHeld)?.url ?? '';
  const pages = lampPages().map((page) =>
    `https://shop.example${page.path}` === held
      ? { ...page, html: page.html.replaceAll('class="price"', 'class="cost"') }
      : page,
  );
  const proof = await proofOf(spider, pages);
  expect(failed(proof)).toContain('held-back pages');
});

it('finds detail pages by the rows that lead to them', async () => {
  const { price } = callback.extract;
  const document: Spider = {
    ...spider,
    callbacks: {
      parse_rows: {
        iterate: { selector: 'li.card', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_lamp' } },
        extract: { price },
      },
      parse_lamp: { extract: { name: { css: 'h1::text' }, sku: { css: '.sku::text' } } },
    },
    expect: { fields: { name: { examples: ['Lamp 10'] } } },
  };
  const detail = (number: number): ShopPage => ({
    path: `/lamps/${number}`,
    html: `<html><body><h1>Lamp ${number}</h1><p class="sku">HC-${number}7</p></body></html>`,
    group: 'lamp',
  });
  const proof = await proofOf(document, [detail(10), detail(11), detail(20), ...lampPages()]);
  expect(proof.checks.filter(({ result }) => result === 'fail')).toEqual([]);
  expect(proof.verdict).toBe('proved');
});

it('refuses one value from outside of the rows even on a single page', async () => {
  const [page] = lampPages();
  const proof = await proofOf(withField('shop', { xpath: '//h1/text()' }), page === undefined ? [] : [page]);
  expect(failed(proof)).toContain('grounded');
});

it('gives the same proof again', async () => {
  const [one, other] = [await proofOf(spider), await proofOf(spider)];
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
});
