import { isTag, type AnyNode } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../../electron/extract/select.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { whyEmpty } from '../../../../electron/extract/why/why-empty.ts';
import { parseXml } from '../../../../electron/extract/xml/parse-xml.ts';

const { document: page } = parsePage(`
  <div id="main" class="card wide"><h2 class="Title"><a href="/x" data-id="1"><b>x</b></a></h2></div>
  <template><section class="late"><em>y</em></section></template>
  <table id="t"><tr><td class="cell">1</td><td class="cell price-now">2</td></tr></table>
  <my-card><template shadowrootmode="open"><i class="inner">q</i></template></my-card>
  <iframe id="frame" srcdoc="<p class=framed>z</p>"></iframe>
  <!-- <p class="old">gone</p> -->
  <p class="lead"> <small>Lead</small> </p><p class="rest">Rest</p>
  <div class="card"><p><span>z</span></p></div>`);

/** The line, and the selector of the change; its language is written before it where it is another one. */
function why(language: 'css' | 'xpath', source: string, takesFirst = false): [string, string | null] {
  const { line, fix } = whyEmpty({ scopes: [page], language, source, takesFirst });
  const moved = fix !== null && fix.language !== language ? `${fix.language}: ` : '';
  return [line, fix === null ? null : `${moved}${fix.selector}`];
}

