import { beforeAll, describe, expect, it } from 'vitest';
import { SelectorCostError, selectorFor, type Match } from '../../../electron/extract/select.ts';
import { serializeNode } from '../../../electron/extract/serialize.ts';
import { parsePage, type PageTree } from '../../../electron/extract/tree.ts';

function select(page: PageTree, language: 'css' | 'xpath', source: string): Match[] {
  const reading = selectorFor(language, source);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.selector.select(page.document);
}

const values = (page: PageTree, language: 'css' | 'xpath', source: string): string[] =>
  select(page, language, source).map(({ value }) => value);

describe('matches', () => {
  const page = parsePage('<p id="a">x <b>y</b></p><!--c-->');

  it.each([
    ['css', 'p', 'element', '<p id="a">x <b>y</b></p>', 'x y'],
    ['css', 'p::text', 'text', 'x ', 'x '],
    ['css', 'p::attr(id)', 'attribute', 'a', 'a'],
    ['xpath', '//comment()', 'comment', '<!--c-->', '<!--c-->'],
    ['xpath', 'string(//p)', 'string', 'x y', 'x y'],
    ['xpath', 'count(//b) * 3', 'number', '3.0', '3.0'],
    ['xpath', 'boolean(//b)', 'boolean', '1', '1'],
    ['xpath', 'not(//b)', 'boolean', '0', '0'],
    [
      'xpath',
      '.',
      'element',
      '<html><head></head><body><p id="a">x <b>y</b></p><!--c--></body></html>',
      'x y',
    ],
  ] as const)('%s %s', (language, source, kind, value, text) => {
    const [match] = select(page, language, source);
    expect({ kind: match?.kind, value: match?.value, text: match?.text }).toEqual({ kind, value, text });
  });

  it('tell the node, or the owner of an attribute', () => {
    const [attribute] = select(page, 'css', 'p::attr(id)');
    const [element] = select(page, 'xpath', '//p');
    expect(attribute?.node).toBe(element?.node);
    expect(select(page, 'xpath', 'count(//p)')[0]?.node).toBeNull();
  });

  it('leave out the document, as lxml does', () => {
    expect(select(page, 'xpath', '/')).toEqual([]);
  });

  it('come in document order, each once, over all parts between commas', () => {
    expect(values(page, 'css', 'b::text, p::text, p::attr(id), b::text, p ::text')).toEqual(['a', 'x ', 'y']);
    expect(values(page, 'xpath', '//b/text() | //p/@id | //p/text() | //@id')).toEqual(['a', 'x ', 'y']);
  });
});

describe('numbers', () => {
  const page = parsePage('');

  it.each([
    ['1 div 3', '0.3333333333333333'],
    ['10000000000000000', '1e+16'],
    ['0.00001', '1e-05'],
    ['0.0001', '0.0001'],
    ['0 div 0', 'nan'],
    ['-1 div 0', '-inf'],
    ['round(-0.4)', '-0.0'],
    ['string(1 div 3)', '0.333333333333333'],
    ['string(0.1 + 0.2)', '0.3'],
    ['string(12345678901)', '1.2345678901e+10'],
    ['string(0.000001)', '1e-06'],
    ['string(0.00001234)', '0.00001234'],
    ['string(-0.5)', '-0.5'],
    ['string(-0)', '0'],
    ['string(0 div 0)', 'NaN'],
    ['number("1e3")', '1000.0'],
    ['number(" -.5 ")', '-0.5'],
    ['number("+1")', 'nan'],
    ['number("-")', 'nan'],
    ['substring("12345", 1.5, 2.6)', '234'],
    ['substring("12345", 0, 3)', '12'],
    ['substring("12345", 0 div 0, 3)', ''],
    ['substring("12345", -42, 1 div 0)', '12345'],
    ['substring("a😀b", 2, 1)', '😀'],
    ['string-length("a😀b")', '3.0'],
    ['5 mod -2', '1.0'],
    ['-5 mod 2', '-1.0'],
  ])('%s gives %s', (source, value) => {
    expect(values(page, 'xpath', source)).toEqual([value]);
  });
});

