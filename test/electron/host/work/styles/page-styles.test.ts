import { describe, expect, it } from 'vitest';
import { elementsBelow } from '../../../../../electron/extract/walk.ts';
import { parsePage } from '../../../../../electron/extract/tree.ts';
import { PageStyles } from '../../../../../electron/host/work/preview/page-styles.ts';
import { renderPage } from '../../../../../electron/host/work/preview/render.ts';
import { readImports, underConditions } from '../../../../../electron/host/work/styles/css-imports.ts';
import { baseOf, pageSheets } from '../../../../../electron/host/work/styles/style-links.ts';

const site = 'https://example.org/dir/page';

describe('imports of a style sheet', () => {
  const none = { layer: null, supports: null, media: null };
  it.each([
    ['@import "a.css";', [{ url: 'a.css', ...none }], ''],
    ["@import 'a.css'; p {}", [{ url: 'a.css', ...none }], 'p {}'],
    ['@charset "utf-8";@IMPORT url( a.css ) ;p{}', [{ url: 'a.css', ...none }], 'p{}'],
    ['/* x */ <!-- @import url("a;b.css") print;', [{ url: 'a;b.css', ...none, media: 'print' }], ''],
    [
      '@import "a.css" layer screen and (width > 4px);',
      [{ url: 'a.css', layer: '', supports: null, media: 'screen and (width > 4px)' }],
      '',
    ],
    [
      '@import "a.css" layer(base.reset) supports(display: grid) print;',
      [{ url: 'a.css', layer: 'base.reset', supports: '(display: grid)', media: 'print' }],
      '',
    ],
    ['@layer one, two; @import "a.css"; p{}', [{ url: 'a.css', ...none }], '@layer one, two;p{}'],
    ['@import url(data:text/css;base64,QQ==);p{}', [{ url: 'data:text/css;base64,QQ==', ...none }], 'p{}'],
    ['@import "a.css"', [{ url: 'a.css', ...none }], ''],
    ['p{} @import "late.css";', [], 'p{} @import "late.css";'],
    ['@layer x { p{} } @import "late.css";', [], '@layer x { p{} } @import "late.css";'],
    ['@import-x "a.css";', [], '@import-x "a.css";'],
    ['@import nothing;p{}', [], 'p{}'],
    ['@import "never ends', [{ url: 'never ends', ...none }].slice(1), ''],
    ['/* never ends', [], ''],
    ['', [], ''],
  ])('%s', (css, imports, rest) => {
    expect(readImports(css)).toEqual({ imports, rest });
  });

  it('are read in time that grows with the text, whatever stands there', () => {
    for (const part of [
      '/*',
      '@import ',
      '@import "a";',
      '@import url(',
      '@layer a;',
      '\\',
      '"',
      '<!--',
      ' ',
    ]) {
      const css = part.repeat(1_000_000 / part.length);
      expect(readImports(css).rest.length).toBeLessThanOrEqual(css.length);
    }
  });

  it('keep their conditions', () => {
    const each = { url: 'a', layer: 'x', supports: '(display: grid)', media: 'print' };
    expect(underConditions('p{}', each)).toBe('@media print{@supports (display: grid){@layer x{p{}\n}\n}\n}');
    expect(underConditions('p{}', { ...each, layer: '', supports: null, media: null })).toBe(
      '@layer {p{}\n}',
    );
  });
});

const elementsOf = (html: string) => elementsBelow(parsePage(html).document);

