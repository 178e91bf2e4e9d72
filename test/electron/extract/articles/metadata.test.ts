import { describe, expect, it } from 'vitest';
import { readLenientJson } from '../../../../electron/extract/articles/metadata/lenient-json.ts';
import { articleMetadata } from '../../../../electron/extract/articles/metadata.ts';
import { article, jsonLd, metadataOf } from './page-of.ts';

describe('broken JSON', () => {
  it.each([
    ['quotes inside a text', '{"a": "he said "no" twice", "b": 1}', [{ a: 'he said "no" twice', b: 1 }]],
    ['line breaks inside a text', '{"a": "one\ntwo"}', [{ a: 'one two' }]],
    ['a comma too many', '{"a": [1, 2,], }', [{ a: [1, 2] }]],
    ['a comma missing', '{"a": "x"\n"b": "y"}', [{ a: 'x', b: 'y' }]],
    ['comments', '{/* x */ "a": 1, // y\n "b": 2}', [{ a: 1, b: 2 }]],
    ['single quotes and bare names', "{a: 'x', b: true, c: null}", [{ a: 'x', b: true, c: null }]],
    ['no end', '{"a": {"b": [1, "x', [{ a: { b: [1, 'x'] } }]],
    ['two documents', '{"a": 1}{"b": 2}', [{ a: 1 }, { b: 2 }]],
    ['something before it', 'var data = {"a": "\\u00e9\\n\\"x\\""};', [{ a: 'é\n"x"' }]],
    ['brackets that do not match', '{"a": [1, 2}', [{ a: [1, 2] }]],
    ['no JSON', 'function () {', [{}]],
    ['nothing', '', []],
  ])('with %s is read as far as it can be', (_name, source, values) => {
    expect(readLenientJson(source)).toEqual(values);
  });

  it('keeps a name like __proto__ a name like any other', () => {
    const [value] = readLenientJson('{"__proto__": {"x": 1},}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('x');
  });

  it('is told about', () => {
    const { jsonLd: found } = metadataOf(article('', jsonLd('{"@type": "Article", "headline": "x",,}')));
    expect(found.nodes).toEqual([{ '@type': 'Article', headline: 'x' }]);
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toMatch(/^A JSON-LD script could not be read: /);
  });
});

describe('JSON-LD', () => {
  it('is read of this page, not of those it lists', () => {
    const list = ['One storm', 'Two storms', 'Three storms', 'Four storms'].map((headline) => ({
      '@type': 'NewsArticle',
      headline,
      author: 'Somebody Else',
      datePublished: '2020-01-01',
    }));
    const own = {
      '@type': 'NewsArticle',
      headline: 'Harbour bridge reopens after three years',
      author: 'Ada Bell',
      datePublished: '2024-03-05',
    };
    const found = metadataOf(article('', jsonLd([...list, own])));
    expect(found.author).toBe('Ada Bell');
    expect(found.publishedDate).toBe('2024-03-05T00:00:00');
    expect(metadataOf(article('', jsonLd(list))).author).toBeNull();
  });

  it.each([
    [
      'a graph',
      {
        '@graph': [
          { '@type': 'WebSite', name: 'x' },
          { '@type': 'Article', articleSection: 'Traffic' },
        ],
      },
    ],
    [
      'a list in a list',
      [[{ '@type': ['Thing', 'https://schema.org/Article'], articleSection: ['Traffic'] }]],
    ],
    [
      'what a page is about',
      { '@type': 'WebPage', mainEntity: { '@type': 'Article', articleSection: 'Traffic' } },
    ],
  ])('is found in %s', (_name, value) => {
    expect(metadataOf(article('', jsonLd(value))).section).toBe('Traffic');
  });
});

describe('the picture', () => {
  it.each([
    [
      'given for sharing',
      article('', '<meta property="og:image" content="/bridge.jpg">'),
      'https://news.example/bridge.jpg',
    ],
    [
      'of Twitter',
      article('', '<meta name="twitter:image" content="//img.example/b.jpg">'),
      'https://img.example/b.jpg',
    ],
    [
      'of JSON-LD',
      article(
        '',
        jsonLd({ '@type': 'Article', image: [{ '@type': 'ImageObject', url: 'https://img.example/b.jpg' }] }),
      ),
      'https://img.example/b.jpg',
    ],
    ['of a link', article('', '<link rel="image_src" href="b.jpg">'), 'https://news.example/politics/b.jpg'],
    [
      'first shown, logos and counters apart',
      article('<img src="/logo.png"><img src="/p.gif" width="1" height="1"><img src="/b.jpg" width="800">'),
      'https://news.example/b.jpg',
    ],
    [
      'seen from the base of the page',
      article('', '<base href="https://cdn.example/x/"><meta property="og:image" content="b.jpg">'),
      'https://cdn.example/x/b.jpg',
    ],
    ['none that is data', article('<img src="data:image/png;base64,AAAA">'), null],
  ])('is the one %s', (_name, html, image) => {
    expect(metadataOf(html).image).toBe(image);
  });
});

describe('the canonical address', () => {
  it.each([
    [
      'a link',
      '<link rel="canonical" href="/politics/bridge?id=7">',
      'https://news.example/politics/bridge?id=7',
    ],
    ['OpenGraph', '<meta property="og:url" content="https://news.example/b">', 'https://news.example/b'],
    ['nothing that leads to the front page', '<link rel="canonical" href="https://news.example/">', null],
    ['no address of a script', '<link rel="canonical" href="javascript:void(0)">', null],
    ['nothing broken', '<link rel="canonical" href="http://[">', null],
  ])('is told by %s', (_name, head, url) => {
    expect(metadataOf(article('', head)).canonicalUrl).toBe(url);
  });
});

describe('the language', () => {
  it.each([
    ['<html lang="de-AT">', 'de-at'],
    ['<html xml:lang="pt_BR">', 'pt-br'],
    ['<html lang=""><meta http-equiv="content-language" content="fr, en">', 'fr'],
    ['<meta property="og:locale" content="en_GB">', 'en-gb'],
    ['<html lang="zh-Hant-TW">', 'zh-hant-tw'],
    ['<html lang="{{ lang }}">', null],
    [jsonLd({ '@type': 'Article', inLanguage: 'sv' }), 'sv'],
  ])('of %s is %s', (html, language) => {
    expect(metadataOf(html).language).toBe(language);
  });
});

describe('the rest', () => {
  it('is gathered, each thing once', () => {
    const found = metadataOf(
      article(
        '',
        `<meta property="og:site_name" content="The Example Post"><meta property="article:section" content="Traffic">
        <meta property="article:tag" content="bridge"><meta property="article:tag" content="harbour">
        <meta name="keywords" content="harbour, ferry; bridge"><meta name="description" content="It is &amp; open.">
        <meta property="article:modified_time" content="2024-03-06">`,
      ),
    );
    expect(articleMetadata(found)).toEqual({
      description: 'It is & open.',
      site_name: 'The Example Post',
      section: 'Traffic',
      language: 'en',
      modified_date: '2024-03-06T00:00:00',
      tags: ['bridge', 'harbour', 'ferry'],
    });
  });

  it('names several authors each by itself', () => {
    const found = metadataOf(article('', jsonLd({ '@type': 'Article', author: ['Ada Bell', 'Ciro Amico'] })));
    expect(articleMetadata(found)['authors']).toEqual(['Ada Bell', 'Ciro Amico']);
  });

  it('is empty for an empty page', () => {
    expect(articleMetadata(metadataOf(''))).toEqual({});
  });
});

const deep = 20_000;
describe('a broken page', () => {
  it.each([
    ['half a tag', '<html><head><meta property="og:title" content="x'],
    ['a title that never ends', `<title>${'word | '.repeat(50_000)}`],
    ['a lone surrogate', '<h1>\uD800</h1><time datetime="\uD800">\uDC00</time>'],
    [
      'elements in each other that all promise an author',
      '<span class="author date" itemprop="author datePublished">'.repeat(deep),
    ],
    ['a line of thousands of bylines', '<span class="author">By Ada Bell</span>'.repeat(deep)],
    ['thousands of dates', '<p class="date">5 March 2024</p>'.repeat(deep)],
    ['a class name of a megabyte', `<div class="${'date-author '.repeat(80_000)}">x</div>`],
    ['a description of a megabyte', `<meta name="description" content="${'a - b | '.repeat(120_000)}">`],
    ['JSON-LD of brackets', jsonLd('[{'.repeat(100_000))],
    ['JSON-LD of quotes', jsonLd(`{"a":"${'"x'.repeat(200_000)}`)],
    ['JSON-LD of white space', jsonLd(`{"a":"${' '.repeat(500_000)}"x}`)],
    [
      'JSON-LD that refers to itself',
      jsonLd({ '@type': 'Article', '@id': '#a', author: { '@id': '#a' }, headline: { '@id': '#a' } }),
    ],
    [
      'JSON-LD of the wrong types',
      jsonLd({
        '@type': 7,
        '@graph': 'x',
        headline: { a: [] },
        datePublished: [[1]],
        author: [[null]],
        image: 3,
        keywords: { x: 1 },
      }),
    ],
  ])('with %s says what it can', (_name, html) => {
    const found = metadataOf(html, 'https://news.example/%E0%A4%A');
    expect(found.tags).toBeInstanceOf(Array);
    expect(articleMetadata(found)).toBeTypeOf('object');
  });
});
