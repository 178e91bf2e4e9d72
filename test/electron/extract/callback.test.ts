import { describe, expect, it } from 'vitest';
import { extractCallback } from '../../../electron/extract/callback.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import type { CallbackResult } from '../../../electron/extract/types.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { contextOf } from './page-facts.ts';

const shop = `<!doctype html><html><head><title>Lamp</title></head><body>
  <h1 class="name"> Desk <b>lamp</b> </h1>
  <p class="price">EUR 1,299</p>
  <a class="maker" href="/makers/ada">Ada</a>
  <ul class="tags"><li>light</li><li> </li><li>desk</li></ul>
  <div class="reviews">
    <article class="review" id="r1" data-stars="5"><h3>Fine</h3><time>5 March 2024</time>
      <div class="reply"><b>Thanks</b><div class="like"><i>Bo</i></div><div class="like"><i>Cy</i></div></div></article>
    <article class="review" id="r2"><h3> Dim </h3><time>soon</time></article>
    <article class="review" id="r3"><h3></h3></article>
  </div></body></html>`;

function run(extract: Record<string, FieldExtract>, html = shop): CallbackResult {
  const tree = parsePage(html);
  return extractCallback(tree, { extract }, contextOf(tree));
}

describe('fields', () => {
  it.each<[string, FieldExtract, unknown, number]>([
    ['text', { css: 'a.maker::text' }, 'Ada', 1],
    ['an attribute, as written', { css: 'a.maker::attr(href)' }, '/makers/ada', 1],
    ['markup without a pseudo-element', { css: 'h1' }, '<h1 class="name"> Desk <b>lamp</b> </h1>', 1],
    ['the first of several', { css: 'li::text' }, 'light', 3],
    ['all of several', { css: 'li::text', get_all: true }, ['light', ' ', 'desk'], 3],
    ['an XPath string', { xpath: 'normalize-space(//h1)' }, 'Desk lamp', 1],
    ['an XPath number', { xpath: 'count(//li)' }, '3.0', 1],
    ['nothing', { css: '.missing::text' }, null, 0],
    ['nothing of a list', { css: '.missing::text', get_all: true }, [], 0],
    [
      'nulls for unset options',
      { css: 'a.maker::text', xpath: null, processors: null, type: null, selector: null, extract: null },
      'Ada',
      1,
    ],
  ])('%s', (_name, field, value, matches) => {
    const { item, fields } = run({ f: field });
    expect(item['f']).toEqual(value);
    expect(fields['f']?.matches).toBe(matches);
  });

  it('runs processors in order and shows every step', () => {
    const { fields } = run({
      price: {
        css: '.price::text',
        processors: [
          { type: 'regex', pattern: '([\\d,]+)' },
          { type: 'cast', to: 'int' },
        ],
      },
    });
    expect(fields['price']).toEqual({
      value: 1299,
      matches: 1,
      steps: [
        { step: 'select', value: 'EUR 1,299' },
        { step: 'regex', value: '1,299' },
        { step: 'cast', value: 1299 },
      ],
      problem: null,
    });
  });

  it('keeps the order of the callback and takes any name', () => {
    const extract = JSON.parse(
      '{"z": {"css": "title::text"}, "__proto__": {"css": "a::text"}, "constructor": {"css": "li::text"}, "a": {"css": "i::text"}}',
    ) as Record<string, FieldExtract>;
    const { item, fields } = run(extract);
    expect(JSON.stringify(item)).toBe('{"z":"Lamp","__proto__":"Ada","constructor":"light","a":"Bo"}');
    expect(Object.keys(fields)).toEqual(['z', '__proto__', 'constructor', 'a']);
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
  });
});

