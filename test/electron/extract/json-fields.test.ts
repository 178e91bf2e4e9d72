import { describe, expect, it } from 'vitest';
import { extractCallback } from '../../../electron/extract/callback.ts';
import { PageContext } from '../../../electron/extract/page-context.ts';
import { parsePageAs } from '../../../electron/extract/page.ts';
import { whyNotTaken } from '../../../electron/extract/takes-page.ts';
import type { Callback, FieldExtract } from '../../../shared/spider/schema.ts';
import { somePage } from './page-facts.ts';

function evaluate(kind: 'html' | 'xml' | 'json', text: string, field: FieldExtract) {
  const read = parsePageAs(kind, text);
  if (!read.ok) throw new Error(read.problem);
  const { fields, problems } = extractCallback(
    read.page,
    { extract: { field } },
    new PageContext(read.page, somePage),
  );
  const { value, matches, problem } = fields['field'] ?? { value: null, matches: 0, problem: 'none' };
  return {
    value,
    matches,
    problem,
    problems: problems.map(({ field: path, message }) => `${path}: ${message}`),
  };
}

const api = JSON.stringify({
  name: 'Lamp',
  price: { amount: 9.5, cur: 'EUR' },
  gone: null,
  blank: ' ',
  none: [],
  no: false,
  zero: 0,
  tags: ['a', 'b'],
  items: [
    { n: 1, parts: [{ p: 'x' }, { p: 'y' }] },
    { n: 2, parts: [] },
  ],
  notes: ['<b class=by>Ann</b><p>One</p>', 7, '<p>Two</p>'],
});
const json = (field: FieldExtract) => evaluate('json', api, field);

describe('json_path on a JSON page', () => {
  it.each<[FieldExtract, unknown, number]>([
    [{ json_path: '$.name' }, 'Lamp', 1],
    [{ json_path: 'name' }, 'Lamp', 1],
    [{ json_path: 'price.amount' }, 9.5, 1],
    [{ json_path: '$.price' }, { amount: 9.5, cur: 'EUR' }, 1],
    [{ json_path: '$.tags' }, ['a', 'b'], 1],
    [{ json_path: '$.tags[*]' }, 'a', 2],
    [{ json_path: '$.tags[*]', get_all: true }, ['a', 'b'], 2],
    [{ json_path: '$.tags', get_all: true }, [['a', 'b']], 1],
    [{ json_path: '$.no' }, false, 1],
    [{ json_path: '$.zero' }, 0, 1],
    [{ json_path: '$..n', get_all: true }, [1, 2], 2],
    [{ json_path: '$.items[?@.n == 2].n' }, 2, 1],
    [{ json_path: '$.name', processors: [{ type: 'lowercase' }] }, 'lamp', 1],
    [{ json_path: '$' }, JSON.parse(api), 1],
  ])('%j', (field, value, matches) => {
    expect(json(field)).toEqual({ value, matches, problem: null, problems: [] });
  });

  it.each<[FieldExtract, unknown, string]>([
    [{ json_path: '$.nme' }, null, '"$.nme" selects nothing in this JSON.'],
    [{ json_path: '$.nme', get_all: true }, [], '"$.nme" selects nothing in this JSON.'],
    [{ json_path: '$.gone' }, null, '"$.gone" selects null.'],
    [{ json_path: '$.blank' }, ' ', '"$.blank" selects a blank text.'],
    [{ json_path: '$.none' }, [], '"$.none" selects an empty list.'],
    [{ css: 'h1::text' }, null, '"h1::text" selects elements, and this is JSON.'],
    [{ xpath: '//h1', get_all: true }, [], '"//h1" selects elements, and this is JSON.'],
    [{ css: 'script::text', json_path: '$.a' }, null, '"script::text" selects elements, and this is JSON.'],
    [
      { type: 'nested_list', selector: 'li', extract: { a: { css: 'b' } } },
      [],
      '"li" selects elements, and this is JSON.',
    ],
  ])('%j is empty for a reason, which is no failure', (field, value, problem) => {
    expect(json(field)).toMatchObject({ value, problem, problems: [] });
  });

  it('keeps within bounds what is selected', () => {
    const deep = `${'{"a":['.repeat(200)}"${'x'.repeat(400_000)}"${']}'.repeat(200)}`;
    const { value, problems } = evaluate('json', deep, { json_path: '$..*', get_all: true });
    expect(value).toEqual([]);
    expect(problems).toEqual(['field: The matches hold too much text; choose a selector that matches less.']);
  });
});

