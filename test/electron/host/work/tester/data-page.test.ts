import { describe, expect, it } from 'vitest';
import { reportCallback } from '../../../../../electron/host/work/tester/callback-report.ts';
import { shortBudget } from '../../../../../electron/host/work/tester/cut-value.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { readCallback } from '../../../../../electron/host/work/tester/parts.ts';
import { reportRows } from '../../../../../electron/host/work/tester/rows-report.ts';
import { reportSelector } from '../../../../../electron/host/work/tester/selector-report.ts';
import {
  describeValue,
  findValues,
  suggestPaths,
} from '../../../../../electron/host/work/tester/suggest-json.ts';
import { reportTree } from '../../../../../electron/host/work/tester/tree-report.ts';
import { suggestSelectors } from '../../../../../electron/host/work/tester/suggest.ts';
import { given } from '../../../../given.ts';
import { somePage } from '../../../extract/page-facts.ts';

const shop = {
  count: 2,
  results: [
    { name: 'Boot', price: { amount: 49.9 }, tags: ['new', 'sale'] },
    { name: 'Sandal', price: { amount: 20 }, tags: [] },
  ],
};
const open = (value: unknown = shop) =>
  new OpenPage(JSON.stringify(value), { ...somePage, url: 'https://example.org/api', kind: 'json' });
const everything = { openTo: 100, toggled: [], from: 0, count: 1000 };

/** The rows of the tree, indented: `number name: value`. */
function linesOf(page: OpenPage, asked: Partial<Parameters<typeof reportTree>[1]> = {}): string[] {
  return reportTree(page, { ...everything, ...asked }).rows.map(
    ({ number, depth, name, kind, value, size }) =>
      `${'  '.repeat(depth)}${number} ${name ?? '$'}: ${value ?? kind}${size === null ? '' : ` (${size})`}`,
  );
}

describe('a JSON page as a tree', () => {
  it('has a row for each value, in document order', () => {
    expect(linesOf(open())).toEqual([
      '0 $: count, results (2)',
      '  1 count: 2',
      '  2 results: list (2)',
      '    3 0: name, price, tags (3)',
      '      4 name: Boot',
      '      5 price: amount (1)',
      '        6 amount: 49.9',
      '      7 tags: list (2)',
      '        8 0: new',
      '        9 1: sale',
      '    10 1: name, price, tags (3)',
      '      11 name: Sandal',
      '      12 price: amount (1)',
      '        13 amount: 20',
      '      14 tags: list (0)',
    ]);
  });

  it('shows what is inside open values only, and the part that is asked for', () => {
    expect(linesOf(open(), { openTo: 2 })).toHaveLength(5);
    expect(linesOf(open(), { openTo: 2, toggled: [3, 10] })).toHaveLength(11);
    expect(linesOf(open(), { openTo: 100, toggled: [2] })).toHaveLength(3);
    const part = reportTree(open(), { ...everything, from: 4, count: 2 });
    expect(part.total).toBe(15);
    expect(part.rows.map(({ number }) => number)).toEqual([4, 5]);
  });

  it('opens what a value lies in', () => {
    const { revealed, total } = reportTree(open(), { ...everything, openTo: 1, reveal: 13 });
    expect(revealed).toEqual({ position: 7, opened: [2, 10, 12] });
    expect(total).toBe(9);
    expect(reportTree(open(), { ...everything, openTo: 100, toggled: [10], reveal: 13 }).revealed).toEqual({
      position: 13,
      opened: [10],
    });
    expect(reportTree(open(), { ...everything, reveal: 99 }).revealed).toBeNull();
  });

  it('copes with values of any depth and number', () => {
    const deep = new OpenPage(`${'['.repeat(400)}1${']'.repeat(400)}`, { ...somePage, kind: 'json' });
    expect(reportTree(deep, { ...everything, openTo: 10_000 }).total).toBe(401);
    const wide = open(Array.from({ length: 200_000 }, () => 0));
    const end = reportTree(wide, { ...everything, from: 200_000, count: 10 });
    expect(end.rows.map(({ name }) => name)).toEqual(['199999']);
  });
});

