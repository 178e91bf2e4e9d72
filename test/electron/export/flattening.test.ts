import { describe, expect, it } from 'vitest';
import { createColumnSurvey, JsonText, type Cell, type ColumnType } from '../../../electron/export/cells.ts';
import { distinctNames } from '../../../electron/export/names.ts';
import { previewExport } from '../../../electron/export/preview.ts';
import type { PathChoice } from '../../../shared/export-formats.ts';
import { readCsvObjects } from './csv-reader.ts';
import { exported, row } from './support.ts';

const metadata = {
  tags: ['a', 'b, c'],
  offer: { price: 5, sizes: ['S', 'M'] },
  reviews: [{ stars: 5, by: { name: 'Ada' } }, { stars: 4 }],
};

describe('a chosen way to write a path', () => {
  it.each<[string, PathChoice, Record<string, string>, Record<string, unknown>]>([
    [
      'joined, though it cannot be split again',
      { path: 'tags', as: 'join' },
      { tags: 'a, b, c' },
      { ...metadata, tags: 'a, b, c' },
    ],
    [
      'joined with a separator of its own',
      { path: 'offer.sizes', as: 'join', separator: '|' },
      { 'offer.sizes': 'S|M' },
      { ...metadata, offer: { price: 5, sizes: 'S|M' } },
    ],
    [
      'an object as JSON',
      { path: 'offer', as: 'json' },
      { offer: '{"price":5,"sizes":["S","M"]}' },
      { ...metadata, offer: '{"price":5,"sizes":["S","M"]}' },
    ],
    [
      'a list as columns',
      { path: 'reviews', as: 'columns' },
      { 'reviews.0.stars': '5', 'reviews.1.stars': '4' },
      {
        tags: metadata.tags,
        offer: metadata.offer,
        'reviews.0': { stars: 5, by: { name: 'Ada' } },
        'reviews.1': { stars: 4 },
      },
    ],
    [
      'an object as columns',
      { path: 'offer', as: 'columns' },
      { 'offer.price': '5', 'offer.sizes': 'S, M' },
      { tags: metadata.tags, 'offer.price': 5, 'offer.sizes': ['S', 'M'], reviews: metadata.reviews },
    ],
  ])('%s', async (_name, choice, cells, fields) => {
    const csv = await exported([row(metadata)], 'csv', null, { flatten: [choice] });
    expect(readCsvObjects(csv.text)[0]).toMatchObject(cells);
    const jsonl = await exported([row(metadata)], 'jsonl', null, { flatten: [choice] });
    const own = Object.entries(JSON.parse(jsonl.text)).slice(11);
    expect(Object.fromEntries(own)).toEqual(fields);
  });

  it('is told where values cannot be told apart again', async () => {
    const { notes } = await exported([row(metadata)], 'csv', ['tags'], {
      flatten: [{ path: 'tags', as: 'join' }],
    });
    expect(notes).toContain('1 list was joined as chosen, and cannot be told apart again: tags.');
  });

  it('of a path that no item has is an error', async () => {
    await expect(
      exported([row(metadata)], 'csv', null, { flatten: [{ path: 'offer.sizse', as: 'json' }] }),
    ).rejects.toMatchObject({ code: 'unknown-column', message: expect.stringContaining('offer.sizes') });
  });

  it('shows its table in the preview', () => {
    const shown = previewExport([row(metadata, { id: '7' })], {
      format: 'csv',
      rows: null,
      columns: null,
      flatten: [{ path: 'reviews', as: 'table' }],
      limit: 5,
    });
    expect(shown.tables).toEqual([
      {
        path: 'reviews',
        columns: ['item', 'position', 'stars', 'by.name'],
        values: [
          ['7', '1', '5', 'Ada'],
          ['7', '2', '4', undefined],
        ],
      },
    ]);
    expect(shown.columns).not.toContain('reviews');
    expect(shown.paths).toContainEqual({ path: 'reviews', notes: ['a table of its own, with 2 rows'] });
  });
});

describe('guarding formulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-x', "'-x"],
    ['@user', "'@user"],
    ['\ttab', "'\ttab"],
    ['\rreturn', "'\rreturn"],
    ['-5.2', '-5.2'],
    ['+1e5', '+1e5'],
    ['plain', 'plain'],
  ])('%j', async (title, cell) => {
    const { text, notes } = await exported([row({}, { title })], 'csv', ['title'], { guardFormulas: true });
    expect(readCsvObjects(text)).toEqual([{ title: cell }]);
    expect(notes).toEqual(
      title === cell ? [] : ['1 cell begins like a formula and got an apostrophe: title.'],
    );
  });
});

describe('the type of a column', () => {
  it.each<[string, Cell[], ColumnType, boolean]>([
    ['whole numbers', [1, null, -3], 'integer', false],
    ['numbers', [1, 2.5], 'number', false],
    ['numbers beyond 2^53', [2 ** 60], 'number', false],
    ['booleans', [true, false], 'boolean', false],
    ['JSON', [new JsonText('[]'), null], 'json', false],
    ['text', ['a'], 'text', false],
    ['nothing', [null], 'text', false],
    ['text and numbers', ['a', 1], 'text', true],
    ['booleans and numbers', [true, 1], 'text', true],
    ['JSON and text', [new JsonText('[]'), 'a'], 'text', true],
  ])('%s', (_name, values, type, isMixed) => {
    const survey = createColumnSurvey();
    for (const value of values) survey.add(new Map([['a', value]]));
    expect([survey.typeOf('a'), survey.isMixed('a')]).toEqual([type, isMixed]);
  });
});

it('names differ, also where case is ignored, and keep their length', () => {
  expect(distinctNames(['a', 'A', 'b', 'a_2'], 31)).toEqual(['a', 'A_2', 'b', 'a_2_2']);
  expect(distinctNames(['abcdef', 'abcdefg'], 5)).toEqual(['abcde', 'abc_2']);
});
