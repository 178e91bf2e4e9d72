import { describe, expect, it } from 'vitest';
import { withPageRule, writeParts } from '../../../renderer/spider-document/apply-parts.ts';
import type { SpiderParts } from '../../../shared/spider/apply-parts.ts';
import { newSpiderText } from '../../../shared/spider/new-spider.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

const url = 'https://harbour.example/shop';
const start = String.raw`^https://harbour\.example/shop$`;
const beginning = newSpiderText({ name: 'harbour-shop', url });
const extract = { title: { css: 'a::text' } };

const page: SpiderParts = {
  start_urls: [url],
  allowed_domains: ['harbour.example'],
  rules: [{ allow: [start], callback: 'parse_products', follow: false }],
  callbacks: { parse_products: { iterate: { selector: 'li' }, extract } },
  settings: {},
};
const all: SpiderParts = {
  ...page,
  rules: [{ allow: [start, String.raw`[?&]page=\d+`], callback: 'parse_products', follow: true }],
};
const details: SpiderParts = {
  ...all,
  callbacks: {
    parse_products: {
      iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_details' } },
      extract,
    },
    parse_details: { extract: { heading: { css: 'h1::text' } } },
  },
};

/** The text after parts were added one after the other; each must be one edit and leave a valid spider. */
function applied(text: string, ...steps: SpiderParts[]): string {
  return steps.reduce((before, parts) => {
    const edits = writeParts(before, parts)?.edits ?? [];
    expect(edits.length).toBeLessThanOrEqual(1);
    const after = applyEdits(before, edits);
    expect(validateSpider(after).problems).toEqual([]);
    return after;
  }, text);
}
const read = (text: string): unknown => JSON.parse(text);

