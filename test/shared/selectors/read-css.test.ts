import { describe, expect, it } from 'vitest';
import { readCss } from '../../../shared/selectors/read-css.ts';

function problemOf(source: string) {
  const read = readCss(source);
  return read.ok ? null : read.problem;
}

const outputsOf = (source: string) => {
  const read = readCss(source);
  return read.ok ? read.selector.alternatives.map(({ output }) => output) : null;
};

describe('accepted CSS selectors', () => {
  it.each([
    'svg|path',
    '[xlink|href]',
    'h1',
    'a[href]::attr(href)',
    'div.card > h3 a::text, .price ::text',
    'li:nth-child(2n + 1 of .row, .cell)',
    'tr:nth-last-of-type(odd) td:only-child',
    'a:not(.x, [rel~="nofollow"]):is(nav a, h1 > a)',
    'section:has(> img, + p):where(.a)',
    'p:contains("a, b (c)")',
    '[data-x!="1"][lang|=en]',
    ':scope > li',
    '*|a',
    'a /* the link */ b',
    '.md\\:flex',
    'P.Big::TEXT',
    'option:checked, button:disabled, a:hover',
    '#1st',
    '[type="TEXT" i]',
    "[type='TEXT'i]",
    '[type=text i]',
    '[type="TEXT" s]',
    '[ href ^= "/a b?c=1" ]',
    "[title='it\\'s']",
    '[title="]"]',
    '[title="]" /* the end ] */]',
    '[title = /* what */ "a"]',
    '[rel=next]',
    '[rel=-next]',
    '[data\\:x=y]',
    '[\\31 23="y"]',
    '[naïve=über]',
    '[*|href]',
    '[|href]',
    '[*|href="x"]',
    '[lang|=en]',
    '[title=""]',
    '.--modifier, .--1, .a--b, .-a',
    '#-, #-1, #--',
    '.\\-, .\\31 a',
  ])('%s', (source) => {
    expect(problemOf(source)).toBeNull();
  });

  it('gives each part between commas its own pseudo-element', () => {
    expect(outputsOf('h1, h1::text, a::attr(href), a::attr("data-x"), ::text')).toEqual([
      { type: 'element' },
      { type: 'text' },
      { type: 'attribute', name: 'href' },
      { type: 'attribute', name: 'data-x' },
      { type: 'text' },
    ]);
  });

  it('is plain data', () => {
    const read = readCss('div:has(> a)::attr(x), b::text');
    expect(structuredClone(read)).toEqual(read);
  });
});

