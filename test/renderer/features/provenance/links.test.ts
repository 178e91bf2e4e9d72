import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../../shared/contract/types.ts';
import { chainOf, chainText } from '../../../../renderer/features/provenance/links.ts';
import { partsOf } from '../../../../renderer/features/provenance/parts.ts';
import { provenanceHref, readInside } from '../../../../renderer/features/provenance/place.ts';

const found: Provenance = {
  item: '7',
  project: 'default',
  spider: 'shop',
  version: 3,
  run: '2',
  path: 'reviews[1].stars',
  value: 4,
  source: 'field',
  verdict: { same: true, message: 'It was extracted again from the stored page, and is the same.' },
  travelled: false,
  page: {
    request: '5',
    asked: 'https://example.org/old',
    url: 'https://example.org/new',
    redirects: [{ url: 'https://example.org/old', status: 301 }],
    rendered: false,
    status: 200,
    statusLine: 'HTTP/1.1 200 OK',
    headers: [{ name: 'Date', value: 'Mon' }],
    fetchedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 12,
    answeredBy: 'site',
    kind: 'html',
    encoding: 'UTF-8',
    bytes: 2000,
    sha256: 'ab12',
    callback: 'parse_item',
    rule: 0,
    decision: 'Rule 1 takes it.',
    foundOn: null,
  },
  callback: 'parse_item',
  scopes: [{ kind: 'entry', language: 'css', selector: 'li', index: 1, total: 2, element: 9 }],
  strategy: null,
  definition: { css: 'i::text' },
  language: 'css',
  selector: 'i::text',
  matches: 1,
  taken: { kind: 'text', element: 10, path: null, value: '4', text: '4' },
  elements: [10],
  steps: [
    { step: 'select', value: '4' },
    { step: 'cast', value: 4 },
  ],
  extracted: 4,
};

const ids = (changes: Partial<Provenance> = {}) => chainOf({ ...found, ...changes }).map(({ id }) => id);

describe('the chain of a value', () => {
  it('goes from the value back to the run', () => {
    expect(ids().join(' ')).toBe(
      'value step-1 step-0 match selector scope-0 definition callback rule page hash request run',
    );
    const [value, cast, selected] = chainOf(found);
    expect([value?.text, cast?.title, selected?.title]).toEqual(['4', 'After cast', 'Selected']);
  });

  it.each<[string, Partial<Provenance>, string, string]>([
    ['a value that differs', { verdict: { same: false, message: '' }, extracted: 5 }, 'extracted', '5'],
    [
      'an article',
      { strategy: { name: 'textparser', earlier: ['newsparser: no'] } },
      'strategy',
      'textparser',
    ],
    ['a list', { value: ['a'] }, 'value', '["a"]'],
    ['an address', {}, 'request', 'GET https://example.org/old'],
  ])('has a link of its own for %s', (_, changes, id, text) => {
    expect(chainOf({ ...found, ...changes }).find((link) => link.id === id)?.text).toBe(text);
  });

  it('leaves out what is not known', () => {
    const page = { ...found.page, kind: null, fetchedAt: null, bytes: null, sha256: null, headers: null };
    const nothing = {
      page,
      definition: null,
      language: null,
      selector: null,
      taken: null,
      steps: [],
      scopes: [],
    };
    expect(ids(nothing)).toEqual(['value', 'callback', 'rule', 'page', 'request', 'run']);
    const text = chainText(chainOf({ ...found, ...nothing }));
    expect(text).toContain('  No page is stored.');
    expect(text).toContain('  Its headers are not stored.');
  });

  it('is copied as a text, a line for each fact', () => {
    const lines = chainText(chainOf(found)).split('\n');
    expect(lines[0]).toBe('Value of reviews[1].stars: 4');
    expect(lines).toContain('  https://example.org/old redirected with status 301.');
    expect(lines.at(-1)).toBe('Run: Run 2 of shop, version 3');
  });
});

it.each([
  [
    [{ who: 'Ann', stars: 5 }, { who: 'Bo' }],
    ['[0].who', '[0].stars', '[1].who'],
  ],
  [
    ['a', 'b'],
    ['[0]', '[1]'],
  ],
  [{ a: 1, b: [2] }, ['a', 'b']],
  ['text', []],
  [null, []],
])('the parts of %j are %j', (value, names) => {
  expect(partsOf(value, ['x']).map(({ name }) => name)).toEqual(names);
  expect(partsOf(value, ['x']).every(({ inside }) => inside[0] === 'x')).toBe(true);
});

it.each([
  ['[1,"who"]', [1, 'who']],
  [null, []],
  ['nonsense', []],
  ['{"a":1}', []],
  ['[null]', []],
  ['[1.5]', []],
])('the way inside is read from the address: %s', (text, inside) => {
  expect(readInside(text)).toEqual(inside);
});

it('the address names item, column and way', () => {
  expect(provenanceHref('7', 'a/b', [0, 'c'])).toBe('#/item/7/from/a%2Fb?inside=%5B0%2C%22c%22%5D');
});
