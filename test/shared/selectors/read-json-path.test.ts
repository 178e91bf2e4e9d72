import { describe, expect, it } from 'vitest';
import { normalizedPath, writeStep } from '../../../shared/selectors/json-path-text.ts';
import { readJsonPath } from '../../../shared/selectors/read-json-path.ts';

function problemOf(source: string) {
  const read = readJsonPath(source);
  return read.ok ? null : read.problem;
}

function segmentsOf(source: string) {
  const read = readJsonPath(source);
  if (!read.ok) throw new Error(read.problem.message);
  return read.selector.segments.map(({ descendants, selectors }) => ({ descendants, selectors }));
}

describe('paths without "$"', () => {
  it.each([
    ['name', '$.name'],
    ['data.items[0].name', '$.data.items[0].name'],
    ['*', '$.*'],
    ['*.name', '$.*.name'],
    ['größe', '$.größe'],
    ['[0].a', '$[0].a'],
    ['["first name"]', '$["first name"]'],
    ['..price', '$..price'],
    ['..[0]', '$..[0]'],
  ])('%s is %s', (short, full) => {
    expect(segmentsOf(short)).toEqual(segmentsOf(full));
  });

  it('keeps the places of the source', () => {
    const read = readJsonPath('data.items[0]');
    const segments = read.ok ? read.selector.segments : [];
    expect(segments.map(({ start, end }) => 'data.items[0]'.slice(start, end))).toEqual([
      'data',
      '.items',
      '[0]',
    ]);
  });
});

const html = 'For a selector of HTML use "css" or "xpath".';

