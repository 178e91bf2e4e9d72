import { describe, expect, it } from 'vitest';
import { offerForValues, offersOf, type Offer } from '../../../shared/spider/offers.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { given } from '../../given.ts';

/** A spider with the callbacks that are given. */
const spider = (callbacks: Record<string, unknown>) => ({
  name: 'shop',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  rules: Object.keys(callbacks).map((callback) => ({ allow: [callback], callback })),
  callbacks,
});

/** The document with an offer accepted. */
function accepted(document: unknown, { change }: Offer): unknown {
  const copy: unknown = structuredClone(document);
  const owner = change.path.slice(0, -1).reduce((value, step) => Reflect.get(Object(value), step), copy);
  Reflect.set(Object(owner), change.path.at(-1) ?? '', change.value);
  return copy;
}

const extract = { author: { css: '.author::text' }, stars: { css: 'b::text' } };
const list = { type: 'nested_list', selector: 'article.review', extract };

describe('offers', () => {
  it('make each entry of the only list an item, with the same fields', () => {
    const document = spider({ parse_list: { extract: { reviews: list } } });
    const offers = offersOf(document);
    expect(offers.map(({ title, path }) => [title, path])).toEqual([
      ['Make each entry an item', ['callbacks', 'parse_list']],
    ]);
    expect(given(offers[0]).why).toContain('"reviews"');
    const after = accepted(document, given(offers[0]));
    expect(after).toEqual(spider({ parse_list: { iterate: { selector: 'article.review' }, extract } }));
    expect(validateSpider(after).problems).toEqual([]);
    expect(offersOf(after)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['another field', { extract: { reviews: list, title: { css: 'h1::text' } } }],
    ['rows already', { iterate: { selector: 'tr' }, extract: { reviews: list } }],
    [
      'a list with processors',
      { extract: { reviews: { ...list, processors: [{ type: 'default', default: [] }] } } },
    ],
    ['a list of HTML', { extract: { reviews: { ...list, selector: '$.a[*]', as: 'html' } } }],
    ['a list without a selector', { extract: { reviews: { ...list, selector: '' } } }],
    ['a list without fields', { extract: { reviews: { ...list, extract: {} } } }],
    ['a value', { extract: { reviews: { css: 'article' } } }],
    ['nothing', {}],
    ['something else', 'parse'],
  ])('leave a callback with %s', (_, callback) => {
    expect(offersOf(spider({ parse_list: callback })).map(({ title }) => title)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['a link', { css: 'a::attr(href)' }, [{ type: 'urljoin' }]],
    ['an image', { css: 'img::attr( src ) ' }, [{ type: 'urljoin' }]],
    ['an XPath', { xpath: '//a/@href' }, [{ type: 'urljoin' }]],
    [
      'a link with processors',
      { css: 'a::attr(href)', processors: [{ type: 'strip' }, { type: 'default', default: '' }] },
      [{ type: 'strip' }, { type: 'urljoin' }, { type: 'default', default: '' }],
    ],
  ])('make the address of %s absolute', (_, field, processors) => {
    const fields = { link: field, rows: { ...list, extract: { link: field } } };
    const document = spider({ parse_item: { extract: fields } });
    const offers = offersOf(document);
    expect(offers.map(({ title, path }) => [title, path.slice(2)])).toEqual([
      ['Make the link absolute', ['extract', 'link']],
      ['Make the link absolute', ['extract', 'rows', 'extract', 'link']],
    ]);
    const after = offers.reduce(accepted, document);
    expect(after).toHaveProperty('callbacks.parse_item.extract.link', { ...field, processors });
    expect(validateSpider(after).problems).toEqual([]);
    expect(offersOf(after)).toEqual([]);
  });

  it.each([
    { css: 'a::text' },
    { css: 'a::attr(title)' },
    { css: 'a::attr(href)', processors: [{ type: 'urljoin' }] },
    { css: 'a::attr(href)', processors: [{ type: 'regex', pattern: '(\\d+)' }] },
    { css: 'a::attr(href)', json_path: '$.a' },
  ])('leave %j', (field) => {
    expect(offersOf(spider({ parse_item: { extract: { link: field } } }))).toEqual([]);
  });

  it('do not ask for the address of a row, which is read by the address of the page anyway', () => {
    const follow = { url: { css: 'a::attr(href)' }, callback: 'parse_article' };
    expect(offersOf(spider({ parse_list: { iterate: { selector: 'tr', follow }, extract } }))).toEqual([]);
  });

  it.each<unknown>([null, [], 'text', { callbacks: [] }, { callbacks: { a: { extract: [] } } }])(
    'say nothing about %j',
    (document) => expect(offersOf(document)).toEqual([]),
  );
});

describe('offers for the values of a field', () => {
  const path = ['callbacks', 'a', 'extract', 'price'];
  const offer = (values: readonly unknown[], field: unknown = { css: 'b::text' }) =>
    offerForValues(field, path, values)?.title ?? null;

  it.each<[string, unknown[]]>([
    ['plain', ['19.99', '0.5', '0', '-3']],
    ['German', ['1.234,50 €', '12 €']],
    ['English', ['$1,234.50', '£3']],
    ['Swiss', ["CHF 1'234.50", '12 CHF']],
    ['French', ['1 234,50 €']],
    ['shares', ['12 %', '3.5%']],
    ['some', ['12', null, '']],
  ])('make %s numbers numbers', (_, values) => expect(offer(values)).toBe('Make it a number'));

  it.each<[string, unknown[]]>([
    ['written out', ['5 March 2024', '12. Januar 2023']],
    ['with a weekday', ['Tuesday, March 5, 2024']],
    ['with dots', ['5.3.2024', '05.12.24']],
    ['with slashes', ['03/05/2024 10:30']],
  ])('make dates %s dates', (_, values) => expect(offer(values)).toBe('Make it a date'));

  it.each<[string, unknown[]]>([
    ['nothing', []],
    ['nothing filled', [null, '']],
    ['numbers', [1, 2]],
    ['codes', ['007', '0042']],
    ['words', ['3 pieces']],
    ['some words', ['3', 'none']],
    ['a list', [['1', '2']]],
    ['telephone numbers', ['030 123 456']],
    ['dates of ISO 8601', ['2024-03-05', '2024-03-05T10:00:00Z']],
    ['a sentence with a year', ['In 2024 there were 12 of them, as far as anybody knows']],
    ['identifiers', ['1234567890123456']],
  ])('leave %s', (_, values) => expect(offer(values)).toBeNull());

  it.each<[string, unknown]>([
    ['a number already', { css: 'b', processors: [{ type: 'number' }] }],
    ['cast', { css: 'b', processors: [{ type: 'cast', to: 'str' }] }],
    ['no field', null],
  ])('leave a field that is %s', (_, field) => expect(offer(['1'], field)).toBeNull());

  it('stand before the value that stands in', () => {
    const field = { css: 'b', processors: [{ type: 'strip' }, { type: 'default', default: 0 }] };
    expect(offerForValues(field, path, ['1'])?.change).toEqual({
      path: [...path, 'processors'],
      value: [{ type: 'strip' }, { type: 'number' }, { type: 'default', default: 0 }],
    });
  });
});