describe('a nested_list of JSON', () => {
  const list = (selector: string, extract: Record<string, FieldExtract>, more: Partial<FieldExtract> = {}) =>
    json({ type: 'nested_list', selector, extract, ...more });

  it('has entries that $ stands for, at every level', () => {
    const parts: FieldExtract = {
      type: 'nested_list',
      selector: '$.parts[*]',
      extract: { p: { json_path: '$.p' } },
    };
    expect(list('$.items[*]', { n: { json_path: '$.n' }, parts })).toEqual({
      value: [
        { n: 1, parts: [{ p: 'x' }, { p: 'y' }] },
        { n: 2, parts: [] },
      ],
      matches: 2,
      problem: null,
      problems: [],
    });
    expect(list('$.tags[*]', { tag: { json_path: '$' } }).value).toEqual([{ tag: 'a' }, { tag: 'b' }]);
  });

  it('reads texts as HTML, and tells of entries that are none', () => {
    const fields = { by: { css: '.by::text' }, text: { xpath: '//p/text()' }, j: { json_path: '$.x' } };
    expect(list('$.notes[*]', fields, { as: 'html' })).toMatchObject({
      value: [
        { by: 'Ann', text: 'One', j: null },
        { by: null, text: null, j: null },
        { by: null, text: 'Two', j: null },
      ],
      problems: ['field: 1 of 3 entries are not text, so they hold no HTML.'],
    });
  });

  it('says why there are none', () => {
    expect(list('$.missing[*]', { a: { json_path: 'a' } })).toMatchObject({
      value: [],
      problem: '"$.missing[*]" selects nothing in this JSON.',
      problems: [],
    });
  });
});

describe('json_path on a page of HTML', () => {
  const page = `<script type="application/ld+json">{"@type": "Product", "offers": {"price": "9.50"}}</script>
    <script type="application/ld+json">{"@graph": [{"offers": {"price": 8}}]}</script>
    <script type="application/ld+json">{"offers": </script>
    <div data-props='{"id": 12345678901234567890}'>x</div>`;
  const html = (field: FieldExtract) => evaluate('html', page, field);
  const scripts = "script[type='application/ld+json']";
  const broken = 'field: 1 of 3 matches are not valid JSON: it ends too early (line 1, column 12).';

  it.each<[FieldExtract, unknown, string[]]>([
    [{ css: `${scripts}::text`, json_path: '$..offers.price' }, '9.50', [broken]],
    [{ css: scripts, json_path: '$..offers.price', get_all: true }, ['9.50', 8], [broken]],
    [{ xpath: '//script[1]/text()', json_path: "$['@type']" }, 'Product', []],
    [{ css: 'div::attr(data-props)', json_path: 'id' }, '12345678901234567890', []],
  ])('%j', (field, value, problems) => {
    expect(html(field)).toMatchObject({ value, problems });
  });

  it.each<[FieldExtract, string]>([
    [{ json_path: '$.name' }, '"$.name" selects nothing, as this is not JSON.'],
    [{ css: '#none', json_path: '$.name' }, '"#none" matches nothing on this page.'],
    [{ xpath: '//script[1]', json_path: '$.name' }, '"$.name" selects nothing in this JSON.'],
    [
      { type: 'nested_list', selector: '$.a[*]', extract: { a: { json_path: 'a' } } },
      '"$.a[*]" selects nothing in a page that is not JSON.',
    ],
  ])('%j is empty for a reason', (field, problem) => {
    expect(html(field)).toMatchObject({ problem, problems: [] });
  });

  it('is a failure where the one match is no JSON', () => {
    expect(html({ css: 'div::text', json_path: '$' })).toMatchObject({
      value: null,
      problems: ['field: The match is not valid JSON: a value is missing (line 1, column 1).'],
    });
  });
});

describe('which callback takes which page', () => {
  const css: Callback = { extract: { a: { css: 'a' } } };
  it.each<[string, Callback | null, boolean, boolean]>([
    ['parse_article', null, false, false],
    ['fields of elements', css, true, false],
    ['JSON inside HTML', { extract: { a: { css: 'a', json_path: 'b' } } }, true, false],
    ['a path', { extract: { b: { css: 'b' }, a: { json_path: 'a' } } }, true, true],
    [
      'a list of JSON',
      { extract: { a: { type: 'nested_list', selector: ' $.a', extract: {} } } },
      true,
      true,
    ],
    ['rows of JSON', { iterate: { selector: '$.a[*]' }, extract: { a: { css: 'a' } } }, true, true],
    ['rows of elements', { iterate: { selector: 'li' }, extract: { a: { css: 'a' } } }, true, false],
  ])('%s', (_what, callback, takesXml, takesJson) => {
    expect(whyNotTaken('html', 'x', callback)).toBeNull();
    expect(whyNotTaken('xml', 'x', callback) === null).toBe(takesXml);
    expect(whyNotTaken('json', 'x', callback) === null).toBe(takesJson);
  });
});