describe('refused paths', () => {
  it.each([
    ['', 0, 'The JSONPath is empty.', 'Write for example $.results[*].'],
    [' $.a', 0, 'White space cannot stand at the ends of a JSONPath.', 'Remove it.'],
    ['$.a ', 3, 'White space cannot stand at the ends of a JSONPath.', 'Remove it.'],
    ['.name', 0, 'A JSONPath does not begin with one ".".', `Write "$.name". ${html}`],
    [
      '@.name',
      0,
      '"@" is known only inside a filter.',
      'Write "$": in a row and in a nested_list it is the entry.',
    ],
    [
      'items.0.name',
      6,
      'A name after a dot does not begin with a digit.',
      "Write [0] for a position, or ['0'] for a name.",
    ],
    [
      '$..0',
      3,
      'A name after a dot does not begin with a digit.',
      "Write ..[0] for a position, or ['0'] for a name.",
    ],
    [
      '$.first-name.x',
      7,
      '"-" is not allowed here in a JSONPath.',
      "Put the name in brackets and quotation marks: ['first-name'].",
    ],
    [
      'og:title',
      2,
      '":" is not allowed here in a JSONPath.',
      "Put the name in brackets and quotation marks: ['og:title'].",
    ],
    [
      '$ref',
      1,
      '"r" is not allowed here in a JSONPath.',
      'A "." or a bracket seems to be missing before it.',
    ],
    ['$.', 1, 'The JSONPath ends with ".".', 'A name or "*" must follow "." directly.'],
    ['$..', 1, 'The JSONPath ends with "..".', 'A name, "*" or a bracket must follow ".." directly.'],
    ['$.[0]', 2, '"[" cannot follow ".".', 'Leave out the dot before the bracket.'],
    ['$. a', 2, 'White space cannot follow ".".', 'A name or "*" must follow "." directly.'],
    ['$[name]', 2, 'A name in brackets needs quotation marks.', "Write ['name']."],
    ['$[]', 1, 'The brackets are empty.', "Write [*] for all, [0] for the first, or ['name']."],
    ['$[0,]', 4, 'Nothing follows the last comma.', 'Remove the comma.'],
    ['$[0', 1, 'The bracket is never closed.', 'Add "]".'],
    ["$['a", 2, "The text that starts with ' has no closing '.", 'Close the quotation mark.'],
    ['$[01]', 2, '"01" is no position.', 'Write 1.'],
    ['$[-]', 2, '"-" is no position.', 'Write for example [-1] for the last one.'],
    [
      '$[9007199254740992]',
      2,
      '9007199254740992 is too large for a position.',
      'Positions go up to 9007199254740991.',
    ],
    ['$[@.a]', 2, '"@" is not allowed here.', 'A filter begins with "?": [?@.price].'],
    ['$[(@.length-1)]', 2, '"(" is not allowed here.', 'A filter begins with "?": [?@.price].'],
    ['$[?@.a = 1]', 7, '"=" is not allowed here in a JSONPath.', 'Write "==" to compare.'],
    ['$[?@.a & @.b]', 7, '"&" is not allowed here in a JSONPath.', 'Write "&&" for "and".'],
    [
      '$[?@.a == nul]',
      10,
      '"nul" is not known in a filter.',
      "Write @.nul for a member of the entry, or 'nul' for a text.",
    ],
    [
      '$[?@.a == None]',
      10,
      '"None" is not known in a filter.',
      "Write @.None for a member of the entry, or 'None' for a text.",
    ],
    ['$[?@.a == True]', 10, '"True" is not known in a filter.', 'Write true.'],
    ['$[?!@.a == 1]', 8, '"!" cannot stand before a comparison.', 'Put the comparison in parentheses: !(…).'],
    [
      '$[?@.* == 1]',
      3,
      'A side of "==" must be a single value, but "@.*" can select several.',
      'Use count(@.*) for their number, or value(@.*) if there is only one.',
    ],
    [
      "$[?contains(@.a, 'x')]",
      3,
      'JSONPath has no function "contains()".',
      "Use search(…), for example search(@.name, 'shoe').",
    ],
    ['$[?Length(@.a) > 1]', 3, 'JSONPath has no function "Length()".', 'Write length(…).'],
    [
      '$[?count (@.*) > 1]',
      3,
      '"count" is not known in a filter.',
      'Remove the white space before the parenthesis.',
    ],
    [
      '$[?length(@.a)]',
      3,
      'length() gives a value, not true or false.',
      'Compare it, for example length(@.a) > 0.',
    ],
    [
      '$.items.length()',
      14,
      '"(" is not allowed here in a JSONPath.',
      'Functions stand in filters only, for example $[?length(@.name) > 3].',
    ],
    [
      "$[?search(@.a, '\\d')]",
      16,
      '"\\d" is no escape of a JSONPath.',
      'A backslash itself is written \\\\, also in front of a sign of a pattern.',
    ],
    ["$[?search(@.a, '\\\\d')]", 15, '"\\d" is no escape of an I-Regexp.', 'Write [0-9].'],
    [
      "$[?search(@.a, 'a(')]",
      17,
      'The parenthesis that opens here is never closed.',
      'Add a closing one, or write \\( for a literal one.',
    ],
    ['/a/b', 0, '"/" cannot begin a JSONPath.', html],
    ['a::text', 1, '":" is not allowed here in a JSONPath.', html],
    ['#next', 0, '"#" cannot begin a JSONPath.', html],
    ['.price > b', 0, 'A JSONPath does not begin with one ".".', html],
    ['a.price b', 7, 'White space is not allowed here in a JSONPath.', html],
  ])('%s', (source, offset, message, hint) => {
    expect(problemOf(source)).toEqual({ message, offset, hint });
  });

  it.each([
    ['too long', `$${'.a'.repeat(10_000)}`],
    ['nested too deeply', `$${'[?@'.repeat(200)}${']'.repeat(200)}`],
    ['too many parentheses', `$[?${'('.repeat(5000)}@.a${')'.repeat(5000)}]`],
    ['half of a character', '$.\uD800'],
  ])('%s', (_, source) => {
    expect(problemOf(source)).not.toBeNull();
  });

  it('never throws, whatever is cut off', () => {
    const source = `$..a['b\\u00e9'][?(@.c == -1.5e3 && !match(@.d, "[a-z]{2,3}\\\\p{Lu}")) || count($[*]) > 1, 0, 1:2:-1].*`;
    expect(problemOf(source)).toBeNull();
    const signs = ['', ']', '(', '"', '\\', '?', '@', ' ', '1', '\u{1f600}'];
    const problems = Array.from(source).flatMap((_, length) =>
      signs.map((sign) => problemOf(source.slice(0, length) + sign)),
    );
    const messages = problems.flatMap((problem) => (problem === null ? [] : [problem.message]));
    expect(messages.length).toBeGreaterThan(700);
    expect(messages.filter((message) => !message.endsWith('.'))).toEqual([]);
  });
});

describe('written paths', () => {
  it.each([
    [['results', 0, 'name'], "$['results'][0]['name']", '$.results[0].name'],
    [
      ["it's", 'a\\b', '\n\u000b'],
      "$['it\\'s']['a\\\\b']['\\n\\u000b']",
      "$['it\\'s']['a\\\\b']['\\n\\u000b']",
    ],
    [['first name', '0', '', 'größe'], "$['first name']['0']['']['größe']", "$['first name']['0'][''].größe"],
  ])('%j', (keys, normalized, short) => {
    expect(normalizedPath(keys)).toBe(normalized);
    expect(`$${keys.map(writeStep).join('')}`).toBe(short);
    expect(segmentsOf(normalized)).toEqual(segmentsOf(short));
  });
});