describe('beyond what cssselect can read', () => {
  const page = parsePage(
    '<ul><li class="a">1</li><li>2</li><li class="a">3</li><li class="a">4</li></ul><p lang="en">x</p><section><h2>t</h2><img></section>',
  );

  it.each([
    ['li:nth-child(2 of .a)::text', ['3']],
    ['li:nth-last-child(1 of .a)::text', ['4']],
    ['li:not(.a, :first-child)::text', ['2']],
    ['*:nth-of-type(2)::text', ['2']],
    ['section:has(> img) h2::text', ['t']],
    ['h2:has(+ img)::text', ['t']],
    ['li:has(~ li)::text', ['1', '2', '3']],
    ['section:has(h2 + img)::text, li:is(.a):where(:last-child)::text', ['4']],
    ['ul:has(li + li + li + li + li)', []],
    ['p:has(~ section h2)::text', ['x']],
    ['ul:has(.a ~ .a)::attr(x), ul:has(.b ~ .a)', []],
    ['P:lang("EN")::text', ['x']],
    ['li.A', []],
    ['[class="A" i]::text', ['1', '3', '4']],
    ['[CLASS="a"]::text', ['1', '3', '4']],
    ['p::attr(LANG)', []],
  ])('%s', (source, expected) => {
    expect(values(page, 'css', source)).toEqual(expected);
  });

  it('splits classes at white space only, and at all of it', () => {
    const classes = parsePage('<i class="a\u00a0b">1</i><i class="a\tb\nc">2</i>');
    expect(values(classes, 'css', '.a::text')).toEqual(['2']);
    expect(values(classes, 'xpath', '//*[has-class("c", "a")]/text()')).toEqual(['2']);
  });
});

describe('languages and ids', () => {
  const page = parsePage(
    '<div lang="en-GB" id="d"><p>a</p><p lang="de">b</p></div><a name="n">c</a><i id="d">e</i>',
  );

  it.each([
    ['//p[lang("en")]/text()', ['a']],
    ['//p[lang("DE")]/text()', ['b']],
    ['//i[lang("en")]', []],
    ['id("d n d")/@*', ['en-GB', 'd', 'n']],
    ['id(//i/@id)/p[1]/text()', ['a']],
    ['id("none")', []],
  ])('%s', (source, expected) => {
    expect(values(page, 'xpath', source)).toEqual(expected);
  });
});

describe('regular expressions', () => {
  const page = parsePage('<p>2026-03-04</p><p>a1b22</p>');

  it.each([
    ['re:replace("aXbX", "x", "gi", "-")', ['a-b-']],
    ['re:replace("aXbX", "X", "", "-")', ['a-bX']],
    ['re:replace("John Smith", "(?P<a>\\w+) (\\w+)", "", "\\2, \\g<a>")', ['Smith, John']],
    ['re:replace("abc", "x*", "g", "-")', ['-a-b-c-']],
    ['re:replace("ab ab", "(?<=a)b|^a", "g", ".")', ['.. a.']],
    ['re:match(//p[2], "[a-z](\\d+)", "g")/text()', ['1', '22']],
    ['re:match(//p[1], "(\\d+)-(\\d+)")[position() > 1]', ['<match>2026</match>', '<match>03</match>']],
    ['count(re:match(//p[1], "x"))', ['0.0']],
    // Groups that take no part stay, as empty elements with an empty text (lxml, exslt.py).
    ['re:match("ab", "(x)?a(b)")', ['<match>ab</match>', '<match></match>', '<match>b</match>']],
    ['re:match("ab", "(x)?a(b)")/text()', ['ab', '', 'b']],
    ['re:match("ab", "(x)?a(b)")[2]', ['<match></match>']],
    ['count(re:match("ab", "(x)?a(b)"))', ['3.0']],
    ['count(re:match("ab", "(x)?a(b)")/text())', ['3.0']],
    ['re:match("a1b", "(x)?", "g")/text()', ['', '', '', '']],
    ['//p[re:test(., concat("^", "a"))]/text()', ['a1b22']],
    ['re:test(true(), "True")', ['1']],
  ])('%s', (source, expected) => {
    expect(values(page, 'xpath', source)).toEqual(expected);
  });

  it('says what is wrong with a pattern or a replacement that is only known while running', () => {
    expect(() => values(page, 'xpath', 're:test("a", concat("(", "b"))')).toThrow(
      'The pattern of re:test() cannot be used',
    );
    expect(() => values(page, 'xpath', 're:replace("a", "a", "", "\\1")')).toThrow('names the group "1"');
  });
});