describe('an XML page as a tree', () => {
  it('has a row for each element, with its attributes and text', () => {
    const page = new OpenPage(
      '<feed xml:lang="en"><Entry id="a"><title>One</title></Entry><Entry id="b"/></feed>',
      { ...somePage, kind: 'xml' },
    );
    const { rows } = reportTree(page, everything);
    expect(
      rows.map(({ number, depth, name, attributes, value }) => [number, depth, name, attributes, value]),
    ).toEqual([
      [0, 0, 'feed', 'xml:lang="en"', null],
      [1, 1, 'Entry', 'id="a"', null],
      [2, 2, 'title', null, 'One'],
      [3, 1, 'Entry', 'id="b"', null],
    ]);
  });
});

describe('an element of XML that is picked', () => {
  const feed = `<rss><channel><item><link>https://a/1</link><media url="x.png"/></item>
<item><link>https://a/2</link><media url="y.png"/></item></channel></rss>`;
  const page = () => new OpenPage(feed, { ...somePage, kind: 'xml' });

  it('has its text and attributes, whatever its name means in HTML', () => {
    const selectorsOf = (number: number, within: string | null) =>
      suggestSelectors(page(), { elements: [number], within }, []).suggestions.map(
        ({ selector, matches }) => `${selector} ${matches}`,
      );
    expect(selectorsOf(3, null)).toContain('link::text 2');
    expect(selectorsOf(3, 'item')).toEqual(['link::text 2', 'item > link::text 2', 'link 2']);
    expect(selectorsOf(4, 'item')).toEqual(['media::attr(url) 2', 'item > media::attr(url) 2', 'media 2']);
  });
});

describe('a path that is tried', () => {
  it('tells its matches with their numbers and normalized paths', () => {
    const report = reportSelector(open(), { language: 'json', selector: '$.results[*].name' });
    expect(report).toMatchObject({
      matches: 2,
      nodes: { total: 2, elements: [4, 11], cut: false },
      problem: null,
      empty: null,
    });
    expect(report.samples).toEqual([
      { kind: 'value', element: 4, path: "$['results'][0]['name']", value: 'Boot', text: 'Boot' },
      { kind: 'value', element: 11, path: "$['results'][1]['name']", value: 'Sandal', text: 'Sandal' },
    ]);
    const [price] = reportSelector(open(), { language: 'json', selector: '$..price' }).samples;
    expect(price?.value).toBe('{"amount":49.9}');
  });

  it('begins at each entry of a list', () => {
    const report = reportSelector(open(), {
      language: 'json',
      selector: '$.price.amount',
      within: '$.results[*]',
    });
    expect(report.nodes.elements).toEqual([6, 13]);
    expect(report.samples.map(({ path }) => path)).toEqual([
      "$['results'][0]['price']['amount']",
      "$['results'][1]['price']['amount']",
    ]);
  });

  it('says why there is nothing', () => {
    expect(reportSelector(open(), { language: 'json', selector: '$.reslts' }).empty).toEqual({
      steps: [{ selector: '$.reslts', matches: 0 }],
      line: '"reslts" is not there; "results" is, 1 match.',
      fix: { label: 'Use "results"', language: 'json', selector: '$.results' },
    });
    expect(reportSelector(open(), { language: 'json', selector: '$.a[' })).toMatchObject({
      problem: 'The bracket is never closed.',
      hint: 'Add "]".',
    });
    expect(reportSelector(open(), { language: 'css', selector: 'h1' })).toMatchObject({
      problem: 'This is JSON, which has no elements.',
      hint: 'Use a JSONPath.',
    });
    const html = new OpenPage('<h1>x</h1>', { ...somePage, url: null });
    expect(reportSelector(html, { language: 'json', selector: '$.a' }).problem).toBe(
      'This page is not JSON, which JSONPaths are for.',
    );
  });
});

