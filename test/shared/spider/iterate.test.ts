import { describe, expect, it } from 'vitest';
import { problemsOf, spiderWith } from './spiders.ts';

const name = { name: { css: 'a::text' } };
const url = { css: 'a::attr(href)' };

/** A spider whose callback "list" is used by a rule; "detail" is there to be followed. */
const listWith = (list: unknown, others: Record<string, unknown> = { detail: { extract: name } }) =>
  spiderWith({ rules: [{ callback: 'list' }], callbacks: { list, ...others } });

const iterateWith = (iterate: Record<string, unknown>) =>
  listWith({ extract: name, iterate: { selector: 'tr', follow: { url, callback: 'detail' }, ...iterate } });

const at = '/callbacks/list';

describe('rows', () => {
  it.each<[string, unknown, string[]]>([
    ['rows that lead to details', iterateWith({}), []],
    ['XPath', iterateWith({ selector: '//tr[td]' }), []],
    ['XPath from here', iterateWith({ selector: './/tr' }), []],
    ['XPath in parentheses', iterateWith({ selector: '(//table)[1]//tr' }), []],
    [
      'JSONPath',
      listWith({ extract: { name: { json_path: '$.name' } }, iterate: { selector: '$.results[*]' } }, {}),
      [],
    ],
    [
      'rows in the JSON of a script',
      listWith(
        {
          extract: { name: { json_path: '$.name' } },
          iterate: { selector: '#data::text', json_path: '$.results[*]' },
        },
        {},
      ),
      [],
    ],
    [
      'a path in JSON beside another one',
      listWith(
        { extract: { name: { json_path: '$.name' } }, iterate: { selector: '$.a[*]', json_path: '$.b[' } },
        {},
      ),
      [
        `! ${at}/iterate/json_path invalid-json-path: Invalid JSONPath '$.b[': The bracket is never closed.`,
        `! ${at}/iterate/json_path json-path-in-json: iterate has a JSONPath as selector, so json_path finds no text to read`,
      ],
    ],
    [
      'an element in a row of JSON',
      iterateWith({ selector: '$.results[*]' }),
      [
        `? ${at}/iterate/follow/url/css field-key-without-effect: css selects nothing here, because the entries are JSON`,
        `? ${at}/extract/name/css field-key-without-effect: css selects nothing here, because the entries are JSON`,
      ],
    ],
    [
      'a JSONPath that does not parse',
      listWith({ extract: { name: { json_path: '$.name' } }, iterate: { selector: '$results' } }, {}),
      [
        `! ${at}/iterate/selector invalid-json-path: Invalid JSONPath '$results': "r" is not allowed here in a JSONPath.`,
      ],
    ],
    [
      'parse_article',
      iterateWith({ follow: { url, callback: 'parse_article' } }),
      ["? /callbacks/detail callback-unused: Callback 'detail' is not used by any rule"],
    ],
    [
      'null for what is not wanted',
      listWith({ extract: name, iterate: { selector: 'tr', follow: null, url_context: null } }, {}),
      [],
    ],
    ['values of the URL', iterateWith({ url_context: { country: { regex: '/(\\w\\w)/' } } }), []],
    [
      'no fields beside follow',
      listWith({ iterate: { selector: 'tr', follow: { url, callback: 'detail' } } }),
      [],
    ],
    [
      'no fields as null',
      listWith({ extract: null, iterate: { selector: 'tr', follow: { url, callback: 'detail' } } }),
      [],
    ],
    [
      'an empty set of fields',
      listWith({ extract: {}, iterate: { selector: 'tr', follow: { url, callback: 'detail' } } }),
      [],
    ],
    ['a name that the row and its detail have', iterateWith({ url_context: { name: { regex: '(a)' } } }), []],
    [
      'nothing to make items of',
      listWith({ iterate: { selector: 'tr' } }, {}),
      [`! ${at} callback-empty: Callback 'list' must extract at least one field, because its rows are items`],
    ],
    [
      'no extract and no iterate',
      listWith({ iterate: null }, {}),
      [`! ${at} callback-empty: Callback 'list' must extract at least one field`],
    ],
    [
      'an empty selector',
      iterateWith({ selector: '' }),
      [`! ${at}/iterate/selector empty-text: selector must not be empty`],
    ],
    [
      'a selector of text',
      iterateWith({ selector: 'td::text' }),
      [
        `! ${at}/iterate/selector selects-no-elements: selector must select elements, because every match is a row: 'td::text'`,
      ],
    ],
    [
      'an XPath of attributes',
      iterateWith({ selector: '//tr | //a/@href' }),
      [
        `! ${at}/iterate/selector selects-no-elements: selector must select elements, because every match is a row: '//tr | //a/@href'`,
      ],
    ],
    [
      'an XPath of text',
      iterateWith({ selector: '(//td/text())[1]' }),
      [
        `! ${at}/iterate/selector selects-no-elements: selector must select elements, because every match is a row: '(//td/text())[1]'`,
      ],
    ],
    [
      'an XPath that gives a value',
      iterateWith({ selector: '(count(//tr))' }),
      [
        `! ${at}/iterate/selector selects-no-elements: selector must select elements, because every match is a row: '(count(//tr))'`,
      ],
    ],
    [
      'an unknown callback',
      iterateWith({ follow: { url, callback: 'details' } }),
      [
        `! ${at}/iterate/follow/callback undefined-callback: Callback 'list' references undefined callback: 'details'. Defined callbacks: detail, list, parse_article`,
        "? /callbacks/detail callback-unused: Callback 'detail' is not used by any rule",
      ],
    ],
    [
      'a nested list in place of an address',
      iterateWith({
        follow: { url: { type: 'nested_list', selector: 'a', extract: name }, callback: 'detail' },
      }),
      [
        `! ${at}/iterate/follow/url/type selects-no-url: The url of follow must be one text, not a nested_list`,
      ],
    ],
    [
      'an address without a source',
      iterateWith({ follow: { url: {}, callback: 'detail' } }),
      [
        `! ${at}/iterate/follow/url field-without-source: Field must have either 'css' or 'xpath' selector, or be a nested_list with 'selector' and 'extract' fields`,
      ],
    ],
    [
      'a pattern without a group',
      iterateWith({ url_context: { country: { regex: '\\w\\w' } } }),
      [
        `! ${at}/iterate/url_context/country/regex wrong-group-count: The pattern '\\w\\w' must have exactly one group; it has none`,
      ],
    ],
    [
      'a pattern with two groups',
      iterateWith({ url_context: { country: { regex: '(a)(b)' } } }),
      [
        `! ${at}/iterate/url_context/country/regex wrong-group-count: The pattern '(a)(b)' must have exactly one group; it has 2`,
      ],
    ],
    [
      'a value of the URL without a name',
      iterateWith({ url_context: { '': { regex: '(a)' } } }),
      [`! ${at}/iterate/url_context/ empty-field-name: Field names must not be empty`],
    ],
    [
      'an unknown key',
      iterateWith({ folow: 1 }),
      [`! ${at}/iterate/folow unknown-key: Unknown key: 'folow'. Did you mean 'follow'?`],
    ],
  ])('%s', (_name, spider, problems) => {
    expect(problemsOf(spider)).toEqual(problems);
  });
});

describe('levels of rows', () => {
  const level = (callback: string | null) => ({
    extract: name,
    iterate: { selector: 'li', ...(callback === null ? {} : { follow: { url, callback } }) },
  });

  it('are three at most', () => {
    const three = { b: level('c'), c: level('detail'), detail: { extract: name } };
    expect(problemsOf(listWith(level('b'), three))).toEqual([]);
    expect(problemsOf(listWith(level('b'), { ...three, detail: level(null) }))).toEqual([
      `! ${at}/iterate/follow/callback iterate-too-deep: At most 3 callbacks with iterate may follow one another: list → b → c → detail`,
    ]);
  });

  it('must not be a circle', () => {
    expect(problemsOf(listWith(level('list'), {}))).toEqual([
      `! ${at}/iterate/follow/callback iterate-too-deep: At most 3 callbacks with iterate may follow one another: list → list → list → list`,
    ]);
  });
});