describe('adding the parts of a choice', () => {
  it('completes an empty beginning', () => {
    expect(read(applied(beginning, details))).toEqual({
      name: 'harbour-shop',
      source_url: url,
      allowed_domains: ['harbour.example'],
      start_urls: [url],
      rules: details.rules,
      callbacks: details.callbacks,
    });
  });

  it('changes nothing the second time', () => {
    const once = applied(beginning, details);
    expect(applied(once, details)).toBe(once);
  });

  it.each([
    ['page to all', [page, all], all],
    ['all to page', [all, page], page],
    ['all to details', [all, details], details],
    ['details to page', [details, page], page],
  ] as const)('goes from one choice to another: %s', (_, steps, last) => {
    expect(read(applied(beginning, ...steps))).toEqual(read(applied(beginning, last)));
  });

  it('keeps the names, the fields and the order that a person has given', () => {
    const mine = applied(beginning, all)
      .replaceAll('parse_products', 'parse_lamps')
      .replace('"title": {', '"lamp": {');
    const document = read(applied(mine, details));
    expect(document).toMatchObject({
      rules: [{ callback: 'parse_lamps' }],
      callbacks: {
        parse_lamps: { iterate: { follow: { callback: 'parse_details' } }, extract: { lamp: extract.title } },
      },
    });
    expect(document).not.toHaveProperty('callbacks.parse_products');
  });

  it('takes another list of the same name beside the first', () => {
    const other: SpiderParts = {
      ...page,
      callbacks: { parse_products: { iterate: { selector: 'tr' }, extract } },
      start_urls: ['https://shop.harbour.example/more'],
      allowed_domains: ['shop.harbour.example', 'other.example'],
      rules: [{ allow: ['/more$'], callback: 'parse_products', follow: false }],
    };
    expect(read(applied(beginning, page, other))).toMatchObject({
      start_urls: [url, 'https://shop.harbour.example/more'],
      allowed_domains: ['harbour.example', 'other.example'],
      rules: [{ allow: ['/more$'], callback: 'parse_products_2' }, { callback: 'parse_products' }],
      callbacks: {
        parse_products: { iterate: { selector: 'li' } },
        parse_products_2: { iterate: { selector: 'tr' } },
      },
    });
  });

  it('tells under which names its callbacks are written, and which of them the spider had for something else', () => {
    const other: SpiderParts = { ...page, callbacks: { parse_products: { iterate: { selector: 'tr' } } } };
    const once = applied(beginning, page);
    expect(writeParts(once, other)).toMatchObject({
      names: new Map([['parse_products', 'parse_products_2']]),
      renamed: [['parse_products', 'parse_products_2']],
    });
    const mine = once.replaceAll('parse_products', 'parse_lamps');
    expect(writeParts(mine, all)).toMatchObject({
      names: new Map([['parse_products', 'parse_lamps']]),
      renamed: [],
    });
  });

  it('takes back the scrolling of another choice for its list', () => {
    const scroll = { INFINITE_SCROLL: true, EXTRACTOR_ORDER: ['browser' as const] };
    const scrolled: SpiderParts = { ...page, settings: scroll };
    const rendered: SpiderParts = { ...page, settings: { EXTRACTOR_ORDER: ['browser'] } };
    const text = applied(beginning, scrolled);
    expect(read(text)).toMatchObject({ settings: scroll });
    expect(read(applied(text, page))).not.toHaveProperty('settings');
    expect(read(applied(text, rendered))).toMatchObject({ settings: { EXTRACTOR_ORDER: ['browser'] } });
    expect(read(applied(text, rendered))).not.toHaveProperty('settings.INFINITE_SCROLL');
    const slow = JSON.stringify({ ...(read(text) as object), settings: { ...scroll, DOWNLOAD_DELAY: 2 } });
    expect(read(applied(slow, page))).toHaveProperty('settings', { DOWNLOAD_DELAY: 2 });
  });

  it('keeps the scrolling of a spider with other callbacks', () => {
    const text = JSON.stringify({
      ...(read(applied(beginning, page)) as object),
      rules: [...page.rules, { allow: ['/own'], callback: 'parse_own' }],
      callbacks: { ...page.callbacks, parse_own: { extract } },
      settings: { INFINITE_SCROLL: true, EXTRACTOR_ORDER: ['browser'] },
    });
    expect(read(applied(text, page))).toHaveProperty('settings.INFINITE_SCROLL', true);
    expect(read(applied(text, all))).toHaveProperty('settings.INFINITE_SCROLL', true);
  });

  it('gives an empty beginning the address of the page that was chosen', () => {
    const elsewhere = newSpiderText({ name: 'a', url: 'https://example.org/' });
    expect(read(applied(elsewhere, page))).toMatchObject({
      start_urls: [url],
      allowed_domains: ['harbour.example'],
    });
  });

  it('puts its rules before wider ones, and keeps those of other pages', () => {
    const own = { allow: ['/blog/'], callback: 'parse_products', follow: true };
    const text = JSON.stringify({
      ...(read(beginning) as object),
      rules: [own, { allow: [] }],
      callbacks: page.callbacks,
    });
    expect(read(applied(text, all))).toMatchObject({ rules: [...all.rules, own, { allow: [] }] });
  });

  it('keeps a callback of details that something else leads to', () => {
    const text = JSON.stringify({
      ...(read(applied(beginning, details)) as object),
      rules: [...details.rules, { allow: ['/item/'], callback: 'parse_details' }],
    });
    expect(read(applied(text, page))).toHaveProperty('callbacks.parse_details');
  });

  it('adds settings, and keeps an order of strategies that renders already', () => {
    const settings = { EXTRACTOR_ORDER: ['browser'] } as const;
    const rendered: SpiderParts = { ...page, settings: { EXTRACTOR_ORDER: [...settings.EXTRACTOR_ORDER] } };
    expect(read(applied(beginning, rendered))).toMatchObject({ settings });
    const text = JSON.stringify({
      ...(read(beginning) as object),
      settings: { EXTRACTOR_ORDER: ['browser', 'newsparser'], DOWNLOAD_DELAY: 2 },
    });
    expect(read(applied(text, rendered))).toMatchObject({
      settings: { EXTRACTOR_ORDER: ['browser', 'newsparser'], DOWNLOAD_DELAY: 2 },
    });
  });

  it('leaves a broken text alone', () => {
    expect(writeParts('{"name": ', page)).toBeNull();
  });
});