describe('a value that is picked', () => {
  it('is described with what it lies in', () => {
    expect(describeValue(open(), 6)).toEqual({
      element: 6,
      tag: 'amount',
      attributes: [],
      text: '49.9',
      ancestors: [
        { element: 0, label: '$' },
        { element: 2, label: 'results' },
        { element: 3, label: '[0]' },
        { element: 5, label: 'price' },
        { element: 6, label: 'amount' },
      ],
    });
    expect(() => describeValue(open(), 99)).toThrow('There is no such value on this page.');
  });

  it.each([
    ['a member', 4, ['$.results[0].name 1', '$.results[*].name 2', '$..name 2']],
    ['a list', 2, ['$.results 1', '$.results[*] 2']],
    [
      'an entry of a list in a list',
      8,
      ['$.results[0].tags[0] 1', '$.results[*].tags[*] 2', '$.results[0].tags[*] 2'],
    ],
    ['the page', 0, ['$ 1']],
  ])('has paths for it alone and for all like it: %s', (_, number, expected) => {
    const suggestions = suggestPaths(open(), { elements: [number] });
    expect(suggestions.map(({ selector, matches }) => `${selector} ${matches}`)).toEqual(expected);
  });

  it('has paths for several of them, without one that is excluded', () => {
    const page = open();
    const last = page.json.values.findLastIndex((_, number) => page.json.keyOf(number) === 'name');
    expect(suggestPaths(page, { elements: [4, last] }).map(({ selector }) => selector)).toEqual([
      '$.results[*].name',
      '$..name',
    ]);
    expect(suggestPaths(page, { elements: [4], not: [last] }).map(({ selector }) => selector)).toEqual([
      '$.results[0].name',
    ]);
  });

  it('takes two values of a map together, as entries by their ids, and two of one entry never', () => {
    const page = open({ by: { a7: { name: 'Boot', size: 4 }, k2: { name: 'Sandal' } } });
    const numberOf = (path: string) =>
      page.json.values.findIndex((_, at) => page.json.keysOf(at).join('.') === path);
    const pathsFor = (...paths: string[]) =>
      suggestPaths(page, { elements: paths.map(numberOf) }).map(({ selector }) => selector);
    expect(pathsFor('by.a7.name', 'by.k2.name')).toEqual(['$.by.*.name', '$..name']);
    expect(pathsFor('by.a7.name', 'by.a7.size')).toEqual([]);
  });

  it('has paths relative to its entry', () => {
    const [first] = suggestPaths(open(), { elements: [13], within: '$.results[*]' });
    expect(first).toEqual({
      language: 'json',
      selector: '$.price.amount',
      matches: 2,
      value: '49.9',
      kind: 'text',
      why: 'this value; in 2 of 2 entries',
      family: null,
      survival: null,
      pages: [],
    });
    expect(suggestPaths(open(), { elements: [1], within: '$.results[*]' })).toEqual([]);
  });
});

describe('a text that is looked for', () => {
  it('is found in values and names', () => {
    expect(findValues(open(), 'SANDAL')).toEqual([
      { selector: '$.results[1].name', tag: 'name', attribute: null, text: 'Sandal', element: 11 },
    ]);
    expect(findValues(open(), 'amount').map(({ element }) => element)).toEqual([6, 13]);
    expect(findValues(open(), ' ')).toEqual([]);
  });
});

describe('a callback on a JSON page', () => {
  const spiderWith = (callback: object) =>
    readCallback(
      JSON.stringify({ allowed_domains: ['example.org'], callbacks: { parse_item: callback } }),
      'parse_item',
    );

  it('tells how each field comes about, and those in its lists', () => {
    const read = spiderWith({
      extract: {
        count: { json_path: 'count' },
        shoes: {
          type: 'nested_list',
          selector: '$.results[*]',
          extract: { name: { json_path: '$.name' }, missing: { json_path: '$.nam' } },
        },
      },
    });
    const { fields } = reportCallback(open(), read, shortBudget);
    expect(
      fields.map(({ path, language, matches, nodes }) => [path, language, matches, nodes.elements]),
    ).toEqual([
      ['count', 'json', 1, [1]],
      ['shoes', 'json', 2, [3, 10]],
      ['shoes.name', 'json', 2, [4, 11]],
      ['shoes.missing', 'json', 0, []],
    ]);
    expect(fields[3]?.empty?.fix?.label).toBe('Use "name"');
  });

  it('tells the places of its rows', () => {
    const read = spiderWith({
      iterate: { selector: '$.results[*]' },
      extract: { name: { json_path: '$.name' } },
    });
    const { rows, fields } = reportRows(open(), read, given(read.iterate), {
      domains: null,
      budget: shortBudget,
    });
    expect(rows.rows.map(({ element, values }) => [element, values])).toEqual([
      [3, { name: 'Boot' }],
      [10, { name: 'Sandal' }],
    ]);
    expect(rows.nodes.elements).toEqual([3, 10]);
    expect(fields[0]?.nodes.elements).toEqual([4, 11]);
  });
});
