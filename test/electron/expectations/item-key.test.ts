import { describe, expect, it } from 'vitest';
import { createItemKey } from '../../../electron/expectations/item-key.ts';
import { itemWith } from './items.ts';

describe('the key of an item', () => {
  const keyOf = (names: string[] | null, changes: Parameters<typeof itemWith>[0]) =>
    createItemKey({ key: names })(itemWith(changes));

  it.each<[string, string[] | null, Parameters<typeof itemWith>[0], string]>([
    ['its URL', null, {}, 'https://example.com/1'],
    ['the key of its row', null, { key: 'https://example.com/#2' }, 'https://example.com/#2'],
    ['a stored key that is null', null, { key: null }, 'https://example.com/1'],
    ['a field', ['sku'], { metadata: { sku: 'A1' } }, '["A1"]'],
    ['a field of a row', ['sku'], { key: 'https://example.com/#2', metadata: { sku: 'A1' } }, '["A1"]'],
    ['a column', ['title'], { title: 'One' }, '["One"]'],
    ['the URL by name', ['url'], {}, '["https://example.com/1"]'],
    ['several fields', ['sku', 'size'], { metadata: { sku: 'A1', size: 4 } }, '["A1",4]'],
    ['a field twice', ['sku', 'sku'], { metadata: { sku: 'A1' } }, '["A1"]'],
    ['a column that the metadata keeps', ['title'], { metadata: { title: ['a', 'b'] } }, '[["a","b"]]'],
    ['false', ['new'], { metadata: { new: false } }, '[false]'],
  ])('is %s', (_, names, changes, key) => {
    expect(keyOf(names, changes).key).toBe(key);
  });

  it('tells text from numbers', () => {
    const text = keyOf(['sku'], { metadata: { sku: '1' } });
    const number = keyOf(['sku'], { metadata: { sku: 1 } });
    expect(text.key).not.toBe(number.key);
  });

  it.each<[string, Record<string, null | string | never[]>, string[]]>([
    ['is missing', { sku: 'A1' }, ['size']],
    ['is blank', { sku: ' ', size: [] }, ['sku', 'size']],
  ])('falls back where a field %s, and says so', (_, metadata, empty) => {
    expect(keyOf(['sku', 'size'], { key: 'https://example.com/#3', metadata })).toEqual({
      key: 'https://example.com/#3',
      isExpected: false,
      empty,
    });
  });

  it('asks an object for its own fields only', () => {
    expect(keyOf(['constructor'], {}).empty).toEqual(['constructor']);
  });
});
