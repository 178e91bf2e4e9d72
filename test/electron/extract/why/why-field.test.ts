import { describe, expect, it } from 'vitest';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { scopeOf } from '../../../../electron/extract/scope.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { whyFieldEmpty } from '../../../../electron/extract/why/why-field.ts';
import type { FieldExtract } from '../../../../shared/spider/schema.ts';

const page = parsePage(`
  <h1>Lamp</h1><p class="price">EUR 12</p><p class="blank"> <b>New</b></p>
  <ul class="tags"><li><i>a</i></li></ul>
  <script id="data" type="application/json">{"item": {"sku": "A1"}}</script><script id="code">x()</script>`);
const context = new PageContext(page, { url: 'https://example.org/', fetchedAt: 0 });

function why(field: FieldExtract): [string, string | null] | null {
  const found = whyFieldEmpty([scopeOf(page)], field, context);
  return found === null ? null : [found.line, found.fix?.selector ?? null];
}

describe('why a field is empty', () => {
  it.each<[string, FieldExtract, [string, string | null] | null]>([
    ['it is not', { css: 'h1::text' }, null],
    [
      'a selector with a slip',
      { css: '.prise::text' },
      ['".prise" is not on the page; ".price" is, 1 match.', '.price::text'],
    ],
    [
      'a first match that is blank',
      { css: '.blank::text' },
      [
        '".blank" has only blank text of its own; its text is in <b>: ".blank b::text", 1 match.',
        '.blank b::text',
      ],
    ],
    [
      'the only processor',
      { css: '.price::text', processors: [{ type: 'regex', pattern: '([0-9]+) USD' }] },
      ['regex: "([0-9]+) USD" matches nothing in "EUR 12".', null],
    ],
    [
      'one of several processors',
      {
        css: '.price::text',
        processors: [{ type: 'strip' }, { type: 'replace', old: 'EUR 12', new: '' }],
      },
      ['Processor 2, replace: nothing is left of "EUR 12".', null],
    ],
    [
      'a path into the JSON of a script',
      { css: '#data::text', json_path: '$.item.sky' },
      ['"sky" is not there; "sku" is, 1 match.', '$.item.sku'],
    ],
    [
      'a nested list with a slip',
      { type: 'nested_list', selector: '.tag', extract: { name: { css: 'i::text' } } },
      ['".tag" is not on the page; ".tags" is, 1 match.', '.tags'],
    ],
    [
      'a nested list in XPath, which it does not take',
      { type: 'nested_list', selector: '//li', extract: { name: { css: 'i::text' } } },
      ['This is XPath in "css"; in "xpath" it has 1 match.', null],
    ],
    [
      'a JSONPath on a page of elements',
      { json_path: '$.a' },
      ['This page is not JSON, which JSONPaths are for. Use CSS or XPath.', null],
    ],
  ])('%s', (_name, field, expected) => {
    expect(why(field)).toEqual(expected);
  });

  it('is JSON that cannot be read', () => {
    expect(why({ css: '#code::text', json_path: '$.a' })?.[0]).toMatch(
      /^What "#code::text" matches is not valid JSON: /,
    );
  });
});
