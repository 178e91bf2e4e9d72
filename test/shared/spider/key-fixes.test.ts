import { describe, expect, it } from 'vitest';
import { createFixer } from '../../../shared/spider/quick-fixes.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { given } from '../../given.ts';

/** A spider whose only fault is in the part that is put into it. */
const spider = (part: object, url = 'https://example.org/') =>
  JSON.stringify({ name: 'shop', allowed_domains: ['example.org'], start_urls: [url], ...part }, null, 2);
const extract = { title: { css: 'h1::text' } };
const item = (callback: object, others: object = {}) =>
  spider({ rules: [{ callback: 'parse_item' }], callbacks: { parse_item: callback, ...others } });
const field = (source: object) => item({ extract: { title: source } });
const row = (iterate: object, others: object = {}) =>
  item({ iterate: { selector: 'tr', ...iterate }, extract }, others);
const follow = (callback: string, url: object = { css: 'a::attr(href)' }) => ({ follow: { url, callback } });
const generated = (entry: object) =>
  spider({
    settings: {
      GENERATED_URLS: [
        { template: 'https://example.org/?p={p}', vars: { p: { type: 'range', from: 1, to: 3 } }, ...entry },
      ],
    },
  });

/** What is wrong, how it is fixed, and where the document then has what. */
const cases: [what: string, text: string, title: string, at: string[], value: unknown][] = [
  [
    'a misspelt callback of rows',
    row(follow('parse_detal'), { parse_detail: { extract } }),
    'Change to "parse_detail"',
    ['callbacks', 'parse_item', 'iterate', 'follow', 'callback'],
    'parse_detail',
  ],
  [
    'a callback of rows that is not there yet',
    row(follow('parse_detail')),
    'Add the callback "parse_detail"',
    ['callbacks', 'parse_detail'],
    { extract },
  ],
  [
    'rows that are items without fields',
    item({ iterate: { selector: 'tr' } }),
    'Add a field',
    ['callbacks', 'parse_item', 'extract'],
    extract,
  ],
  [
    'rows of text',
    row({ selector: 'td::text' }),
    'Change to "td"',
    ['callbacks', 'parse_item', 'iterate', 'selector'],
    'td',
  ],
  [
    'a value of the URL without a group',
    row({ url_context: { country: { regex: '[a-z]{2}' } } }),
    'Change to "([a-z]{2})"',
    ['callbacks', 'parse_item', 'iterate', 'url_context', 'country', 'regex'],
    '([a-z]{2})',
  ],
  [
    'a value of the URL with several groups',
    row({ url_context: { country: { regex: String.raw`/([a-z(]{2})/(?:x|\()(\d+)` } } }),
    String.raw`Change to "/([a-z(]{2})/(?:x|\\()(?:\\d+)"`,
    ['callbacks', 'parse_item', 'iterate', 'url_context', 'country', 'regex'],
    String.raw`/([a-z(]{2})/(?:x|\()(?:\d+)`,
  ],
  [
    'rows that lead in a circle',
    row(follow('parse_item')),
    'Remove "follow"',
    ['callbacks', 'parse_item', 'iterate'],
    { selector: 'tr' },
  ],
  [
    'an address that is a list',
    row(follow('parse_article', { type: 'nested_list', selector: 'a', extract })),
    'Select the address of a link',
    ['callbacks', 'parse_item', 'iterate', 'follow', 'url'],
    { css: 'a::attr(href)' },
  ],
  [
    'CSS in an entry of JSON',
    row({ selector: '$.results[*]' }),
    'Take "$.title" of the entry',
    ['callbacks', 'parse_item', 'extract', 'title'],
    { json_path: '$.title' },
  ],
  [
    'text and Markdown',
    field({ css: 'h1', to_text: true, to_markdown: true }),
    'Remove "to_markdown"',
    ['callbacks', 'parse_item', 'extract', 'title'],
    { css: 'h1', to_text: true },
  ],
  [
    'the text of a list',
    field({ css: 'h1', get_all: true, to_text: true }),
    'Remove "get_all"',
    ['callbacks', 'parse_item', 'extract', 'title'],
    { css: 'h1', to_text: true },
  ],
  [
    'a flag without effect',
    field({ css: 'h1::text', to_text: true }),
    'Remove "to_text"',
    ['callbacks', 'parse_item', 'extract', 'title'],
    { css: 'h1::text' },
  ],
  [
    'an element without links',
    spider({ rules: [{ tags: ['lnk'] }] }),
    'Change to "link"',
    ['rules', '0', 'tags'],
    ['link'],
  ],
  [
    'a processor',
    field({ css: 'h1', processors: [{ type: 'urljion' }] }),
    'Change to "urljoin"',
    ['callbacks', 'parse_item', 'extract', 'title', 'processors', '0', 'type'],
    'urljoin',
  ],
  [
    'an argument that is misspelt',
    spider({ args: { term: { default: 'a' } } }, 'https://example.org/?q=${trem}&r=${term}'),
    'Change to "https://example.org/?q=${term}&r=${term}"',
    ['start_urls', '0'],
    'https://example.org/?q=${term}&r=${term}',
  ],
  [
    'an argument that is not declared',
    spider({ args: { term: { default: 'a' } } }, 'https://example.org/?q=${term}&page=${page}'),
    'Declare the argument "page"',
    ['args', 'page'],
    { default: '' },
  ],
  ['an argument that nothing uses', spider({ args: { term: {} } }), 'Remove "term"', ['args'], {}],
  [
    'a name of an argument',
    spider({ args: { 'my-term': {} } }),
    'Rename to "my_term"',
    ['args'],
    { my_term: {} },
  ],
  [
    'a placeholder without values',
    generated({ template: 'https://example.org/{day}?p={p}' }),
    'Add values for {day}',
    ['settings', 'GENERATED_URLS', '0', 'vars', 'day'],
    { type: 'range', from: 1, to: 10 },
  ],
  [
    'values without a placeholder',
    generated({
      template: 'https://example.org/{q}',
      vars: { q: { type: 'list', values: ['a'] }, p: { type: 'list', values: ['a'] } },
    }),
    'Remove "p"',
    ['settings', 'GENERATED_URLS', '0', 'vars'],
    { q: { type: 'list', values: ['a'] } },
  ],
  [
    'a misspelt callback of generated URLs',
    generated({ callback: 'parse_artcle' }),
    'Change to "parse_article"',
    ['settings', 'GENERATED_URLS', '0', 'callback'],
    'parse_article',
  ],
  [
    'generated URLs that are both extracted and only followed',
    generated({ callback: 'parse_article', follow: true }),
    'Remove "follow"',
    ['settings', 'GENERATED_URLS', '0', 'callback'],
    'parse_article',
  ],
  [
    'a misspelt key of generated URLs',
    generated({ folow: true }),
    'Rename to "follow"',
    ['settings', 'GENERATED_URLS', '0', 'follow'],
    true,
  ],
];