describe('the rule by which a crawl takes a page', () => {
  const callback = 'parse_item';
  const rule = { allow: [start], callback };
  const callbacks = { [callback]: { extract } };
  const base = { name: 'shop', allowed_domains: ['harbour.example'], start_urls: [url] };
  const listing = { allow: ['/lists/'], callback: 'parse_list' };
  const lists = { parse_list: { extract } };
  const after = (document: object, given: string | null, page = url): unknown =>
    read(withPageRule(JSON.stringify(document), { url: page, callback, given }) ?? '');

  it.each<[string, object, string | null, object]>([
    ['of a beginning', base, 'parse_article', { ...base, rules: [rule] }],
    [
      'of a callback without rule',
      { ...base, callbacks },
      'parse_article',
      { ...base, callbacks, rules: [rule] },
    ],
    [
      'of a page that no rule takes',
      { ...base, rules: [{ allow: ['/p/'], callback }], callbacks },
      null,
      { ...base, rules: [rule, { allow: ['/p/'], callback }], callbacks },
    ],
    [
      'and leaves rules of the callback that go by the place of a link',
      { ...base, rules: [{ restrict_css: ['nav'], callback }], callbacks },
      null,
      { ...base, rules: [rule, { restrict_css: ['nav'], callback }], callbacks },
    ],
    [
      'of a callback that nothing leads to, before the rule of another',
      { ...base, rules: [{ callback: 'parse_list' }], callbacks: lists },
      'parse_list',
      { ...base, rules: [rule, { callback: 'parse_list' }], callbacks: lists },
    ],
    [
      'outside of the domains',
      { ...base, allowed_domains: ['quay.example'], rules: [listing], callbacks: lists },
      null,
      {
        ...base,
        allowed_domains: ['quay.example', 'harbour.example'],
        rules: [rule, listing],
        callbacks: lists,
      },
    ],
    [
      'and the address that a start URL has led to',
      { ...base, start_urls: ['https://harbour.example/'] },
      'parse_article',
      { ...base, rules: [rule] },
    ],
    [
      'and keeps several start URLs',
      { ...base, start_urls: [`${url}/a`, `${url}/b`] },
      'parse_article',
      { ...base, start_urls: [`${url}/a`, `${url}/b`, url], rules: [rule] },
    ],
  ])('is added %s', (_, document, given, wanted) => {
    expect(after(document, given)).toEqual(wanted);
    expect(after(document, given, `${url}#top`)).toEqual(wanted);
  });

  const followed = {
    iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback } },
    extract,
  };
  const generated = { GENERATED_URLS: [{ url: `${url}?p={n}`, callback }] };
  it.each<[string, object, string | null]>([
    ['a rule leads there', { ...base, rules: [{ allow: ['/shop'], callback }], callbacks }, callback],
    ['rows lead there', { ...base, rules: [listing], callbacks: { parse_list: followed } }, null],
    ['generated URLs lead there', { ...base, callbacks, settings: generated }, 'parse_article'],
    [
      "the page is another's, and the callback has pages of its own",
      {
        ...base,
        rules: [
          { allow: ['/shop'], callback: 'parse_list' },
          { allow: ['/p/'], callback },
        ],
      },
      'parse_list',
    ],
  ])('is not added where %s', (_, document, given) => {
    expect(after(document, given)).toEqual(document);
  });

  it('has no place in a broken text', () => {
    expect(withPageRule('{"rules": [', { url, callback, given: null })).toBeNull();
  });
});
