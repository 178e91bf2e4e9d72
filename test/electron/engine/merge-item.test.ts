import { describe, expect, it } from 'vitest';
import { completeItem, extendTravelling } from '../../../electron/engine/merge-item.ts';
import { itemFromCallback } from '../../../electron/extract/item.ts';
import type { JsonValue } from '../../../electron/extract/types.ts';

const itemOf = (values: Record<string, JsonValue>) =>
  itemFromCallback('https://example.org/a', 'detail', { item: values, problems: [] });
const along = (values: Record<string, JsonValue>, problems: { field: string; message: string }[] = []) => ({
  values,
  problems,
});

describe('an item and the values that travel to its page', () => {
  it.each<[string, Record<string, JsonValue>, Record<string, JsonValue>, object]>([
    ['takes what it does not have', { rank: '1' }, { price: 9 }, { metadata: { rank: '1', price: 9 } }],
    ['keeps its own', { name: 'Row' }, { name: 'Page' }, { metadata: { name: 'Page' } }],
    ['fills what is null', { name: 'Row' }, { name: null }, { metadata: { name: 'Row' } }],
    ['fills what is blank', { name: 'Row' }, { name: ' ' }, { metadata: { name: 'Row' } }],
    ['fills an empty list', { tags: ['a'] }, { tags: [] }, { metadata: { tags: ['a'] } }],
    ['keeps false and 0', { a: true, b: 1 }, { a: false, b: 0 }, { metadata: { a: false, b: 0 } }],
    ['stays empty where both are', { name: '' }, { name: null }, { metadata: { name: '' } }],
    ['fills a column', { title: 'Row' }, { title: null }, { title: 'Row', metadata: {} }],
    ['keeps a column', { title: 'Row' }, { title: 'Page' }, { title: 'Page', metadata: {} }],
    [
      'joins a list in a column',
      { author: ['A', 'B'] },
      {},
      { author: 'A, B', metadata: { author: ['A', 'B'] } },
    ],
    [
      'leaves no list behind that a column outdoes',
      { title: ['A'] },
      { title: 'B' },
      { title: 'B', metadata: {} },
    ],
    ['makes text of a number in a column', { title: 7 }, {}, { title: '7', metadata: {} }],
  ])('%s', (_name, values, own, expected) => {
    const merged = completeItem(itemOf(own), along(values));
    expect({ title: merged.title, author: merged.author, metadata: merged.metadata }).toEqual({
      title: null,
      author: null,
      ...expected,
    });
  });

  it('has what travels first, in its order', () => {
    const merged = completeItem(itemOf({ c: 1, a: 2 }), along({ a: 1, b: 1 }));
    expect(Object.entries(merged.metadata)).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('has the problems of the values that it has', () => {
    const problems = [
      { field: 'price', message: 'unreadable' },
      { field: 'list.date', message: 'unreadable' },
      { field: 'title', message: 'unreadable' },
    ];
    const own = { ...itemOf({ price: 9, title: 'Page' }), problems: [{ field: 'own', message: 'own' }] };
    expect(
      completeItem(own, along({ price: null, list: [{ date: null }], title: null }, problems)).problems,
    ).toEqual([
      { field: 'list.date', message: 'unreadable' },
      { field: 'own', message: 'own' },
    ]);
  });

  it('does not change the item that was given', () => {
    const own = itemOf({ a: null });
    completeItem(own, along({ a: 1, title: 'x' }));
    expect([own.metadata, own.title]).toEqual([{ a: null }, null]);
  });
});

describe('values that travel on', () => {
  it('are those of the nearer row, unless they are empty', () => {
    const far = along({ a: 1, b: 2 }, [
      { field: 'a', message: 'far' },
      { field: 'b', message: 'far' },
    ]);
    const near = along({ a: 3, b: '', c: 4 }, [{ field: 'c', message: 'near' }]);
    expect(extendTravelling(far, near)).toEqual({
      values: { a: 3, b: 2, c: 4 },
      problems: [
        { field: 'b', message: 'far' },
        { field: 'c', message: 'near' },
      ],
    });
  });
});
