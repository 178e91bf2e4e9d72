import { describe, expect, it } from 'vitest';
import { dateLanguages } from '../../../shared/spider/date-languages.ts';
import {
  fieldPointer,
  fieldWith,
  problemsOf,
  processorPointer,
  processorWith,
  spiderWith,
} from './spiders.ts';

type Case = [input: unknown, problems: string[]];
const list = (cases: Case[]) => cases.map(([input, problems]) => ({ input, problems }));

describe('fields', () => {
  it.each(
    list([
      [fieldWith({ css: 'h1' }), []],
      [fieldWith({ xpath: 'string(//h1)', css: null, get_all: true, processors: null }), []],
      [fieldWith({ css: 'h1', processors: [] }), []],
      [fieldWith({ css: '' }), [`! ${fieldPointer}/css empty-text: css must not be empty`]],
      [
        fieldWith({ css: 'h1', xpath: '//h1' }),
        [`! ${fieldPointer} css-and-xpath: Field must have either 'css' or 'xpath' selector, not both`],
      ],
      [
        fieldWith({ type: 'list', css: 'h1' }),
        [`! ${fieldPointer}/type unknown-field-type: Unknown field type: list. Allowed: nested_list`],
      ],
      [
        fieldWith({ type: 'nested-list', selector: 'li', extract: { a: { css: 'a' } } }),
        [`! ${fieldPointer}/type unknown-field-type: Unknown field type: nested-list. Allowed: nested_list`],
      ],
      [
        fieldWith({ type: 'nested_list', selector: 'li::text', extract: { a: { css: 'a' } } }),
        [
          `! ${fieldPointer}/selector selects-no-elements: selector must select elements, because the fields are taken from within them: 'li::text'`,
        ],
      ],
      [
        fieldWith({ type: 'nested_list', selector: 'li', extract: { a: { css: 'a' } }, get_all: true }),
        [`? ${fieldPointer}/get_all field-key-without-effect: get_all has no effect on a nested_list`],
      ],
      [
        fieldWith({ css: 'a', selector: 'li' }),
        [
          `? ${fieldPointer}/selector field-key-without-effect: selector has no effect without "type": "nested_list"`,
        ],
      ],
      [
        fieldWith({ css: 'a', getall: true }),
        [`! ${fieldPointer}/getall unknown-key: Unknown key: 'getall'. Did you mean 'get_all'?`],
      ],
      [fieldWith('h1'), [`! ${fieldPointer} wrong-type: "h1" is text; field 'f' must be an object`]],
      [
        fieldWith({ css: 'a', get_all: 1 }),
        [`! ${fieldPointer}/get_all wrong-type: 1 is a number; get_all must be true or false`],
      ],
    ]),
  )('$input.callbacks', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it('refuses selectors that do not parse, at every level', () => {
    const inner = { type: 'nested_list', selector: 'b[', extract: { a: { xpath: '//a[' } } };
    const problems = problemsOf(fieldWith({ type: 'nested_list', selector: 'li', extract: { inner } }));
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      `! ${fieldPointer}/extract/inner/selector invalid-css`,
      `! ${fieldPointer}/extract/inner/extract/a/xpath invalid-xpath`,
    ]);
  });
});