describe('quick fixes', () => {
  it.each(cases)('mend %s', (_, text, title, at, value) => {
    const fixer = createFixer(text);
    const found = validateSpider(text).problems.flatMap((problem) =>
      fixer.fixes(problem).map((fix) => ({ problem, fix })),
    );
    expect(found.map(({ fix }) => fix.title)).toContain(title);
    const { problem, fix } = given(found.find((each) => each.fix.title === title));
    const mended = applyEdits(text, fix.edits);
    expect(at.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), JSON.parse(mended))).toEqual(
      value,
    );
    expect(validateSpider(mended).problems.filter(({ code }) => code === problem.code)).toEqual([]);
  });

  it('take no selector away that a field cannot do without', () => {
    const list = { type: 'nested_list', selector: 'li', extract };
    const text = item({ iterate: { selector: '$.results[*]' }, extract: { rows: list } });
    const [problem] = validateSpider(text).problems;
    expect(problem).toMatchObject({ code: 'field-key-without-effect' });
    expect(createFixer(text).fixes(given(problem))).toEqual([]);
  });

  it('leave an axis of XPath as it is', () => {
    const text = spider({ rules: [{ restrict_xpaths: ['count(ancestor::nav)'] }] });
    const [problem] = validateSpider(text).problems;
    expect(problem).toMatchObject({ code: 'selects-no-elements' });
    expect(createFixer(text).fixes(given(problem))).toEqual([]);
  });
});
