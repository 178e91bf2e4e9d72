import { isTag, type AnyNode, type Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../../electron/extract/articles/blocks.ts';
import { extractArticle } from '../../../../electron/extract/articles/chain.ts';
import { segmentPage } from '../../../../electron/extract/articles/text/segment.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';
import { walk } from '../../../../electron/extract/walk.ts';
import { given } from '../../../given.ts';
import { sized } from '../../../scale.ts';
import { paragraph } from './text/pages.ts';

const url = 'https://example.com/2024/03/05/harbour';
const page = (body: string, head = ''): string =>
  `<html><head><title>A page made to hurt</title>${head}</head><body>${body}</body></html>`;
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const script = (json: string): string => `<script type="application/ld+json">${json}</script>`;

/** No page has more blocks than these, whatever it holds: all work after the cut grows with them. */
const maxCut = 8000;
const maxRead = 20_000;

describe('the whole chain on a page that is (a tenth of it outside the soak tier)', () => {
  it.each([
    ['100,000 elements deep', () => page('<div class="article">'.repeat(sized(100_000)) + paragraph(1))],
    [
      '100,000 inline elements deep',
      () => page('<span class="byline">'.repeat(sized(100_000)) + paragraph(1)),
    ],
    [
      '20,000 lists deep, each with text',
      () => page(times(sized(20_000), (at) => `<ul><li>Item ${at} of a list`)),
    ],
    ['20,000 tables deep', () => page('<table><tr><td>'.repeat(sized(20_000)) + paragraph(1))],
    ['1,000,000 siblings wide', () => page('<p>a</p>'.repeat(sized(1_000_000)))],
    [
      '300,000 empty siblings wide',
      () => page('<div class="a"></div>'.repeat(sized(300_000)) + paragraph(1)),
    ],
    ['300,000 line breaks long', () => page('x<br><br>'.repeat(sized(300_000)))],
    ['one text of 10 MB', () => page('some words, and so on. '.repeat(sized(435_000)))],
    ['one word of 10 MB', () => page('x'.repeat(sized(10_000_000)))],
    ['10 MB of white space', () => page(`x${' \n'.repeat(sized(5_000_000))}y`)],
    ['10 MB of preformatted white space', () => page(`<pre>x${' \n'.repeat(sized(5_000_000))}y</pre>`)],
    ['5 MB of full stops and quotes', () => page('."'.repeat(sized(2_500_000)))],
    ['50,000 links', () => page('<a href="/author/ada">By Ada Bell</a> '.repeat(sized(50_000)))],
    [
      'a table of 200,000 cells',
      () => page(`<table>${`<tr>${'<td>a cell</td>'.repeat(20)}</tr>`.repeat(sized(10_000))}</table>`),
    ],
    [
      'a row of 200,000 cells',
      () => page(`<table><tr>${'<td>a cell</td>'.repeat(sized(200_000))}</tr></table>`),
    ],
    [
      '100,000 entries of JSON-LD',
      () =>
        page(
          `<p>${paragraph(1)}</p>`,
          script(
            `[${times(sized(100_000), (at) => `{"@type":"NewsArticle","@id":"#${at}","headline":"No. ${at}"},`)}{}]`,
          ),
        ),
    ],
    [
      '50,000 scripts of JSON-LD',
      () => page(`<p>${paragraph(1)}</p>`, script('{"a":"b\n",,').repeat(sized(50_000))),
    ],
    [
      'an attribute of 5 MB',
      () => page(`<div class="${'article-body '.repeat(sized(400_000))}"><p>${paragraph(1)}</p></div>`),
    ],
    [
      'a style of 3 MB',
      () => page(`<div style="display${' '.repeat(sized(3_000_000))}x"><p>${paragraph(1)}</p></div>`),
    ],
    [
      '50,000 class names',
      () => page(times(sized(50_000), (at) => `<p class="author-${at}k">By Ada ${at}</p>`)),
    ],
    ['a title of 5 MB', () => `<title>${'Title - '.repeat(sized(600_000))}</title><p>${paragraph(1)}</p>`],
    ['100,000 bylines', () => page('<div class="byline">By Ada Bell</div>'.repeat(sized(100_000)))],
    ['100,000 dates', () => page('<time datetime="2024-03-05">5 March</time>'.repeat(sized(100_000)))],
  ])(
    '%s',
    (_name, make) => {
      const tree = parsePage(make());
      const { strategies, article } = extractArticle(tree, { url, settings: {} });
      // What a strategy throws would be its reason: "it failed: …".
      for (const { reason } of strategies) expect(reason ?? '').not.toMatch(/failed|nested too deeply/);
      expect(article === null).toBe(strategies.at(-1)?.reason !== null);
      expect(segmentPage(tree).blocks.length).toBeLessThanOrEqual(maxCut);
      expect(readBlocks(tree).blocks.length).toBeLessThanOrEqual(maxRead);
    },
    60_000,
  );
});

it('a page of more blocks than are looked at gives its text up to there, in order', () => {
  const tree = parsePage(
    page(`<article>${times(12_000, (at) => `<p>Number ${at}. ${paragraph(at)}</p>`)}</article>`),
  );
  const { article } = extractArticle(tree, { url, settings: { EXTRACTOR_ORDER: ['textparser'] } });
  const numbers = [...(article?.content ?? '').matchAll(/^Number (\d+)\./gm)].map(([, number]) =>
    Number(number),
  );
  expect(numbers).toEqual(Array.from({ length: maxCut }, (_, at) => at));
}, 60_000);

/** How often the chain asks an element for its attributes and its parent. */
function readsOf(tree: PageTree, element: Element): number {
  let reads = 0;
  for (const key of ['attribs', 'parent', 'children'] as const) {
    const value = element[key];
    Object.defineProperty(element, key, {
      configurable: true,
      get: () => {
        reads += 1;
        return value;
      },
    });
  }
  extractArticle(tree, { url, settings: {} });
  return reads;
}

function lastElement(tree: PageTree, name: string): Element {
  const found: Element[] = [];
  walk(tree.document, {
    enter(node: AnyNode) {
      if (isTag(node) && node.name === name) found[0] = node;
    },
  });
  return given(found[0]);
}

describe('the work for one element does not grow with the page', () => {
  it.each([
    ['paragraphs', (count: number) => times(count, (at) => `<p>${paragraph(at)}</p>`), 'p'],
    [
      'links',
      (count: number) => times(count, (at) => `<p><a href="/${at}">A link number ${at}</a></p>`),
      'a',
    ],
    [
      'cells',
      (count: number) => `<table>${times(count, (at) => `<tr><td>${at}</td><td>b</td></tr>`)}</table>`,
      'td',
    ],
    [
      'bylines',
      (count: number) => times(count, (at) => `<div class="byline">By Ada Bell ${at}</div>`),
      'div',
    ],
    ['lists in lists', (count: number) => `${'<ul><li>'.repeat(count)}${paragraph(1)}`, 'li'],
  ])('%s', (_name, make, name) => {
    const few = parsePage(page(make(300)));
    const many = parsePage(page(make(3000)));
    const readsOfFew = readsOf(few, lastElement(few, name));
    expect(readsOfFew).toBeGreaterThan(0);
    expect(readsOf(many, lastElement(many, name))).toBeLessThanOrEqual(readsOfFew * 1.5 + 20);
  });
});
