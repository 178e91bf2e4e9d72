import { render } from 'dom-serializer';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../../electron/extract/html/build.ts';

/** Pages by what they are about, each with the tree that a browser builds, written as HTML. */
const cases: Record<string, [page: string, tree: string][]> = {
  'before the body': [
    ['', '<html><head></head><body></body></html>'],
    ['text', '<html><head></head><body>text</body></html>'],
    [
      ' <!--a--> <!DOCTYPE html> <!--b--> ',
      '<!--a--><!DOCTYPE html><!--b--><html><head></head><body></body></html>',
    ],
    ['</p></br>x', '<html><head></head><body><br>x</body></html>'],
    ['<title>a &amp; <b></title>x', '<html><head><title>a & <b></title></head><body>x</body></html>'],
    [
      '<head><meta charset=utf-8> <base></head> <link><p>',
      '<html><head><meta charset="utf-8"> <base><link></head> <body><p></p></body></html>',
    ],
    [
      '<html lang=en><html lang=de id=x><body class=a><body class=b title=c>',
      '<html lang="en" id="x"><head></head><body class="a" title="c"></body></html>',
    ],
    [
      '<head><script>"<b>"</script><noscript><link></noscript></head>',
      '<html><head><script>"<b>"</script><noscript><link></noscript></head><body></body></html>',
    ],
    ['</head><style>p{}</style>x', '<html><head><style>p{}</style></head><body>x</body></html>'],
    ['<head></p></head></head>x', '<html><head></head><body>x</body></html>'],
  ],
  body: [
    ['<p>a<p>b<div>c</p>', '<html><head></head><body><p>a</p><p>b</p><div>c<p></p></div></body></html>'],
    [
      '<ul><li>a<li><div>b<li>c</ul>',
      '<html><head></head><body><ul><li>a</li><li><div>b</div></li><li>c</li></ul></body></html>',
    ],
    ['<dl><dt>a<dd>b<dt>c', '<html><head></head><body><dl><dt>a</dt><dd>b</dd><dt>c</dt></dl></body></html>'],
    ['<h1>a<h2>b</h3>c', '<html><head></head><body><h1>a</h1><h2>b</h2>c</body></html>'],
    [
      '<pre>\n\na</pre><textarea>\n<b></textarea>',
      '<html><head></head><body><pre>\na</pre><textarea><b></textarea></body></html>',
    ],
    ['<form><form><p></form>x', '<html><head></head><body><form><p></p></form>x</body></html>'],
    ['<button>a<button>b', '<html><head></head><body><button>a</button><button>b</button></body></html>'],
    [
      '<p><table><td></p>x',
      '<html><head></head><body><p></p><table><tbody><tr><td><p></p>x</td></tr></tbody></table></body></html>',
    ],
    ['<div><span></div>x</span>', '<html><head></head><body><div><span></span></div>x</body></html>'],
    [
      '<option>a<option>b<optgroup>c',
      '<html><head></head><body><option>a</option><option>b</option><optgroup>c</optgroup></body></html>',
    ],
    [
      '<ruby>a<rb>b<rt>c<rp>d<rtc>e</ruby>f',
      '<html><head></head><body><ruby>a<rb>b</rb><rt>c</rt><rp>d</rp><rtc>e</rtc></ruby>f</body></html>',
    ],
    ['<image src=x></br><hr/><br/>a', '<html><head></head><body><img src="x"><br><hr><br>a</body></html>'],
    ['<object><p>a</object>b', '<html><head></head><body><object><p>a</p></object>b</body></html>'],
    [
      '<iframe><p></iframe><xmp><b></xmp>',
      '<html><head></head><body><iframe><p></iframe><xmp><b></xmp></body></html>',
    ],
  ],
  formatting: [
    ['<b>a<p>b</b>c</p>d', '<html><head></head><body><b>a</b><p><b>b</b>c</p>d</body></html>'],
    ['<a href=1>x<a href=2>y', '<html><head></head><body><a href="1">x</a><a href="2">y</a></body></html>'],
    [
      '<p><b><i>a</p><p>b',
      '<html><head></head><body><p><b><i>a</i></b></p><p><b><i>b</i></b></p></body></html>',
    ],
    [
      '<b><b><b><b>x</p><p>y',
      '<html><head></head><body><b><b><b><b>x<p></p><p>y</p></b></b></b></b></body></html>',
    ],
    [
      '<i><table><td><b>x</table>y',
      '<html><head></head><body><i><table><tbody><tr><td><b>x</b></td></tr></tbody></table>y</i></body></html>',
    ],
    [
      '<a><div><a>x</a></div>y</a>',
      '<html><head></head><body><a></a><div><a></a><a>x</a></div>y</body></html>',
    ],
    ['<nobr>a<nobr>b', '<html><head></head><body><nobr>a</nobr><nobr>b</nobr></body></html>'],
    [
      '<b><em><div>x</b>y</em>z',
      '<html><head></head><body><b><em></em></b><em></em><div><em><b>x</b>y</em>z</div></body></html>',
    ],
    [
      '<font size=1><p>a</font>b<p>c',
      '<html><head></head><body><font size="1"></font><p><font size="1">a</font>b</p><p>c</p></body></html>',
    ],
  ],
  table: [
    [
      '<table><tr><td>a<td>b<tr><th>c</table>d',
      '<html><head></head><body><table><tbody><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>d</body></html>',
    ],
    [
      '<table><td>a</table>',
      '<html><head></head><body><table><tbody><tr><td>a</td></tr></tbody></table></body></html>',
    ],
    [
      '<table>x<tr> <td>a</td> y </tr></table>',
      '<html><head></head><body>x y <table><tbody><tr> <td>a</td></tr></tbody></table></body></html>',
    ],
    [
      '<table><caption>a<b>b<col><tbody><tr>',
      '<html><head></head><body><table><caption>a<b>b</b></caption><colgroup><col></colgroup><tbody><tr></tr></tbody></table></body></html>',
    ],
    [
      '<table><colgroup> x<col></table>',
      '<html><head></head><body>x<table><colgroup> </colgroup><colgroup><col></colgroup></table></body></html>',
    ],
    [
      '<table><thead><tr><th>a<tbody><tr><td>b<tfoot></table>',
      '<html><head></head><body><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot></tfoot></table></body></html>',
    ],
    [
      '<table><b>x<tr><td>y',
      '<html><head></head><body><b>x</b><table><tbody><tr><td>y</td></tr></tbody></table></body></html>',
    ],
    [
      '<table><form><input type=hidden><input></form><tr><td>',
      '<html><head></head><body><input><table><form></form><input type="hidden"><tbody><tr><td></td></tr></tbody></table></body></html>',
    ],
    ['<table><table>x', '<html><head></head><body><table></table>x<table></table></body></html>'],
    [
      '<table><tr><td><table><tr><td>a</table>b</table>',
      '<html><head></head><body><table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody></table></body></html>',
    ],
    [
      '<table><script>1</script><style>a</style> <!--c--></table>',
      '<html><head></head><body><table><script>1</script><style>a</style> <!--c--></table></body></html>',
    ],
    [
      '<table></p></td><tr></body></table>x',
      '<html><head></head><body><p></p><table><tbody><tr></tr></tbody></table>x</body></html>',
    ],
  ],
  select: [
    [
      '<select><option>a<option>b<optgroup><option>c</optgroup><hr>d</select>e',
      '<html><head></head><body><select><option>a</option><option>b</option><optgroup><option>c</option></optgroup><hr>d</select>e</body></html>',
    ],
    [
      '<select><div><b>a</b><script>1</script><select>b',
      '<html><head></head><body><select>a<script>1</script></select>b</body></html>',
    ],
    [
      '<table><td><select><option>a<td>b',
      '<html><head></head><body><table><tbody><tr><td><select><option>a</option></select></td><td>b</td></tr></tbody></table></body></html>',
    ],
    ['<select><input>x', '<html><head></head><body><select></select><input>x</body></html>'],
  ],
  template: [
    [
      '<template><td>a</td></template>b',
      '<html><head><template><td>a</td></template></head><body>b</body></html>',
    ],
    [
      '<template><p>a<template>b',
      '<html><head><template><p>a<template>b</template></p></template></head><body></body></html>',
    ],
    [
      '<head><template><li>x</template><title>t</title>',
      '<html><head><template><li>x</li></template><title>t</title></head><body></body></html>',
    ],
    [
      '<table><template><tr></template><td>x',
      '<html><head></head><body><table><template><tr></tr></template><tbody><tr><td>x</td></tr></tbody></table></body></html>',
    ],
  ],
  svg: [
    [
      '<svg viewbox="0 0" xlink:href=a><lineargradient/><path/></svg>x',
      '<html><head></head><body><svg viewBox="0 0" href="a"><linearGradient/><path/></svg>x</body></html>',
    ],
    [
      '<svg><title><b>a</title><g>b<p>c',
      '<html><head></head><body><svg><title><b>a<g>b<p>c</p></g></b></title></svg></body></html>',
    ],
    [
      '<svg><foreignobject><div>a</foreignobject>b</svg>',
      '<html><head></head><body><svg><foreignObject><div>ab</div></foreignObject></svg></body></html>',
    ],
    [
      '<svg><font/><font size=1>a',
      '<html><head></head><body><svg><font/></svg><font size="1">a</font></body></html>',
    ],
    ['<svg><style>a<b>b', '<html><head></head><body><svg><style>a</style></svg><b>b</b></body></html>'],
  ],
  'after the body': [
    [
      '<body>a</body> b <!--c--></html> <!--d--> ',
      '<html><head></head><body>a b <!--c-->  </body></html><!--d-->',
    ],
    ['a</body><p>b</html>c<!--d-->', '<html><head></head><body>a<p>bc<!--d--></p></body></html>'],
    ['</body></html><html lang=x>', '<html lang="x"><head></head><body></body></html>'],
  ],
  noscript: [
    [
      '<noscript>a &amp; <b>b</noscript>',
      '<html><head><noscript>a & <b>b</b></noscript></head><body></body></html>',
    ],
    ['<noscript>plain</noscript>', '<html><head><noscript>plain</noscript></head><body></body></html>'],
    [
      '<noscript><p>a<noscript>b</noscript>',
      '<html><head><noscript><p>a<noscript>b</noscript></p></noscript></head><body></body></html>',
    ],
    ['<noscript></noscript>', '<html><head><noscript></noscript></head><body></body></html>'],
  ],
  'text and comments': [
    [
      'a &lt; b &nbsp;&euro;&#65;&#x41;&#150;&#0;&copyx&amp',
      '<html><head></head><body>a < b \u00a0€AA–\ufffd©x&</body></html>',
    ],
    [
      '<a href="?a=1&copy=2&lt;&copy">',
      '<html><head></head><body><a href="?a=1&copy=2<©"></a></body></html>',
    ],
    ['a < b <3 <', '<html><head></head><body>a < b <3 <</body></html>'],
    [
      '<!-->a<!--->b<!--c--!>d<!-- <!-- -->e',
      '<!----><html><head></head><body>a<!---->b<!--c-->d<!-- <!-- -->e</body></html>',
    ],
    ['<?x y>a<!z></ q>b', '<!--?x y--><html><head></head><body>a<!--z--><!-- q-->b</body></html>'],
    ['a\r\nb\rc', '<html><head></head><body>a\nb\nc</body></html>'],
    [
      `<p CLASS=A class=b Id="c"d='e' f g = h i=j/>k</P >`,
      '<html><head></head><body><p class="A" id="c" d="e" f g="h" i="j/">k</p></body></html>',
    ],
    ['<p a="', '<html><head></head><body></body></html>'],
    ['<p>a<b', '<html><head></head><body><p>a</p></body></html>'],
  ],
};

