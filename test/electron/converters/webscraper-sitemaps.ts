import type { Case } from './scrapai-documents.ts';

interface Given {
  type: string;
  parents?: string[];
  selector?: string;
  [key: string]: unknown;
}

/** A sitemap with the selectors by their ids. */
const sitemap = (selectors: Record<string, Given>, startUrl: unknown = ['https://boats.example/']) => ({
  _id: 'boats',
  startUrl,
  selectors: Object.entries(selectors).map(([id, { parents = ['_root'], type, ...rest }]) => ({
    id,
    type: `Selector${type}`,
    parentSelectors: parents,
    ...rest,
  })),
});
const name: Given = { type: 'Text', selector: 'h1' };
const start = (extract: object) => ({ callbacks: { parse_start: { extract } } });
const onlyDomain = ['startUrl'];

/** Sitemaps of Web Scraper, written for these tests, each with what becomes of it. */
export const webscraperCases: Case[] = [
  {
    title: 'a text',
    source: sitemap({ name }),
    document: {
      start_urls: [],
      start_requests: [{ url: 'https://boats.example/', callback: 'parse_start' }],
      ...start({ name: { css: 'h1', to_text: true } }),
    },
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'several texts',
    source: sitemap({ tags: { type: 'Text', selector: '.tag, .mark', multiple: true } }),
    document: start({ tags: { css: '.tag::text, .mark::text', get_all: true } }),
    changed: ['startUrl', 'selectors[0] "tags"'],
    lost: [],
  },
  {
    title: 'a regex',
    source: sitemap({ price: { ...name, regex: '[0-9.]+' } }),
    document: start({
      price: { processors: [{ type: 'collapse' }, { type: 'regex', pattern: '[0-9.]+', group: 0 }] },
    }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'a regex that is none',
    source: sitemap({ name, price: { ...name, regex: '(' } }),
    document: start({ price: { css: 'h1' } }),
    changed: onlyDomain,
    lost: ['selectors[1] "price"'],
  },
  {
    title: 'markup',
    source: sitemap({ body: { type: 'HTML', selector: 'article' } }),
    document: start({ body: { css: 'article' } }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'an attribute',
    source: sitemap({
      id: { type: 'ElementAttribute', selector: 'a[title="x, y"]', extractAttribute: 'data-id' },
    }),
    document: start({ id: { css: 'a[title="x, y"]::attr(data-id)' } }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'an image',
    source: sitemap({ photo: { type: 'Image', selector: 'img' } }),
    document: start({ photo: { css: 'img::attr(src)', processors: [{ type: 'urljoin' }] } }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'a group',
    source: sitemap({ words: { type: 'Group', selector: 'li' } }),
    document: start({ words: { css: 'li::text', get_all: true } }),
    changed: ['startUrl', 'selectors[0] "words"'],
    lost: [],
  },
  {
    title: 'a table',
    source: sitemap({
      crew: {
        type: 'Table',
        selector: 'table',
        columns: [
          { header: 'Who', name: 'who', extract: true },
          { header: 'Age', name: 'age', extract: false },
        ],
      },
    }),
    document: start({
      crew: { type: 'nested_list', selector: 'table tr:has(td)', extract: { who: { to_text: true } } },
    }),
    changed: ['startUrl', 'selectors[0] "crew"'],
    lost: [],
  },
  {
    title: 'rows',
    source: sitemap({
      row: { type: 'Element', selector: 'li', multiple: true },
      title: { type: 'Text', parents: ['row'], selector: 'b' },
      self: { type: 'ElementAttribute', parents: ['row'], selector: '_parent_', extractAttribute: 'id' },
    }),
    document: {
      callbacks: {
        parse_start: {
          iterate: { selector: 'li' },
          extract: { title: { css: 'b' }, self: { css: '::attr(id)' } },
        },
      },
    },
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'rows that lead on',
    source: sitemap({
      row: { type: 'Element', selector: 'li', multiple: true },
      more: { type: 'Link', parents: ['row'], selector: 'a' },
      name: { ...name, parents: ['more'] },
    }),
    document: {
      callbacks: {
        parse_start: { iterate: { follow: { url: { css: 'a::attr(href)' }, callback: 'parse_more' } } },
        parse_more: { extract: { name: { css: 'h1' } } },
      },
    },
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'elements within a page that has more',
    source: sitemap({
      name,
      part: { type: 'Element', selector: '.part', multiple: true },
      size: { type: 'Text', parents: ['part'], selector: 'i' },
    }),
    document: start({
      name: { css: 'h1' },
      part: { type: 'nested_list', selector: '.part', extract: { size: { css: 'i' } } },
    }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'links to pages',
    source: sitemap({
      boat: { type: 'Link', selector: 'a.boat', multiple: true },
      name: { ...name, parents: ['boat'] },
    }),
    document: {
      start_urls: ['https://boats.example/'],
      rules: [{ restrict_css: ['a.boat'], callback: 'parse_boat' }],
    },
    changed: ['startUrl', 'selectors[0] "boat"'],
    lost: [],
  },
  {
    title: 'pages that follow one another',
    source: sitemap({
      next: {
        type: 'Pagination',
        parents: ['_root', 'next'],
        selector: '.next',
        paginationType: 'clickMore',
      },
      row: { type: 'Element', parents: ['_root', 'next'], selector: 'li', multiple: true },
      title: { type: 'Text', parents: ['row'], selector: 'b' },
    }),
    document: { rules: [{ restrict_css: ['.next'], callback: 'parse_start', follow: true }] },
    changed: ['startUrl', 'selectors[0] "next"'],
    lost: [],
  },
  {
    title: 'links in elements, and windows',
    source: sitemap({
      box: { type: 'Element', selector: '.box' },
      pop: { type: 'PopupLink', parents: ['box'], selector: 'a' },
      name: { ...name, parents: ['pop'] },
    }),
    document: { rules: [{ restrict_css: ['.box a'], callback: 'parse_pop' }] },
    changed: ['startUrl', 'selectors[1] "pop"'],
    lost: ['selectors[0] "box"'],
  },
  {
    title: 'elements that appear after a click',
    source: sitemap({
      row: { type: 'ElementClick', selector: 'li', multiple: true, clickElementSelector: '.more' },
      title: { type: 'Text', parents: ['row'], selector: 'b' },
    }),
    document: {
      settings: {
        EXTRACTOR_ORDER: ['browser'],
        BROWSER_ACTIONS: [{ click: '.more', until: 'no-change', times: 100 }],
      },
      callbacks: { parse_start: { iterate: { selector: 'li' } } },
    },
    changed: ['startUrl', 'selectors[0] "row".clickElementSelector'],
    lost: [],
  },
  {
    title: 'elements that appear after one click each',
    source: sitemap({
      row: {
        ...{ type: 'ElementClick', selector: 'li', multiple: true, delay: 1500 },
        ...{ clickElementSelector: '.tab', clickType: 'clickOnce', discardInitialElements: 'discard' },
      },
      title: { type: 'Text', parents: ['row'], selector: 'b' },
    }),
    document: { settings: { BROWSER_ACTIONS: [{ click: '.tab', wait: 1.5 }] } },
    changed: ['startUrl', 'selectors[0] "row".clickElementSelector'],
    lost: ['selectors[0] "row".discardInitialElements'],
  },
  {
    title: 'pictures that are downloaded',
    source: sitemap({ photo: { type: 'Image', selector: 'img', multiple: true, downloadImage: true } }),
    document: start({ photo: { css: 'img::attr(src)', get_all: true, download: true } }),
    changed: onlyDomain,
    lost: [],
  },
  {
    title: 'elements that appear by scrolling',
    source: sitemap({
      row: { type: 'ElementScroll', selector: 'li', multiple: true, delay: 2000 },
      title: { type: 'Text', parents: ['row'], selector: 'b' },
    }),
    document: { settings: { EXTRACTOR_ORDER: ['browser'], INFINITE_SCROLL: true, BROWSER_DELAY: 2 } },
    changed: ['startUrl', 'selectors[*].delay', 'selectors[0] "row"'],
    lost: [],
  },
  {
    title: 'a sitemap of the site',
    source: sitemap({
      page: {
        type: 'SitemapXmlLink',
        sitemapXmlUrls: ['https://boats.example/sitemap.xml'],
        foundUrlRegex: '/boat/',
      },
      name: { ...name, parents: ['page'] },
    }),
    document: {
      start_urls: ['https://boats.example/', 'https://boats.example/sitemap.xml'],
      rules: [{ allow: ['/boat/'], callback: 'parse_page', follow: false }],
      settings: { USE_SITEMAP: true },
    },
    changed: ['startUrl', 'selectors[0] "page"'],
    lost: [],
  },
  {
    title: 'ranges in start URLs',
    source: sitemap({ name }, ['https://boats.example/[1-20:5]', 'https://boats.example/x[001-003]']),
    document: {
      settings: {
        GENERATED_URLS: [
          {
            template: 'https://boats.example/{n}',
            vars: { n: { type: 'range', from: 1, to: 20, step: 5 } },
            callback: 'parse_start',
          },
          { vars: { n: { type: 'list', values: ['001', '002', '003'] } } },
        ],
      },
    },
    changed: ['startUrl[0]', 'startUrl[1]', 'startUrl'],
    lost: [],
  },
  {
    title: 'what has no equal, circles, and parents that are not there',
    source: sitemap({
      name: { ...name, delay: 500 },
      odd: { type: 'Teleport', selector: 'x' },
      a: { type: 'Element', parents: ['b', '_root'], selector: '.a' },
      b: { type: 'Element', parents: ['a'], selector: '.b' },
      gone: { ...name, parents: ['nobody'] },
    }),
    document: start({ name: { css: 'h1' } }),
    changed: onlyDomain,
    lost: [
      'selectors[*].delay',
      'selectors[1] "odd"',
      'selectors[2] "a"',
      'selectors[3] "b"',
      'selectors[2] "a"',
      'selectors[4] "gone".parentSelectors',
    ],
  },
];