describe('the style sheets of a page', () => {
  it.each([
    ['<link rel="stylesheet" href="a.css">', ['https://example.org/dir/a.css']],
    [
      '<link rel="Next StyleSheet" href=" /a.css#x "><link rel=stylesheet href="/a.css">',
      ['https://example.org/a.css'],
    ],
    ['<base href="//cdn.example/v/"><link rel="stylesheet" href="a.css">', ['https://cdn.example/v/a.css']],
    ['<style>@import "b.css";</style>', ['https://example.org/dir/b.css']],
    [
      '<link rel="stylesheet" media="print" onload="this.media=\'all\'" href="a.css">',
      ['https://example.org/dir/a.css'],
    ],
    [
      '<link rel="preload" as="style" onload="this.rel=\'stylesheet\'" href="a.css">',
      ['https://example.org/dir/a.css'],
    ],
    ['<noscript><link rel="stylesheet" href="a.css"></noscript>', ['https://example.org/dir/a.css']],
    ['<link rel="preload" as="style" href="a.css"><link rel="icon" href="i"><link rel="stylesheet">', []],
    ['<link rel="alternate stylesheet" href="a.css"><link rel="stylesheet" disabled href="b.css">', []],
    ['<link rel="stylesheet" type="text/less" href="a.less"><link rel="stylesheet" href="javascript:x">', []],
  ])('%s', (html, urls) => {
    expect(pageSheets(elementsOf(html), site)).toEqual(urls);
  });

  it('are known where they say so themselves, when the address of the page is not', () => {
    const html = '<link rel="stylesheet" href="https://a.example/a.css"><link rel="stylesheet" href="b.css">';
    expect(pageSheets(elementsOf(html), null)).toEqual(['https://a.example/a.css']);
  });
});

/** The preview of a page with these sheets, by address; and what a browser would read in it. */
function shown(html: string, sheets: Record<string, string>) {
  const { document } = parsePage(html);
  const elements = elementsBelow(document);
  const kept = Object.entries(sheets).map(([url, css]) => ({ url, css, problem: null, blocked: false }));
  const styles = new PageStyles(kept, baseOf(elements, site));
  const { html: text } = renderPage(document, elements, { script: '', styles });
  const body = text.slice(text.indexOf('<html'));
  const read = elementsBelow(parsePage(body).document);
  const texts = read
    .filter(({ name }) => name === 'style')
    .map(({ attribs, children: [child] }) => [
      attribs['media'] ?? '',
      child !== undefined && 'data' in child ? child.data : '',
    ]);
  return { text, texts, names: read.map(({ name }) => name) };
}

describe('styles in a preview', () => {
  const link = '<link rel="stylesheet" href="/a.css">';

  it('stand where the page has them, behind what they import, and have no numbers', () => {
    const { texts, text } = shown(
      `<style>one{}</style><link rel="stylesheet" media="print" href="/a.css"><style>@import "/c.css" screen; three{}</style><p>x`,
      {
        'https://example.org/a.css': '@charset "x"; @import "sub/b.css"; two{}',
        'https://example.org/sub/b.css': '@import "deeper.css"; imported{}',
        'https://example.org/sub/deeper.css': 'never{}',
        'https://example.org/c.css': 'four{}',
      },
    );
    expect(texts).toEqual([
      ['', 'one{}'],
      ['print', 'imported{}'],
      ['print', 'two{}'],
      ['', '@media screen{four{}\n}'],
      ['', '@import "/c.css" screen; three{}'],
    ]);
    expect(text).toContain('<style media="print">two{}</style>');
    expect(text.match(/data-spider-studio-n=/g)).toHaveLength(6);
  });

  it.each([
    ['an end tag', '</style><script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['an end tag in capitals', '</STYLE ><meta http-equiv=refresh content="0;url=https://e.example">'],
    ['an end tag in pieces', '<</style/style><script>alert(1)</script>'],
    ['an end tag in a comment', '<<!--/style><script>alert(1)</script>'],
    ['an end tag that is escaped', '\\3c /style><script>alert(1)</script>'],
    ['an end tag in the conditions of an import', '@import "/b.css" </style><script>alert(1)</script>;'],
    ['an end tag in a layer', '@layer </style><script>alert(1)</script>;'],
    ['half an end tag', 'p{}</sty'],
  ])('never end early: %s', (_, css) => {
    const { names } = shown(`${link}<p>x`, {
      'https://example.org/a.css': css,
      'https://example.org/b.css': `b{} ${css}`,
    });
    expect(names.filter((name) => ['script', 'img', 'meta'].includes(name))).toEqual([]);
    expect(names.at(-1)).toBe('p');
  });

  it('cannot fill the memory: a sheet that is named again and again has a limit', () => {
    const css = 'p{}'.repeat(300_000);
    const { text } = shown(link.repeat(1000), { 'https://example.org/a.css': css });
    expect(text.length).toBeGreaterThan(css.length);
    expect(text.length).toBeLessThan(9_000_000);
  });
});