describe('why a CSS selector gives nothing', () => {
  it.each([
    // Names.
    ['.cel', '".cel" is not on the page; ".cell" is, 2 matches.', '.cell'],
    ['td.cel::text', '".cel" is not on the page; ".cell" is, 2 matches.', 'td.cell::text'],
    ['div .title', '".title" is not on the page; ".Title" is, 1 match. Capitals matter.', 'div .Title'],
    ['.priceNow', '".priceNow" is not on the page; ".price-now" is, 1 match.', '.price-now'],
    ['.price', '".price" is not on the page; ".price-now" is, 1 match.', '.price-now'],
    ['card', '"card" is not on the page; ".card" is, 2 matches.', '.card'],
    ['.main', '".main" is not on the page; "#main" is, 1 match.', '#main'],
    ['#card', '"#card" is not on the page; ".card" is, 2 matches.', '.card'],
    ['dvi.card', '"dvi" is not on the page; "div" is, 2 matches.', 'div.card'],
    ['div.card h3', '"h3" is not on the page; "h2" is, 1 match.', 'div.card h2'],
    ['h2.card', '".card" is not on a <h2> but on a <div>, 2 matches.', 'div.card'],
    ['.foo .cell', '".foo" is not on the page; without it, 2 matches.', '.cell'],
    ['td.foo', '".foo" is not on the page; "td" without it has 2 matches.', 'td'],
    ['.zzz', '".zzz" is not on the page.', null],
    // Places.
    ['.card > a', '"a" is not directly in ".card" but deeper inside: ".card a", 1 match.', '.card a'],
    ['table > tr', '"tr" is not directly in "table" but deeper inside: "table tr", 1 match.', 'table tr'],
    [
      '.lead + small',
      '"small" does not follow ".lead" but is inside it: ".lead small", 1 match.',
      '.lead small',
    ],
    ['.lead ~ td', '"td" is not after ".lead" (1 match); alone it has 2 matches.', 'td'],
    [
      '.wide .card',
      '".card" is not inside ".wide" but the same element: ".wide.card", without a space, 1 match.',
      '.wide.card',
    ],
    [
      '.card.Title',
      '".Title" is not the same element as ".card" but inside it: ".card .Title", with a space, 1 match.',
      '.card .Title',
    ],
    [
      '.lead + div',
      '"div" does not follow ".lead" at once but later: ".lead ~ div", 1 match.',
      '.lead ~ div',
    ],
    ['.wide span', '"span" is not inside ".wide" (1 match); alone it has 1 match.', 'span'],
    // Positions.
    ['td:nth-child(3)', '"td" goes only up to position 2; "td:nth-child(2)" has 1 match.', 'td:nth-child(2)'],
    ['td:nth-child(0)', 'Positions begin at 1; "td:nth-child(1)" has 1 match.', 'td:nth-child(1)'],
    ['.rest:first-child', 'No ".rest" is ":first-child"; ".rest" without it has 1 match.', '.rest'],
    ['a:hover', '":hover" is never true on a saved page; "a" without it has 1 match.', 'a'],
    // Attributes and text.
    ['a::attr(src)', '"a" has no "src"; it has "href", 1 match.', 'a::attr(href)'],
    ['a::attr(HREF)', '"a" has no "HREF"; it has "href", 1 match.', 'a::attr(href)'],
    ['td::attr(src)', '"td" has 2 matches, but none has "src". They have class.', null],
    ['a[data-di]', '"[data-di]" is not on the page; "[data-id]" is, 1 match.', 'a[data-id]'],
    ['[href="x"]', '"x" is only a part of "href"; "[href*="x"]" has 1 match.', '[href*="x"]'],
    [
      'a::text',
      '"a" has no text of its own; the elements inside it have: "a ::text", with a space, 1 match.',
      'a ::text',
    ],
    [
      '.lead::text',
      '".lead" has only blank text of its own; its text is in <small>: ".lead small::text", 1 match.',
      '.lead small::text',
    ],
    // Where selectors do not look.
    ['.late', 'It has 1 match, but only inside <template>, which selectors do not look into.', null],
    [
      '.inner',
      'It has 1 match, but only in the shadow root of <my-card>, which selectors do not look into.',
      null,
    ],
    [
      '.framed',
      'It has 1 match, but only in the srcdoc of <iframe id="frame">, which is a page of its own.',
      null,
    ],
    ['.old', 'It has 1 match, but only in a comment of the page.', null],
    // Writing.
    ['//a', 'This is XPath in "css"; in "xpath" it has 1 match.', 'xpath: //a'],
    ['a@href', '"a@href" is not valid; "a::attr(href)" is, 1 match.', 'a::attr(href)'],
    ['a::href', '"a::href" is not valid; "a::attr(href)" is, 1 match.', 'a::attr(href)'],
    ['a[', '"[" is never closed. Write [name] or [name="value"].', null],
  ])('%s', (source, line, fix) => {
    expect(why('css', source)).toEqual([line, fix]);
  });

  it('shows how far the selector gets', () => {
    expect(whyEmpty({ scopes: [page], language: 'css', source: '.card h2 > b::text' }).steps).toEqual([
      { selector: '.card', matches: 2 },
      { selector: '.card h2', matches: 1 },
      { selector: '.card h2 > b', matches: 0 },
    ]);
  });
});

function xmlOf(text: string): AnyNode {
  const read = parseXml(text);
  if (!read.ok) throw new Error(read.problem);
  return read.document;
}

