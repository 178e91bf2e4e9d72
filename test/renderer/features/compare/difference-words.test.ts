import { expect, it } from 'vitest';
import { itemName } from '../../../../renderer/features/compare/difference-words.ts';

it.each([
  ['Lamp', '["A1"]', 'Lamp'],
  [null, '["A1"]', 'A1'],
  [null, '["A1",7]', 'A1, 7'],
  [null, 'https://example.org/p/1', 'https://example.org/p/1'],
  [null, '[no JSON', '[no JSON'],
])('an item with the name %s and the key %s is called %s', (name, key, called) => {
  expect(itemName({ name, key })).toBe(called);
});
