import { describe, expect, it } from 'vitest';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { SelectorCostError, selectorFor } from '../../../../electron/extract/select.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';

const feed = `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel><title>News</title>
    <item><title>One</title><dc:creator>Ann</dc:creator><guid isPermaLink="false">a-1</guid>
      <media:thumbnail url="/1.png" media:width="80"/><pubDate>Mon</pubDate><PubDate>other</PubDate></item>
    <item class="hot new"><title>Two &amp; three</title><dc:creator/><link href="x"/></item>
  </channel></rss>`;

function xmlPage(text: string): PageTree {
  const read = parsePageAs('xml', text);
  if (!read.ok || read.page.kind === 'json') throw new Error('no XML');
  return read.page;
}

const page = xmlPage(feed);

function values(language: 'css' | 'xpath', source: string, tree: PageTree = page): string[] {
  const read = selectorFor(language, source);
  if (!read.ok) throw new Error(read.problem.message);
  return read.selector.select(tree.document).map(({ value }) => value);
}

describe('XPath in XML', () => {
  it.each<[string, string[]]>([
    ['//item/title/text()', ['One', 'Two & three']],
    ['//dc:creator/text()', ['Ann']],
    ['//pubDate/text()', ['Mon']],
    ['//pubdate/text()', []],
    ['//media:thumbnail/@url', ['/1.png']],
    ['//@media:width', ['80']],
    ['//media:*/@media:*', ['80']],
    ['//dc:*/text()', ['Ann']],
    ['//item/guid[@isPermaLink="false"]/text()', ['a-1']],
    ['//*[media:thumbnail]/title/text()', ['One']],
    ['count(//item[dc:creator = "Ann"])', ['1.0']],
    ['name(//dc:creator)', ['dc:creator']],
    ['local-name(//dc:creator)', ['creator']],
    ['namespace-uri(//dc:creator)', ['http://purl.org/dc/elements/1.1/']],
    ['namespace-uri(//item)', ['']],
    ['local-name(//@media:width)', ['width']],
    ['namespace-uri(//@media:width)', ['http://search.yahoo.com/mrss/']],
    ['//*[local-name()="creator"]/text()', ['Ann']],
    ['count(/rss/@*)', ['1.0']],
    [
      '//channel/item[2]/title',
      [
        '<title xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">Two &amp; three</title>',
      ],
    ],
  ])('%s', (source, expected) => {
    expect(values('xpath', source)).toEqual(expected);
  });
});

it('looks for namespaces within the budget of a selector', () => {
  const deep = xmlPage(`${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}`);
  expect(() => values('xpath', '//*[namespace-uri() = "x"]', deep)).toThrow(SelectorCostError);
});

describe('CSS in XML', () => {
  it.each<[string, string[]]>([
    ['item > title::text', ['One', 'Two & three']],
    ['dc|creator::text', ['Ann']],
    ['dc\\:creator::text', ['Ann']],
    ['*|creator::text', ['Ann']],
    ['item > dc|*::text', ['Ann']],
    ['pubDate::text', ['Mon']],
    ['pubdate::text', []],
    ['PubDate::text', ['other']],
    ['media|thumbnail::attr(url)', ['/1.png']],
    ['media|thumbnail::attr(media:width)', ['80']],
    ['[media|width]::attr(url)', ['/1.png']],
    ['guid[isPermaLink]::text', ['a-1']],
    ['guid[ispermalink]::text', []],
    ['guid[isPermaLink="false" i]::text', ['a-1']],
    ['.hot title::text', ['Two & three']],
    ['item:not(:has(media|thumbnail)) title::text', ['Two & three']],
    [
      'link',
      [
        '<link xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" href="x"/>',
      ],
    ],
  ])('%s', (source, expected) => {
    expect(values('css', source)).toEqual(expected);
  });
});

describe('names with a prefix in HTML', () => {
  const html = parsePage('<svg><use xlink:href="#a"/></svg><o:p>x</o:p><p xml:lang=de>y</p>');

  it.each<['css' | 'xpath', string, string[]]>([
    ['xpath', '//*[name()="o:p"]/text()', ['x']],
    ['xpath', '//o:p/text()', ['x']],
    ['css', 'o|p::text', ['x']],
    ['xpath', '//@xlink:href', ['#a']],
    ['css', 'use[xlink|href]::attr(href)', ['#a']],
    ['xpath', '//p/@xml:lang', ['de']],
    ['xpath', '//dc:creator', []],
    ['css', '*|p::text', ['y']],
  ])('%s %s', (language, source, expected) => {
    expect(values(language, source, html)).toEqual(expected);
  });
});

describe('markup of XML', () => {
  it('keeps what XML means', () => {
    const text = '<a b="1 &quot; &#10; &lt;"><![CDATA[<x>]]>&amp;<!-- c --><d/><e></e></a>';
    expect(values('xpath', '/a', xmlPage(text))).toEqual([
      '<a b="1 &quot; &#10; &lt;">&lt;x&gt;&amp;<!-- c --><d/><e/></a>',
    ]);
  });

  it('does not recurse', () => {
    const deep = xmlPage(`${'<a>'.repeat(50_000)}x${'</a>'.repeat(50_000)}`);
    expect(values('xpath', '/a', deep)[0]).toHaveLength(50_000 * 7 + 1);
  });
});