describe('nested lists', () => {
  const reviews: FieldExtract = {
    type: 'nested_list',
    selector: 'article.review',
    extract: {
      id: { css: '::attr(id)' },
      title: { css: 'h3::text', processors: [{ type: 'strip' }, { type: 'default', default: 'untitled' }] },
      date: { xpath: './/time/text()', processors: [{ type: 'parse_datetime' }] },
    },
  };

  it('extracts a list of objects, inner processors included', () => {
    const { item, fields, problems } = run({ reviews });
    expect(item['reviews']).toEqual([
      { id: 'r1', title: 'Fine', date: '2024-03-05T00:00:00' },
      { id: 'r2', title: 'Dim', date: null },
      { id: 'r3', title: 'untitled', date: null },
    ]);
    expect(fields['reviews']?.matches).toBe(3);
    expect(problems).toEqual([
      { field: 'reviews.date', message: 'In 1 of 3 items: parse_datetime: "soon" is not a complete date.' },
    ]);
    expect(fields['reviews']?.problem).toBe(
      'date: In 1 of 3 items: parse_datetime: "soon" is not a complete date.',
    );
  });

  it('goes three levels deep and no deeper', () => {
    const likes: FieldExtract = {
      type: 'nested_list',
      selector: '.like',
      extract: { by: { css: 'i::text' } },
    };
    const replies: FieldExtract = {
      type: 'nested_list',
      selector: '.reply',
      extract: { text: { css: 'b::text' }, likes },
    };
    const { item } = run({ reviews: { type: 'nested_list', selector: '.review', extract: { replies } } });
    expect(item['reviews']).toEqual([
      { replies: [{ text: 'Thanks', likes: [{ by: 'Bo' }, { by: 'Cy' }] }] },
      { replies: [] },
      { replies: [] },
    ]);
    const tooDeep: FieldExtract = {
      type: 'nested_list',
      selector: 'body',
      extract: { reviews: { type: 'nested_list', selector: '.review', extract: { replies } } },
    };
    const deep = run({ page: tooDeep });
    expect(JSON.stringify(deep.item)).toContain('"likes":[]');
    expect(deep.problems[0]).toEqual({
      field: 'page.reviews.replies.likes',
      message: 'In 1 of 3 items: nested_list depth must be at most 3.',
    });
  });

  it('runs outer processors on the list', () => {
    const empty: FieldExtract = {
      type: 'nested_list',
      selector: '.missing',
      extract: { a: { css: 'a' } },
      processors: [{ type: 'default', default: 'none' }],
    };
    expect(run({ empty }).item['empty']).toBe('none');
  });

  it('wants elements as items', () => {
    const { item, problems } = run({
      bad: { type: 'nested_list', selector: 'li::text', extract: { a: { css: 'a' } } },
    });
    expect(item['bad']).toEqual([]);
    expect(problems[0]?.message).toBe(
      '"li::text" selects text or attributes; the items of a nested_list must be elements.',
    );
  });
});

describe('what goes wrong', () => {
  it('stays with its field', () => {
    const { item, problems } = run({
      bad: { css: 'h1[' },
      worse: { xpath: '//h1[', get_all: true },
      regex: { css: 'h1', processors: [{ type: 'regex', pattern: '(' }] },
      good: { css: 'title::text' },
    });
    expect(item).toEqual({ bad: null, worse: [], regex: null, good: 'Lamp' });
    expect(problems.map(({ field }) => field)).toEqual(['bad', 'worse', 'regex']);
    expect(problems[0]?.message).toMatch(/^The CSS selector "h1\[" is not valid: /);
    expect(problems[1]?.message).toMatch(/^The XPath expression "\/\/h1\[" is not valid: /);
  });

  it('is told apart from finding nothing, which only the tester explains', () => {
    const { fields, problems } = run({
      missing: { css: '.missing::text' },
      blank: { css: 'li:nth-child(2)::text' },
      unmatched: { css: 'h1', processors: [{ type: 'regex', pattern: '(\\d{5})' }] },
    });
    expect(problems).toEqual([]);
    expect(fields['missing']?.problem).toContain('".missing::text" matches nothing on this page.');
    expect(fields['blank']?.problem).toBe(
      '"li:nth-child(2)::text" matches 1 time, but the first match is blank.',
    );
    expect(fields['unmatched']?.problem).toMatch(/^regex: .+ matches nothing in /);
  });

  it('is answered by a default', () => {
    const { item, fields, problems } = run({
      stock: {
        css: '.price::text',
        processors: [
          { type: 'cast', to: 'int' },
          { type: 'default', default: 0 },
        ],
      },
      missing: { css: '.missing::text', processors: [{ type: 'default', default: 'none' }] },
    });
    expect(item).toEqual({ stock: 0, missing: 'none' });
    expect(fields['stock']?.problem).toBeNull();
    expect(fields['missing']?.problem).toBeNull();
    expect(problems).toEqual([]);
  });

  it('survives a page that is nested 15,000 deep', () => {
    const html = `<title>deep</title>${'<div>'.repeat(15_000)}x`;
    const { item } = run(
      {
        all: { css: 'div', get_all: true },
        text: { xpath: 'string(//body)' },
        title: { css: 'title::text' },
      },
      html,
    );
    expect(item['title']).toBe('deep');
  });
});