describe('JSONPaths', () => {
  const entries = (selector: string, field: unknown, more: object = {}) =>
    fieldWith({ type: 'nested_list', selector, extract: { a: field }, ...more });
  const without = 'field-key-without-effect';
  const inner = `${fieldPointer}/extract/a`;

  it.each(
    list([
      [fieldWith({ json_path: '$.results[*].name', get_all: true }), []],
      [fieldWith({ json_path: 'data.name', css: null }), []],
      [fieldWith({ css: 'script::text', json_path: '$..price' }), []],
      [fieldWith({ xpath: '//script/text()', json_path: '$..price' }), []],
      [fieldWith({ json_path: '' }), [`! ${fieldPointer}/json_path empty-text: json_path must not be empty`]],
      [
        fieldWith({ json_path: 'items.0.name' }),
        [
          `! ${fieldPointer}/json_path invalid-json-path: Invalid JSONPath 'items.0.name': A name after a dot does not begin with a digit.`,
        ],
      ],
      [
        fieldWith({ css: 'a', xpath: '//a', json_path: '$.a' }),
        [`! ${fieldPointer} css-and-xpath: Field must have either 'css' or 'xpath' selector, not both`],
      ],
      [entries('$.results[*]', { json_path: '$.name' }), []],
      [entries('$.comments[*].html', { css: '.name::text' }, { as: 'html' }), []],
      [
        entries('$.results[', { json_path: '$.name' }),
        [
          `! ${fieldPointer}/selector invalid-json-path: Invalid JSONPath '$.results[': The bracket is never closed.`,
        ],
      ],
      [
        entries('$.results[*]', { css: 'b' }),
        [`? ${inner}/css ${without}: css selects nothing here, because the entries are JSON`],
      ],
      [
        entries('$.results[*]', { type: 'nested_list', selector: 'li', extract: { b: { css: 'b' } } }),
        [`? ${inner}/selector ${without}: selector selects nothing here, because the entries are JSON`],
      ],
      [
        entries('li', { json_path: '$.name' }),
        [`? ${inner}/json_path ${without}: json_path selects nothing here, because the entries are elements`],
      ],
      [entries('li', { css: '::attr(data-json)', json_path: '$.name' }), []],
      [
        entries('$.html', { json_path: '$.name' }, { as: 'html' }),
        [`? ${inner}/json_path ${without}: json_path selects nothing here, because the entries are elements`],
      ],
      [
        entries('li', { css: 'b' }, { as: 'html' }),
        [`? ${fieldPointer}/as ${without}: as has no effect where elements are selected`],
      ],
      [
        entries('li', { css: 'b' }, { json_path: '$' }),
        [`? ${fieldPointer}/json_path ${without}: json_path has no effect on a nested_list`],
      ],
      [
        fieldWith({ json_path: '$.a', as: 'html' }),
        [`? ${fieldPointer}/as ${without}: as has no effect without "type": "nested_list"`],
      ],
    ]),
  )('$input.callbacks', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it('points into the path', () => {
    expect(problemsOf(fieldWith({ json_path: '$[?@.a = 1]' }))).toEqual([
      `! ${fieldPointer}/json_path invalid-json-path: Invalid JSONPath '$[?@.a = 1]': "=" is not allowed here in a JSONPath.`,
    ]);
  });
});

describe('a list in a column of text', () => {
  const column = (name: string, field: unknown) =>
    spiderWith({ rules: [{ callback: 'page' }], callbacks: { page: { extract: { [name]: field } } } });

  it.each([
    ['title', { css: 'h1', get_all: true }, 'with ", "'],
    ['content', { css: 'p', get_all: true, processors: [{ type: 'strip' }] }, 'line by line'],
    ['author', { xpath: '//b', get_all: true }, 'with ", "'],
    ['published_date', { css: 'time', get_all: true }, 'with ", "'],
  ])('%s is warned about', (name, field, how) => {
    expect(problemsOf(column(name, field))).toEqual([
      `? /callbacks/page/extract/${name}/get_all list-in-column: ${name} is a column of text: the list is joined there ${how}, and kept as a list in the metadata`,
    ]);
  });

  it.each([
    ['title', { css: 'h1' }],
    ['title', { css: 'h1', get_all: false }],
    ['title', { css: 'h1', get_all: true, processors: [{ type: 'join' }] }],
    ['tags', { css: 'a', get_all: true }],
  ])('%s as %j is not', (name, field) => {
    expect(problemsOf(column(name, field))).toEqual([]);
  });
});

describe('to_text and to_markdown', () => {
  const without = 'field-key-without-effect';
  it.each(
    list([
      [fieldWith({ css: 'h1', to_text: true }), []],
      [fieldWith({ xpath: '//h1', to_markdown: true, to_text: false }), []],
      [fieldWith({ css: 'h1, h2::text', to_text: true }), []],
      [fieldWith({ css: 'h1', to_text: null, get_all: true, to_markdown: false }), []],
      [
        fieldWith({ css: 'h1', to_text: true, to_markdown: true }),
        [`! ${fieldPointer} text-and-markdown: Field must have either 'to_text' or 'to_markdown', not both`],
      ],
      ...['to_text', 'to_markdown'].flatMap((flag): Case[] => [
        [
          fieldWith({ css: 'h1', get_all: true, [flag]: true }),
          [
            `! ${fieldPointer}/${flag} text-of-list: ${flag} is for one element, so it cannot stand beside get_all`,
          ],
        ],
        [
          fieldWith({ css: 'h1::text', [flag]: true }),
          [
            `? ${fieldPointer}/${flag} ${without}: ${flag} has no effect where text or an attribute is selected`,
          ],
        ],
        [
          fieldWith({ xpath: '//a/@href', get_all: true, [flag]: true }),
          [
            `? ${fieldPointer}/${flag} ${without}: ${flag} has no effect where text or an attribute is selected`,
          ],
        ],
        [
          fieldWith({ xpath: 'string(//h1)', [flag]: true }),
          [
            `? ${fieldPointer}/${flag} ${without}: ${flag} has no effect where text or an attribute is selected`,
          ],
        ],
        [
          fieldWith({
            type: 'nested_list',
            selector: 'li',
            extract: { a: { css: 'b', [flag]: true } },
            [flag]: true,
          }),
          [`? ${fieldPointer}/${flag} ${without}: ${flag} has no effect on a nested_list`],
        ],
        [
          fieldWith({ css: 'h1', [flag]: 'yes' }),
          [`! ${fieldPointer}/${flag} wrong-type: "yes" is text; ${flag} must be true or false`],
        ],
      ]),
    ]),
  )('$input.callbacks.page.extract.f', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });
});