describe('pages of any depth and size', () => {
  let deep: PageTree;
  let wide: PageTree;

  beforeAll(() => {
    deep = parsePage(`${'<div>'.repeat(100_000)}<p class="x">deep</p>`);
    wide = parsePage(`<ul>${'<li class="x"><a href="#">t</a>'.repeat(50_000)}</ul>`);
  });

  it('serialises and reads text without recursion', () => {
    expect(serializeNode(deep.document)).toHaveLength(
      '<html><head></head><body></body></html><p class="x">deep</p>'.length + 100_000 * '<div></div>'.length,
    );
    expect(select(deep, 'css', 'body')[0]?.text).toBe('deep');
  });

  it.each([
    ['css', 'div div p.x::text'],
    ['css', 'p:contains("deep")::text'],
    ['css', 'div:has(> p) ::text'],
    ['css', 'div:nth-child(1) > p::text'],
    ['xpath', '//p/text()'],
    ['xpath', '//div//p/text()'],
    ['xpath', '//div[p]/p/text()'],
    ['xpath', 'string(/)'],
    ['xpath', '//p/ancestor::div[last()]//text()'],
    ['xpath', '//div/ancestor::body//p/text()'],
    ['xpath', '//p[count(preceding::node()) = 1]/text()'],
  ] as const)('100,000 nested tags: %s %s', (language, source) => {
    expect(values(deep, language, source)).toEqual(['deep']);
  });

  it.each([
    ['css', 'li a::text', 50_000],
    ['css', 'li ~ li', 49_999],
    ['css', 'p ~ li', 0],
    ['css', 'li:nth-child(2n)', 25_000],
    ['css', 'li:has(+ li)', 49_999],
    ['xpath', '//li/a/@href', 50_000],
    ['xpath', '//li/following-sibling::li', 49_999],
    ['xpath', '//li[last()]/preceding::a', 49_999],
    ['xpath', '//a | //li', 100_000],
  ] as const)('50,000 entries: %s %s gives %i', (language, source, count) => {
    expect(select(wide, language, source)).toHaveLength(count);
  });

  it.each([
    ['css', 'a:has(~ b), li:has(~ li:has(~ li:has(~ li:has(b))))'],
    ['xpath', '//li[count(preceding-sibling::li) > 3]'],
    ['xpath', '//a[count(following::a) = 1]'],
  ] as const)('gives up on what would take minutes: %s %s', (language, source) => {
    expect(() => select(wide, language, source)).toThrow(SelectorCostError);
  });
});

describe('below an element', () => {
  const html = `<main class="row"><section class="row" id="a"><p class="x">1 <b>2</b></p><template><p class="x">no</p></template>
    <div class="row"><p>3</p><p class="x y" title="t">4</p></div></section><p class="x">5</p> after</main><p class="x">6</p>`;
  const selectors = [
    'p.x',
    'p::text',
    '.row .x',
    '.row > p',
    'main p',
    '#a',
    '.y::attr(title)',
    'p + p',
    'b, p',
    '*',
    'p:first-child',
    ':scope > p',
    'template p',
  ];
  const findAll = (scopes: Match[]): string[][] =>
    scopes.flatMap(({ node }) =>
      selectors.map((source) => {
        const reading = selectorFor('css', source);
        if (!reading.ok || node === null) return [];
        return reading.selector.select(node).map(({ value }) => value);
      }),
    );

  it('finds the same with the index of the page as without it', () => {
    const [walked, indexed] = [parsePage(html), parsePage(html)];
    const without = findAll(select(walked, 'xpath', '//*'));
    expect(select(indexed, 'css', 'p.x')).toHaveLength(4);
    const found = findAll(select(indexed, 'xpath', '//*'));
    expect(found).toEqual(without);
    expect(without.flat().length).toBeGreaterThan(100);
  });
});

describe('selectorFor', () => {
  it('hands out the same compiled selector again', () => {
    const first = selectorFor('css', 'p');
    const second = selectorFor('css', 'p');
    expect(first.ok && second.ok && first.selector === second.selector).toBe(true);
    expect(selectorFor('xpath', 'p')).not.toBe(first);
  });

  it('never throws', () => {
    expect(selectorFor('css', '//p')).toMatchObject({ ok: false, problem: { offset: 0 } });
    expect(selectorFor('xpath', 'p[')).toMatchObject({ ok: false, problem: { offset: 2 } });
  });

  it('remembers nothing about the page before', () => {
    const reading = selectorFor('css', 'li:nth-child(2)::text, p ~ b::text');
    if (!reading.ok) throw new Error(reading.problem.message);
    const first = parsePage('<ul><li>1<li>2</ul><p></p><b>x</b>');
    expect(reading.selector.select(first.document).map(({ value }) => value)).toEqual(['2', 'x']);
    first.document.children.length = 0;
    expect(reading.selector.select(first.document)).toEqual([]);
    expect(reading.selector.select(parsePage('<li>a<li>b').document).map(({ value }) => value)).toEqual([
      'b',
    ]);
  });
});
