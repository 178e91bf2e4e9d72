import { describe, expect, it } from 'vitest';
import { readXPath } from '../../../shared/selectors/read-xpath.ts';

function problemOf(source: string) {
  const read = readXPath(source);
  return read.ok ? null : read.problem;
}

describe('accepted XPath expressions', () => {
  it.each([
    ['//o:p', 'nodes'],
    ['//svg:*', 'nodes'],
    ['//@xlink:href', 'nodes'],
    ['//o:first', 'nodes'],
    ['//div[@class="a"]/text()', 'nodes'],
    ['/', 'nodes'],
    ['.//a | ../b', 'nodes'],
    ['id("x")/ancestor-or-self::*[last()]', 'nodes'],
    ['(//a)[1]', 'nodes'],
    ['//comment() | //processing-instruction("x") | //node()', 'nodes'],
    ['//@xml:lang', 'nodes'],
    ['div div div mod mod', 'number'],
    ['-(-1) * 2', 'number'],
    ['1 - -1', 'number'],
    ['a or b and not(c)', 'boolean'],
    ['a < b = true()', 'boolean'],
    ['concat("a", 1, b)', 'string'],
    ['re:match(., "(?P<n>a)", "gi")/text()', 'nodes'],
    ['re:test(//a, "^b")', 'boolean'],
    ['has-class("a", "b")', 'boolean'],
    ['set:distinct(//a/@href)', 'nodes'],
    ['set:has-same-node(a, b)', 'boolean'],
    [`1${' or 1'.repeat(2000)}`, 'boolean'],
    ['child::*[self::a or self::b][position() mod 2 = 1]', 'nodes'],
    ['processing-instruction', 'nodes'],
    ['//div/div', 'nodes'],
    ['* * *', 'number'],
  ])('%s', (source, result) => {
    const read = readXPath(source);
    expect(read.ok ? read.selector.result : read.problem.message).toBe(result);
  });

  it('is plain data', () => {
    const read = readXPath('//a[1]/@b | id("c")');
    expect(structuredClone(read)).toEqual(read);
  });

  it('knows where each step stands in the source', () => {
    const read = readXPath('//ul/li[2]/a');
    const { expression } = read.ok ? read.selector : { expression: null };
    const steps = expression?.type === 'path' ? expression.steps : [];
    expect(steps.filter((step) => !step.implied).map((step) => '//ul/li[2]/a'.slice(0, step.end))).toEqual([
      '//ul',
      '//ul/li[2]',
      '//ul/li[2]/a',
    ]);
  });
});

describe('refused XPath expressions', () => {
  it.each([
    ['', 0, 'The XPath expression is empty.'],
    ['//', 2, 'The expression ends where a name is expected.'],
    ['//a[', 4, 'The expression ends where a name is expected.'],
    ['//a[1', 3, 'The bracket is never closed.'],
    ['//a]', 3, '"]" closes nothing here.'],
    ['(//a', 0, 'The parenthesis is never closed.'],
    ['//a)', 3, '")" closes nothing here.'],
    ['//a[]', 3, 'The condition in [ ] is empty.'],
    ['//a["x]', 4, 'The text that starts with " has no closing ".'],
    ['a b', 2, '"b" is not allowed here.'],
    ['1 2', 2, '"2" is not allowed here.'],
    ['//a/@', 5, 'A name is missing after "@".'],
    ['child::', 7, 'A name is missing after "child::".'],
    ['kid::a', 0, 'There is no axis "kid".'],
    ['a/..[1]', 4, 'A condition cannot follow ".." directly.'],
    ['.[1]', 1, 'A condition cannot follow "." directly.'],
    ['$x', 0, 'The variable "$x" is not declared.'],
    ['li:first-child', 2, '":first-child" belongs to CSS.'],
    ['foo()', 0, 'There is no function "foo()" in XPath 1.0.'],
    ['//a[matches(., "x")]', 4, 'There is no function "matches()" in XPath 1.0.'],
    ['ex:foo()', 0, 'The namespace prefix "ex" of "ex:foo()" is not known.'],
    ['re:find(., "x")', 0, 'There is no function "re:find()" in XPath 1.0.'],
    ['count()', 0, 'count() takes 1 argument, not 0.'],
    ['count(//a, //b)', 0, 'count() takes 1 argument, not 2.'],
    ['concat("a")', 0, 'concat() takes at least 2 arguments, not 1.'],
    ['substring("a")', 0, 'substring() takes 2 to 3 arguments, not 1.'],
    ['true(1)', 0, 'true() takes no arguments, not 1.'],
    ['has-class()', 0, 'has-class() takes at least 1 argument, not 0.'],
    ['re:replace(., "a", "b")', 0, 're:replace() takes 4 arguments, not 3.'],
    ['count("a")', 6, 'Argument 1 of count() must select nodes, but this gives text.'],
    ['sum(1 + 1)', 4, 'Argument 1 of sum() must select nodes, but this gives a number.'],
    [
      'set:difference(//a, true())',
      20,
      'Argument 2 of set:difference() must select nodes, but this gives true or false.',
    ],
    ['has-class(@x)', 10, 'Argument 1 of has-class() must be a text in quotation marks.'],
    ['"a" | //b', 0, 'Each side of "|" must select nodes, but this gives text.'],
    ['string(a)/b', 0, 'The part before "/" must select nodes, but this gives text.'],
    ['count(a)[1]', 0, 'The part before "[" must select nodes, but this gives a number.'],
    ['//a/string()', 4, '"string()" cannot be a step of a path.'],
    [
      're:test(., "(a")',
      12,
      'The pattern of re:test() cannot be used: The parenthesis that opens here is never closed.',
    ],
    ['.card', 1, '"." cannot be followed by "card".'],
    ['#top', 0, '"#" is not allowed here in an XPath expression.'],
    ['a::text', 0, 'There is no axis "a"; "::text" belongs to CSS.'],
    ['h1::attr(x)', 0, 'There is no axis "h1"; "::attr" belongs to CSS.'],
  ])('%s', (source, offset, message) => {
    expect(problemOf(source)).toMatchObject({ offset, message });
  });

  it.each([
    ['//a[matches(., "x")]', 'Use re:test(text, pattern) instead.'],
    ['Count(//a)', 'Did you mean count()?'],
    ['test(., "x")', 'Did you mean re:test()?'],
    ['a::text', 'Write /text() in XPath.'],
    ['div > a[class^="x"]', 'Use starts-with() in XPath.'],
    ['li:first-child a', 'Write a condition such as [1] or [last()] in XPath.'],
  ])('says what to do about %s', (source, hint) => {
    expect(problemOf(source)?.hint).toBe(hint);
  });

  it.each([
    ['parentheses', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['conditions', `${'a['.repeat(5000)}1${']'.repeat(5000)}`],
    ['minus signs', `${'-'.repeat(5000)}1`],
    ['calls', `${'not('.repeat(3000)}1${')'.repeat(3000)}`],
    ['sums', `1${'+1'.repeat(5000)}`],
  ])('refuses %s nested without end', (_what, source) => {
    expect(problemOf(source)?.message).toBe('The expression is nested more than 100 levels deep.');
  });
});