describe('refused CSS selectors', () => {
  it.each([
    ['', 0, 'The CSS selector is empty.'],
    ['  ', 0, 'The CSS selector is empty.'],
    ['a,', 1, 'There is nothing after the last comma.'],
    ['a,,b', 2, 'There is nothing before this comma.'],
    [', a', 0, 'There is nothing before this comma.'],
    ['a:is(,b)', 4, 'A part of the selector is empty.'],
    ['div >', 4, 'The selector ends with a combinator.'],
    ['> a', 0, 'A selector cannot start with a combinator.'],
    ['a > > b', 2, 'Two combinators follow each other.'],
    ['a:not()', 5, 'A part of the selector is empty.'],
    ['a[b', 1, '"[" is never closed.'],
    ['a]', 1, '"]" closes nothing here.'],
    ['a:not(b', 5, '"(" is never closed.'],
    ['a:not(b]', 7, '"]" closes nothing here.'],
    ["a[b='c]", 4, "The text that starts with ' has no closing '."],
    ['a[b="c]', 4, 'The text that starts with " has no closing ".'],
    ['a::text b', 1, '"::text" is only allowed at the end of a selector.'],
    ['a:is(b::text)', 6, '"::text" is only allowed at the end of a selector.'],
    ['a::attr(b).c', 1, '"::attr" is only allowed at the end of a selector.'],
    ['a::attr()', 1, '::attr() needs the name of an attribute.'],
    ['a::attr', 1, '::attr() needs the name of an attribute.'],
    ['a::attr(a b)', 1, '"a b" is not the name of an attribute.'],
    ['a::text(x)', 1, '::text takes no argument.'],
    ['a::before', 1, 'The pseudo-element "::before" is not known.'],
    ['a::first-child', 1, 'The pseudo-element "::first-child" is not known.'],
    ['a:text', 1, 'The pseudo-class ":text" is not known.'],
    ['a:attr(href)', 1, 'The pseudo-class ":attr" is not known.'],
    ['a:first', 1, 'The pseudo-class ":first" is not known.'],
    ['li:eq(2)', 2, 'The pseudo-class ":eq" is not known.'],
    [':header', 0, 'The pseudo-class ":header" is not known.'],
    ['b :is(a:visible)', 7, 'The pseudo-class ":visible" is not known.'],
    ['li:nth-child(2 of a:first)', 19, 'The pseudo-class ":first" is not known.'],
    ['li:nth-child', 2, '":nth-child()" needs an argument.'],
    ['li:nth-child(x)', 2, '":nth-child(x)" cannot be read.'],
    ['li:nth-of-type(1 of a)', 2, '":nth-of-type()" takes no "of".'],
    ['li:empty(x)', 2, '":empty" takes no argument.'],
    ['p:contains()', 1, '":contains()" needs an argument.'],
    ['p:scope', 1, '":scope" is only allowed at the start of a selector.'],
    ['.1a', 1, 'The name "1a" starts with a digit.'],
    ['a..b', 2, '"." is not allowed here in a CSS selector.'],
    ['a{}', 1, '"{" is not allowed here in a CSS selector.'],
    ['#', 0, '"#" is not allowed here in a CSS selector.'],
    ['a < b', 2, '"<" is not a combinator.'],
    ['a || b', 2, '"||" is not supported.'],
    ['a /* b', 2, 'The comment is never closed.'],
    ['//div', 0, 'This looks like XPath, not like a CSS selector.'],
    ['/html/body', 0, 'This looks like XPath, not like a CSS selector.'],
    ['div/text()', 0, 'This looks like XPath, not like a CSS selector.'],
    ['div[@class="x"]', 0, 'This looks like XPath, not like a CSS selector.'],
    ['li[1]', 0, 'This looks like XPath, not like a CSS selector.'],
    ['.//a', 0, 'This looks like XPath, not like a CSS selector.'],
    ['ancestor::div', 0, 'This looks like XPath, not like a CSS selector.'],
  ])('%s', (source, offset, message) => {
    expect(problemOf(source)).toMatchObject({ offset, message });
  });

  it.each([
    ['a[b c]', 1],
    ['a[b="c" d]', 1],
    ['a[b=]', 1],
    ['a[b=""c]', 1],
    ['a[href=1]', 1],
    ['a[href=/x/]', 1],
    ['a[href=-1]', 1],
    ['a[b=c d]', 1],
    ['a[b="c"][]', 8],
    ['a[=b]', 1],
    ['a[b==c]', 1],
    ['a[*]', 1],
    ['p:not([b=1])', 6],
    ['h1, a[b="]"] [c=%]', 13],
    ['a[b=/* no value */]', 1],
  ])('%s, an attribute test', (source, offset) => {
    const message = 'The attribute test that starts here cannot be read.';
    expect(problemOf(source)).toMatchObject({ offset, message });
  });

  it.each([
    ['a:text', 'Write ::text with two colons for the text of an element.'],
    ['li:eq(2)', 'Use :nth-child(n), counting from 1.'],
    ['a::first-child', 'Write ":first-child" with one colon.'],
    ['//div', 'Put it into "xpath" instead of "css".'],
    ['> a', 'Write ":scope > …" for children of the context, or leave the combinator out.'],
    ['a < b', 'Use :has(…) to select a parent.'],
    ['a[href=1]', 'Write [name] or [name="value"], with quotation marks around the value.'],
  ])('says what to do about %s', (source, hint) => {
    expect(problemOf(source)?.hint).toBe(hint);
  });

  it('refuses what is nested or written without end', () => {
    expect(problemOf(`${':is('.repeat(60)}a${')'.repeat(60)}`)?.message).toContain(
      'nested more than 50 levels',
    );
    expect(problemOf(`${':not('.repeat(3000)}a${')'.repeat(3000)}`)?.message).toContain(
      'nested more than 50',
    );
    expect(problemOf('a,'.repeat(20_000))?.message).toContain('longer than 20000');
  });
});

describe('names that are none', () => {
  it.each([
    ['-', 0, '"-" is not a name.', 'A name needs a letter after "-".'],
    ['--', 0, '"--" is not a name.', 'A name needs a letter after "-".'],
    ['h1 > ---', 5, '"---" is not a name.', 'A name needs a letter after "-".'],
    ['.-', 1, '"-" is not a name.', 'A name needs a letter after "-".'],
    ['[-]', 1, '"-" is not a name.', 'A name needs a letter after "-".'],
    ['a:not(--)', 6, '"--" is not a name.', 'A name needs a letter after "-".'],
    ['- .a\\:b', 0, '"-" is not a name.', 'A name needs a letter after "-".'],
    ['-1', 0, 'The name "-1" starts with a digit after "-".', 'Write [class~="-1"] for a class.'],
    ['div.-1', 4, 'The name "-1" starts with a digit after "-".', 'Write [class~="-1"] for a class.'],
    ['[-1]', 1, 'The name "-1" starts with a digit after "-".', 'Write [class~="-1"] for a class.'],
    [
      '[a=--]',
      0,
      'The attribute test that starts here cannot be read.',
      'Write [name] or [name="value"], with quotation marks around the value.',
    ],
  ])('%s', (source, offset, message, hint) => {
    expect(problemOf(source)).toEqual({ message, offset, hint });
  });
});
