import { expect, it } from 'vitest';
import { importedWords } from '../../../renderer/features/spiders/imported-words.ts';
import type { SavedSpider } from '../../../shared/contract/types.ts';

const saved = (spider: string, unchanged: boolean): SavedSpider => ({
  project: 'default',
  spider,
  version: 3,
  created: false,
  unchanged,
  problems: [],
});

it.each<[SavedSpider[], string]>([
  [[saved('news', false)], '“news” was imported'],
  [[saved('news', true)], '“news” is unchanged: it equals version 3'],
  [[saved('a', false), saved('b', false)], '2 spiders imported'],
  [[saved('a', true), saved('b', true)], '2 spiders unchanged'],
  [[saved('a', false), saved('b', true), saved('c', true)], '1 spider imported, 2 unchanged'],
])('an import is told in a line: %#', (stored, expected) => {
  expect(importedWords(stored)).toBe(expected);
});
