import { describe, expect, it } from 'vitest';
import { generateSite } from '../../../../bench/site.ts';
import { buildTree } from '../../../../electron/extract/html/build.ts';
import { parseWithParse5 } from '../../../../electron/extract/html/parse5-fallback.ts';
import { referenceNames } from '../../../../electron/extract/html/entities.ts';
import { treeDifference } from '../../../../scripts/tree-difference.ts';
import { seeds } from '../../../scale.ts';
import { oddPage } from './pages.ts';

/** What is wrong with the fast tree of the page; null when nothing is, or when the page is left to parse5. */
function fault(page: string): { claimed: boolean; difference: string | null } {
  const fast = buildTree(page);
  return {
    claimed: fast !== null,
    difference: fast === null ? null : treeDifference(fast, parseWithParse5(page)),
  };
}

describe('the fast tree and the tree of parse5', () => {
  it('are equal, node for node, on odd pages, most of which the fast builder takes', () => {
    const different: string[] = [];
    let claimed = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const result = fault(oddPage(seed));
      if (result.claimed) claimed++;
      if (result.difference !== null) different.push(`${seed}: ${result.difference}`);
    }
    expect(different).toEqual([]);
    expect(claimed).toBeGreaterThan(seeds * 0.58);
  });

  it('are equal on ordinary pages, all of which the fast builder takes', () => {
    for (const page of generateSite(40, 3).values()) {
      expect(fault(new TextDecoder().decode(Buffer.from(page)))).toEqual({ claimed: true, difference: null });
    }
  });

  it('are equal on a page with what shops and newspapers are full of', () => {
    const page = `<!DOCTYPE html>\r
<html lang="en" class=no-js><head prefix="og: http://ogp.me/ns#">
<meta charset="utf-8"><title>Tea &amp; more — it&rsquo;s here</title>
<link rel=stylesheet href="/a.css?v=1&amp;w=2"><style>a > b { content: "</p>" }</style>
<script type="application/ld+json">{"@type": "Product", "name": "Tea <1>"}</script>
<script><!-- document.write("<script src=x></script>"); --></script>
<noscript><img src="https://t.example/p?a=1&amp;b=2" alt=""></noscript></head>
<body class="home page"><!-- header --><header><nav><ul><li><a href=/>Home</a><li class=on><a href="/t">Tea</a></ul></nav>
<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id=g /></defs><use xlink:href="#i"/></svg>
<form action=/s><input type=search name=q><select name=c><option value=1 selected>All<option>Tea</select>
<button disabled>Go</button><textarea>\na</textarea></form></header>
<main><h1>Tea</h1><p>Price:&nbsp;<b>&pound;3<p>Second <i>part</b> goes</i> on
<table class=t><caption>Sizes</caption><tr><th>S<th>L<tr><td>1<td><a href=x>2</a></table>
<dl><dt>From<dd>India<dt>To<dd>All</dl><template><li>{{x}}</li></template>
<my-rating value=4></my-rating><iframe src=v allowfullscreen></iframe></main>
<footer>&copy; 2026<br/>&#169; &hellip;</footer></body></html>
`;
    expect(fault(page)).toEqual({ claimed: true, difference: null });
  });
});

describe('character references', () => {
  it.each(referenceNames.map((name) => [name]))('%s, with and without its semicolon', (name) => {
    const variants = [`&${name};x`, `&${name}`, `&${name} x`, `&${name}=`, `&${name}1`];
    for (const text of variants) {
      const page = `<!DOCTYPE html><p title="${text}" class='${text}'>${text}<b>`;
      expect(fault(page)).toEqual({ claimed: true, difference: null });
    }
  });

  it('numbers', () => {
    const numbers = [
      ...Array.from({ length: 0x300 }, (_, at) => at),
      0xd7ff,
      0xd800,
      0xdfff,
      0xe000,
      0xfffe,
      0x1f600,
    ];
    for (const code of [...numbers, 0x10ffff, 0x110000, 2 ** 31, 2 ** 53, 1e30]) {
      const text = `&#${code};&#x${Math.min(code, 2 ** 53).toString(16)};&#${code} &#X${Math.min(code, 2 ** 53).toString(16)}g`;
      expect(fault(`<!DOCTYPE html><p title="${text}">${text}</p>`)).toEqual({
        claimed: true,
        difference: null,
      });
    }
  });
});

describe('pages that the fast builder leaves to parse5', () => {
  it.each([
    ['frames', '<!DOCTYPE html><frameset><frame></frameset>'],
    ['a formula', '<!DOCTYPE html><p><math><mi>x</mi></math>'],
    ['plain text to the end', '<!DOCTYPE html><plaintext>a'],
    ['a NUL', '<!DOCTYPE html><p>a\0b'],
    ['a rare character reference', '<!DOCTYPE html><p>&NotEqualTilde;'],
    ['an unusual doctype', '<!DOCTYPE html PUBLIC "-//Example//DTD x//EN"><p>'],
    ['a comment without an end', '<!DOCTYPE html><p>a<!-- b'],
    ['CDATA in an SVG', '<!DOCTYPE html><svg><![CDATA[a]]></svg>'],
  ])('%s', (_what, page) => {
    expect(buildTree(page)).toBeNull();
  });
});

describe('pages made to be slow', () => {
  const many = 100_000;

  it('leaves tags nested 100,000 deep to parse5', () => {
    for (const tag of ['<div>', '<b>', '<svg><g>', '<table><tr><td>', '<template>']) {
      expect(buildTree(`<!DOCTYPE html>${tag.repeat(many)}`)).toBeNull();
    }
  });

  it.each([
    ['paragraphs that nothing ends', '<p>x', 100_000],
    ['list items that nothing ends', '<li>x', 100_000],
    ['references', '&amp;<br>', 100_000],
    ['less-than signs', '< ', 100_000],
    ['end tags of nothing', 'a</x>', 100_000],
    ['crossed formatting', '<b><p>x</b>y</p>', 20_000],
  ])('takes 100,000 tags and more in a row: %s', (_what, piece, count) => {
    const document = buildTree(`<!DOCTYPE html>${piece.repeat(count)}`);
    expect(document?.children).toHaveLength(2);
  });

  it('forgets names when pages make up too many', () => {
    for (let page = 0; page < 12; page++) {
      const tags = Array.from({ length: 1500 }, (_, at) => `<x${page}-${at} a${page}-${at}=${at}>`);
      const html = `<!DOCTYPE html><p>${tags.map((tag) => `${tag}</${tag.slice(1).split(' ')[0] ?? ''}>`).join('')}`;
      expect(fault(html)).toEqual({ claimed: true, difference: null });
    }
  });
});
