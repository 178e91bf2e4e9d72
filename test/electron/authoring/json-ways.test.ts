import { expect, it } from 'vitest';
import { propose } from '../../../electron/authoring/propose.ts';
import { parsePageAs } from '../../../electron/extract/page.ts';
import { applyParts, type PartChange } from '../../../shared/spider/apply-parts.ts';

const url = 'https://harbour.example/api/items';
const items = ['Lamp', 'Rope', 'Coat'].map((name, at) => ({ id: at + 1, name }));

function choicesOf(value: unknown, facts: { proven?: string[]; url?: string } = {}) {
  const reading = parsePageAs('json', JSON.stringify(value));
  if (!reading.ok) throw new Error(reading.problem);
  return propose(reading.page, { url, fetchedAt: 0, rendered: false, ...facts }).choices;
}

it('offers each way to the next pages, with what a crawl would give', () => {
  const all = choicesOf({ items, count: 7, next: '/api/items?page=2' });
  expect(all.map(({ id, label, expected }) => [id, label, expected.pages])).toEqual([
    ['list-0-all', 'The whole list', null],
    ['list-0-page', 'Only this page', 1],
    ['list-0-all-page-number', 'The whole list, by page number', 3],
  ]);
});

it('offers a guess only once it is proven', () => {
  const value = { items, page: 1, total_pages: 2 };
  expect(choicesOf(value).map(({ id }) => id)).toEqual(['list-0-page']);
  expect(choicesOf(value, { proven: [`${url}?page=2`] }).map(({ id }) => id)).toEqual([
    'list-0-all',
    'list-0-page',
  ]);
});

it('says what a spider cannot follow', () => {
  expect(choicesOf({ items, scroll_id: 'DXF1ZXJ5' })).toMatchObject([
    {
      id: 'list-0-page',
      note: 'It needs a cursor, and nothing tells how it is sent: it cannot be followed yet.',
    },
  ]);
});

it('takes one way in place of another', () => {
  const [byUrl, only, byNumber] = choicesOf({ items, count: 7, next: '/api/items?page=2' });
  if (byUrl === undefined || only === undefined || byNumber === undefined) throw new Error('three choices');
  const start = { name: 'api', ...byNumber.parts };
  const kinds = (changes: readonly PartChange[]) =>
    changes.map(({ kind, path }) => `${kind} ${path.join('/')}`);
  expect(kinds(applyParts(start, byUrl.parts))).toEqual([
    'remove rules/0',
    'insert rules',
    'remove settings',
  ]);
  expect(kinds(applyParts({ name: 'api', ...byUrl.parts }, byNumber.parts))).toEqual([
    'remove rules/0',
    'insert rules',
    'set settings/GENERATED_URLS',
  ]);
  expect(kinds(applyParts({ ...start, ...byUrl.parts }, only.parts))).toEqual([
    'remove rules/0',
    'insert rules',
  ]);
});

it('keeps generated URLs of other callbacks, and names a new callback in its own', () => {
  const byNumber = choicesOf({ items, count: 7, next: '/api/items?page=2' }).at(-1);
  if (byNumber === undefined) throw new Error('a choice by number');
  const other = { template: 'https://a.example/{n}', vars: { n: { type: 'range', from: 1, to: 2 } } };
  const document = {
    name: 'api',
    callbacks: { parse_items: { extract: { title: { css: 'h1' } } } },
    settings: { GENERATED_URLS: [other] },
  };
  const change = applyParts(document, byNumber.parts).find(({ path }) => path.at(-1) === 'GENERATED_URLS');
  expect(change).toMatchObject({ kind: 'set', value: [other, { callback: 'parse_items_2' }] });
});
