import { expect, it } from 'vitest';
import { cellWords, pageName, stateSentence } from '../../../../renderer/features/tests/cell-words.ts';
import type { TestCell, TestPage } from '../../../../shared/contract/types.ts';

const page = (rows: number | null): TestPage => ({
  page: '1',
  title: 'Deck',
  url: 'https://shop.example/deck?page=2',
  callback: 'parse',
  rows,
  reason: null,
  unacted: null,
  fetchedAt: '2026-11-20T12:00:00.000Z',
  newer: null,
});

const none = { same: 0, changed: 0, empty: 0, filled: 0, added: 0, removed: 0 };
const cell = (change: Partial<TestCell>): TestCell => ({
  page: '1',
  kind: 'field',
  name: 'price',
  state: 'same',
  locked: true,
  total: 24,
  filled: 24,
  sample: '12',
  why: null,
  rows: null,
  ...change,
  counts: { ...none, ...change.counts },
});
const links = { kind: 'links', name: 'next pages' } as const;

it.each<[string, Partial<TestCell>, number | null]>([
  ['24 same', { counts: { same: 24 } }, 24],
  ['22 same', { filled: 22, counts: { same: 24 } }, 24],
  ['0, as locked', { total: 0, filled: 0 }, 0],
  ['24 · 2 new', { state: 'new', counts: { same: 22, filled: 2 } }, 24],
  ['9 · 1 changed', { state: 'changed', total: 9, counts: { same: 8, changed: 1 } }, 9],
  ['9 · 2 changed, 1 new', { state: 'changed', total: 9, counts: { added: 1, empty: 1, filled: 1 } }, 9],
  ['empty, was 12', { state: 'empty', filled: 0, counts: { empty: 12, same: 0 } }, 24],
  ['no longer extracted', { state: 'missing', filled: 0, total: 0 }, 24],
  ['24', { locked: false, state: 'new' }, 24],
  ['20 of 24', { locked: false, state: 'new', filled: 20 }, 24],
  ['12', { total: 1, filled: 1, counts: { same: 1 } }, null],
  ['13', { state: 'changed', total: 1, filled: 1, sample: '13', counts: { changed: 1 } }, null],
  ['empty, was 12', { state: 'empty', total: 1, filled: 0, counts: { empty: 1 } }, null],
  ['empty, as locked', { total: 1, filled: 0, sample: null, counts: { same: 1 } }, null],
  ['?page=3', { ...links, total: 1, sample: 'https://shop.example/deck?page=3' }, 24],
  ['/about', { ...links, total: 1, sample: 'https://shop.example/about' }, 24],
  ['3 same', { ...links, total: 3, filled: 3, counts: { same: 3 } }, null],
])('says in a cell: %s', (words, change, rows) => {
  expect(cellWords(cell(change), page(rows))).toBe(words);
});

it.each<[string, Partial<TestCell>]>([
  ['It is as locked.', {}],
  ['2 values are not as locked.', { state: 'changed', counts: { changed: 1, removed: 1 } }],
  ['One value is not as locked.', { state: 'changed', counts: { changed: 1 } }],
  ['There is no .prce.', { state: 'empty', why: 'There is no .prce.' }],
  ['It is as locked, and a row that was empty has a value now.', { state: 'new', counts: { filled: 1 } }],
  ['Nobody has said yet whether this is right.', { locked: false, state: 'new' }],
])('says of a cell: %s', (sentence, change) => {
  expect(stateSentence(cell(change))).toBe(sentence);
});

it('names a page by its address without the site, or by its title', () => {
  expect(pageName(page(null))).toBe('/deck?page=2');
  expect(pageName({ url: 'https://shop.example/', title: 'Shop' })).toBe('shop.example');
  expect(pageName({ url: null, title: 'Shop' })).toBe('Shop');
});
