import type { AnyNode } from 'domhandler';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePage } from '../../electron/extract/tree.ts';
import { selectorFor } from '../../electron/extract/select.ts';
import { launchChromium } from './window/chromium.ts';

/** Pages that browsers mend while they read them; people copy selectors from what comes out. */
const pages: Record<string, string> = {
  'a table without tbody': '<table><tr><td>1<td>2<tr><td>3</table>',
  'text in a table': '<table><tr>lost<td>found</td></tr></table>after',
  'a form across a table': '<table><form><tr><td><input></td></tr></form></table>',
  'no html, head or body': '<title>t</title><p>one<p>two',
  'misnested formatting': '<p><b>bold<i>both</b>italic</i>plain</p>',
  'a paragraph closed by a block': '<p>a<div>b</div>c</p>',
  'lists without ends': '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>',
  'nested links': '<a href=1>one<a href=2>two</a></a>',
  'headings that close each other': '<h1>a<h2>b</h1>c</h2>',
  'definition lists': '<dl><dt>a<dd>b<dt>c<dd>d</dl>',
  'a select with strange children': '<select><option>a<option>b<optgroup label=x><option>c</select>',
  'svg and math':
    '<svg viewBox="0 0 1 1"><foreignObject><p>in</p></foreignObject><path d=x /></svg><math><mi>x</mi></math>',
  'entities of every kind':
    '<p title="&lt;&amp;&quot;&nbsp;&copy">&lt;a&gt; &notit; &#x41; &#65; &#128; &eacute; &ampx;</p>',
  'comments that are none': '<!-- a --><!--> x --><! y ><p>after</p>',
  'attributes of every kind': `<p a b=1 c='2' d="3" A=4 e = 5 f=/x/y/ g"h=i>x</p>`,
  'a body with a second body': '<body class=a><p>x<body class=b id=c><p>y</body>z',
  'raw text':
    '<style>a > b {}</style><script>if (a < b && "</p>") {}</script><textarea>\n<p>x</textarea><title>&amp;</title>',
  'unfinished markup': '<div class="a" <p>x</div',
  'noscript in the body': '<body><noscript><img src=a.png><p>plain</p></noscript><p>x</p>',
  'a frame of its own': '<iframe src=x><p>not parsed</p></iframe><p>after</p>',
  'a template': '<template><tr><td>x</td></tr></template><p>after</p>',
  'many open formatting elements': '<b><i><u><p>a</b>b</i>c</u>d</p>e',
  'columns and captions': '<table><caption>c<col><colgroup><col><tbody><tr><th>h<td>d</table>',
  'line breaks of every kind': '<pre>\na\r\nb\rc</pre><p>\r\n</p>',
};

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** A tree as text: one line per node, indented by depth; the same for both sides. */
function outline(node: AnyNode, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  if (node.type === 'text') return [`${indent}"${node.data}"`];
  if (node.type === 'comment') return [`${indent}<!--${node.data}-->`];
  if ('attribs' in node) {
    const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${value}"`);
    const children =
      node.name === 'template' ? [] : node.children.flatMap((child) => outline(child, depth + 1));
    return [`${indent}<${node.name}${attributes.join('')}>`, ...children];
  }
  return 'children' in node ? node.children.flatMap((child) => outline(child, depth)) : [];
}

const outlineInBrowser = (html: string): string[] => {
  const lines = (node: Node, depth: number): string[] => {
    const indent = '  '.repeat(depth);
    if (node.nodeType === Node.TEXT_NODE) return [`${indent}"${node.nodeValue ?? ''}"`];
    if (node.nodeType === Node.COMMENT_NODE) return [`${indent}<!--${node.nodeValue ?? ''}-->`];
    if (node instanceof Element) {
      const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`);
      const children =
        node.localName === 'template' ? [] : [...node.childNodes].flatMap((child) => lines(child, depth + 1));
      return [`${indent}<${node.localName}${attributes.join('')}>`, ...children];
    }
    return [...node.childNodes].flatMap((child) => lines(child, depth));
  };
  return lines(new DOMParser().parseFromString(html, 'text/html'), 0);
};

describe('selectors see the tree that a browser builds', () => {
  it.each(Object.entries(pages))('%s', async (_, html) => {
    expect(outline(parsePage(html).document)).toEqual(await page.evaluate(outlineInBrowser, html));
  });

  it.each([
    'table > tbody > tr:nth-child(2) > td',
    'html > body > p:nth-of-type(2)',
    'ul > li:nth-child(2) > ul > li',
    'td:not(:first-child)',
    'p:has(> b)',
    'select optgroup > option',
    '[title*="&"]',
  ])('%s finds what it finds there', async (selector) => {
    const html = Object.values(pages).join('\n');
    const read = selectorFor('css', selector);
    if (!read.ok) throw new Error(read.problem.message);
    const found = read.selector.select(parsePage(html).document).map(({ text }) => text);
    const expected = await page.evaluate(
      ([source, css]) =>
        [...new DOMParser().parseFromString(source, 'text/html').querySelectorAll(css)].map(
          (one) => one.textContent,
        ),
      [html, selector] as const,
    );
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
  });
});
