import { expect, it } from 'vitest';
import {
  groupsOf,
  nextCell,
  pageNote,
  stepFrom,
  type Step,
} from '../../../../renderer/features/tests/grid-groups.ts';
import type { TestCell, TestGrid, TestPage } from '../../../../shared/contract/types.ts';

const page = (id: string, callback: string | null, change: Partial<TestPage> = {}): TestPage => ({
  page: id,
  title: `Page ${id}`,
  url: null,
  callback,
  rows: null,
  reason: null,
  unacted: null,
  fetchedAt: '2026-11-20T12:00:00.000Z',
  newer: null,
  ...change,
});

const cell = (id: string, name: string, change: Partial<TestCell> = {}): TestCell => ({
  page: id,
  kind: 'field',
  name,
  state: 'same',
  locked: true,
  total: 1,
  filled: 1,
  counts: {},
  sample: name,
  why: null,
  rows: null,
  ...change,
});

/** Two lists and two things, saved by turns, and a page that nothing is extracted from. */
const grid: TestGrid = {
  pages: [
    page('a', 'parse_list'),
    page('x', null),
    page('b', 'parse_thing'),
    page('c', 'parse_list'),
    page('d', 'parse_thing'),
  ],
  parts: ['name', 'price', 'title'].map((name) => ({ kind: 'field', name })),
  cells: [
    cell('a', 'name'),
    cell('a', 'price', { state: 'changed' }),
    cell('a', 'next pages', { kind: 'links' }),
    cell('b', 'title'),
    cell('b', 'price'),
    cell('c', 'name'),
    cell('c', 'price', { locked: false, state: 'new' }),
    cell('c', 'stock', { state: 'missing' }),
    cell('d', 'title', { state: 'empty' }),
    cell('d', 'price'),
  ],
  renamed: [],
  left: 0,
};

it('groups pages by callback, each with the parts of its own, fields before links', () => {
  const shown = groupsOf(grid).map(({ callback, pages, parts }) => [
    callback,
    pages.map((each) => each.page).join(),
    parts.map(({ name }) => name).join(),
  ]);
  expect(shown).toEqual([
    ['parse_list', 'a,c', 'name,price,stock,next pages'],
    ['parse_thing', 'b,d', 'title,price'],
    [null, 'x', ''],
  ]);
});

const at = (text: string) => {
  const [id = '', name = ''] = text.split(' ');
  const part = grid.cells.find((each) => each.name.startsWith(name));
  return { page: id, part: { kind: part?.kind ?? 'field', name: part?.name ?? name } } as const;
};

it.each<[from: string, step: Step, to: string]>([
  ['a name', 'right', 'c name'],
  ['c name', 'right', 'c name'],
  ['c name', 'left', 'a name'],
  ['a name', 'up', 'a name'],
  ['c price', 'down', 'c stock'],
  ['c next', 'down', 'd title'],
  ['b title', 'up', 'a next'],
  ['d title', 'first', 'b title'],
  ['b price', 'last', 'd price'],
  ['d price', 'down', 'd price'],
  ['d price', 'top', 'a name'],
  ['a name', 'bottom', 'd price'],
])('goes from %s %s to %s', (from, step, to) => {
  expect(stepFrom(groupsOf(grid), at(from), step)).toEqual(at(to));
});

it('begins at the first cell, and nowhere where there is none', () => {
  expect(stepFrom(groupsOf(grid), null, 'top')).toEqual(at('a name'));
  expect(stepFrom([], null, 'down')).toBeNull();
});

it('finds the next cell that fits, around the end', () => {
  const fits = ({ state }: TestCell): boolean => state === 'changed' || state === 'empty';
  expect(nextCell(grid, null, { fits, by: 1 })).toEqual(at('a price'));
  expect(nextCell(grid, at('a price'), { fits, by: 1 })).toEqual(at('d title'));
  expect(nextCell(grid, at('d title'), { fits, by: 1 })).toEqual(at('a price'));
  expect(nextCell(grid, at('a price'), { fits, by: -1 })).toEqual(at('d title'));
  expect(nextCell(grid, null, { fits: ({ total }) => total > 1, by: 1 })).toBeNull();
});

it('says once of a page what its empty cells say alike', () => {
  const why = 'The page seems to be made by script.';
  const cells = [cell('a', 'name', { why }), cell('a', 'price', { why }), cell('b', 'title', { why })];
  expect(pageNote(page('a', 'parse_list'), cells)).toBe(why);
  expect(pageNote(page('b', 'parse_thing'), cells)).toBeNull();
  expect(pageNote(page('b', null, { reason: 'No rule takes it.' }), cells)).toBe('No rule takes it.');
});