const doctype = '<!DOCTYPE html>';

describe.each(Object.entries(cases))('%s', (group, rows) => {
  const start = group === 'before the body' ? '' : doctype;

  it.each(rows)('%j', (page, tree) => {
    const document = buildTree(start + page);
    expect(document === null ? null : render(document, { encodeEntities: false })).toBe(start + tree);
  });
});

describe('doctypes', () => {
  const transitional = '"-//W3C//DTD HTML 4.01 Transitional//EN"';
  it.each([
    ['', 'quirks', '<p>a<table></table></p>'],
    ['<!doctype HTML>', 'no-quirks', '<p>a</p><table></table>'],
    ['<!DOCTYPE html SYSTEM "about:legacy-compat">', 'no-quirks', '<p>a</p><table></table>'],
    [`<!DOCTYPE HTML PUBLIC ${transitional}>`, 'quirks', '<p>a<table></table></p>'],
    [
      `<!DOCTYPE HTML PUBLIC ${transitional} "http://www.w3.org/TR/html4/loose.dtd">`,
      'limited-quirks',
      '<p>a</p><table></table>',
    ],
  ])('%s makes the page %s', (start, mode, body) => {
    const document = buildTree(`${start}<p>a<table>`);
    expect(document?.['x-mode']).toBe(mode);
    expect(render(document?.children ?? [])).toContain(`<body>${body}</body>`);
  });
});