describe('processors', () => {
  it.each(
    list([
      ...[
        { type: 'strip' },
        { type: 'lowercase' },
        { type: 'replace', old: 'a', new: '' },
        { type: 'regex', pattern: '(a)' },
        { type: 'regex', pattern: 'a', group: 0 },
        { type: 'regex', pattern: '(?P<n>a)(b)', group: 2 },
        { type: 'cast', to: 'int' },
        { type: 'cast', to: 'float' },
        { type: 'cast', to: 'bool' },
        { type: 'cast', to: 'str' },
        { type: 'join' },
        { type: 'join', separator: '' },
        { type: 'default', default: null },
        { type: 'default', default: { any: ['value'] } },
        { type: 'parse_datetime' },
        { type: 'parse_datetime', format: '%Y-%m-%dT%H:%M:%S%z' },
        { type: 'parse_datetime', format: ' %d.%m.%Y ' },
        { type: 'parse_datetime', order: 'dmy' },
        { type: 'parse_datetime', order: 'ymd', languages: ['de', 'pt-BR', 'nb'] },
        { type: 'parse_datetime', format: '%d %B %Y', languages: ['hr'] },
        { type: 'uppercase' },
        { type: 'collapse' },
        { type: 'urljoin' },
        { type: 'split' },
        { type: 'split', separator: ', ' },
        { type: 'number' },
        { type: 'number', decimal: ',' },
        { type: 'number', decimal: '.' },
        { type: 'number', decimal: 'auto' },
      ].map((processor): Case => [processorWith(processor), []]),
      ...['%d.%m.', '%H:%M'].map((format): Case => [
        processorWith({ type: 'parse_datetime', format }),
        [
          `? ${processorPointer}/format format-without-year: Date format '${format}': The format has no year, so every date is in 1900, as in Python.`,
        ],
      ]),
      [processorWith({}), [`! ${processorPointer} missing-key: type is required in processors[0]`]],
      [
        processorWith('strip'),
        [`! ${processorPointer} wrong-type: "strip" is text; processors[0] must be an object`],
      ],
      [
        processorWith({ type: 5 }),
        [`! ${processorPointer}/type wrong-type: 5 is a number; type must be text`],
      ],
      [
        processorWith({ type: 'replace' }),
        [
          `! ${processorPointer} missing-key: old is required in processors[0]`,
          `! ${processorPointer} missing-key: new is required in processors[0]`,
        ],
      ],
      [
        processorWith({ type: 'replace', old: 1, new: 'x' }),
        [`! ${processorPointer}/old wrong-type: 1 is a number; old must be text`],
      ],
      [
        processorWith({ type: 'replace', old: '', new: 'x' }),
        [`? ${processorPointer}/old empty-text: old is empty: new is put between all characters`],
      ],
      [
        processorWith({ type: 'regex' }),
        [`! ${processorPointer} missing-key: pattern is required in processors[0]`],
      ],
      [
        processorWith({ type: 'regex', pattern: '' }),
        [`! ${processorPointer}/pattern empty-text: pattern must not be empty`],
      ],
      [
        processorWith({ type: 'regex', pattern: 'a' }),
        [
          `! ${processorPointer}/pattern missing-group: The pattern 'a' has no group 1, which is kept unless group is set`,
        ],
      ],
      [
        processorWith({ type: 'regex', pattern: '(a)', group: 2 }),
        [`! ${processorPointer}/group missing-group: The pattern '(a)' has no group 2; it has 1`],
      ],
      [
        processorWith({ type: 'regex', pattern: '(a)', group: -1 }),
        [`! ${processorPointer}/group out-of-range: group must be >= 0`],
      ],
      [
        processorWith({ type: 'regex', pattern: '(a)', group: '1' }),
        [`! ${processorPointer}/group wrong-type: "1" is text; group must be an integer`],
      ],
      [
        processorWith({ type: 'cast' }),
        [`! ${processorPointer} missing-key: to is required in processors[0]`],
      ],
      [
        processorWith({ type: 'cast', to: 'integer' }),
        [
          `! ${processorPointer}/to unknown-cast: Unknown cast target: integer. Allowed: int, float, bool, str`,
        ],
      ],
      [
        processorWith({ type: 'default' }),
        [`! ${processorPointer} missing-key: default is required in processors[0]`],
      ],
      [
        processorWith({ type: 'default', value: 1 }),
        [
          `! ${processorPointer} missing-key: default is required in processors[0]`,
          `! ${processorPointer}/value unknown-key: Unknown key: 'value'. Allowed: default, type`,
        ],
      ],
      [processorWith({ type: 'join', separator: null }), []],
      [
        processorWith({ type: 'parse_datetime', format: '%d.%m.%Y', order: 'dmy' }),
        [
          `? ${processorPointer}/order field-key-without-effect: order has no effect beside format, which has an order of its own`,
        ],
      ],
      [
        processorWith({ type: 'parse_datetime', order: 'day' }),
        [
          `! ${processorPointer}/order unknown-order: Unknown order of day, month and year: day. Allowed: dmy, mdy, ymd`,
        ],
      ],
      [
        processorWith({ type: 'parse_datetime', languages: [] }),
        [`! ${processorPointer}/languages too-few: languages must have at least one entry`],
      ],
      [
        processorWith({ type: 'parse_datetime', languages: 'de' }),
        [`! ${processorPointer}/languages wrong-type: "de" is text; languages must be a list`],
      ],
      [
        processorWith({ type: 'parse_datetime', languages: ['de', 'xx'] }),
        [
          `! ${processorPointer}/languages/1 unknown-language: Unknown language of dates: xx. Allowed: ${dateLanguages.join(', ')}`,
        ],
      ],
      [
        processorWith({ type: 'split', separator: '' }),
        [`! ${processorPointer}/separator empty-text: separator must not be empty`],
      ],
      [
        processorWith({ type: 'number', decimal: ';' }),
        [`! ${processorPointer}/decimal unknown-decimal: Unknown decimal mark: ;. Allowed: ",", ".", "auto"`],
      ],
      [
        processorWith({ type: 'number', decimal: true }),
        [`! ${processorPointer}/decimal wrong-type: true is a boolean; decimal must be text`],
      ],
      [
        processorWith({ type: 'urljoin', base: 'https://example.org/' }),
        [`! ${processorPointer}/base unknown-key: Unknown key: 'base'. Allowed: type`],
      ],
      [
        processorWith({ type: 'join', seperator: ',' }),
        [`! ${processorPointer}/seperator unknown-key: Unknown key: 'seperator'. Did you mean 'separator'?`],
      ],
    ]),
  )('$input.callbacks.page.extract.f.processors', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it.each([
    [{ type: 'regex', pattern: '(' }, 'pattern', 'invalid-pattern'],
    [{ type: 'parse_datetime', format: '%d.%q' }, 'format', 'invalid-format'],
  ])('refuses %j', (processor, key, code) => {
    const [problem, ...more] = problemsOf(processorWith(processor));
    expect(problem).toMatch(new RegExp(`^! ${processorPointer}/${key} ${code}: Invalid `));
    expect(more).toEqual([]);
  });
});