describe('why an XPath expression gives nothing', () => {
  it.each([
    ['//DIV', '"DIV" is not on the page; "div" is, 2 matches.', '//div'],
    ['//dvi/h2', '"dvi" is not on the page; "div" is, 1 match.', '//div/h2'],
    [
      '//div.card',
      '"div.card" is not on the page; "div[has-class("card")]" is, 2 matches.',
      '//div[has-class("card")]',
    ],
    ['//h2/b', '"b" is not directly in "h2" but deeper inside: "//b", 1 match.', '//h2//b'],
    ['//table/tr', '"tr" is not directly in "table" but deeper inside: "//tr", 1 match.', '//table//tr'],
    [
      '//div[@class="wide"]/h2',
      '"wide" is only one of several classes; "has-class("wide")" has 1 match.',
      '//div[has-class("wide")]/h2',
    ],
    ['//td[0]', 'Positions begin at 1; "[1]" has 1 match.', '//td[1]'],
    ['//td[5]', '"td[5]" is beyond the last one; "[last()]" has 1 match.', '//td[last()]'],
    ['//a/@src', 'None of them has "@src"; "@href" is there, 1 match.', '//a/@href'],
    [
      '//a/text()',
      '"a" has no text of its own; the elements inside it have: "//text()", 1 match.',
      '//a//text()',
    ],
    ['//td[@clas="cell"]', 'None of them has "@clas"; "class" is there, 1 match.', '//td[@class="cell"]'],
    [
      '//td[has-class("cel")]',
      'None has the class "cel"; "cell" is there, 2 matches.',
      '//td[has-class("cell")]',
    ],
    ['//*[@id="mian"]', 'None has @id="mian"; "main" is there, 1 match.', '//*[@id="main"]'],
    ['div/h2', '"div" looks only at the top; "//" before it looks at every depth, 1 match.', '//div/h2'],
    ['//em', 'It has 1 match, but only inside <template>, which selectors do not look into.', null],
    ['.card', 'This is a CSS selector in "xpath"; in "css" it has 2 matches.', 'css: .card'],
    ['a::attr(href)', 'This is a CSS selector in "xpath"; in "css" it has 1 match.', 'css: a::attr(href)'],
  ])('%s', (source, line, fix) => {
    expect(why('xpath', source)).toEqual([line, fix]);
  });

  it('leaves out what browsers add to a page of XML', () => {
    const document = xmlOf('<t><tr><td>1</td></tr></t>');
    const { line, fix } = whyEmpty({ scopes: [document], language: 'xpath', source: '/t/tbody/tr/td' });
    expect(line).toBe('"tbody" is not on the page; a browser adds it to what it shows. Without it, 1 match.');
    expect(fix?.selector).toBe('/t/tr/td');
  });

  it('finds the prefix of a name', () => {
    const document = xmlOf('<f xmlns:dc="d"><i><dc:creator>Ann</dc:creator></i></f>');
    expect(
      whyEmpty({ scopes: [document], language: 'xpath', source: '//creator/text()' }).fix?.selector,
    ).toBe('//dc:creator/text()');
  });
});

describe('why rows have nothing', () => {
  const { document } = parsePage(
    '<ul><li><b class="name">A</b></li><li><b class="name">B</b></li></ul><p class="price">1</p>',
  );
  const read = compileSelector('css', 'li');
  const rows = (read.ok ? read.selector.select(document) : []).flatMap(({ node }) =>
    node !== null && isTag(node) ? [node] : [],
  );

  it.each([
    ['.nam', '".nam" is not in these 2 <li>; ".name" is, 2 matches.', '.name'],
    ['.price', 'It has 1 match on the page, but none in these 2 <li>.', null],
  ])('%s', (source, line, fix) => {
    const found = whyEmpty({ scopes: rows, language: 'css', source });
    expect([found.line, found.fix?.selector ?? null]).toEqual([line, fix]);
  });
});

it('says that a page is made by scripts', () => {
  const { document } = parsePage('<div id="root"></div><script src="app.js"></script>');
  expect(whyEmpty({ scopes: [document], language: 'css', source: '.price' }).line).toBe(
    '".price" is not on the page. The page seems to be made by script: it holds no text and its <div id="root"> is empty. It has to be rendered in a browser.',
  );
});

it.each([
  [
    '<p>x</p><script id="data" type="application/json">{"price": 1}</script>',
    'The JSON in <script id="data"> has "price"; take it from there by "css" and "json_path".',
  ],
  [
    `<p>${'Text. '.repeat(60)}</p><iframe src="/shop/42"></iframe>`,
    'It may be in <iframe src="/shop/42">, which is a page of its own.',
  ],
])('names the other place that holds it: %s', (html, sentence) => {
  const { document } = parsePage(html);
  expect(whyEmpty({ scopes: [document], language: 'css', source: '.price b' })).toMatchObject({
    line: `".price" is not on the page. ${sentence}`,
    fix: null,
  });
});
