import { isTag, isText, type AnyNode } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { selectorFor } from '../../../electron/extract/select.ts';
import { serializeNode } from '../../../electron/extract/serialize.ts';
import { parsePage } from '../../../electron/extract/tree.ts';

function values(html: string, language: 'css' | 'xpath', source: string): string[] {
  const reading = selectorFor(language, source);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.selector.select(parsePage(html).document).map(({ value }) => value);
}

const body = (html: string): string => values(html, 'css', 'body')[0] ?? '';

describe('the tree is the one a browser builds', () => {
  it.each([
    [
      'implied tbody',
      '<table><tr><td>a</table>',
      '<body><table><tbody><tr><td>a</td></tr></tbody></table></body>',
    ],
    [
      'text in a table',
      '<table>x<tr><td>a</table>',
      '<body>x<table><tbody><tr><td>a</td></tr></tbody></table></body>',
    ],
    ['crossed tags', '<b>1<i>2</b>3</i>', '<body><b>1<i>2</i></b><i>3</i></body>'],
    ['unclosed paragraphs', '<p>1<p>2<div>3', '<body><p>1</p><p>2</p><div>3</div></body>'],
    ['nothing', '', '<body></body>'],
    ['a stray end tag', 'a</div>b', '<body>ab</body>'],
  ])('%s', (_what, html, markup) => {
    expect(body(html)).toBe(markup);
  });

  it('keeps a noscript in the head from ending the head', () => {
    const html = '<head><noscript><div><img src="a"></div></noscript><title>t</title></head><body>b';
    expect(values(html, 'xpath', '/html/head/title/text()')).toEqual(['t']);
    expect(values(html, 'css', 'head noscript img::attr(src)')).toEqual(['a']);
  });

  it('opens a noscript wherever it stands', () => {
    const html = '<ul><li><noscript><a href="/x">x &amp; y</a><p>z</noscript></li></ul>';
    expect(values(html, 'css', 'li noscript > a::attr(href)')).toEqual(['/x']);
    expect(values(html, 'xpath', '//noscript//text()')).toEqual(['x & y', 'z']);
    expect(values('<noscript>a<noscript>b<i>c</i></noscript>', 'css', 'noscript i::text')).toEqual(['c']);
  });

  it('hides the contents of a template from selectors, but not from markup', () => {
    const html = '<div><template><a href="/x">x</a></template><a>y</a></div>';
    expect(values(html, 'css', 'a::text')).toEqual(['y']);
    expect(values(html, 'css', 'template a')).toEqual([]);
    expect(values(html, 'css', 'div:contains("x")')).toEqual([]);
    expect(values(html, 'xpath', '//a/text() | //template//text()')).toEqual(['y']);
    expect(values(html, 'xpath', 'string(//div)')).toEqual(['y']);
    expect(values(html, 'css', 'template')).toEqual(['<template><a href="/x">x</a></template>']);
  });

  it('never leaves two text nodes side by side', () => {
    let sideBySide = 0;
    for (const html of [
      '<table>a<tr>b</tr>c</table>',
      'a<b>c</a>d<p>e</b>f',
      '<noscript>a&lt;b<!-- -->c</noscript>',
    ]) {
      const nodes: AnyNode[] = [parsePage(html).document];
      for (const node of nodes) {
        if (isText(node) && node.next !== null && isText(node.next)) sideBySide += 1;
        if ('children' in node) nodes.push(...node.children);
      }
    }
    expect(sideBySide).toBe(0);
  });

  it('links parents and siblings both ways', () => {
    const nodes: AnyNode[] = [
      parsePage('<p>a<noscript><i>b</i>c</noscript><table>x<tr><td></table>').document,
    ];
    for (const node of nodes) {
      if (!('children' in node)) continue;
      node.children.forEach((child, index) => {
        expect(child.parent).toBe(node);
        expect(child.prev).toBe(node.children[index - 1] ?? null);
        expect(child.next).toBe(node.children[index + 1] ?? null);
      });
      nodes.push(...node.children);
    }
    expect(nodes.filter(isTag).map(({ name }) => name)).toContain('noscript');
  });
});

describe('markup is written as lxml writes it', () => {
  it.each([
    ['<a href="/a b?q=é&amp;z=1">x</a>', '<a href="/a%20b?q=%C3%A9&amp;z=1">x</a>'],
    ['<img src="x y.png" name="a b" alt="">', '<img src="x%20y.png" name="a b" alt="">'],
    [`<i title='He said "hi" &amp; <b>'></i>`, `<i title='He said "hi" &amp; &lt;b&gt;'></i>`],
    [`<i title='a"b&apos;c'></i>`, `<i title="a&quot;b'c"></i>`],
    ['<input checked="checked" disabled hidden>', '<input checked disabled hidden>'],
    ['<i>T &amp; &lt;x&gt;&nbsp;é "q"</i>', '<i>T &amp; &lt;x&gt;\u00a0é "q"</i>'],
    ['<i></i><script>if (a<b && c) {}</script>', '<i></i><script>if (a<b && c) {}</script>'],
    ['<br><hr>', '<br><hr>'],
    ['<i><!-- c --></i>', '<i><!-- c --></i>'],
    ['<svg viewBox="0 0 1 1"><path d="M0"/></svg>', '<svg viewBox="0 0 1 1"><path d="M0"></path></svg>'],
    ['<svg><use xlink:href="#q"/></svg>', '<svg><use xlink:href="#q"></use></svg>'],
  ])('%s', (html, markup) => {
    expect(body(html)).toBe(`<body>${markup}</body>`);
  });

  it('leaves out the text after the node', () => {
    expect(values('<p><b>x</b>tail</p>', 'css', 'b')).toEqual(['<b>x</b>']);
  });

  it('writes comments and whole documents', () => {
    const { document } = parsePage('<!DOCTYPE html><!--c--><title>t</title>');
    expect(serializeNode(document)).toBe('<!--c--><html><head><title>t</title></head><body></body></html>');
    expect(values('<!--c-->', 'xpath', '//comment()')).toEqual(['<!--c-->']);
  });
});
